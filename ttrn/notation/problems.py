"""Problems: what is wrong with a record, as values that can be printed, counted and compared.

Every room of ttrn reports with this one type, from a misspelt word to a broken rule of the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

RULES = {
    "TEXT-FILE": "the file can be read to its end (a compressed one is whole)",
    "TEXT-ENCODING": "the text is UTF-8, without control characters other than tabs",
    "TEXT-STRAY": "nothing but blank lines stands before the first [Game] tag",
    "TEXT-LINE": "every line follows the grammar",
    "TEXT-ORDER": "tags, then players, then everything else; a game starts with its [Game] tag",
    "TEXT-TWICE": "a tag's name and a player's id stand once in a game",
    "TEXT-VERSION": "the [TTRN] tag gives a version of the notation that is known",
    "TEXT-PLAYER": "every player that a line names has a player line",
    "TEXT-NUMBER": "turns are numbered one after the other, from 1 or where a position starts",
    "TEXT-BRACKET": "comments and variations are closed; a variation follows the turn that it replaces",
    "TEXT-LIMIT": "lines, games, variations and the number of errors have limits",
}
"""The rules of the notation itself, by id."""

Severity: TypeAlias = Literal["error", "warning"]

ERROR: Final = "error"
WARNING: Final = "warning"
"""Something that is allowed and hardly meant; it keeps no game out of anything."""

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]")
_EXCERPT = 100
_LISTED = 20


@dataclass(frozen=True, slots=True)
class Cure:
    """A change to a record that would make what follows sound: ``new`` in place of ``old``, from ``line`` on.

    Nothing in ``old``: a line is missing before that one; nothing in ``new``: it is one too many. ``problems`` are
    those that the game still has then.
    """

    line: int
    old: str
    new: str
    problems: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where it is, and what to do about it.

    ``line`` and ``column`` count from 1; 0 means the whole file or the whole line. ``width`` is how many characters
    are wrong, ``text`` the line as it stands in the file, ``game`` the number of the game in the file. Broken
    rules of the game name the ``turn`` and the ``player`` too. A ``warning`` is of a game that is in order.
    ``cures`` are changes to the record with which what follows is sound, the likeliest first.
    """

    rule: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    width: int = 1
    text: str = ""
    hint: str = ""
    game: int = 0
    turn: int = 0
    player: str = ""
    severity: Severity = ERROR
    cures: tuple[Cure, ...] = ()

    def __repr__(self) -> str:
        return f"<Problem {self.rule} at {self.place}: {self.message}>"

    @property
    def place(self) -> str:
        """The place in the form that editors understand: ``file:line:column``."""
        parts = [self.file or "text"]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    def render(self) -> str:
        """Return the problem in words, with the line and a caret below the spot; safe to print on a terminal."""
        kind = "warning: " if self.severity == WARNING else ""
        rows = [f"{printable(self.place)}: {kind}{printable(self.message)} [{self.rule}]"]
        if self.text:
            rows.extend(self._excerpt())
        if self.hint:
            rows.append(f"  hint: {printable(self.hint)}")
        return "\n".join(rows)

    def _excerpt(self) -> list[str]:
        margin = f"{self.line or '':>6} | "
        at = max(self.column - 1, 0)
        start = max(0, at - _EXCERPT // 2) if len(self.text) > _EXCERPT else 0
        shown = self.text[start : start + _EXCERPT]
        row = margin + ("…" if start else "") + printable(shown) + ("…" if start + _EXCERPT < len(self.text) else "")
        if not self.column:
            return [row]
        caret_at = at - start + (1 if start else 0)
        carets = "^" * max(1, min(self.width, _EXCERPT - (at - start)))
        return [row, " " * (len(margin) - 2) + "| " + " " * caret_at + carets]


def amount(things: Sized, what: str) -> str:
    """Return how many things there are, in words, for the ``repr`` of what holds them.

    >>> amount((), "problem"), amount("a", "problem"), amount("ab", "problem")
    ('no problems', '1 problem', '2 problems')
    """
    number = len(things)
    return f"{number:,} {what}{'s'[: number > 1]}" if number else f"no {what}s"


def also_in(problem: Problem, lines: Sequence[int]) -> Problem:
    """Return a problem that tells in which other lines of its game the same is wrong.

    >>> also_in(Problem("TEXT-PLAYER", "who is that"), [4, 9]).message
    'who is that; so in 2 more lines: 4, 9'
    """
    if not lines:
        return problem
    many = f"{len(lines)} more lines" if len(lines) > 1 else "1 more line"
    some = ", ".join(map(str, lines[:_LISTED])) + ("…" if len(lines) > _LISTED else "")
    return replace(problem, message=f"{problem.message}; so in {many}: {some}")


def brief(text: str, width: int) -> str:
    """Return a text for one line of a page or terminal: :func:`printable`, and no longer than so many letters.

    >>> brief("a name without an end", 10)
    'a name wi…'
    """
    cut = printable(text[: width + 1])
    return cut if len(cut) <= width else cut[: width - 1] + "…"


def printable(text: str) -> str:
    r"""Replace what could move the cursor, change colours or turn the direction of writing.

    >>> printable("a\x1b[31mb")
    'a�[31mb'
    """
    return _UNSAFE.sub("�", text.replace("\t", " "))
