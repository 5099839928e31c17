"""What the tickets of a seat still ask for: the cheapest ways over free routes, one ticket after the other.

A plan does not depend on the cards in the hand, so that it stays the same until somebody claims a route; those of the
positions that were looked at last are kept.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.price import Price
from ttrn.core.state import NOBODY, State
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.graph.network import Network

FAR: Final = 1e9
TURN: Final = 2.6
"""What a turn is worth in points."""
CARD: Final = 1.0
"""What a card is worth that may be in the hand already."""
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


class Built(NamedTuple):
    """What the routes of a seat come to."""

    routes: int
    trains: int
    longest: int
    parts: int
    """In how many parts they are."""
    joined: int
    """Points of all tickets of the board that they would complete."""


@lru_cache(maxsize=64)
def _route_weights(board: Board) -> tuple[float, ...]:
    """Return what each route costs somebody who has some of its cards, in points, less what it brings."""
    return tuple(
        [max(LEAST, TURN + CARD * (route.length + route.ferry + route.tunnel) - route.points) for route in board.routes]
    )


@lru_cache(maxsize=8192)
def built(board: Board, owned: tuple[int, ...]) -> Built:
    """Return what some routes of one seat come to."""
    edges = board_edges(board)
    network = Network(board, list(owned))
    groups = network.groups
    ends = {groups.lead(city) for route in owned for city in edges[route][:2]}
    joined = sum([ticket.points for ticket in board.tickets if ticket.dealt and groups.joined(ticket.a, ticket.b)])
    return Built(
        len(owned),
        sum([edges[route][2] for route in owned]),
        network.length if owned else 0,
        len(ends),
        joined if owned else 0,
    )


@lru_cache(maxsize=8192)
def plan(board: Board, owners: tuple[int, ...], seat: int, tickets: tuple[int, ...], trains: int, seats: int) -> Plan:
    """Return what tickets come to, with so many trains left: the cheapest ticket is planned first."""
    if not owners:
        return NO_PLAN
    owned = [route for route, owner in enumerate(owners) if owner == seat]
    groups = Components(board_edges(board), owned, board_dead_ends(board))
    done = complete = 0
    missing: list[int] = []
    for index in tickets:
        ticket = board.tickets[index]
        if groups.joined(ticket.a, ticket.b):
            done += ticket.points
            complete += 1
        else:
            missing.append(index)
    if not missing:
        return Plan(done, complete, 0, 0, 0, 0, 0, ())
    return _planned(board, _pair_routes(board, owners, seat, seats), missing, done, complete, trains)


def _pair_routes(board: Board, owners: tuple[int, ...], seat: int, seats: int) -> list[int]:
    """Return for each pair of cities the route to claim: ``_OWN`` if it is joined, ``_SHUT`` if it cannot be."""
    found: list[int] = []
    weights = _route_weights(board)
    few = seats <= FEW_PLAYERS
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


def _planned(board: Board, pairs: list[int], missing: list[int], done: int, complete: int, trains: int) -> Plan:
    by_route = _route_weights(board)
    weights = [0.0 if route == _OWN else FAR if route == _SHUT else by_route[route] for route in pairs]
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
    return Plan(done, complete, planned, dear, lost, trains - left, points, tuple(routes))


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
