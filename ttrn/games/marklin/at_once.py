"""Placing a passenger and riding in one go, as a record tells it: most of it is plainly legal."""

from __future__ import annotations

from ttrn.core.actions import NO_CITY
from ttrn.core.cards import PASSENGER, CardKinds
from ttrn.core.claims import pay_at_once
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.core.turns import end_turn
from ttrn.games.marklin.passengers import Passengers


def place_at_once(state: State, index: int, kinds: CardKinds, city: int) -> bool:
    """Claim a route for cards by kind and place a passenger (or none) if that is legal beyond doubt; return whether.

    It does what the checks and effects of the claim and of the placing do.
    """
    table: Passengers = state.parts[Passengers]
    seat = state.seat
    if city != NO_CITY:
        route = state.board.routes[index]
        if not table.left[seat] or city not in (route.a, route.b) or table.standing[city] != NOBODY:
            return False
        if state.board.cities[city].country:
            return False
    if not pay_at_once(state, index, kinds):
        return False
    if city != NO_CITY:
        table.left[seat] -= 1
        table.standing[city] = seat
    end_turn(state)
    return True


def ride_at_once(state: State, start: int, pairs: tuple[int, ...], cards: int) -> bool:
    """Move a passenger over these pairs of neighbours if that is legal beyond doubt; return whether it was.

    No pair comes twice, and of each the player or another one has a track; own ones are free. It does what the checks
    and the effect of a ride do.
    """
    table: Passengers = state.parts[Passengers]
    seat, board, owners, hand = state.seat, state.board, state.owners, state.hands[state.seat]
    if state.phase != MAIN or state.market_unknown or table.standing[start] != seat or hand[PASSENGER] < cards:
        return False
    if len(set(pairs)) != len(pairs) or not pairs:
        return False
    here, fare = start, 0
    cities: list[int] = []
    for pair in pairs:
        a, b = board.pair_cities[pair]
        if here not in (a, b):
            return False
        here = a + b - here
        having = [owners[track] for track in board.pairs[pair] if owners[track] != NOBODY]
        if not having or board.cities[here].country:
            return False
        fare += seat not in having
        cities.append(here)
    if fare != cards or board.cities[start].country:
        return False
    hand[PASSENGER] -= cards
    state.discards[PASSENGER] += cards
    for city in dict.fromkeys(cities):
        worth = 0 if city == start else table.top(city)
        if worth:
            table.taken[city] += 1
            table.goods[seat] += worth
            state.scores[seat] += worth
    table.standing[start] = NOBODY
    table.moved[seat] += 1
    end_turn(state)
    return True
