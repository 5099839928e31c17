"""What a board file may have, by the rules that it is played with: each game says what it needs and what it allows."""

from __future__ import annotations

from typing import NamedTuple

EVERYTHING = frozenset(
    (
        "trains",
        "route_points",
        "routes",
        "tunnel",
        "ferry",
        "stations",
        "country",
        "passengers",
        "merchandise",
        "big_cities",
        "cards",
        "longest_path",
        "most_tickets",
        "F",
        "T",
    )
)
"""What only some games have, by the words of a board file: its keys, the kinds of routes and cities, what tickets ask
for, bonuses, and the letters of cards."""


class Features(NamedTuple):
    """What a game needs of a board, and what it allows besides; anything else of ``EVERYTHING`` is a mistake."""

    needs: frozenset[str] = frozenset()
    allows: frozenset[str] = frozenset()

    def knows(self, what: str) -> bool:
        """Return whether a board may have this."""
        return what in self.needs or what in self.allows

    def joined(self, other: Features) -> Features:
        """Return what two parts of one game need and allow together."""
        return Features(self.needs | other.needs, self.allows | other.allows)


ANYTHING = Features(allows=EVERYTHING)
"""For a file whose rules are not known, or that has been checked: whatever it has is read."""
