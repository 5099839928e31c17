"""A line that cannot be read: everything that is wrong with it, and how it should be written.

The line is mended from left to right: what the grammar did not expect is replaced by what was most likely meant, and
the line is parsed again, so that every wrong word of it is told at once. Nothing is taken for granted: the mended line
is a hint for the player, and lets the rest of the game be checked as if the hint had been taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from ttrn.notation.characters import odd_characters
from ttrn.notation.fixes import SYNONYMS, fix_of
from ttrn.notation.hints import explain, near
from ttrn.notation.lexicon import ACTIONS, is_word
from ttrn.notation.spots import WORD, Fix, Spot
from ttrn.notation.syntax import Trouble, parse_with_lark
from ttrn.notation.tag_names import TAGS

MAX_LENGTH: Final = 1000
"""How many characters a line may have to be looked at so closely."""

NO_NUMBER: Final = "this turn has no number"
"""What is said of a turn without its number."""

_NO_ID: Final = "expected a player's id, found"
_ROUNDS: Final = 12
_SHOWN: Final = 160
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))(?:#+(?![1-9]\b)|//+)[ \t]*")
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_TAG = re.compile(r"\[?[ \t]*([A-Za-z]\w*)[ \t]*[:=]?[ \t]*([^\]]*?)[ \t]*\]?")
_STAND_INS: Final = (
    ("ROUTE", "Xx-Xx"),
    ("PATH", "Xx-Xx"),
    ("CITY", "Xx"),
    ("UNKNOWN", "?"),
    ("CARDS", "?"),
    ("FACE_UP", "?"),
    ("TAKE", "?"),
    ("COUNT", "0"),
    ("RESULT", "x=0"),
    ("STANDING", "x=1"),
    ("COMPONENT", "routes=0"),
)


class Around(NamedTuple):
    """What is known of the game around a line."""

    players: Collection[str] = ()
    number: int | None = None
    """Of the next turn, where it can be told."""
    players_known: bool = True
    """Whether all lines of players could be read."""


class Fault(NamedTuple):
    """One thing that is wrong with a line: in words, with a hint, and the stretch that is wrong; columns from 0."""

    message: str
    hint: str
    column: int
    width: int
    habit: bool = False
    """Whether who does it once does it in many lines: it is enough to say so once."""


class Mended(NamedTuple):
    """What is wrong with a line, and what can be read of it."""

    faults: tuple[Fault, ...]
    body: str = ""
    """The line as it can be read: as it should be, or with ``?`` for a payment that cannot; empty if it cannot be."""
    read: bool = False
    """Whether the body says what the line says; an empty one that is read is only a comment."""
    unnumbered: bool = False
    """Whether it is a turn without its number."""
    comment: str = ""
    """What of the line is taken for a comment, with its semicolon."""


def mend(head: str, body: str, around: Around) -> Mended:
    """Find all that is wrong with a line that the grammar refuses.

    Args:
        head: what stands before the body on its line, for the hint.
        body: the line without its comment and closing brackets.
        around: what is known of the game.
    """
    return _Mender(head, body, around).run()


def turn_without_number(text: str, players: Collection[str]) -> bool:
    """Return whether a line looks like a turn whose number was forgotten: a player, then an action.

    >>> turn_without_number("Ann takes R G", ["ann"]), turn_without_number("ann deal RRRR", ["ann"])
    (True, False)
    """
    words = text.split(maxsplit=2)
    if len(words) < 2 or words[0].lower().rstrip(":,") not in players:
        return False
    action = words[1].lower().rstrip(":,")
    return len(action) <= _SHOWN and near(SYNONYMS.get(action, action), [*ACTIONS, "deal", "keep"]) in ACTIONS


class _Mender:
    """Works on one line; ``text`` is how far it has come."""

    def __init__(self, head: str, body: str, around: Around) -> None:
        self._head = head.lstrip(" \t(")
        self._around = around
        self.text = body
        self._comment = ""
        self._edits: list[tuple[int, int, int]] = []
        self._faults: list[tuple[Fault, Fix | None]] = []
        self._sure = True
        self._payment = False
        self._unnumbered = False
        self._start = "statement"

    def run(self) -> Mended:
        if len(self.text) > MAX_LENGTH:
            self._generic()
            return self._told(readable=False)
        self._characters()
        self._comments()
        if not self.text:
            return self._told(readable=True)
        self._start = "tag" if self.text[0] == "[" else "turn" if self.text[0].isdigit() else "statement"
        if self._start == "tag" or self._looks_like_a_tag():
            return self._told(readable=self._tag())
        if self._start == "statement":
            self._missing_number()
        return self._told(readable=self._words())

    # --- the result --------------------------------------------------------------------------------------------------

    def _told(self, *, readable: bool) -> Mended:
        read = readable and self._sure
        faults: list[Fault] = []
        self._faults.sort(key=lambda told: told[0].column)
        for i, (fault, fix) in enumerate(self._faults):
            last = i == len(self._faults) - 1
            whole = last and read and not (fix and fix.alike and not i)
            faults.append(fault._replace(hint=self._hint(fix, whole=whole)) if fix else fault)
        usable = readable and (self._sure or self._payment)
        return Mended(tuple(faults), self.text.rstrip() if usable else "", read, self._unnumbered, self._comment)

    def _hint(self, fix: Fix, *, whole: bool) -> str:
        line = f"{self._head}{self.text}{self._comment}".strip()
        text = line if whole and len(line) <= _SHOWN else fix.text.strip()
        if not text:
            return fix.reason
        quoted = text if '"' in text else f'"{text}"'
        if fix.reason:
            return f"{fix.reason}: {quoted}"
        return f"did you mean: {text}" if '"' in text else f"did you mean {quoted}?"

    def _fault(self, message: str, column: int, width: int, fix: Fix | None, hint: str = "") -> None:
        """Take note of a fault at a column of the text as it is now."""
        at = self._original(column)
        habit = message == NO_NUMBER or message.startswith(_NO_ID)
        self._faults.append((Fault(message, hint, at, max(1, self._original(column + width) - at), habit), fix))

    def _original(self, column: int) -> int:
        """Return where a column of the text stood in the line as it was written."""
        for at, old, new in reversed(self._edits):
            if column >= at + new:
                column += old - new
            elif column > at:
                column = min(column, at + old)
        return column

    def _apply(self, fix: Fix) -> None:
        self.text = self.text[: fix.start] + fix.text + self.text[fix.end :]
        self._edits.append((fix.start, fix.end - fix.start, len(fix.text)))

    # --- what does not need the grammar ------------------------------------------------------------------------------

    def _characters(self) -> None:
        """Replace characters that look like others; each kind is reported once."""
        found = odd_characters(self.text)
        told: set[str] = set()
        for odd in found:
            kind = odd.name.partition(" (")[0]
            if kind not in told:
                told.add(kind)
                self._fault(f"{odd.name} stands here", odd.column, 1, Fix(odd.column, odd.column + 1, "", odd.cure))
        for odd in reversed(found):
            self._apply(Fix(odd.column, odd.column + 1, odd.instead))
        if found:
            # Columns are counted in the text before: the edits were made from right to left.
            self._edits.reverse()
            self._edits = [
                (at + sum(len(odd.instead) - 1 for odd in found[:i]), old, new)
                for i, (at, old, new) in enumerate(self._edits)
            ]
            self.text = self.text.rstrip(" \t")
            self._strip_front()

    def _strip_front(self) -> None:
        blanks = len(self.text) - len(self.text.lstrip(" \t"))
        if blanks:
            self._apply(Fix(0, blanks, ""))

    def _comments(self) -> None:
        """Cut off what stands behind a mark for comments of another language."""
        quoted = [range(*found.span()) for found in _QUOTED.finditer(self.text)]
        for found in _COMMENT.finditer(self.text):
            if any(found.start() in span for span in quoted):
                continue
            mark = found.group().strip()
            comment = "; " + self.text[found.end() :]
            fix = Fix(found.start(), len(self.text), comment, "a comment starts with a semicolon")
            self._fault(f'"{mark}" starts no comment', found.start(), len(mark), fix)
            self._cut(found.start(), comment)
            return

    def _cut(self, at: int, comment: str) -> None:
        self.text = self.text[:at].rstrip(" \t")
        self._comment = f" {comment.rstrip()}"

    # --- tags --------------------------------------------------------------------------------------------------------

    def _looks_like_a_tag(self) -> bool:
        found = re.match(r'([A-Z]\w*)[ \t]*[:=]?[ \t]*"', self.text)
        return bool(found and (found[1] in TAGS or self.text.endswith("]")))

    def _tag(self) -> bool:
        trouble = parse_with_lark("tag", self.text)
        if not isinstance(trouble, Trouble):
            return True
        told = explain(self.text, trouble)
        found = _TAG.fullmatch(self.text)
        value = re.sub(r'^"|"$', "", found[2]) if found else ""
        if found is None or not value:
            self._fault(told.message, told.column, told.width, None, told.hint)
            return False
        value = re.sub(r'\\(?!["\\])|(?<!\\)"', lambda mark: "\\" + mark.group(), value)
        name = found[1][0].upper() + found[1][1:]
        fix = Fix(0, len(self.text), f'[{name} "{value}"]', told.hint.partition(": ")[0])
        self._fault(told.message, told.column, told.width, fix)
        self._apply(fix)
        return not isinstance(parse_with_lark("tag", self.text), Trouble)

    # --- words -------------------------------------------------------------------------------------------------------

    def _missing_number(self) -> None:
        """Put its number before a turn that has none: a player, then an action."""
        if not turn_without_number(self.text, self._around.players):
            return
        number = f"{self._around.number or 12}. "
        fix = Fix(0, 0, number, "a turn starts with its number")
        self._fault(NO_NUMBER, 0, len(self.text.split(maxsplit=1)[0]), fix)
        self._apply(fix)
        self._start, self._unnumbered = "turn", True

    def _words(self) -> bool:
        """Mend word after word; return whether the grammar accepts what came of it."""
        blind = -1  # the column behind a word that could not be mended
        for _ in range(_ROUNDS):
            trouble = parse_with_lark(self._start, self.text)
            if not isinstance(trouble, Trouble):
                return True
            if not self.text:
                return False
            trouble = _payment(self._from_the_start(trouble))
            if blind >= 0 and not self.text[blind : trouble.column].strip():
                return False  # what follows a word that nobody understands is no second mistake
            fix = self._fix(trouble)
            if fix is None:
                blind = self._stand_in(trouble)
                if blind < 0:
                    return False
            elif not self._take(trouble, fix):
                return False
        return False

    def _take(self, trouble: Trouble, fix: Fix) -> bool:
        """Apply a fix; if it does not get the parser past it, take it back and tell whether there is more to do."""
        told = explain(self.text, trouble)
        before = self.text, len(self._edits)
        self._fault(fix.message or told.message, told.column, told.width, fix)
        self._apply(fix)
        after = parse_with_lark(self._start, self.text)
        if not isinstance(after, Trouble) or after.column > trouble.column or len(self.text) < len(before[0]):
            return True
        self.text = before[0]
        del self._edits[before[1] :]
        self._faults[-1] = (self._faults[-1][0]._replace(hint=told.hint), None)
        return False

    def _fix(self, trouble: Trouble) -> Fix | None:
        found = WORD.match(self.text, trouble.column)
        word = found.group() if found else ""
        if word[:1] in ("{", "(") and "$END" in trouble.expected:
            return self._bracket(trouble, word)
        if self._start == "turn" and "DRAW" in trouble.expected and word in ("keep", "deal"):
            self._start = "statement"
            number = re.match(r"\S+[ \t]+", self.text)
            assert number
            return Fix(0, number.end(), "", "what is dealt at the start has no number")
        return fix_of(Spot(self.text, trouble, word, self._around.players))

    def _bracket(self, trouble: Trouble, word: str) -> Fix | None:
        """Take what stands in brackets at the end of a line for a comment, unless it is a variation."""
        inside = self.text[trouble.column + 1 :].strip(" \t})")
        if not inside or inside[0].isdigit():
            return None
        kind = "in braces starts its line" if word[0] == "{" else "is no variation"
        fix = Fix(trouble.column, len(self.text), "", f"a comment {kind}; at the end of a line it follows a semicolon")
        self._comment = f" ; {inside}"
        return fix._replace(start=len(self.text[: trouble.column].rstrip(" \t")))

    def _stand_in(self, trouble: Trouble) -> int:
        """Return what is wrong and put something else there, so that the rest can be read; return where that ends."""
        told = explain(self.text, trouble)
        self._fault(told.message, told.column, told.width, None, told.hint)
        found = WORD.match(self.text, trouble.column)
        self._payment = (self._sure or self._payment) and trouble.expected == {"CARDS"} and self._start == "turn"
        self._sure = False
        word = next((text for name, text in _STAND_INS if name in trouble.expected), None)
        if found is None or (word is None and "$END" not in trouble.expected):
            return -1
        if trouble.expected & {"ROUTE", "TICKET", "PATH"} and is_word("CITY", found.group()):
            return -1  # of a name without quotes nobody can know where it ends
        self._apply(Fix(found.start(), found.end(), word or ""))
        return found.start() + len(word or "")

    def _from_the_start(self, trouble: Trouble) -> Trouble:
        """Blame the first word of a line, if it was taken for an id only because any word can be one."""
        if self._start != "statement":
            return trouble
        first = next(iter(self.text.split(maxsplit=1)), "")
        known = not self._around.players_known or first in self._around.players
        if trouble.column and (known or not trouble.expected & {"DEAL", "KEEP"}):
            return trouble
        return Trouble(0, _first_words() | {"NUMBER"})

    def _generic(self) -> None:
        """Tell only the first trouble of a line that is too long for more."""
        start = "tag" if self.text[0] == "[" else "turn" if self.text[0].isdigit() else "statement"
        trouble = parse_with_lark(start, self.text)
        assert isinstance(trouble, Trouble)
        self._start = start
        told = explain(self.text, self._from_the_start(trouble))
        self._fault(told.message, told.column, told.width, None, told.hint)


def _payment(trouble: Trouble) -> Trouble:
    """Expect only the payment of a claim where it stands: a word there is most likely meant to be one."""
    return trouble._replace(expected=frozenset({"CARDS"})) if trouble.expected >= {"CARDS", "TURNED"} else trouble


def _first_words() -> frozenset[str]:
    """Return the terminals with which a statement may start."""
    empty = parse_with_lark("statement", "")
    assert isinstance(empty, Trouble)
    return empty.expected
