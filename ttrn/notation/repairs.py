"""What mails, chats and word processors do to a record, undone. The reader stays strict; this stands before it.

Nothing is repaired but what cannot be meant: a record that is sound comes out as it went in. Names, other texts in
quotes and comments keep their curly quotes and long dashes. Every line keeps its number: one that goes is left blank.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["Repair", "Repaired", "repair"]

_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_INVISIBLE: Final = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
_DASHES: Final = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_QUOTES: Final = "\u201c\u201d\u201e\u201f\u2033\uff02"
_LEFT, _RIGHT = "\u201c", "\u201d"

_KINDS: Final = {
    "line ends": ("line end of Windows", "line ends of Windows"),
    "quoting": ('line quoted with ">"', 'lines quoted with ">"'),
    "stamps": ("time stamp of a chat", "time stamps of a chat"),
    "fences": ("fence of backticks", "fences of backticks"),
    "spaces": ("non-breaking space", "non-breaking spaces"),
    "invisible": ("invisible character", "invisible characters"),
    "quotes": ("curly quote", "curly quotes"),
    "dashes": ("long dash", "long dashes"),
    "indents": ("[Game] tag that was not at the start of its line", "[Game] tags that were not at the start of a line"),
}

_LINE_END: Final = re.compile(r"\r\n?+|\n")
_ODD_SPACE: Final = re.compile(f"[{_SPACES}]")
_ODD_INVISIBLE: Final = re.compile(f"[{_INVISIBLE}]")
_BLANK: Final = f"[ \t{_SPACES}{_INVISIBLE}]"
_BLOCK: Final = re.compile(rf"(?:{_BLANK}|\()*+\{{")
_SPECIAL: Final = re.compile(f'[;"{_QUOTES}{_SPACES}{_INVISIBLE}{_DASHES}]')
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_ANY_QUOTE: Final = re.compile(f'["{_QUOTES}]')
_IN_QUOTES: Final = re.compile(rf'\\["{_QUOTES}\\]|"')
_MOST_QUOTES: Final = 200
"""Curly quotes of a line, beyond which they are left: whoever writes so many has something else in mind."""

_GAME: Final = "[Game "
_INDENTED: Final = re.compile(r"[ \t]+(?=\[Game )")
_QUOTED: Final = re.compile(rf"(?:{_BLANK}*+>{_BLANK}?+)++")
_TIME: Final = rf"\d{{1,2}}:\d\d(?::\d\d)?+(?:\.\d+)?+Z?(?:[ {_SPACES}]?[AaPp]\.?[Mm]\.?)?"
_DATE: Final = rf"(?:(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|Today|Yesterday)(?:,| at|T)?[ {_SPACES}]*+)?+"
_AUTHOR: Final = rf"(?:<[^<>]{{1,60}}>|[^\s:;\"{_QUOTES}\[\]{{}}()<>][^:;\"{_QUOTES}\[\]{{}}()<>]{{0,60}}:)(?=\s|\Z)\s?"
_STAMP: Final = re.compile(
    rf"{_BLANK}*+[\[(]?{_DATE}{_TIME}[\])]?"
    rf"(?:{_BLANK}*+[-\u2013\u2014|:](?={_BLANK}|\Z)|(?={_BLANK}|\Z)|(?<=[\])])){_BLANK}?"
)
"""A time, perhaps with a day before it: no line of a record begins so."""
_WRITER: Final = re.compile(_AUTHOR)
"""Who wrote, after a time."""
_HEADING: Final = re.compile(
    rf"[^;\"{_QUOTES}{{}}()\[\]:]{{1,60}}(?:[\u2013\u2014]{_BLANK}?{_DATE}{_TIME}|,?{_BLANK}*+\[{_DATE}{_TIME}\]):?{_BLANK}*+"
)
"""A line of a chat that says who wrote the next ones, and when."""
_FENCE: Final = re.compile(r"[ \t]*+(?:`{3,}+|~{3,}+)")
_INFO: Final = re.compile(r"[ \t]*+[\w+-]*+[ \t]*+")


class Repair(NamedTuple):
    """What was repaired of one kind: how often, and in which lines, counting from 1."""

    kind: str
    """One of ``line ends``, ``quoting``, ``stamps``, ``fences``, ``spaces``, ``invisible``, ``quotes``, ``dashes``,
    ``indents``."""
    times: int
    lines: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.times:,} {_KINDS[self.kind][self.times > 1]}"


class Repaired(NamedTuple):
    """A text after its repair, and what was repaired: nothing, if the text is as it was."""

    text: str
    repairs: tuple[Repair, ...]

    def __repr__(self) -> str:
        return f"<Repaired: {self!s}>" if self.repairs else "<Repaired: nothing>"

    def __str__(self) -> str:
        """Say in words what was repaired; empty if nothing was.

        >>> str(repair('[Game “usa”]'))
        '2 curly quotes'
        """
        return ", ".join(map(str, self.repairs))


def repair(text: str) -> Repaired:
    r"""Repair what happens to records that are pasted from mails, chats and word processors.

    Line ends of Windows, ``>`` before quoted lines, a chat's time stamps (with who wrote) before lines, fences of three
    backticks; non-breaking and invisible characters, curly quotes around texts, long dashes in the place of hyphens.
    What is in quotes or in a comment keeps its dashes and quotes; its spaces are repaired if those around it are.
    Everything else stays, wrong or not: the reader says so. The lines keep their numbers.

    >>> repair('> [Game “usa”]\n> player ann').text
    '[Game "usa"]\nplayer ann'
    """
    work = _Work()
    if "\r" in text:
        for number, end in enumerate(_LINE_END.findall(text), 1):
            work.note("line ends", number, end != "\n")
        text = _LINE_END.sub("\n", text)
    lines = [work.line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    for kind, odd, plain in (("spaces", _ODD_SPACE, " "), ("invisible", _ODD_INVISIBLE, "")):
        if kind in work.found:
            for index, line in enumerate(lines):
                lines[index], count = odd.subn(plain, line)
                work.note(kind, index + 1, count)
    repairs = [Repair(kind, *work.found[kind].told()) for kind in _KINDS if kind in work.found]
    return Repaired("\n".join(lines), tuple(repairs))


class _Found:
    def __init__(self) -> None:
        self.count = 0
        self.lines: dict[int, None] = {}

    def told(self) -> tuple[int, tuple[int, ...]]:
        return self.count, tuple(sorted(self.lines))


class _Work:
    """Repairs line after line; knows whether a comment in braces or a fence is open."""

    def __init__(self) -> None:
        self.found: dict[str, _Found] = {}
        self._number = 0
        self._in_block = self._fenced = False
        # Of the line on which a comment in braces began: whether it was quoted or stamped, and with who wrote.
        self._block_prefixed = self._block_signed = self._signed = False

    def note(self, kind: str, line: int, count: int = 1) -> None:
        if count:
            found = self.found.setdefault(kind, _Found())
            found.count += count
            found.lines[line] = None

    def line(self, number: int, line: str) -> str:
        self._number = number
        if self._in_block and not line.startswith(_GAME):
            at = self._prefix(line) if self._block_prefixed else 0
            if not line.startswith(_GAME, at):
                end = line.find("}", at) + 1
                self._in_block = not end
                return line[at:end] + self._plain(line, end) if end else line[at:]
        self._in_block = self._signed = False
        at = self._prefix(line)
        self._block_prefixed, self._block_signed = at > 0, self._signed
        if at == 0 and _HEADING.fullmatch(line):
            self.note("stamps", number)
            return ""
        rest = self._outside(self._without_fence(line[at:] if at else line))
        if found := _INDENTED.match(rest):
            self.note("indents", number)
            return rest[found.end() :]
        return rest

    def _prefix(self, line: str) -> int:
        """Return where a line begins after quoting and time stamps, in whatever order they stand."""
        at = 0
        while True:
            if found := _QUOTED.match(line, at):
                self.note("quoting", self._number)
            elif found := _STAMP.match(line, at):
                self.note("stamps", self._number)
                # In a comment a colon may be its own; if its first line said who wrote, the others do.
                if not self._in_block or self._block_signed:
                    writer = _WRITER.match(line, found.end())
                    self._signed = writer is not None
                    found = writer or found
            else:
                return at
            at = found.end()

    def _without_fence(self, line: str) -> str:
        if found := _FENCE.match(line):
            self.note("fences", self._number)
            self._fenced = not self._fenced
            line = line[found.end() :]
            if _INFO.fullmatch(line):
                return ""
        if self._fenced and (end := line.rstrip()).endswith("```"):
            self.note("fences", self._number)
            self._fenced = False
            return end.rstrip("`")
        return line

    def _outside(self, line: str) -> str:
        """Repair a line that begins outside of comments."""
        if block := _BLOCK.match(line):
            head = self._plain(line[: block.end() - 1], 0)
            end = line.find("}", block.end()) + 1
            if not end:
                self._in_block = True
                return head + line[block.end() - 1 :]
            return head + line[block.end() - 1 : end] + self._plain(line, end)
        return self._plain(line, 0)

    def _plain(self, line: str, at: int) -> str:
        """Repair what stands in a line from a place on, outside of its texts in quotes and of its comment."""
        parts: list[str] = []
        while found := _SPECIAL.search(line, at):
            parts.append(line[at : found.start()])
            at, sign = found.start(), found[0]
            if sign == ";":
                break
            if sign == '"' or sign in _QUOTES:
                end = self._quoted(line, at, parts)
                if not end:
                    break
                at = end
                continue
            kind, plain = ("spaces", " ") if _ODD_SPACE.match(sign) else ("dashes", "-")
            if _ODD_INVISIBLE.match(sign):
                kind, plain = "invisible", ""
            self.note(kind, self._number)
            parts.append(plain)
            at += 1
        return "".join(parts) + line[at:] if parts else line[at:] if at else line

    def _quoted(self, line: str, at: int, parts: list[str]) -> int:
        """Take a text in quotes of any kind that begins here; return where it ends, 0 if it does not."""
        if line[at] == '"':
            if found := _STRING.match(line, at):
                parts.append(found[0])
                return found.end()
            if len(_ANY_QUOTE.findall(line, at + 1)) != 1:
                return 0
        end = _end_of_quoted(line, at)
        if end < 0:
            return 0
        self.note("quotes", self._number, (line[at] != '"') + (line[end] != '"'))
        inner = _IN_QUOTES.sub(lambda found: "\\\\" if found[0] == "\\\\" else '\\"', line[at + 1 : end])
        parts.append(f'"{inner}"')
        return end + 1


def _end_of_quoted(line: str, at: int) -> int:
    """Return where the text in quotes ends that a curly quote begins, -1 if it does not; pairs in it stay together."""
    quotes = [found.start() for found in _ANY_QUOTE.finditer(line, at + 1) if line[found.start() - 1] != "\\"]
    if len(quotes) > _MOST_QUOTES:
        return -1
    if line[at] == _LEFT:
        depth = 1
        for place in quotes:
            depth += (line[place] == _LEFT) - (line[place] == _RIGHT)
            if not depth:
                return place
    return quotes[0] if quotes else -1
