"""The planner's map: what each pair of cities costs a player, and the cheapest ways to join the cities of tickets.

Costs are points. A turn is worth so many points wherever it is spent, a card half a turn; what a route brings is taken
off. So the cheapest way is the one that leaves most for everything else, and long routes are cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board, Route, Ticket
from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import NOBODY, State
from ttrn.games.europe.stations import Stations, stations_left, stations_of
from ttrn.games.marklin.plus_four import LONG

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


class _Quotes(dict[int, RouteCost]):
    """What a route costs, by the cards that make a difference to it: reckoned when it is first asked for."""

    def __init__(self, route: Route) -> None:
        super().__init__()
        self.route = route

    def __missing__(self, cards: int) -> RouteCost:
        """Reckon what the route costs somebody with so many cards of a colour and locomotives, see ``_held``."""
        route = self.route
        color, have, wild = cards & 255, cards >> 8 & 255, cards >> 16
        missing = max(0, route.length - route.ferry - have) + 2 * max(0, route.ferry - wild) + route.tunnel
        found = self[cards] = RouteCost(max(LEAST, TURN + CARD * missing - route.points), route.index, color, missing)
        return found


_Track: TypeAlias = tuple[int, int, int, int, _Quotes]
"""A route, its pair of cities, its length, which of the numbers that ``_held`` tells is that of its cards, and what it
costs for each such number."""

MOST_HELD: Final = COLORS
"""In place of a colour: the one that the hand has most of."""

FERRY: Final = MOST_HELD + 1
"""What is added to the colour of a route for which the number of locomotives makes a difference."""


@lru_cache(maxsize=64)
def _tracks(board: Board) -> tuple[_Track, ...]:
    """Return the tracks, those of a pair of cities in their order, with the quotes found so far in any game."""
    found: list[_Track] = []
    for route in [board.routes[index] for tracks in board.pairs for index in tracks]:
        cards = (LETTERS.index(route.color) if route.color else MOST_HELD) + FERRY * (route.ferry > 0)
        found.append((route.index, route.pair, route.length, cards, _Quotes(route)))
    return tuple(found)


def _held(hand: Counts) -> list[int]:
    """Return a number for the cards of each colour, then for those of which there are most; again with locomotives."""
    # No route wants more cards than the number has room for.
    colors = [min(have, 255) for have in hand[:COLORS]] if max(hand) > 255 else hand[:COLORS]
    held = [color | have << 8 for color, have in enumerate(colors)]
    held.append(held[colors.index(max(colors))])
    wild = hand[LOCOMOTIVE] << 16
    return held + [cards | wild for cards in held]


def quotes(state: State, seat: int) -> list[RouteCost]:
    """Return for each pair of cities what it costs a player now."""
    board, owners, trains = state.board, state.owners, state.trains[seat]
    held = _held(state.hands[seat])
    found = [SHUT] * len(board.pairs)
    taken: list[int] = []
    for index, pair, length, cards, known in _tracks(board):
        owner = owners[index]
        if owner == NOBODY:
            if length <= trains:
                offer = known[held[cards]]
                if found[pair] is SHUT or offer.cost < found[pair].cost:
                    found[pair] = offer
        elif owner == seat:
            found[pair] = OWNED
        else:
            taken.append(pair)
    few = state.seats <= FEW_PLAYERS
    borrowed = RouteCost(station_price(state, seat), NOBODY, NOBODY, 0)
    for pair in taken:
        if found[pair] is SHUT or (few and found[pair] is not OWNED):
            found[pair] = borrowed if borrowed.cost < CLOSED else SHUT
    return found


def station_price(state: State, seat: int) -> float:
    """Return what it costs to borrow a route of an opponent, where the game has stations and one is left."""
    if Stations not in state.parts:
        return CLOSED
    tables, built = state.board.tables, stations_of(state).built[seat]
    if built >= tables.stations:
        return CLOSED
    return TURN + CARD * tables.station_costs[built] + tables.station_points


class Way(NamedTuple):
    """A way between two cities: its cost, and the pairs of cities on it that are not the player's yet."""

    cost: float
    pairs: tuple[int, ...]


