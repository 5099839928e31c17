"""The planner's map: what each pair of cities costs a player, and the cheapest paths that join the cities of tickets.

Costs are points. A turn is worth so many points wherever it is spent, a card half a turn; what a route brings is taken
off. So the cheapest path is the one that leaves most for everything else, and long routes are cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board, Route, Ticket
from ttrn.core.cards import COLORS, LOCOMOTIVE, Counts
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.price import Price
from ttrn.core.state import NOBODY, State
from ttrn.play.planner.paths import CLOSED, Path, Search, give_back, search_on

TURN: Final = 2.6
"""What a turn is worth in points, where nothing better is known."""

CARD: Final = TURN / 2
"""What a card is worth."""

LEAST: Final = 0.5
"""No route is free, however much it brings: it takes trains."""

HAIR: Final = 1e-9
"""What a limit is raised by where just as much is allowed."""


class RouteCost:
    """What a pair of cities would cost: the track to claim, the colour to pay with, the cards still to draw."""

    __slots__ = ("color", "cost", "missing", "route")

    def __init__(self, cost: float, route: int, color: int, missing: int) -> None:
        self.cost = cost
        self.route = route
        self.color = color
        self.missing = missing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RouteCost) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"RouteCost{self._key()}"

    def _key(self) -> tuple[float, int, int, int]:
        return self.cost, self.route, self.color, self.missing


OWNED: Final = RouteCost(0.0, NOBODY, NOBODY, 0)
SHUT: Final = RouteCost(CLOSED, NOBODY, NOBODY, 0)

MOST_HELD: Final = COLORS
"""In place of a colour: the one that the hand has most of."""

FERRY: Final = MOST_HELD + 1
"""What is added to the colour of a route for which the number of locomotives makes a difference."""


class Track:
    """A route as the planner looks it up: the pair of cities that it joins, and what it may cost.

    ``cards`` tells which of the numbers that ``Routes.held`` returns is the one to find its cost by, in ``costs``.
    """

    __slots__ = ("cards", "costs", "index", "length", "pair")

    def __init__(self, index: int, pair: int, cards: int, length: int, costs: list[RouteCost | None]) -> None:
        self.index = index
        self.pair = pair
        self.cards = cards
        self.length = length
        self.costs = costs


class Routes:
    """The routes of a board as the planner looks them up, by index; ``costs`` is filled as it is asked for."""

    def __init__(self, board: Board, price: Callable[[Route], Price]) -> None:
        routes = board.routes
        self.board = board
        self.prices = [price(route) for route in routes]
        self.lengths = [route.length for route in routes]
        self.points = [route.points for route in routes]
        self.ends = [(route.a, route.b) for route in routes]
        self.tunnels = [route.tunnel for route in routes]
        self.wild_kinds = list(dict.fromkeys([known.wild for known in self.prices]))
        """The kinds of cards that stand for any colour: for each set of them that a route has, once."""
        self.wild = [self.wild_kinds.index(known.wild) for known in self.prices]
        """Which of these sets each route has."""
        self.most = 1 + max([known.number for known in self.prices], default=0)
        """More cards of a colour, or locomotives, make no difference to any route."""
        self.costs: list[list[RouteCost | None]] = [
            [None] * (COLORS * self.most * (self.most if known.locomotives else 1)) for known in self.prices
        ]
        """What each route costs, by that number."""
        self.tracks = [
            Track(index, pair, self._cards(self.prices[index]), self.lengths[index], self.costs[index])
            for pair, tracks in enumerate(board.pairs)
            for index in tracks
        ]
        """All routes, those of a pair of cities in the order of their tracks."""

    def _cards(self, price: Price) -> int:
        return (price.colors[0] if len(price.colors) == 1 else MOST_HELD) + FERRY * (price.locomotives > 0)

    def held(self, hand: Counts) -> list[int]:
        """Return a number for the cards of each colour, then for those that are most; again with locomotives."""
        most = self.most
        found = [0] * COLORS
        best = 0
        for color in range(COLORS):
            have = hand[color]
            if have > hand[best]:
                best = color
            found[color] = color * most + (have if have < most else most - 1)
        found.append(found[best])
        wild = min(hand[LOCOMOTIVE], most - 1) * COLORS * most
        return found + [number + wild for number in found]

    def cost(self, index: int, number: int) -> RouteCost:
        """Reckon what a route costs somebody with cards that such a number stands for, and keep it."""
        price, wanted = self.prices[index], self.prices[index].locomotives
        have, color, wild = number % self.most, number // self.most % COLORS, number // (self.most * COLORS)
        missing = max(0, price.number - wanted - have) + 2 * max(0, wanted - wild) + self.tunnels[index]
        found = RouteCost(max(LEAST, TURN + CARD * missing - self.points[index]), index, color, missing)
        self.costs[index][number] = found
        return found


@lru_cache(maxsize=64)
def _routes(board: Board, price: Callable[[Route], Price]) -> Routes:
    return Routes(board, price)


def routes_of(state: State) -> Routes:
    """Return the routes of a state's board, looked up once."""
    found: Routes = _routes(state.board, state.rules.price)
    return found


