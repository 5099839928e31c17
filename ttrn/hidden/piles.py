"""Piles of cards of which some were not seen: hands, market, discards, decks, as sums of numbers and variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ttrn.core.cards import KINDS, UNKNOWN, Counts
from ttrn.hidden.linear_program import Program, Terms

NO_STACK: Final = -1
"""In place of a shuffled deck: cards that were not drawn from one, or it is not known from which."""


class Place(NamedTuple):
    """Where in the record some unseen cards stand: the entry, the part of its line, and which of several there.

    A deal or a market that the record leaves out has the entry ``MISSING``, and the seat (or -1) there.
    """

    entry: int
    part: str
    at: int = 0
    number: int = 1


MISSING: Final = -1
POSITION: Final = -2
"""In place of an entry: the position that the record starts from."""


@dataclass(slots=True)
class UnknownCards:
    """Unseen cards that the record treats alike: one variable for each kind, how many of them are of it."""

    first: int
    """The variable of the first kind; the others follow."""
    number: int
    stack: int
    """The shuffled deck that they were drawn from."""
    line: int
    places: list[Place] = field(default_factory=list)


class Pile:
    """Cards in one place: the known ones counted, plus unknown ones that came in, less unknown ones that went out."""

    __slots__ = ("gone", "growing", "here", "known")

    def __init__(self) -> None:
        self.known: Counts = [0] * KINDS
        self.here: list[UnknownCards] = []
        self.gone: list[UnknownCards] = []
        self.growing: UnknownCards | None = None
        """The newest unknown cards, as long as nothing was said of the pile since they came: more may join them."""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.known) + sum([b.number for b in self.here]) - sum([b.number for b in self.gone])

    def frozen(self) -> Pile:
        """Return the pile as it is now; no more cards join its newest unknown ones."""
        self.growing = None
        twin = Pile()
        twin.known, twin.here, twin.gone = list(self.known), list(self.here), list(self.gone)
        return twin

    @property
    def seen(self) -> bool:
        """Whether every card of the pile is known."""
        return not self.here and not self.gone

    def terms(self, kind: int, sign: int = 1) -> Terms:
        """Return how many cards of a kind there are beyond the known ones, as terms; the pile grows no more."""
        self.growing = None
        return [(b.first + kind, sign) for b in self.here] + [(b.first + kind, -sign) for b in self.gone]

    def values(self, values: Sequence[int]) -> Counts:
        """Return how many cards of each kind there are where the variables have these values."""
        return [
            known + sum([values[variable] * sign for variable, sign in self.terms(kind)])
            for kind, known in enumerate(self.known[:UNKNOWN])
        ]

    def most(self, kind: int) -> int:
        """Return how many cards of a kind there can be at most, going by the number of unseen cards."""
        return self.known[kind] + sum([b.number for b in self.here])

    def add(self, other: Pile) -> None:
        """Put all cards of another pile on this one."""
        other.growing = self.growing = None
        self.known = [a + b for a, b in zip(self.known, other.known, strict=True)]
        self.here += other.here
        self.gone += other.gone

    def add_known(self, cards: Sequence[int], sign: int = 1) -> None:
        """Put known cards on the pile, or take them away."""
        for kind in range(UNKNOWN):
            if cards[kind]:
                self.known[kind] += sign * cards[kind]


@dataclass(slots=True)
class Stack:
    """One shuffled deck: what was in it, and what has been drawn from it since."""

    number: int
    content: Pile
    line: int
    """The entry in which it was first drawn from."""
    drawn: Pile = field(default_factory=Pile)
    left: int = 0

    def close(self, program: Program, line: int) -> None:
        """Add the rows of this deck: no more of a kind are drawn than were in it, and in the end all of them."""
        for kind in range(UNKNOWN):
            terms = self.content.terms(kind) + self.drawn.terms(kind, -1)
            rest = self.drawn.known[kind] - self.content.known[kind]
            program.row(terms, rest, rest if not self.left else None, line)
