"""The planner's map: what each pair of cities costs a player, and the cheapest paths that join the cities of tickets.

Costs are points. A turn is worth so many points wherever it is spent, a card half a turn; what a route brings is taken
off. So the cheapest path is the one that leaves most for everything else, and long routes are cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board, Route, Ticket
from ttrn.core.cards import COLORS, LOCOMOTIVE, Counts
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.price import Price
from ttrn.core.state import NOBODY, State

TURN: Final = 2.6
"""What a turn is worth in points, where nothing better is known."""

CARD: Final = TURN / 2
"""What a card is worth."""

LEAST: Final = 0.5
"""No route is free, however much it brings: it takes trains."""

CLOSED: Final = 1000.0
"""The cost of a pair of cities that the player cannot join."""

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
        self.tracks = [
            (index, pair, self._cards(self.prices[index]))
            for pair, tracks in enumerate(board.pairs)
            for index in tracks
        ]
        """All routes, those of a pair of cities in the order of their tracks, with the pair, and which of the numbers
        that ``held`` returns tells what a route costs."""
        self.most = 1 + max([known.number for known in self.prices], default=0)
        """More cards of a colour, or locomotives, make no difference to any route."""
        self.costs: list[list[RouteCost | None]] = [
            [None] * (COLORS * self.most * (self.most if known.locomotives else 1)) for known in self.prices
        ]
        """What each route costs, by that number."""

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
    lengths, costs = routes.lengths, routes.costs
    held = routes.held(state.hands[seat])
    found = [SHUT] * len(state.board.pairs)
    taken: list[int] = []
    for index, pair, cards in routes.tracks:
        owner = owners[index]
        if owner == NOBODY:
            if lengths[index] <= trains:
                number = held[cards]
                cost = costs[index][number] or routes.cost(index, number)
                if cost.cost < found[pair].cost:
                    found[pair] = cost
        elif owner == seat:
            found[pair] = OWNED
        else:
            taken.append(pair)
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


class Path(NamedTuple):
    """A path between two cities: its cost, and the pairs of cities on it that are not the player's yet."""

    cost: float
    pairs: tuple[int, ...]


Links: TypeAlias = list[list[tuple[int, int]]]
"""The neighbours of each city, each with the pair of cities that the two are."""


@lru_cache(maxsize=64)
def _links(board: Board) -> tuple[Links, Links]:
    """Return the neighbours of each city: where a path begins, and on its way; nobody travels through a country."""
    first = [list(near) for near in board.adjacent]
    return first, [[] if city.country else near for city, near in zip(board.cities, first, strict=True)]


def cheapest_path(board: Board, weights: list[float], a: int, b: int, most: float = CLOSED) -> Path | None:
    """Return the cheapest path between two cities; None if there is none that costs less than ``most``.

    Countries are never passed through.
    """
    return paths_from(board, weights, a, {b: most}).get(b)


def paths_from(  # noqa: C901  half of a playout is spent in this loop, and each call in it shows
    board: Board, weights: list[float], start: int, ends: Mapping[int, float]
) -> dict[int, Path]:
    """Return the cheapest paths from a city to others, to each if one costs less than ``ends`` allows for it.

    Cities are met in the order of what it costs to come there, of equals the one with the lower number first. A heap
    would do; but nearly all costs are half a point or more apart, so that a list for each half point is quicker. What
    is in them is negative, for lists are quickest at their ends.
    """
    first, links = _links(board)
    left = dict(ends)
    most = max(left.values())
    best = [most] * len(links)
    came = [NOBODY] * len(links)
    best[start] = 0.0
    queue: list[list[tuple[float, int]]] = [[] for _ in range(int(2 * most) + 1)]
    queue[0].append((0.0, -start))
    found: dict[int, Path] = {}
    near: list[tuple[int, int]] = first[start]
    for now, nearest in enumerate(queue):
        if len(nearest) > 1:
            nearest.sort()
        while nearest:
            gone, city = nearest.pop()
            spent, here = -gone, -city
            if spent > best[here]:
                continue
            if here in left:
                if spent < left.pop(here):
                    found[here] = Path(spent, _traced(board, weights, came, here))
                if not left:
                    return found
                most = max(left.values())
            if here != start:
                near = links[here]
            for there, pair in near:
                cost = spent + weights[pair]
                if cost < best[there] and cost < most:
                    best[there] = cost
                    came[there] = pair
                    then = int(cost + cost)
                    queue[then].append((-cost, -there))
                    if then == now:
                        nearest.sort()
    return found


def _traced(board: Board, weights: list[float], came: list[int], city: int) -> tuple[int, ...]:
    """Return the pairs of cities on the way back from a city that are not the player's yet."""
    ends = board.pair_cities
    pairs: list[int] = []
    pair = came[city]
    while pair != NOBODY:
        one, other = ends[pair]
        city = one + other - city
        if weights[pair]:
            pairs.append(pair)
        pair = came[city]
    return tuple(pairs)


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
    weights = [cost.cost for cost in costs]
    chosen: list[int] = []
    pairs: list[int] = []
    value, used = 0.0, 0
    loans = _loans_left(state)
    wild = state.hands[state.seat][LOCOMOTIVE]
    for ticket in sorted(tickets, key=_ticket_points(board).__getitem__, reverse=True):
        goal = board.tickets[ticket]
        path = _known_path(board, weights, goal, pairs, paths)
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
            weights[pair] = 0.0
            pairs.append(pair)
    return Plan(value, tuple(chosen), tuple(pairs), used)


@lru_cache(maxsize=64)
def _ticket_points(board: Board) -> list[int]:
    return [ticket.points for ticket in board.tickets]


def _known_path(
    board: Board, weights: list[float], goal: Ticket, pairs: list[int], paths: KnownPaths | None
) -> Path | None:
    """Return the cheapest path for a ticket once these pairs of cities are joined."""
    if paths is None:
        return cheapest_path(board, weights, goal.a, goal.b, worth_it(goal))
    key = (goal.index, tuple(pairs))
    if key not in paths:
        paths[key] = cheapest_path(board, weights, goal.a, goal.b, worth_it(goal))
    return paths[key]


def worth_it(ticket: Ticket) -> float:
    """Return what a path for a ticket may cost: whoever fails to complete it loses the points that it would bring."""
    return 2 * ticket.points + HAIR


def _loans_left(state: State) -> int:
    loan = state.game.bots.loan(state, state.seat)
    return 0 if loan is None else loan.left