def route_costs(state: State, seat: int) -> list[RouteCost]:
    """Return for each pair of cities what it costs a player now."""
    owners, trains, routes = state.owners, state.trains[seat], routes_of(state)
    held = routes.held(state.hands[seat])
    found = [SHUT] * len(state.board.pairs)
    taken: list[int] = []
    for track in routes.tracks:
        owner = owners[track.index]
        if owner == NOBODY:
            if track.length <= trains:
                number = held[track.cards]
                cost = track.costs[number]
                if cost is None:
                    cost = routes.cost(track.index, number)
                if cost.cost < found[track.pair].cost:
                    found[track.pair] = cost
        elif owner == seat:
            found[track.pair] = OWNED
        else:
            taken.append(track.pair)
    few = state.seats <= FEW_PLAYERS
    borrowed = borrowing(state, seat)
    for pair in taken:
        if found[pair] is SHUT or (few and found[pair] is not OWNED):
            found[pair] = borrowed
    return found


def borrowing(state: State, seat: int) -> RouteCost:
    """Return what it costs to use a route of an opponent."""
    loan = state.game.bots.loan(state, seat)
    return SHUT if loan is None else RouteCost(TURN + CARD * loan.cards + loan.points, NOBODY, NOBODY, 0)


class Plan(NamedTuple):
    """How to complete tickets: which are worth it, by which pairs of cities, and what it is worth in all."""

    value: float
    tickets: tuple[int, ...]
    pairs: tuple[int, ...]
    trains: int


EMPTY: Final = Plan(0.0, (), (), 0)


KnownPaths: TypeAlias = dict[tuple[int, tuple[int, ...]], Path | None]
"""The cheapest path for a ticket once some pairs of cities are joined."""


def plan_for(
    state: State,
    costs: list[RouteCost],
    tickets: Iterable[int],
    trains: int,
    turns: float,
    *,
    paths: KnownPaths | None = None,
) -> Plan:
    """Return a plan for as many of these tickets as can be completed with so many trains, in so many turns.

    Plans for the same costs find most paths once if they share ``paths``.

    Each ticket is joined to what is planned already, the dearest first. One that costs more than it brings is left out:
    a ticket in hand brings twice its points, for it costs them otherwise.
    """
    board = state.board
    lengths = routes_of(state).lengths
    search = search_by(board, costs)
    chosen: list[int] = []
    pairs: list[int] = []
    value, used = 0.0, 0
    loans = _loans_left(state)
    wild = state.hands[state.seat][LOCOMOTIVE]
    for ticket in sorted(tickets, key=_ticket_points(board).__getitem__, reverse=True):
        goal = board.tickets[ticket]
        path = _known_path(search, goal, pairs, paths)
        if path is None:
            continue
        cost, on_it = path
        length = missing = borrowed = 0
        for pair in on_it:
            there = costs[pair]
            missing += there.missing
            if there.route == NOBODY:
                borrowed += 1
            else:
                length += lengths[there.route]
        time = len(on_it) + max(0, missing - wild) / 2
        gain = 2 * goal.points - cost
        if used + length > trains or time > turns or borrowed > loans or gain < 0:
            continue
        chosen.append(ticket)
        value += gain
        used += length
        turns -= time
        loans -= borrowed
        for pair in on_it:
            search.ways[pair].cost = 0.0
            pairs.append(pair)
    give_back(board, search)
    return Plan(value, tuple(chosen), tuple(pairs), used)


@lru_cache(maxsize=64)
def _ticket_points(board: Board) -> list[int]:
    return [ticket.points for ticket in board.tickets]


def search_by(board: Board, costs: list[RouteCost]) -> Search:
    """Return a search on a board by these costs; it is to be given back."""
    search = search_on(board)
    for pair, way in enumerate(search.ways):
        way.cost = costs[pair].cost
    return search


def _known_path(search: Search, goal: Ticket, pairs: list[int], paths: KnownPaths | None) -> Path | None:
    """Return the cheapest path for a ticket once these pairs of cities are joined."""
    a, b = goal.a, goal.b
    if paths is None:
        return search.find(a, {b: worth_it(goal)}).get(b)
    key = (goal.index, tuple(pairs))
    if key not in paths:
        paths[key] = search.find(a, {b: worth_it(goal)}).get(b)
    return paths[key]


def worth_it(ticket: Ticket) -> float:
    """Return what a path for a ticket may cost: whoever fails to complete it loses the points that it would bring."""
    return 2 * ticket.points + HAIR


def _loans_left(state: State) -> int:
    loan = state.game.bots.loan(state, state.seat)
    return 0 if loan is None else loan.left