Back: TypeAlias = tuple[int, int]
"""From where a city is reached: the city before it, and the pair of cities that these two are."""


@lru_cache(maxsize=64)
def _links(board: Board) -> tuple[tuple[tuple[int, int, Back], ...], ...]:
    """Return the neighbours of each city, with the way back, none for a country: nobody travels through one."""
    return tuple(
        [
            () if city.country else tuple([(there, pair, (city.index, pair)) for there, pair in near])
            for city, near in zip(board.cities, board.adjacent, strict=True)
        ]
    )


def cheapest(board: Board, costs: Sequence[float], a: int, b: int, most: float = CLOSED) -> Way | None:
    """Return the cheapest way between two cities; nothing if there is none that costs less than ``most``.

    Countries are never passed through; a way from one country to another is not looked for.
    """
    if board.cities[a].country:
        a, b = b, a
    return ways_from(board, costs, a, {b: most}).get(b)


def ways_from(board: Board, costs: Sequence[float], start: int, ends: Mapping[int, float]) -> dict[int, Way]:
    """Return the cheapest ways from a city to others, to each if one costs less than is told for it."""
    links = _links(board)
    left = dict(ends)
    most = max(left.values())
    best = [most] * len(links)
    came: list[Back] = [(NOBODY, NOBODY)] * len(links)
    best[start] = 0.0
    heap = [(0.0, start)]
    found: dict[int, Way] = {}
    while heap:
        spent, here = heappop(heap)
        if spent > best[here]:
            continue
        if here in left:
            if spent < left.pop(here):
                found[here] = _traced(costs, came, start, here, spent)
            if not left:
                break
            most = max(left.values())
        for there, pair, back in links[here]:
            cost = spent + costs[pair]
            if cost < best[there] and cost < most:
                best[there] = cost
                came[there] = back
                heappush(heap, (cost, there))
    return found


def _traced(costs: Sequence[float], came: Sequence[Back], a: int, b: int, spent: float) -> Way:
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


Ways: TypeAlias = dict[tuple[int, tuple[int, ...]], Way | None]
"""The cheapest way for a ticket once some pairs of cities are joined."""


def plan_for(
    state: State,
    offers: Sequence[RouteCost],
    tickets: Iterable[int],
    trains: int,
    turns: float,
    *,
    ways: Ways | None = None,
) -> Plan:
    """Return a plan for as many of these tickets as can be completed with so many trains, in so many turns.

    Plans for the same offers find most ways once if they share ``ways``.

    Each ticket is joined to what is planned already, the dearest first. One that costs more than it brings is left out:
    a ticket in hand brings twice its points, for it costs them otherwise.
    """
    board = state.board
    ways = {} if ways is None else ways
    costs = [offer.cost for offer in offers]
    chosen: list[int] = []
    pairs: list[int] = []
    value, used = 0.0, 0
    stations = _stations_left(state)
    wild = state.hands[state.seat][LOCOMOTIVE]
    for ticket in sorted(tickets, key=lambda ticket: -board.tickets[ticket].points):
        goal = board.tickets[ticket]
        known = (ticket, tuple(pairs))
        if known in ways:
            way = ways[known]
        else:
            way = ways[known] = cheapest(board, costs, goal.a, goal.b, worth_it(goal))
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


def worth_it(ticket: Ticket) -> float:
    """Return what a way for a ticket may cost: whoever fails to complete it loses the points that it would bring."""
    return 2 * ticket.points + HAIR


def _stations_left(state: State) -> int:
    return stations_left(state, state.seat) if Stations in state.parts else 0


def wild_cards(hand: Counts, length: int) -> int:
    """Return how many cards of a hand stand for any colour on a route of this length."""
    return hand[LOCOMOTIVE] + (hand[PLUS_FOUR] if length >= LONG else 0)
