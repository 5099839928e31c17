"""Chance: what a record says comes up, what did come up, and what of it cannot be.

A state is the table; this is what is brought to it from outside. Where a state replays a record, the record's cards
wait here until they are drawn; whoever wants to know what came up gives the state a log, which ``decode`` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.core.cards import LETTERS
from ttrn.core.unseen_log import UnseenLog

if TYPE_CHECKING:
    from ttrn.core.state import Violation

FLUSHED: Final = -3
"""In a log of cards: here the market was replaced."""

TURNED: Final = -4
"""In a log of cards: those before this were turned over at a tunnel."""

TAKEN: Final = -5
"""In a log of cards: the next ones came up with one take of a draw."""

DEALT: Final = -6
"""In a log of cards: the next ones were dealt from a new deck, to each seat in turn; at last the whole market."""


class Chance:
    """What comes to a state from outside: recorded cards, a way to shuffle, a log, and what was found wrong."""

    __slots__ = ("cards", "flushes", "log", "next_decks", "notes", "recorded", "shuffle", "strict", "unseen")

    def __init__(self) -> None:
        self.recorded = False  # whether a record is replayed
        self.strict = False  # whether a market is taken to have been replaced only where the record says so
        self.cards: list[int] = []  # the next cards that the record has come up, the last one first
        self.flushes: list[list[int]] = []  # then the markets that follow, each in the same order
        self.next_decks: list[list[int]] = []  # the orders of the next decks, top card first
        self.shuffle: Callable[[list[int]], list[int]] | None = None  # how a reshuffled deck gets its order
        self.log: list[int] | None = None  # what came up from the deck, for whoever wants to write it down
        self.notes: list[Violation] = []  # what was found wrong while something was carried out
        self.unseen: UnseenLog | None = None  # what is learnt of unknown cards, as long as all of them are in hands

    def copy(self) -> Chance:
        """Return the same for another state; the logs and what was found wrong stay behind."""
        twin = Chance()
        twin.recorded = self.recorded
        twin.strict = self.strict
        twin.cards = list(self.cards)
        twin.flushes = [list(flush) for flush in self.flushes]
        twin.next_decks = list(self.next_decks)
        twin.shuffle = self.shuffle
        return twin


class Shown(NamedTuple):
    """Cards that came up one after the other, and each new market that followed, in letters."""

    cards: str = ""
    flushes: tuple[str, ...] = ()


class CameUp(NamedTuple):
    """What came up in a turn, in the order in which it did."""

    dealt: tuple[str, ...] = ()
    """What was dealt from a new deck before the turn: to each seat, and at last the whole market."""
    turned: str | None = None
    """What was turned over at a tunnel; None if nothing was."""
    takes: tuple[Shown, ...] = ()
    """What came up with each take of a draw."""
    refill: Shown = Shown()
    """What else came up: into the market."""


NOTHING: Final = CameUp()

_ONE: Final = [CameUp(refill=Shown(letter)) for letter in LETTERS]
"""One card that came up, by its kind."""


def decode(log: Sequence[int]) -> CameUp:
    """Return what a log of cards holds; it may be that of a whole turn, of one action, or of the setup.

    >>> decode([0, 8, FLUSHED, 1, 1]).refill
    Shown(cards='RL', flushes=('OO',))
    >>> decode([TAKEN, 0, TAKEN, 3]).takes
    (Shown(cards='R', flushes=()), Shown(cards='G', flushes=()))
    """
    if len(log) < 2 and (not log or log[0] >= 0):
        return _ONE[log[0]] if log else NOTHING  # most actions bring no more
    dealt: list[list[str]] = []
    turned: str | None = None
    takes: list[list[str]] = []
    refill = part = [""]  # each part is cut at the flushes
    for card in log:
        if card >= 0:
            part[-1] += LETTERS[card]
        elif card == FLUSHED:
            part.append("")
        elif card == TURNED:
            turned, part[-1] = part[-1], ""
        else:
            part = [""]
            (takes if card == TAKEN else dealt).append(part)
    return CameUp(tuple([cards for (cards,) in dealt]), turned, tuple([_shown(take) for take in takes]), _shown(refill))


def decode_market(log: Sequence[int]) -> Shown:
    """Return what a log of cards holds that came into the market, or from the deck, and nothing else."""
    parts = [""]
    for card in log:
        if card == FLUSHED:
            parts.append("")
        else:
            parts[-1] += LETTERS[card]
    return _shown(parts)


def _shown(parts: list[str]) -> Shown:
    return Shown(parts[0], tuple(parts[1:]))
