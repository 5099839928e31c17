"""What the tickets of a seat still ask for: the cheapest ways over free routes, one ticket after the other.

A route is the cheaper, the more of its cards are in the hand. The plans of the positions that were looked at last are
kept: most turns change the hand of one seat.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.core.price import Price
from ttrn.core.state import NOBODY, State
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.graph.network import Network

FAR: Final = 1e9
TURN: Final = 2.6
"""What a turn is worth in points."""
CARD: Final = TURN / 2
"""What a card is worth."""
LEAST: Final = 0.5
"""No route is free, however much it brings: it takes trains."""


class Plan(NamedTuple):
    """What the tickets of a seat come to, and what is left to build for them."""

    done: int
    """Points of complete tickets."""
    complete: int
    """How many they are."""
    planned: int
    """Points of tickets for which there is a way and there are trains."""
    dear: int
    """Points of tickets with a way for which trains are wanting once the others are built."""
    lost: int
    """Points of tickets without any way left."""
    trains: int
    """Trains that the planned tickets take."""
    points: int
    """What the routes on the way bring."""
    routes: tuple[int, ...]
    """Those routes."""


NO_PLAN: Final = Plan(0, 0, 0, 0, 0, 0, 0, ())
"""That of somebody whose tickets are unknown, and where there are no routes."""


class Means(NamedTuple):
    """What a seat has for its plan: tickets, trains, and how many cards of each kind up to locomotives."""

    tickets: tuple[int, ...]
    trains: int
    hand: tuple[int, ...]


class Built(NamedTuple):
    """What the routes of a seat come to."""

    routes: int
    trains: int
    longest: int
    parts: int
    """In how many parts they are."""
    largest: int
    """The cities of the largest part."""
    cities: int
    """The cities of all of them."""
    joined: int
    """Points of all tickets of the board that they would complete."""


class _Track(NamedTuple):
    """What matters of a route for its cost: the colour is negative where any will do."""

    length: int
    color: int
    points: int
    locomotives: int
    tunnel: int


@lru_cache(maxsize=64)
def _tracks(board: Board) -> tuple[_Track, ...]:
    return tuple(
        [
            _Track(
                route.length,
                LETTERS.index(route.color) if route.color else -1,
                route.points,
                route.ferry,
                int(route.tunnel),
            )
            for route in board.routes
        ]
    )


def _route_weights(board: Board, hand: tuple[int, ...]) -> list[float]:
    """Return what each route costs with a hand, in points: the turn, the cards to draw, less what it brings."""
    most, wild = max(hand[:COLORS]), hand[LOCOMOTIVE]
    found: list[float] = []
    for length, color, points, locomotives, tunnel in _tracks(board):
        have = most if color < 0 else hand[color]
        missing = max(0, length - locomotives - have) + 2 * max(0, locomotives - wild) + tunnel
        found.append(max(LEAST, TURN + CARD * missing - points))
    return found


@lru_cache(maxsize=8192)
def built(board: Board, owned: tuple[int, ...]) -> Built:
    """Return what some routes of one seat come to."""
    edges = board_edges(board)
    network = Network(board, list(owned))
    groups = network.groups
    parts: dict[int, int] = {}
    for city in {city for route in owned for city in edges[route][:2]}:
        lead = groups.lead(city)
        parts[lead] = parts.get(lead, 0) + 1
    joined = sum([ticket.points for ticket in board.tickets if ticket.dealt and groups.joined(ticket.a, ticket.b)])
    return Built(
        len(owned),
        sum([edges[route][2] for route in owned]),
        network.length if owned else 0,
        len(parts),
        max(parts.values(), default=0),
        sum(parts.values()),
        joined if owned else 0,
    )


@lru_cache(maxsize=8192)
def plan(board: Board, owners: tuple[int, ...], seat: int, means: Means, *, few: bool) -> Plan:
    """Return what a seat's tickets come to with what it has: the cheapest is planned first.

    With ``few`` players one track of a double route closes the other.
    """
    if not owners:
        return NO_PLAN
    owned = [route for route, owner in enumerate(owners) if owner == seat]
    groups = Components(board_edges(board), owned, board_dead_ends(board))
    done = complete = 0
    missing: list[int] = []
    for index in means.tickets:
        ticket = board.tickets[index]
        if groups.joined(ticket.a, ticket.b):
            done += ticket.points
            complete += 1
        else:
            missing.append(index)
    if not missing:
        return Plan(done, complete, 0, 0, 0, 0, 0, ())
    weights = _route_weights(board, means.hand)
    pairs = _pair_routes(board, weights, owners, seat, few=few)
    costs = [0.0 if route == _OWN else FAR if route == _SHUT else weights[route] for route in pairs]
    return _planned(board, pairs, costs, missing, means.trains)._replace(done=done, complete=complete)


def _pair_routes(board: Board, weights: list[float], owners: tuple[int, ...], seat: int, *, few: bool) -> list[int]:
    """Return for each pair of cities the route to claim: ``_OWN`` if it is joined, ``_SHUT`` if it cannot be."""
    found: list[int] = []
    for tracks in board.pairs:
        best = _SHUT
        for route in tracks:
            owner = owners[route]
            if owner == seat:
                best = _OWN
                break
            if owner == NOBODY:
                if best == _SHUT or (best >= 0 and weights[route] < weights[best]):
                    best = route
            elif few:
                best = _TAKEN
        found.append(_SHUT if best == _TAKEN else best)
    return found


_OWN: Final = -1
_SHUT: Final = -2
_TAKEN: Final = -3


def _planned(board: Board, pairs: list[int], weights: list[float], missing: list[int], trains: int) -> Plan:
    """Return a plan for tickets; ``pairs`` are the routes to claim and ``weights`` what they cost, which is changed."""
    first: list[tuple[float, int]] = []
    lost = 0
    for index in missing:
        ticket = board.tickets[index]
        cost, _ = _cheapest(board, weights, ticket.a, ticket.b)
        if cost >= FAR:
            lost += ticket.points
        else:
            first.append((cost - ticket.points, index))
    first.sort()
    left, planned, dear, points = trains, 0, 0, 0
    routes: list[int] = []
    for _, index in first:
        ticket = board.tickets[index]
        _, path = _cheapest(board, weights, ticket.a, ticket.b)
        length = sum([board.routes[pairs[pair]].length for pair in path])
        if length > left:
            dear += ticket.points
            continue
        left -= length
        planned += ticket.points
        for pair in path:
            weights[pair] = 0.0
            routes.append(pairs[pair])
            points += board.routes[pairs[pair]].points
    return Plan(0, 0, planned, dear, lost, trains - left, points, tuple(routes))


def _cheapest(board: Board, weights: list[float], a: int, b: int) -> tuple[float, list[int]]:
    """Return what the cheapest way between two cities costs, and its pairs of cities that are not joined yet."""
    cities, adjacent = board.cities, board.adjacent
    best = [FAR] * len(cities)
    came: list[tuple[int, int]] = [(-1, -1)] * len(cities)
    best[a] = 0.0
    heap = [(0.0, a)]
    while heap:
        spent, here = heappop(heap)
        if here == b:
            break
        if spent > best[here] or (cities[here].country and here != a):
            continue
        for there, pair in adjacent[here]:
            cost = spent + weights[pair]
            if cost < best[there]:
                best[there] = cost
                came[there] = (here, pair)
                heappush(heap, (cost, there))
    path: list[int] = []
    if best[b] < FAR:
        here = b
        while here != a:
            here, pair = came[here]
            if weights[pair]:
                path.append(pair)
    return best[b], path


class Cards(NamedTuple):
    """How far a hand goes for some routes."""

    missing: int
    """Cards that it lacks, its wild ones used."""
    ready: int
    """Routes that it pays for at once, one after the other."""
    wanted: tuple[int, ...]
    """How many more of each kind would help, wild cards aside."""


def cards_for(state: State, hand: Counts, routes: tuple[int, ...]) -> Cards:
    """Return how far a hand goes for routes: those of one colour first, gray ones with what is left most."""
    prices = state.prices
    left = hand[:COLORS]
    wild = hand[LOCOMOTIVE] + hand[PLUS_FOUR]
    wants = [0] * COLORS
    short = ready = 0
    gray: list[Price] = []
    for route in routes:
        price = prices[route]
        if len(price.colors) > 1:
            gray.append(price)
            continue
        color = price.colors[0]
        number = price.number - left[color]
        if number <= 0:
            left[color] = -number
            ready += 1
        else:
            left[color] = 0
            short += number
            wants[color] += number
    for price in gray:
        most = max(left)
        color = left.index(most)
        if most >= price.number:
            left[color] = most - price.number
            ready += 1
        else:
            left[color] = 0
            short += price.number - most
            wants[color] += price.number - most
    return Cards(max(0, short - wild), ready, tuple(wants))
