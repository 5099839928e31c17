"""Listing claims: every route that a player may claim, with every payment for it.

Simulated games ask for this at every turn, so what can be known beforehand is: for each group of open routes
(:mod:`ttrn.core.open_routes`) and each number of cards that matters (of one colour, and wild) the actions
themselves. They are made when first asked for and shared from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ttrn.boards import Board, Route
from ttrn.core.actions import Action, ClaimRoute
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, PLUS_FOUR
from ttrn.core.open_routes import GRAY, OpenGroup, RouteGroups
from ttrn.core.price import Price
from ttrn.core.state import State

_SIZE: Final = 8
"""Bits for a number in a key. A key has, from the top: trains, a colour, and the numbers of its cards, of locomotives
and of "+4" locomotives."""

MANY_BOARDS: Final = 64
"""The listings of so many boards are kept."""


class _Payable:
    """A group of which cards can pay for a route, with the number of the payment there."""

    __slots__ = ("group", "number")

    def __init__(self, group: int, number: int) -> None:
        self.group = group
        self.number = number


class Listing:
    """The claims on one board, by what its routes cost."""

    def __init__(self, board: Board, groups: RouteGroups, price: Callable[[Route], Price]) -> None:
        self._board = board
        self._price = price
        self._groups = groups
        self._longest = groups.longest
        self._reaches: dict[int, list[list[_Payable] | None]] = {}
        """What can be paid for, by trains and wild cards, and then by colour and the number of its cards."""
        self._ways: list[dict[int, list[Action]]] = [{} for _ in board.routes]
        self._made: dict[tuple[int, tuple[int, ...]], Action] = {}

    def claims(self, state: State, row: list[OpenGroup]) -> list[list[Action]]:
        """Return all claims of these open routes that the known cards of the player's hand allow, by colour paid."""
        # More cards or trains than a route has spaces change nothing.
        longest = self._longest
        hand = state.hands[state.seat]
        wild = min(hand[LOCOMOTIVE], longest) << _SIZE | min(hand[PLUS_FOUR], longest)
        rest = min(state.trains[state.seat], longest) << 4 * _SIZE | wild
        reaches = self._reaches.get(rest)
        if reaches is None:
            reaches = self._reaches[rest] = [None] * ((COLORS + 1) * (longest + 1))
        found: list[list[Action]] = []
        for color in range(COLORS + 1):
            # In place of a ninth colour: none.
            have = 0 if color == GRAY else hand[color]
            if not (have or wild):
                continue
            if have > longest:  # noqa: PLR1730  min() takes longer than the rest of the line, five times a turn
                have = longest
            place = color * (longest + 1) + have
            reach = reaches[place]
            if reach is None:
                reach = reaches[place] = self._new_reach(rest, color, have)
            for way in reach:
                known = row[way.group].claims[way.number]
                if known is None:
                    known = self._new_claims(row[way.group], way.group, way.number)
                if known:
                    found.append(known)
        return found

    def _new_reach(self, rest: int, color: int, have: int) -> list[_Payable]:
        """Find what can be paid for with cards of one colour (or none), wild ones and trains."""
        trains, _, _, locomotives, plus = _parted(rest)
        most = min(have + locomotives + plus, trains)
        routes = self._board.routes
        colored = self._groups.colored[color] if color != GRAY else []
        key = _key(most, color, have, locomotives, plus)
        reach = [
            _Payable(group, self._groups.number(group, key))
            for group in colored
            if min([routes[index].length for index in self._groups.routes[group]]) <= most
        ]
        for n in range(1, most + 1) if color == GRAY or have else ():
            key = _key(n, color, min(have, n), min(locomotives, n), min(plus, n))
            reach += [_Payable(group, self._groups.number(group, key)) for group in self._groups.gray[n]]
        return reach

    def _new_claims(self, routes: OpenGroup, group: int, number: int) -> list[Action]:
        """List the claims of a group of routes with some cards, and keep them there."""
        key = self._groups.payments[group][number]
        found: list[Action] = []
        for index in routes.routes:
            ways = self._ways[index].get(key)
            found += self._new_ways(index, key) if ways is None else ways
        routes.claims[number] = found
        return found

    def _new_ways(self, index: int, key: int) -> list[Action]:
        """List the claims of one route with some cards."""
        hand = [0] * KINDS
        trains, color, have, hand[LOCOMOTIVE], hand[PLUS_FOUR] = _parted(key)
        if color != GRAY:
            hand[color] = have
        route = self._board.routes[index]
        paid = self._price(route).payments(hand) if route.length <= trains else []
        if not route.color:
            # What is all wild is listed once, not with every colour.
            paid = [cards for cards in paid if any(cards[:COLORS]) == (color != GRAY)]
        self._ways[index][key] = found = [self._claim(index, cards) for cards in paid]
        return found

    def _claim(self, index: int, cards: tuple[int, ...]) -> Action:
        """Return a claim, made once."""
        return self._made.setdefault((index, cards), ClaimRoute(index, cards))


_listings: dict[RouteGroups, Listing] = {}


def list_claims(state: State) -> list[list[Action]]:
    """Return all claims that the known cards of the player's hand allow, by the colour that they are paid with.

    The lists are shared.
    """
    row = state.open_routes()
    assert state.openings is not None
    groups = state.openings.groups
    listing = _listings.get(groups)
    if listing is None:
        if len(_listings) >= MANY_BOARDS:
            _listings.clear()
        listing = _listings[groups] = Listing(state.board, groups, state.rules.price)
    return listing.claims(state, row)


def _key(trains: int, color: int, have: int, locomotives: int, plus: int) -> int:
    return (((trains << _SIZE | color) << _SIZE | have) << _SIZE | locomotives) << _SIZE | plus


def _parted(key: int) -> tuple[int, int, int, int, int]:
    """Return the numbers that make up a key."""
    return key >> 4 * _SIZE, key >> 3 * _SIZE & 255, key >> 2 * _SIZE & 255, key >> _SIZE & 255, key & 255
