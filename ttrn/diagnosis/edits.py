"""Edits: the small changes to a record that a search tries, and how likely each kind of slip is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ttrn.notation.game import Entry

Kind: TypeAlias = Literal[
    "player",
    "swap",
    "extra",
    "missing",
    "card",
    "replacement",
    "payment",
    "route",
    "track",
    "ticket",
    "tunnel",
    "passenger",
    "ride",
    "station",
    "action",
    "setup",
    "deck",
    "statement",
]
"""What an edit changes: who played, the order of two lines, a line too many or too few, a card taken, one that came
up, the cards paid, which route or track, a ticket, the cards turned over at a tunnel, where a passenger stands, the way
of a ride, the city of a station, another action altogether, a line of the setup, the order of the deck, what is
stated."""

LIKELIHOOD: Final[dict[Kind, int]] = {
    "player": 0,
    "swap": 0,
    "extra": 1,
    "card": 1,
    "replacement": 1,
    "payment": 1,
    "setup": 1,
    "deck": 1,
    "tunnel": 1,
    "statement": 2,
    "track": 2,
    "passenger": 2,
    "station": 2,
    "ride": 2,
    "route": 2,
    "ticket": 3,
    "missing": 4,
    "action": 5,
}
"""How likely a kind of slip is beside the others: the lower number comes first where two edits do as well."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Some lines of a record in place of others: ``new`` for ``old``, which stand from entry ``start`` on.

    Nothing in ``old``: a line was missing; nothing in ``new``: it was one too many. ``distance`` is how far the new
    line is from the one that was written, for edits of one kind.
    """

    start: int
    old: tuple[Entry, ...]
    new: tuple[Entry, ...]
    kind: Kind
    distance: int = 0

    def applied(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Return the lines of a record with this edit."""
        return (*entries[: self.start], *self.new, *entries[self.start + len(self.old) :])
