"""How far a ticket is from being complete: the fewest trains that would join its cities."""

from __future__ import annotations

from heapq import heappop, heappush

from ttrn.core.cards import number_of
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import NOBODY, OVER, State


def trains_needed(state: State, seat: int, ticket: int) -> int | None:
    """Return how many more trains a ticket needs by the cheapest way over own and free routes; 0 if it is complete.

    None means that no way is left, however many trains there were. Cards are not looked at.
    """
    goal = state.board.tickets[ticket]
    costs = pair_costs(state, seat)
    cities = state.board.cities
    best = {goal.a: 0}
    heap = [(0, goal.a)]
    while heap:
        spent, here = heappop(heap)
        if here == goal.b:
            return spent
        # Nobody travels through a country: its routes do not meet there (MK-COUNTRY-1).
        if spent > best[here] or (cities[here].country and here != goal.a):
            continue
        for there, pair in state.board.adjacent[here]:
            cost = costs[pair]
            if cost is not None and spent + cost < best.get(there, spent + cost + 1):
                best[there] = spent + cost
                heappush(heap, (spent + cost, there))
    return None


def trains_text(state: State, seat: int, ticket: int) -> str:
    """Return in words how far a ticket has come."""
    needed = trains_needed(state, seat, ticket)
    if needed == 0:
        return "complete"
    if state.phase == OVER:
        return "not complete"
    if needed is None:
        return "no way is left"
    more = f"{number_of(needed, 'more train')} by the cheapest way"
    return f"{more}, only {state.trains[seat]} left" if needed > state.trains[seat] else more


def pair_costs(state: State, seat: int) -> list[int | None]:
    """Return what each joined pair of cities costs a player in trains: 0 if owned, None if it is closed."""
    few = state.seats <= FEW_PLAYERS
    costs: list[int | None] = []
    for tracks in state.board.pairs:
        owners = [state.owners[track] for track in tracks]
        free = [state.board.routes[track].length for track in tracks if state.owners[track] == NOBODY]
        if seat in owners:
            costs.append(0)
        elif not free or (few and len(free) < len(tracks)):
            costs.append(None)
        else:
            costs.append(min(free))
    return costs
