"""The planner's map: what each pair of cities costs a player, and the cheapest paths that join the cities of tickets.

Costs are points. A turn is worth so many points wherever it is spent, a card half a turn; what a route brings is taken
off. So the cheapest path is the one that leaves most for everything else, and long routes are cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
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


class RouteCost(NamedTuple):
    """What a pair of cities would cost: the track to claim, the colour to pay with, the cards still to draw."""

    cost: float
    route: int
    color: int
    missing: int


OWNED: Final = RouteCost(0.0, NOBODY, NOBODY, 0)
SHUT: Final = RouteCost(CLOSED, NOBODY, NOBODY, 0)


class _CostsByCards(dict[int, RouteCost]):
    """What a route costs, by the cards that make a difference to it: reckoned when it is first asked for."""

    def __init__(self, route: Route, price: Price) -> None:
        super().__init__()
        self.route = route
        self.price = price

    def __missing__(self, cards: int) -> RouteCost:
        """Reckon what the route costs somebody with so many cards of a colour and locomotives, see ``_held``."""
        route, wanted = self.route, self.price.locomotives
        color, have, wild = cards & 255, cards >> 8 & 255, cards >> 16
        missing = max(0, self.price.number - wanted - have) + 2 * max(0, wanted - wild) + route.tunnel
        found = self[cards] = RouteCost(max(LEAST, TURN + CARD * missing - route.points), route.index, color, missing)
        return found


_Track: TypeAlias = tuple[int, int, int, int, _CostsByCards]
"""A route, its pair of cities, its length, which of the numbers that ``_held`` returns is that of its cards, and what
it costs for each such number."""

MOST_HELD: Final = COLORS
"""In place of a colour: the one that the hand has most of."""

FERRY: Final = MOST_HELD + 1
"""What is added to the colour of a route for which the number of locomotives makes a difference."""


def prices(state: State) -> tuple[Price, ...]:
    """Return what each route costs in cards."""
    return _prices(state.board, state.rules.price)


@lru_cache(maxsize=64)
def _prices(board: Board, price: Callable[[Route], Price]) -> tuple[Price, ...]:
    return tuple([price(route) for route in board.routes])


def wild_kinds(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the kinds of cards that stand for any colour: for each set of them that a route has, once."""
    return _wild_kinds(state.board, state.rules.price)


@lru_cache(maxsize=64)
def _wild_kinds(board: Board, price: Callable[[Route], Price]) -> tuple[tuple[int, ...], ...]:
    return tuple(dict.fromkeys([known.wild for known in _prices(board, price)]))


@lru_cache(maxsize=64)
def _tracks(board: Board, price: Callable[[Route], Price]) -> tuple[_Track, ...]:
    """Return the tracks, those of a pair of cities in their order, with the costs found so far in any game."""
    found: list[_Track] = []
    for route in [board.routes[index] for tracks in board.pairs for index in tracks]:
        cost = price(route)
        cards = (cost.colors[0] if len(cost.colors) == 1 else MOST_HELD) + FERRY * (cost.locomotives > 0)
        found.append((route.index, route.pair, route.length, cards, _CostsByCards(route, cost)))
    return tuple(found)


def _held(hand: Counts) -> list[int]:
    """Return a number for the cards of each colour, then for those of which there are most; again with locomotives."""
    # No route wants more cards than the number has room for.
    colors = [min(have, 255) for have in hand[:COLORS]] if max(hand) > 255 else hand[:COLORS]
    held = [color | have << 8 for color, have in enumerate(colors)]
    held.append(held[colors.index(max(colors))])
    wild = hand[LOCOMOTIVE] << 16
    return held + [cards | wild for cards in held]


def route_costs(state: State, seat: int) -> list[RouteCost]:
    """Return for each pair of cities what it costs a player now."""
    board, owners, trains = state.board, state.owners, state.trains[seat]
    held = _held(state.hands[seat])
    found = [SHUT] * len(board.pairs)
    taken: list[int] = []
    for index, pair, length, cards, known in _tracks(board, state.rules.price):
        owner = owners[index]
        if owner == NOBODY:
            if length <= trains:
                cost = known[held[cards]]
                if found[pair] is SHUT or cost.cost < found[pair].cost:
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


