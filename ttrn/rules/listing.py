"""Listing claims: every route that a player may claim, with every payment for it.

Simulated games ask for this at every turn, so what can be known beforehand is: the routes by length, and for each route
and each number of cards that matters (those of one colour, and the wild ones) the actions themselves. They are made
when first asked for and shared from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
"""Claims of one route, by what is held of one colour and of the wild kinds (:func:`_key`)."""

_Entry: TypeAlias = tuple[int, tuple[int, ...], _Ways]
"""A route: its index, its other tracks, and its claims."""

GRAY: Final = COLORS
"""In place of a colour: of a route, gray; of a payment, none, for all of it is wild."""


class Listing:
    """The claims on one board, under one way to pay."""

    def __init__(self, board: Board, payments: Payments) -> None:
        self._board = board
        self._payments = payments
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
        locomotives, plus = hand[LOCOMOTIVE], hand[PLUS_FOUR]
        wild = locomotives + plus
        limit = min(self._longest, state.trains[state.seat])
        found: list[Action] = []
        gray: list[list[int]] = [[] for _ in range(limit + 1)]
        for color in range(COLORS):
            have = hand[color]
            if have + wild == 0:
                continue
            for length in range(1, min(have + wild, limit) + 1):
                entries = self._routes[color][length]
                if have or entries:
                    key = _key(color, have, locomotives, plus, length)
                    if have:
                        gray[length].append(key)
                    if entries:
                        self._list(state, entries, (key,), found)
        for length in range(1, limit + 1):
            if wild >= length:
                gray[length].append(_key(GRAY, 0, locomotives, plus, length))
            if gray[length]:
                self._list(state, self._routes[GRAY][length], gray[length], found)
        return found

    def _list(self, state: State, entries: list[_Entry], keys: Sequence[int], found: list[Action]) -> None:
        """Add the claims of those of some routes that are open to the player, under these keys."""
        owners, seat, few = state.owners, state.seat, state.seats <= FEW_PLAYERS
        for index, twins, ways in entries:
            if owners[index] != NOBODY or (twins and _closed(owners, twins, seat, few)):
                continue
            for key in keys:
                known = ways.get(key)
                if known is None:
                    known = ways[key] = self._new_ways(index, key)
                found += known

    def _new_ways(self, index: int, key: int) -> tuple[Action, ...]:
        hand = [0] * KINDS
        color, hand[LOCOMOTIVE], hand[PLUS_FOUR] = key >> 12, key >> 4 & 15, key & 15
        if color != GRAY:
            hand[color] = key >> 8 & 15
        route = self._board.routes[index]
        paid = self._payments(hand, route)
        if not route.color:
            # What is all wild is listed once, not with every colour.
            paid = [cards for cards in paid if any(cards[:COLORS]) == (color != GRAY)]
        return tuple([ClaimRoute(index, cards) for cards in paid])


def _key(color: int, have: int, locomotives: int, plus: int, length: int) -> int:
    """Return a colour, and how many cards there are of it and of the wild kinds, as one number.

    More cards than the route has spaces change nothing.
    """
    if have + locomotives + plus > length:  # nearly never
        have, locomotives, plus = min(have, length), min(locomotives, length), min(plus, length)
    return ((color << 4 | have) << 4 | locomotives) << 4 | plus


def _closed(owners: list[int], twins: tuple[int, ...], seat: int, few: bool) -> bool:
    """Tell whether another track keeps a player from claiming this one (CLAIM-5, CLAIM-6)."""
    for twin in twins:
        owner = owners[twin]
        if owner == seat or (few and owner != NOBODY):
            return True
    return False
