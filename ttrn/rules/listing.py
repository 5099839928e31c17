"""Listing claims: every route that a player may claim, with every payment for it.

Simulated games ask for this at every turn, so what can be known beforehand is: the routes by length, and for each route
and each number of cards that matters (those of one colour, and the wild ones) the actions themselves. They are made
when first asked for and shared from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ttrn.boards import Board, Route
from ttrn.rules.actions import Action, ClaimRoute
from ttrn.rules.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.rules.state import NOBODY, State

FEW_PLAYERS: Final = 3
"""With so many players or fewer, one track of a double route closes the others (CLAIM-6)."""

Payments: TypeAlias = Callable[[Counts, Route], list[tuple[int, ...]]]
"""Returns every way to pay for a route from a hand of known cards: of one colour and wild ones, or all of them wild."""

_Ways: TypeAlias = dict[int, tuple[Action, ...]]
"""Claims of one route, by a key: the colour, and the numbers of its cards, of locomotives and of "+4" locomotives."""

_Entry: TypeAlias = tuple[int, tuple[int, ...], _Ways]
"""A route: its index, its other tracks, and its claims."""

_Reach: TypeAlias = tuple[int, list[_Entry], int]
"""A length, the routes of a colour that have it, and the key of their claims."""

GRAY: Final = COLORS
"""In place of a colour: of a route, gray; of a payment, none, for all of it is wild."""


class Listing:
    """The claims on one board, under one way to pay."""

    def __init__(self, board: Board, payments: Payments) -> None:
        self._board = board
        self._payments = payments
        self._reaches: dict[int, list[_Reach]] = {}
        self._longest = max([route.length for route in board.routes], default=0)
        lengths = range(self._longest + 1)
        self._routes: list[list[list[_Entry]]] = [[[] for _ in lengths] for _ in range(COLORS + 1)]
        """Routes by colour and length."""
        for route in board.routes:
            color = LETTERS.index(route.color) if route.color else GRAY
            self._routes[color][route.length].append((route.index, board.twins[route.index], {}))

    def claims(self, state: State) -> list[Action]:
        """Return all claims that the known cards of the player's hand allow: coloured routes first, then gray ones."""
        hand = state.hands[state.seat]
        limit = state.trains[state.seat]
        wild = hand[LOCOMOTIVE] << 8 | hand[PLUS_FOUR]
        found: list[Action] = []
        gray: list[list[int]] = [[] for _ in range(self._longest + 1)]
        for color in range(COLORS):
            have = hand[color]
            if not (have or wild):
                continue
            for length, entries, key in self._reach(color << 24 | have << 16 | wild):
                if length > limit:
                    break
                if have:
                    gray[length].append(key)
                if entries:
                    self._list(state, entries, (key,), found)
        if wild:
            for length, _, key in self._reach(GRAY << 24 | wild):
                gray[length].append(key)
        self._list_gray(state, gray, found)
        return found

    def _list_gray(self, state: State, gray: list[list[int]], found: list[Action]) -> None:
        """Add the claims of gray routes, under the keys for each length."""
        for length in range(1, min(self._longest, state.trains[state.seat]) + 1):
            if gray[length]:
                self._list(state, self._routes[GRAY][length], gray[length], found)

    def _reach(self, cards: int) -> list[_Reach]:
        """Return what can be paid for with cards of one colour (or none) and wild ones, a key of any size."""
        known = self._reaches.get(cards)
        if known is None:
            color, have, locomotives, plus = _parted(cards)
            lengths = range(1, min(have + locomotives + plus, self._longest) + 1)
            # More cards than a route has spaces change nothing.
            known = self._reaches[cards] = [
                (n, self._routes[color][n], color << 24 | min(have, n) << 16 | min(locomotives, n) << 8 | min(plus, n))
                for n in lengths
            ]
        return known

    def _list(self, state: State, entries: list[_Entry], keys: Sequence[int], found: list[Action]) -> None:
        """Add the claims of those of some routes that are open to the player, under these keys."""
        owners, seat, few = state.owners, state.seat, state.seats <= FEW_PLAYERS
        for index, twins, ways in entries:
            if owners[index] != NOBODY:
                continue
            for twin in twins:
                # Another track keeps a player from claiming this one (CLAIM-5, CLAIM-6).
                if owners[twin] != NOBODY and (few or owners[twin] == seat):
                    break
            else:
                for key in keys:
                    known = ways.get(key)
                    if known is None:
                        known = ways[key] = self._new_ways(index, key)
                    found += known

    def _new_ways(self, index: int, key: int) -> tuple[Action, ...]:
        hand = [0] * KINDS
        color, have, hand[LOCOMOTIVE], hand[PLUS_FOUR] = _parted(key)
        if color != GRAY:
            hand[color] = have
        route = self._board.routes[index]
        paid = self._payments(hand, route)
        if not route.color:
            # What is all wild is listed once, not with every colour.
            paid = [cards for cards in paid if any(cards[:COLORS]) == (color != GRAY)]
        return tuple([ClaimRoute(index, cards) for cards in paid])


@lru_cache(maxsize=64)
def listing(board: Board, payments: Payments) -> Listing:
    """Return the listing of a board under one way to pay, made once."""
    return Listing(board, payments)


def _parted(key: int) -> tuple[int, int, int, int]:
    """Return the colour of a key, and the numbers of cards: of that colour, locomotives, "+4" locomotives."""
    return key >> 24, key >> 16 & 255, key >> 8 & 255, key & 255
