"""What something costs in train cards: how many, of which colours, and which kinds are wild."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ttrn.boards import Board, Route
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, Counts, kinds_of

Misfit: TypeAlias = Literal["", "number", "mixed", "color", "kind"]
"""Why cards do not pay: too many or too few, of several colours, of a wrong colour, of a kind that never pays."""

_KEPT: Final = 4096
"""So many payments are remembered for each price."""


class Price:
    """A number of cards of one of these colours, with wild cards in the place of any.

    ``locomotives`` is how many of the cards must be locomotives at least. Prices are made once and shared; they compare
    by identity.
    """

    __slots__ = ("_known", "colors", "locomotives", "number", "wild")

    def __init__(
        self, number: int, colors: tuple[int, ...], wild: tuple[int, ...] = (LOCOMOTIVE,), locomotives: int = 0
    ) -> None:
        self.number = number
        self.colors = colors
        self.wild = wild
        self.locomotives = locomotives
        self._known: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}

    def __repr__(self) -> str:
        colors = "".join([LETTERS[kind] for kind in self.colors])
        wild = "".join([LETTERS[kind] for kind in self.wild])
        return f"Price({self.number}, {colors!r}, wild={wild!r}, locomotives={self.locomotives})"

    def pays(self, paid: tuple[int, ...]) -> bool:
        """Return whether cards pay the price, all of which were seen."""
        return bool(self.kinds(paid))

    def kinds(self, paid: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return the cards of a payment by kind; none unless all of them were seen and they pay.

        The same payments come again and again, so the answers are kept.
        """
        known = self._known.get(paid)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            enough = not paid[UNKNOWN] and paid[LOCOMOTIVE] >= self.locomotives
            known = self._known[paid] = kinds_of(paid) if enough and not self.misfit(paid) else ()
        return known

    def misfit(self, paid: Sequence[int]) -> Misfit:
        """Return why cards do not pay; unknown ones may be any, and how many must be locomotives is not looked at."""
        if sum(paid) != self.number:
            return "number"
        shown = [kind for kind in range(COLORS) if paid[kind]]
        if len(shown) > 1 and len(self.colors) > 1:
            return "mixed"
        if shown and (len(shown) > 1 or shown[0] not in self.colors):
            return "color"
        for kind in range(COLORS, UNKNOWN):
            if paid[kind] and kind not in self.wild:
                return "kind"
        return ""

    def possible(self, hand: Counts, shown: Sequence[int]) -> bool:
        """Return whether a hand can pay, as far as it is known, with a payment of which only some cards were seen."""
        colors = [kind for kind in range(COLORS) if shown[kind]] or self.colors
        wild = sum([hand[kind] for kind in self.wild])
        return max([hand[kind] for kind in colors], default=0) + wild + hand[UNKNOWN] >= self.number

    def payments(self, hand: Counts, *, wild_first: bool = False) -> list[tuple[int, ...]]:
        """Return every way to pay with known cards of a hand: by colour, fewer wild cards first, all wild last.

        Of several wild kinds locomotives go first. ``wild_first`` lists more wild cards first within a colour.
        """
        number, least = self.number, self.locomotives
        most = sum([hand[kind] for kind in self.wild])
        found: list[tuple[int, ...]] = []
        for color in self.colors:
            have = hand[color]
            if have:
                fewest, end = max(least, number - have), min(most, number - 1) + 1
                for place in range(end - fewest):
                    found += self._with_wild(hand, color, end - 1 - place if wild_first else fewest + place)
        return found + self._with_wild(hand, LOCOMOTIVE, number) if most >= number else found

    def _with_wild(self, hand: Counts, color: int, wild: int) -> list[tuple[int, ...]]:
        """Return the payments with so many wild cards, more and more of them of the second wild kind."""
        second = self.wild[-1]
        most = 0 if second == LOCOMOTIVE else min(wild - self.locomotives, hand[second])
        found: list[tuple[int, ...]] = []
        for other in range(max(0, wild - hand[LOCOMOTIVE]), most + 1):
            paid = [0] * KINDS
            paid[color] = self.number - wild
            paid[LOCOMOTIVE] += wild - other
            paid[second] += other
            found.append(tuple(paid))
        return found


ANY_COLOR: Final = tuple(range(COLORS))
"""The colours that pay for a gray route."""


def colors_of(letter: str) -> tuple[int, ...]:
    """Return the colours that pay for a route of this colour; any for a gray one.

    >>> colors_of("G"), len(colors_of(""))
    ((3,), 8)
    """
    return (LETTERS.index(letter),) if letter else ANY_COLOR


def route_price(route: Route) -> Price:
    """CLAIM-2: return what a route costs: a card for each space, of its colour, locomotives wild (EU-FERRY-1)."""
    return _route_price(route.length, route.color, route.ferry)


@lru_cache(maxsize=4096)
def _route_price(length: int, color: str, ferry: int) -> Price:
    return Price(length, colors_of(color), locomotives=ferry)


@lru_cache(maxsize=64)
def board_prices(board: Board, price: Callable[[Route], Price]) -> list[Price]:
    """Return what each route of a board costs in a game, by its index, found once."""
    return [price(route) for route in board.routes]
