"""Signs of a hidden ticket: what everybody sees of a player that makes it more or less likely that one is held.

They prove nothing. How much each of them tells is learnt from simulated games; see docs/hidden.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.state import State
from ttrn.core.ticket_progress import trains_needed


@dataclass(frozen=True, slots=True)
class TicketSigns:
    """The signs of one game: their names, and what they are for a ticket of a seat, numbers between about -1 and 1."""

    names: tuple[str, ...]
    of: Callable[[State, int, int], tuple[float, ...]]


MANY_TRAINS = 25
"""With so many trains on the board it shows where a player is going."""


class Progress(NamedTuple):
    """How far a seat has come with a ticket, as everybody sees."""

    needed: int | None
    """The trains that it still takes; None where no way is left."""
    touched: int
    """How many of its cities the seat's routes touch."""
    built: int
    """The trains of all routes of the seat."""
    trains: int
    """The trains that the seat has left."""


def _route_signs(state: State, seat: int, ticket: int) -> tuple[float, ...]:
    """Return the signs that lie in the routes of a seat."""
    board = state.board
    goal = board.tickets[ticket]
    routes = [board.routes[route] for route in state.routes_of(seat)]
    built = sum([route.length for route in routes])
    here = {city for route in routes for city in (route.a, route.b)}
    touched = (goal.a in here) + (goal.b in here)
    progress = Progress(trains_needed(state, seat, ticket), touched, built, state.trains[seat])
    return signs_of_progress(board, ticket, progress)


def signs_of_progress(board: Board, ticket: int, progress: Progress) -> tuple[float, ...]:
    """Return the signs of ``ROUTE_SIGNS`` from how far a seat has come with a ticket."""
    needed, touched, built, trains = progress
    goal, shortest = board.tickets[ticket], fewest_trains(board, ticket)
    far = min(1.0, built / MANY_TRAINS)
    share = 0.0 if needed is None else max(-1.0, 1 - needed / shortest)
    on_the_way = 0.0 if needed is None or not built else max(0.0, min(1.0, (shortest - needed) / built))
    return (
        float(needed == 0),
        float(needed is None),
        float(needed is not None and needed > trains),
        share,
        share * far,
        float(touched == 1) * far,
        float(touched == 2) * far,
        on_the_way * far,
        goal.points / 20,
        float(goal.deck == "long"),
    )


@lru_cache(maxsize=1000)
def fewest_trains(board: Board, ticket: int) -> int:
    """Return how many trains a ticket takes on an empty board, at least one."""
    goal = board.tickets[ticket]
    best = {goal.a: 0}
    heap = [(0, goal.a)]
    while heap:
        spent, city = heappop(heap)
        if city == goal.b:
            break
        if spent > best[city] or (board.cities[city].country and city != goal.a):
            continue
        for there, pair in board.adjacent[city]:
            cost = spent + min([board.routes[track].length for track in board.pairs[pair]])
            if cost < best.get(there, cost + 1):
                best[there] = cost
                heappush(heap, (cost, there))
    return max(1, best.get(goal.b, 1))


ROUTE_SIGNS = TicketSigns(
    (
        "complete",
        "no way is left",
        "too few trains are left",
        "share of the shortest way built",
        "the same, with many trains built",
        "one end touched",
        "both ends touched",
        "share of the trains on its way",
        "points",
        "long ticket",
    ),
    _route_signs,
)
