"""Which routes are open to whom, kept as a game goes on.

Listing claims asks for this at every turn of a simulated game, and a claim changes it for a route or two. The routes of
a board are parted into groups: those of each colour, and the gray ones by their length. For each seat, each group has
those of its routes that are still open; these are shared by all games, and whoever computes something from them keeps
it there.
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

GROUP_SIZE: Final = 9
"""So many routes are in a group at most: few enough that all its groups can be kept."""

_lock = Lock()
"""Several threads may replay at once. It stands here, so that a state can be copied by any means."""


class OpenGroup:
    """The open routes of a group. ``open`` has a bit for each, in the order of the group."""

    __slots__ = ("claims", "open", "routes")

    def __init__(self, routes: list[int], bits: int, payments: int) -> None:
        self.routes = [route for place, route in enumerate(routes) if bits >> place & 1]
        self.open = bits
        self.claims: list[list[Action] | None] = [None] * payments
        """The claims of these routes, by the number that the group gave to the cards that pay for them."""


class RouteGroups:
    """The routes of a board in groups, each of one colour, or gray and of one length."""

    def __init__(self, board: Board) -> None:
        self.twins = board.twins
        self.longest = max([route.length for route in board.routes], default=0)
        self.routes: list[list[int]] = []
        self.colored: list[list[int]] = [[] for _ in range(COLORS)]
        """The groups of each colour."""
        self.gray: list[list[int]] = [[] for _ in range(self.longest + 1)]
        """The groups of gray routes of each length."""
        self.group_of: list[int] = []
        self.bit_of: list[int] = []
        for route in board.routes:
            among = self.colored[LETTERS.index(route.color)] if route.color else self.gray[route.length]
            if not among or len(self.routes[among[-1]]) == GROUP_SIZE:
                among.append(len(self.routes))
                self.routes.append([])
            group = among[-1]
            self.group_of.append(group)
            self.bit_of.append(1 << len(self.routes[group]))
            self.routes[group].append(route.index)
        self._open: list[dict[int, OpenGroup]] = [{} for _ in self.routes]
        self.payments: list[list[int]] = [[] for _ in self.routes]
        """What pays for routes of each group, by number."""
        self._all = [self.open_group(group, (1 << len(routes)) - 1) for group, routes in enumerate(self.routes)]

    def open_group(self, group: int, bits: int) -> OpenGroup:
        """Return the routes of a group that these bits stand for."""
        found = self._open[group].get(bits)
        if found is None:
            with _lock:
                new = OpenGroup(self.routes[group], bits, len(self.payments[group]))
                found = self._open[group].setdefault(bits, new)
        return found

    def number(self, group: int, payment: int) -> int:
        """Return the number under which the open routes of a group keep what can be had for a payment."""
        with _lock:
            payments = self.payments[group]
            if payment not in payments:
                for some in self._open[group].values():
                    some.claims.append(None)
                payments.append(payment)
            return payments.index(payment)

    def row(self) -> list[OpenGroup]:
        """Return all groups while every route is open."""
        return list(self._all)


@lru_cache(maxsize=64)
def route_groups(board: Board) -> RouteGroups:
    """Return the groups of a board, made once."""
    return RouteGroups(board)


class OpenRoutes:
    """The routes open to each seat of one game.

    Among few players they are the same for all; among more, the other track of one's own route is closed to oneself
    (CLAIM-5).
    """

    __slots__ = ("groups", "rows")

    def __init__(self, of: RouteGroups, rows: list[list[OpenGroup]]) -> None:
        self.groups = of
        self.rows = rows

    def copy(self) -> OpenRoutes:
        """Return openings that can be changed on their own."""
        return OpenRoutes(self.groups, [list(row) for row in self.rows])

    def of(self, seat: int) -> list[OpenGroup]:
        """Return the groups of open routes of a seat, by group."""
        return self.rows[seat if len(self.rows) > 1 else 0]

    def take(self, route: int, seat: int) -> None:
        """Close a route that a seat has claimed, and the other tracks to whom they are closed now."""
        for row in self.rows:
            self._close(row, route)
        for twin in self.groups.twins[route]:
            # With few players there is one row for all.
            self._close(self.of(seat), twin)

    def _close(self, row: list[OpenGroup], route: int) -> None:
        group, bit = self.groups.group_of[route], self.groups.bit_of[route]
        bits = row[group].open
        if bits & bit:
            row[group] = self.groups.open_group(group, bits - bit)


def openings(board: Board, owners: list[int], seats: int) -> OpenRoutes:
    """Return the routes open to each seat when routes belong to these owners; of a free route that is less than 0."""
    of = route_groups(board)
    found = OpenRoutes(of, [of.row() for _ in range(seats if seats > FEW_PLAYERS else 1)])
    for route, owner in enumerate(owners):
        if owner >= 0:
            found.take(route, owner)
    return found