Back: TypeAlias = tuple[int, int]
"""From where a city is reached: the city before it, and the pair of cities that these two are."""


Links: TypeAlias = tuple[tuple[tuple[int, int, Back], ...], ...]
"""The neighbours of each city, each with the pair of cities that the two are, and the step back."""


@lru_cache(maxsize=64)
def _links(board: Board) -> tuple[Links, Links]:
    """Return the neighbours of each city: where a path begins, and on its way; nobody travels through a country."""
    first = tuple(
        [tuple([(there, pair, (here, pair)) for there, pair in near]) for here, near in enumerate(board.adjacent)]
    )
    return first, tuple([() if city.country else near for city, near in zip(board.cities, first, strict=True)])


def cheapest_path(board: Board, weights: Sequence[float], a: int, b: int, most: float = CLOSED) -> Path | None:
    """Return the cheapest path between two cities; None if there is none that costs less than ``most``.

    Countries are never passed through.
    """
    return paths_from(board, weights, a, {b: most}).get(b)


def paths_from(board: Board, weights: Sequence[float], start: int, ends: Mapping[int, float]) -> dict[int, Path]:
    """Return the cheapest paths from a city to others, to each if one costs less than ``ends`` allows for it."""
    first, links = _links(board)
    left = dict(ends)
    most = max(left.values())
    best = [most] * len(links)
    came: list[Back] = [(NOBODY, NOBODY)] * len(links)
    best[start] = 0.0
    heap = [(0.0, start)]
    found: dict[int, Path] = {}
    while heap:
        spent, here = heappop(heap)
        if spent > best[here]:
            continue
        if here in left:
            if spent < left.pop(here):
                found[here] = _traced(weights, came, start, here, spent)
            if not left:
                break
            most = max(left.values())
        for there, pair, back in first[start] if here == start else links[here]:
            cost = spent + weights[pair]
            if cost < best[there] and cost < most:
                best[there] = cost
                came[there] = back
                heappush(heap, (cost, there))
    return found


def _traced(weights: Sequence[float], came: Sequence[Back], a: int, b: int, spent: float) -> Path:
    pairs: list[int] = []
    while b != a:
        b, pair = came[b]
        if weights[pair]:
            pairs.append(pair)
    return Path(spent, tuple(pairs))


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
    costs: Sequence[RouteCost],
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
    paths = {} if paths is None else paths
    weights = [cost.cost for cost in costs]
    chosen: list[int] = []
    pairs: list[int] = []
    value, used = 0.0, 0
    loans = _loans_left(state)
    wild = state.hands[state.seat][LOCOMOTIVE]
    for ticket in sorted(tickets, key=lambda ticket: -board.tickets[ticket].points):
        goal = board.tickets[ticket]
        known = (ticket, tuple(pairs))
        if known in paths:
            path = paths[known]
        else:
            path = paths[known] = cheapest_path(board, weights, goal.a, goal.b, worth_it(goal))
        if path is None:
            continue
        on_it = [costs[pair] for pair in path.pairs]
        borrowed = sum([cost.route == NOBODY for cost in on_it])
        length = sum([board.routes[cost.route].length for cost in on_it if cost.route != NOBODY])
        time = len(on_it) + max(0, sum([cost.missing for cost in on_it]) - wild) / 2
        gain = 2 * goal.points - path.cost
        if used + length > trains or time > turns or borrowed > loans or gain < 0:
            continue
        chosen.append(ticket)
        value += gain
        used += length
        turns -= time
        loans -= borrowed
        for pair in path.pairs:
            weights[pair] = 0.0
            pairs.append(pair)
    return Plan(value, tuple(chosen), tuple(pairs), used)


def worth_it(ticket: Ticket) -> float:
    """Return what a path for a ticket may cost: whoever fails to complete it loses the points that it would bring."""
    return 2 * ticket.points + HAIR


def _loans_left(state: State) -> int:
    loan = state.game.bots.loan(state, state.seat)
    return 0 if loan is None else loan.left


def wild_cards(hand: Counts, price: Price) -> int:
    """Return how many cards of a hand stand for any colour in a price."""
    return sum([hand[kind] for kind in price.wild])
