"""A spot of a line at which the grammar stopped, and what should stand there instead."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from ttrn.notation.syntax import Trouble

WORD: Final = re.compile(r"[^ \t]+")
"""A word of a line, whatever it is."""


class Fix(NamedTuple):
    """A stretch of a line and what should stand there."""

    start: int
    end: int
    text: str
    reason: str = ""
    """Why, in words that "write …" can follow; empty if it is only a word like another."""
    message: str = ""
    """What is wrong, where that is more than a word that was not expected."""
    alike: bool = False
    """Whether it is one word for another that looks like it: to name the word is enough."""


class Spot(NamedTuple):
    """A trouble of a line, with what is known of the game around it."""

    text: str
    trouble: Trouble
    word: str
    players: Collection[str]

    @property
    def at(self) -> int:
        """The column of the trouble."""
        return self.trouble.column

    @property
    def end(self) -> int:
        """The column after the word."""
        return self.at + len(self.word)

    @property
    def words(self) -> list[str]:
        """The word and all that follow it."""
        return WORD.findall(self.text, self.at)

    def wants(self, *names: str) -> bool:
        """Return whether one of these was expected."""
        return not self.trouble.expected.isdisjoint(names)

    def through(self, count: int) -> int:
        """Return the column after so many words from here on."""
        ends = [found.end() for found in WORD.finditer(self.text, self.at)]
        return ends[count - 1]

    def instead(self, text: str, reason: str = "") -> Fix:
        """Return the fix that replaces the word."""
        return Fix(self.at, self.end, text, reason)

    def gone(self, reason: str) -> Fix:
        """Return the fix that takes the word out, with the blanks after it."""
        rest = self.text[self.end :]
        return Fix(self.at, self.end + len(rest) - len(rest.lstrip()), "", reason)
