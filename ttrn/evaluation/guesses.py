"""What hidden tickets are likely to come to, by the routes that everybody sees and the habits of simulated players.

It is quicker than :mod:`ttrn.hidden.ticket_odds`, and says less: that others close routes is not looked at, and a
ticket may be thought to be with two seats.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.state import State
from ttrn.core.ticket_signs import ROUTE_SIGNS, Progress, signs_of_progress
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.hidden.ticket_habits import habits_of

NO_WAY: Final = 999
"""More trains than anybody has: these cities cannot be joined."""


class Tickets(NamedTuple):
    """What the tickets of a seat come to, or are likely to."""

    done: float
    """Points of complete ones."""
    complete: float
    """How many they are."""
    open: float
    """Points of those for which there are trains."""
    away: float
    """The trains that those take."""
    beyond: float
    """Points of those that will never be complete."""


NO_TICKETS: Final = Tickets(0.0, 0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=64)
def _distances(board: Board) -> list[list[int]]:
    """Return how many trains it takes from each city to each other on an empty board."""
    lengths = [min([board.routes[track].length for track in tracks]) for tracks in board.pairs]
    found: list[list[int]] = []
    for start in range(len(board.cities)):
        best = [NO_WAY] * len(board.cities)
        best[start] = 0
        heap = [(0, start)]
        while heap:
            spent, here = heappop(heap)
            if spent > best[here] or (board.cities[here].country and here != start):
                continue
            for there, pair in board.adjacent[here]:
                cost = spent + lengths[pair]
                if cost < best[there]:
                    best[there] = cost
                    heappush(heap, (cost, there))
        found.append(best)
    return found


@lru_cache(maxsize=8192)
def _progress(board: Board, owned: tuple[int, ...]) -> tuple[Progress, ...]:
    """Return how far some routes of one seat have come with each ticket: by the way over one of their parts at most."""
    edges, distances = board_edges(board), _distances(board)
    groups = Components(edges, list(owned), board_dead_ends(board))
    parts: dict[int, list[int]] = {}
    here = {city for route in owned for city in edges[route][:2]}
    for city in here:
        parts.setdefault(groups.lead(city), []).append(city)
    near = [[min([row[city] for city in part]) for row in distances] for part in parts.values()]
    built = sum([edges[route][2] for route in owned])
    found: list[Progress] = []
    for ticket in board.tickets:
        a, b = ticket.a, ticket.b
        needed = min([distances[a][b], *[way[a] + way[b] for way in near]])
        if owned and groups.joined(a, b):
            needed = 0
        found.append(Progress(needed, (a in here) + (b in here), built, 0))
    return tuple(found)


@lru_cache(maxsize=8192)
def _weights(board: Board, owned: tuple[int, ...], trains: int) -> tuple[float, ...]:
    """Return how well each ticket fits to the routes of a seat with so many trains left."""
    habits = habits_of(board)
    progress = _progress(board, owned)
    if habits is None:
        return (1.0,) * len(progress)
    return tuple(
        [
            exp(habits.score(signs_of_progress(board, ticket, one._replace(trains=trains))))
            for ticket, one in enumerate(progress)
        ]
    )


def likely_tickets(state: State, seat: int, owned: tuple[int, ...]) -> Tickets:
    """Return what the hidden tickets of a seat with these routes are likely to come to; nothing where there is no map.

    Tickets of the seat that are known are left out: it is asked where all of them are hidden, or nearly all.
    """
    board, trains = state.board, state.trains[seat]
    if not board.routes or state.game.unseen.ticket_signs is not ROUTE_SIGNS:
        return NO_TICKETS
    progress, weights = _progress(board, owned), _weights(board, owned, trains)
    done = complete = ahead = away = beyond = 0.0
    for deck, hidden in zip(state.ticket_decks, state.unknown_tickets[seat], strict=True):
        if not hidden:
            continue
        unseen = [ticket for ticket in sorted(deck.unseen) if board.tickets[ticket].dealt]
        for ticket, chance in zip(unseen, _shared([weights[ticket] for ticket in unseen], hidden), strict=True):
            needed, points = progress[ticket].needed or 0, chance * board.tickets[ticket].points
            if not needed:
                done += points
                complete += chance
            elif needed > trains:
                beyond += points
            else:
                ahead += points
                away += chance * needed
    return Tickets(done, complete, ahead, away, beyond)


def _shared(weights: list[float], hidden: int) -> list[float]:
    """Return how likely each of some tickets is among so many, in proportion to their weights; none above 1, nearly."""
    level = hidden / (sum(weights, 0.0) or 1.0)
    for _ in range(2):
        capped = [weight for weight in weights if weight * level >= 1]
        rest = sum(weights, 0.0) - sum(capped, 0.0)
        if not capped or rest <= 0:
            break
        level = max(0, hidden - len(capped)) / rest
    return [min(1.0, weight * level) for weight in weights]
