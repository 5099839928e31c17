"""The planner's map: what each pair of cities costs a player, and the cheapest ways to join the cities of tickets.

Costs are points. A turn is worth so many points wherever it is spent, a card half a turn; what a route brings is taken
off. So the cheapest way is the one that leaves most for everything else, and long routes are cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.rules.cards import COLORS, LETTERS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.rules.openings import FEW_PLAYERS
from ttrn.rules.plus_four import LONG
from ttrn.rules.state import NOBODY, State
from ttrn.rules.works import Works

TURN: Final = 2.6
"""What a turn is worth in points, where nothing better is known."""

CARD: Final = TURN / 2
"""What a card is worth."""

LEAST: Final = 0.5
"""No route is free, however much it brings: it takes trains."""

CLOSED: Final = 1000.0
"""The cost of a pair of cities that the player cannot join."""


class Quote(NamedTuple):
    """What a pair of cities would cost: the track to claim, the colour to pay with, the cards still to draw."""

    cost: float
    route: int
    color: int
    missing: int


OWNED: Final = Quote(0.0, NOBODY, NOBODY, 0)
SHUT: Final = Quote(CLOSED, NOBODY, NOBODY, 0)


class _Price(NamedTuple):
    """What a quote needs to know of a route, at hand without looking twice."""

    route: int
    length: int
    color: int
    plain: int
    ferry: int
    tunnel: int
    points: int


@lru_cache(maxsize=64)
def _prices(board: Board) -> tuple[_Price, ...]:
    return tuple(
        [
            _Price(
                route.index,
                route.length,
                LETTERS.index(route.color) if route.color else NOBODY,
                route.length - route.ferry,
                route.ferry,
                int(route.tunnel),
                route.points,
            )
            for route in board.routes
        ]
    )


def quotes(state: State, seat: int) -> list[Quote]:
    """Return for each pair of cities what it costs a player now."""
    board, owners, hand, trains = state.board, state.owners, state.hands[seat], state.trains[seat]
    few = state.seats <= FEW_PLAYERS
    station = station_price(state, seat)
    prices = _prices(board)
    plenty = max(range(COLORS), key=hand.__getitem__)
    found: list[Quote] = []
    for tracks in board.pairs:
        best = SHUT
        taken = False
        for track in tracks:
            owner = owners[track]
            if owner == NOBODY:
                price = prices[track]
                if price.length <= trains:
                    offer = _quote(price, hand, plenty)
                    if offer.cost < best.cost:
                        best = offer
            elif owner == seat:
                best = OWNED
                break
            else:
                taken = True
                if few:
                    best = SHUT
                    break
        if taken and best is SHUT and station < CLOSED:
            best = Quote(station, NOBODY, NOBODY, 0)
        found.append(best)
    return found


def _quote(price: _Price, hand: Counts, plenty: int) -> Quote:
    color = price.color if price.color != NOBODY else plenty
    missing = price.plain - hand[color]
    missing = max(missing, 0)
    if price.ferry > hand[LOCOMOTIVE]:
        missing += 2 * (price.ferry - hand[LOCOMOTIVE])
    missing += price.tunnel
    cost = TURN + CARD * missing - price.points
    return Quote(max(LEAST, cost), price.route, color, missing)


def station_price(state: State, seat: int) -> float:
    """Return what it costs to borrow a route of an opponent, where the game has stations and one is left."""
    if not isinstance(state.extra, Works):
        return CLOSED
    tables, built = state.board.tables, state.extra.built[seat]
    if built >= tables.stations:
        return CLOSED
    return TURN + CARD * tables.station_costs[built] + tables.station_points


class Way(NamedTuple):
    """A way between two cities: its cost, and the pairs of cities on it that are not the player's yet."""

    cost: float
    pairs: tuple[int, ...]


@lru_cache(maxsize=64)
def _links(board: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the neighbours of each city, none for a country: nobody travels through one."""
    return tuple([() if city.country else near for city, near in zip(board.cities, board.adjacent, strict=True)])


def cheapest(board: Board, costs: Sequence[float], a: int, b: int) -> Way | None:
    """Return the cheapest way between two cities; nothing if there is none. Countries are never passed through."""
    links = _links(board)
    if not links[a]:
        a, b = b, a
    best = [CLOSED] * len(links)
    came = [(NOBODY, NOBODY)] * len(links)
    best[a] = 0.0
    heap = [(0.0, a)]
    while heap:
        spent, here = heappop(heap)
        if here == b:
            return _traced(costs, came, a, b, spent)
        if spent > best[here]:
            continue
        for there, pair in links[here]:
            cost = spent + costs[pair]
            if cost < best[there]:
                best[there] = cost
                came[there] = (here, pair)
                heappush(heap, (cost, there))
    return None


def _traced(costs: Sequence[float], came: Sequence[tuple[int, int]], a: int, b: int, spent: float) -> Way:
    pairs: list[int] = []
    while b != a:
        b, pair = came[b]
        if costs[pair]:
            pairs.append(pair)
    return Way(spent, tuple(pairs))


class Plan(NamedTuple):
    """How to complete tickets: which are worth it, by which pairs of cities, and what it is worth in all."""

    value: float
    tickets: tuple[int, ...]
    pairs: tuple[int, ...]
    trains: int


EMPTY: Final = Plan(0.0, (), (), 0)


def plan_for(state: State, offers: Sequence[Quote], tickets: Iterable[int], trains: int, turns: float) -> Plan:
    """Return a plan for as many of these tickets as can be completed with so many trains, in so many turns.

    Each ticket is joined to what is planned already, the dearest first. One that costs more than it brings is left out:
    a ticket in hand brings twice its points, for it costs them otherwise.
    """
    board = state.board
    costs = [offer.cost for offer in offers]
    chosen: list[int] = []
    pairs: list[int] = []
    value, used = 0.0, 0
    stations = _stations_left(state)
    wild = state.hands[state.seat][LOCOMOTIVE]
    for ticket in sorted(tickets, key=lambda ticket: -board.tickets[ticket].points):
        goal = board.tickets[ticket]
        way = cheapest(board, costs, goal.a, goal.b)
        if way is None:
            continue
        on_it = [offers[pair] for pair in way.pairs]
        borrowed = sum([offer.route == NOBODY for offer in on_it])
        length = sum([board.routes[offer.route].length for offer in on_it if offer.route != NOBODY])
        time = len(on_it) + max(0, sum([offer.missing for offer in on_it]) - wild) / 2
        gain = 2 * goal.points - way.cost
        if used + length > trains or time > turns or borrowed > stations or gain < 0:
            continue
        chosen.append(ticket)
        value += gain
        used += length
        turns -= time
        stations -= borrowed
        for pair in way.pairs:
            costs[pair] = 0.0
            pairs.append(pair)
    return Plan(value, tuple(chosen), tuple(pairs), used)


def _stations_left(state: State) -> int:
    extra = state.extra
    return state.board.tables.stations - extra.built[state.seat] if isinstance(extra, Works) else 0


def wild_cards(hand: Counts, length: int) -> int:
    """Return how many cards of a hand stand for any colour on a route of this length."""
    return hand[LOCOMOTIVE] + (hand[PLUS_FOUR] if length >= LONG else 0)
