"""The numbers of turns as they are written: one slip is reported once, and numbering by rounds is recognised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ttrn.notation.game import Entry
from ttrn.notation.problems import Problem
from ttrn.notation.records import Turn

RENUMBER: Final = "ttrn fmt --renumber FILE numbers the turns anew"


class WrongNumber(NamedTuple):
    """What is wrong with the number of a turn, in words."""

    message: str
    hint: str
    repeated: bool = False
    """Whether it is the number of the first turn once more, of another player."""


class Numbering:
    """Looks at one number after the other."""

    __slots__ = ("_also", "_last", "_skipped", "_valid", "by_rounds", "next", "told_at")

    def __init__(self) -> None:
        self.next: int | None = 1
        """The number that the next turn should have; nothing where any will do."""
        self.by_rounds = False
        """Whether every player of a round has its number."""
        self.told_at = -1
        """Which problem of the game told that the second turn has the number of the first."""
        self._also: frozenset[int] = frozenset()
        self._valid: int | None = 0
        self._skipped = 0
        self._last = 0

    def allow(self, number: int | None) -> None:
        """Let the next turn have this number too: the one before it had none, and may not have been counted."""
        if number is not None:
            self._also, self._valid, self._skipped = frozenset((number,)), self.next, 0

    def look(self, number: int, expected: int | None, player: str, entries: Sequence[Entry]) -> WrongNumber | None:
        """Look at the number of the next turn, after these entries; return what is wrong with it, if that is news."""
        last, self._last = self._last, number
        self.next = number + 1
        if self.by_rounds and number in (last, last + 1):
            self.next = None
            return None
        if expected is None or number == expected:
            return None
        if self._valid == expected and number in self._also:
            if number == self._skipped:  # two numbers were exchanged
                self.next, self._valid, self._also = expected, expected, frozenset((number + 1,))
            return None
        turns = [entry for entry in entries if isinstance(entry, Turn)]
        again = number == expected - 1 and bool(turns) and turns[-1].player != player
        if again and self.told_at >= 0 and number <= len(turns) // 2 + 1:
            self.by_rounds, self.next = True, None
            return None
        self._also = frozenset((expected, expected + 1))
        self._valid, self._skipped = self.next, expected
        message = f"this should be turn {expected}, not {number}: is a line missing, or doubled?"
        return WrongNumber(message, RENUMBER, again and number == 1)

    def rounds(self, problem: Problem) -> Problem:
        """Return the problem of the first number that came twice, once it is known that rounds were counted."""
        self.told_at = -1
        message = "the turns are numbered by rounds here, and every turn has a number of its own"
        return replace(problem, message=message, hint=RENUMBER)
