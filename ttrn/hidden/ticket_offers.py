"""Tickets drawn at once, and the decks that they come from, counted without names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

FRESH: Final = -1
"""In place of a group under the deck: the fresh tickets on top."""


@dataclass(slots=True)
class Offer:
    """Tickets drawn at once by a seat: how many of each deck, of which source, how many are kept."""

    entry: int
    seat: int
    kept: int
    returned: int
    setup: bool
    sources: list[tuple[int, int, int]] = field(default_factory=list)
    """Deck, group (the number of the offer that made it, or ``FRESH``), how many."""
    keeps: dict[int, int] = field(default_factory=dict)
    """The variable of each ticket, or deck of unnamed ones (negative): how many of it are kept."""
    returns: dict[int, int] = field(default_factory=dict)
    named: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """The tickets that the line names, kept and returned."""
    backs: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """How many of the unknown ones are recorded to be of each deck."""
    comes: dict[tuple[int, int], int] = field(default_factory=dict)
    """The same, by ticket and group that it comes from."""
    uncounted: bool = False
    """Whether no line tells how many of them were kept: ``kept`` counts them all then."""


class CountedDeck:
    """One deck of tickets as the record lets it be counted."""

    def __init__(self, tickets: set[int], fresh: int) -> None:
        self.tickets = tickets
        self.fresh = fresh
        self.groups: list[list[int]] = []  # the offer that made the group, and how many are left of it
        self.aside = 0

    @property
    def size(self) -> int:
        """How many tickets can be drawn."""
        return self.fresh + sum([group[1] for group in self.groups])

    def take(self, number: int) -> list[tuple[int, int]]:
        """Draw tickets; returns how many came from each group, the fresh ones first."""
        found: list[tuple[int, int]] = []
        if self.fresh and number:
            taken = min(number, self.fresh)
            self.fresh -= taken
            found.append((FRESH, taken))
            number -= taken
        while number > 0 and self.groups:
            group = self.groups[0]
            taken = min(number, group[1])
            found.append((group[0], taken))
            group[1] -= taken
            number -= taken
            if not group[1]:
                self.groups.pop(0)
        return found
