"""What can be read of a game with broken lines: enough to check the rest of it by the rules, never handed out.

A line that could be mended stands in it as it should be; of a turn that could not, only that it happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.problems import Problem, amount
from ttrn.notation.records import Comment, Player, Tag

_FATAL = frozenset(("TEXT-FILE", "TEXT-STRAY", "TEXT-LIMIT"))
"""Where one of these is broken, nobody can know what the lines belong to."""


class Legible(NamedTuple):
    """A game with broken lines, as far as it can be read."""

    game: GameRecord
    unread: frozenset[int]
    """The lines of turns of which nothing is known but that they happened; a player without a name is the one due."""
    loose: bool
    """Whether lines other than turns could not be read, so that what the record states of the end cannot be held
    against it."""


class Reading(NamedTuple):
    """What came of one game: the game, or what is wrong with it."""

    game: GameRecord | None
    problems: tuple[Problem, ...]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.game or 'no game'}, {amount(self.problems, 'problem')}>"


class BrokenReading(Reading):
    """What came of a game that is wrong: its problems, and what can be read of it in spite of them."""

    legible: Legible | None = None


def can_be_followed(entries: Sequence[Entry], problems: Iterable[Problem]) -> bool:
    """Return whether lines make a game whose turns can be followed, in spite of its problems."""
    starts = bool(entries) and isinstance(entries[0], Tag) and entries[0].name == "Game"
    seated = any(isinstance(entry, Player) for entry in entries)
    return starts and seated and not any(problem.rule in _FATAL for problem in problems)


def in_order(entries: Sequence[Entry], places: Sequence[int]) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """Return entries with their places, tags and players first: a line in the wrong place has been told."""
    ranks = {Tag: 0, Comment: 0, Player: 1}
    behind = False
    keyed: list[tuple[int, int, Entry]] = []
    for place, entry in zip(places, entries, strict=True):
        behind = behind or not isinstance(entry, Tag | Comment)
        rank = 2 if behind and isinstance(entry, Comment) else ranks.get(type(entry), 2)
        keyed.append((rank, place, entry))
    keyed.sort(key=lambda row: row[0])
    return tuple([entry for _, _, entry in keyed]), tuple([place for _, place, _ in keyed])
