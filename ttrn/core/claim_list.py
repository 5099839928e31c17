"""Listing claims: every route that a player may claim, with every payment for it.

Simulated games ask for this at every turn, so what can be known beforehand is: for each group of open routes
(:mod:`ttrn.core.open_routes`) and each number of cards that matters (of one colour, and wild) the actions
themselves. They are made when first asked for and shared from then on. Whoever wants only one of them need not even
have the lists: claims are counted, gray routes by how many of each price are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import Action, ClaimRoute
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, PLUS_FOUR
from ttrn.core.open_routes import GRAY, OpenRow, RouteGroups
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


class _GrayWays:
    """A price of gray routes, and how many ways there are to pay it."""

    __slots__ = ("kind", "ways")

    def __init__(self, kind: int, ways: int) -> None:
        self.kind = kind
        self.ways = ways


class _Reach:
    """What can be paid for with cards of one colour (or none), wild ones and trains."""

    __slots__ = ("colored", "gray", "groups")

    def __init__(self, colored: list[_Payable], gray: list[_Payable], prices: list[_GrayWays]) -> None:
        self.groups = colored + gray
        self.colored = colored
        self.gray = prices


class Listing:
    """The claims on one board, by what its routes cost."""

    def __init__(self, board: Board, groups: RouteGroups) -> None:
        self._board = board
        self._price = groups.price
        self._groups = groups
        self._longest = groups.longest
        self._reaches: dict[int, list[_Reach | None]] = {}
        """What can be paid for, by trains and wild cards, and then by colour and the number of its cards."""
        self._ways: list[dict[int, list[Action]]] = [{} for _ in board.routes]
        self._made: dict[tuple[int, tuple[int, ...]], Action] = {}

    def claims(self, state: State, row: OpenRow) -> Claims:
        """Return all claims of these open routes that the known cards of the player's hand allow."""
        # More cards or trains than a route has spaces change nothing.
        longest = self._longest
        hand = state.hands[state.seat]
        wild = min(hand[LOCOMOTIVE], longest) << _SIZE | min(hand[PLUS_FOUR], longest)
        rest = min(state.trains[state.seat], longest) << 4 * _SIZE | wild
        reaches = self._reaches.get(rest)
        if reaches is None:
            reaches = self._reaches[rest] = [None] * ((COLORS + 1) * (longest + 1))
        found = Claims(self, row)
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
            self._count(found, reach)
        return found

    def _count(self, found: Claims, reach: _Reach) -> None:
        """Add what can be paid for with some cards."""
        row, number = found.row, 0
        for way in reach.colored:
            known = row.groups[way.group].claims[way.number]
            number += len(self.new_claims(row, way) if known is None else known)
        gray = row.gray
        for price in reach.gray:
            number += gray[price.kind] * price.ways
        if number:
            found.reaches.append(reach)
            found.numbers.append(number)
            found.number += number

    def _new_reach(self, rest: int, color: int, have: int) -> _Reach:
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
        gray: list[_Payable] = []
        prices: list[_GrayWays] = []
        for n in range(1, most + 1) if color == GRAY or have else ():
            key = _key(n, color, min(have, n), min(locomotives, n), min(plus, n))
            gray += [_Payable(group, self._groups.number(group, key)) for group in self._groups.gray[n]]
            for kind, (price, length) in enumerate(self._groups.gray_prices):
                ways = len(_payments(price, length, False, key)) if length == n else 0
                if ways:
                    prices.append(_GrayWays(kind, ways))
        return _Reach(reach, gray, prices)

    def new_claims(self, row: OpenRow, way: _Payable) -> list[Action]:
        """List the claims of a group of open routes with some cards, and keep them there."""
        routes = row.groups[way.group]
        key = self._groups.payments[way.group][way.number]
        found: list[Action] = []
        for index in routes.routes:
            ways = self._ways[index].get(key)
            found += self._new_ways(index, key) if ways is None else ways
        routes.claims[way.number] = found
        return found

    def _new_ways(self, index: int, key: int) -> list[Action]:
        """List the claims of one route with some cards."""
        route = self._board.routes[index]
        paid = _payments(self._price(route), route.length, bool(route.color), key)
        self._ways[index][key] = found = [self._claim(index, cards) for cards in paid]
        return found

    def _claim(self, index: int, cards: tuple[int, ...]) -> Action:
        """Return a claim, made once."""
        return self._made.setdefault((index, cards), ClaimRoute(index, cards))


class Claims:
    """The claims that a player may make, by the colour that they are paid with: counted, and listed when asked for.

    They are those of the moment: once a route is claimed they may be others.
    """

    __slots__ = ("_listing", "number", "numbers", "reaches", "row")

    def __init__(self, listing: Listing, row: OpenRow) -> None:
        self._listing = listing
        self.row = row
        self.reaches: list[_Reach] = []
        self.numbers: list[int] = []
        """How many claims each of these makes possible; none of them is 0."""
        self.number = 0

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all())

    def __getitem__(self, place: int) -> Action:
        for at, number in enumerate(self.numbers):
            if place < number:
                for way in self.reaches[at].groups:
                    some = self._of(way)
                    if place < len(some):
                        return some[place]
                    place -= len(some)
            place -= number
        raise IndexError("there are not so many claims")

    def all(self) -> list[Action]:
        """Return all of them."""
        found: list[Action] = []
        for reach in self.reaches:
            for way in reach.groups:
                found += self._of(way)
        return found

    def _of(self, way: _Payable) -> list[Action]:
        known = self.row.groups[way.group].claims[way.number]
        return self._listing.new_claims(self.row, way) if known is None else known


Options: TypeAlias = list[Action] | Claims
"""Some of the actions that are legal. Lists are shared, and nobody may change them."""


_listings: dict[RouteGroups, Listing] = {}


def list_claims(state: State) -> Claims:
    """Return all claims that the known cards of the player's hand allow, by the colour that they are paid with."""
    state.open_routes()
    assert state.openings is not None
    groups = state.openings.groups
    listing = _listings.get(groups)
    if listing is None:
        if len(_listings) >= MANY_BOARDS:
            _listings.clear()
        listing = _listings[groups] = Listing(state.board, groups)
    return listing.claims(state, state.openings.of(state.seat))


def _payments(price: Price, length: int, colored: bool, key: int) -> list[tuple[int, ...]]:
    """Return the ways to pay for a route with some cards."""
    hand = [0] * KINDS
    trains, color, have, hand[LOCOMOTIVE], hand[PLUS_FOUR] = _parted(key)
    if color != GRAY:
        hand[color] = have
    paid = price.payments(hand) if length <= trains else []
    # For a gray route what is all wild is listed once, not with every colour.
    return paid if colored else [cards for cards in paid if any(cards[:COLORS]) == (color != GRAY)]


def _key(trains: int, color: int, have: int, locomotives: int, plus: int) -> int:
    return (((trains << _SIZE | color) << _SIZE | have) << _SIZE | locomotives) << _SIZE | plus


def _parted(key: int) -> tuple[int, int, int, int, int]:
    """Return the numbers that make up a key."""
    return key >> 4 * _SIZE, key >> 3 * _SIZE & 255, key >> 2 * _SIZE & 255, key >> _SIZE & 255, key & 255
