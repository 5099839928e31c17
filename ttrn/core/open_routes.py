"""Which routes are open to whom, kept as a game goes on.

Listing claims asks for this at every turn of a simulated game, and a claim changes it for a route or two. The routes of
a board are parted into lots: those of each colour, and the gray ones by their length. For each seat, each lot has the
group of its routes that are still open; the groups are shared by all games, and whoever computes something from a group
keeps it there.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

from ttrn.boards import Board
from ttrn.core.actions import Action
from ttrn.core.cards import COLORS, LETTERS

FEW_PLAYERS: Final = 3
"""With so many players or fewer, one track of a double route closes the others (CLAIM-6)."""

GRAY: Final = COLORS
"""In place of a colour: of a route, gray; of a payment, none, for all of it is wild."""

LOT: Final = 9
"""So many routes are in a lot at most: few enough that all its groups can be kept."""

_lock = Lock()
"""Several threads may replay at once. It stands here, so that a state can be copied by any means."""


class RouteGroup:
    """Some routes of a lot: the open ones. ``open`` has a bit for each, in the order of the lot."""

    __slots__ = ("claims", "open", "routes")

    def __init__(self, routes: list[int], bits: int, payments: int) -> None:
        self.routes = [route for place, route in enumerate(routes) if bits >> place & 1]
        self.open = bits
        self.claims: list[list[Action] | None] = [None] * payments
        """The claims of these routes, by the number that the lot gave to the cards that pay for them."""


class RouteGroups:
    """The routes of a board in lots, each of one colour, or gray and of one length."""

    def __init__(self, board: Board) -> None:
        self.twins = board.twins
        self.longest = max([route.length for route in board.routes], default=0)
        self.routes: list[list[int]] = []
        self.colored: list[list[int]] = [[] for _ in range(COLORS)]
        """The lots of each colour."""
        self.gray: list[list[int]] = [[] for _ in range(self.longest + 1)]
        """The lots of gray routes of each length."""
        self.lot_of: list[int] = []
        self.bit_of: list[int] = []
        for route in board.routes:
            among = self.colored[LETTERS.index(route.color)] if route.color else self.gray[route.length]
            if not among or len(self.routes[among[-1]]) == LOT:
                among.append(len(self.routes))
                self.routes.append([])
            lot = among[-1]
            self.lot_of.append(lot)
            self.bit_of.append(1 << len(self.routes[lot]))
            self.routes[lot].append(route.index)
        self._groups: list[dict[int, RouteGroup]] = [{} for _ in self.routes]
        self.payments: list[list[int]] = [[] for _ in self.routes]
        """What pays for routes of each lot, by number."""
        self._all = [self.group(lot, (1 << len(routes)) - 1) for lot, routes in enumerate(self.routes)]

    def group(self, lot: int, bits: int) -> RouteGroup:
        """Return the group of the routes of a lot that these bits stand for."""
        found = self._groups[lot].get(bits)
        if found is None:
            with _lock:
                new = RouteGroup(self.routes[lot], bits, len(self.payments[lot]))
                found = self._groups[lot].setdefault(bits, new)
        return found

    def number(self, lot: int, payment: int) -> int:
        """Return the number under which the groups of a lot keep what can be had for a payment."""
        with _lock:
            payments = self.payments[lot]
            if payment not in payments:
                for group in self._groups[lot].values():
                    group.claims.append(None)
                payments.append(payment)
            return payments.index(payment)

    def row(self) -> list[RouteGroup]:
        """Return the groups of all lots while every route is open."""
        return list(self._all)


@lru_cache(maxsize=64)
def lots(board: Board) -> RouteGroups:
    """Return the lots of a board, made once."""
    return RouteGroups(board)


class OpenRoutes:
    """The routes open to each seat of one game.

    Among few players they are the same for all; among more, the other track of one's own route is closed to oneself
    (CLAIM-5).
    """

    __slots__ = ("lots", "rows")

    def __init__(self, of: RouteGroups, rows: list[list[RouteGroup]]) -> None:
        self.lots = of
        self.rows = rows

    def copy(self) -> OpenRoutes:
        """Return openings that can be changed on their own."""
        return OpenRoutes(self.lots, [list(row) for row in self.rows])

    def of(self, seat: int) -> list[RouteGroup]:
        """Return the groups of open routes of a seat, by lot."""
        return self.rows[seat if len(self.rows) > 1 else 0]

    def take(self, route: int, seat: int) -> None:
        """Close a route that a seat has claimed, and the other tracks to whom they are closed now."""
        for row in self.rows:
            self._close(row, route)
        for twin in self.lots.twins[route]:
            # With few players there is one row for all.
            self._close(self.of(seat), twin)

    def _close(self, row: list[RouteGroup], route: int) -> None:
        lot, bit = self.lots.lot_of[route], self.lots.bit_of[route]
        bits = row[lot].open
        if bits & bit:
            row[lot] = self.lots.group(lot, bits - bit)


def openings(board: Board, owners: list[int], seats: int) -> OpenRoutes:
    """Return the routes open to each seat when routes belong to these owners; of a free route that is less than 0."""
    of = lots(board)
    found = OpenRoutes(of, [of.row() for _ in range(seats if seats > FEW_PLAYERS else 1)])
    for route, owner in enumerate(owners):
        if owner >= 0:
            found.take(route, owner)
    return found
