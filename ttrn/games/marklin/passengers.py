"""Passengers: placing them, riding, and the merchandise they collect (MK-PASS, MK-MOVE, MK-GOODS)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.actions import NO_CITY, Action, ClaimRoute, PlacePassenger, RidePassenger
from ttrn.core.cards import KINDS, PASSENGER, listed, name_cards
from ttrn.core.claims import held, pay, pay_at_once, route_name, take_route
from ttrn.core.rules import Part
from ttrn.core.state import ANSWER, NOBODY, State, Violation
from ttrn.core.turns import end_turn


class Passengers:
    """The passengers on the board and the merchandise."""

    __slots__ = ("claimed", "goods", "left", "moved", "stacks", "standing", "taken")

    def __init__(self, passengers: int, seats: int, stacks: tuple[tuple[int, ...], ...]) -> None:
        self.left = [passengers] * seats  # passengers that were never placed
        self.moved = [0] * seats  # passengers that have left the game
        self.standing = [NOBODY] * len(stacks)  # whose passenger stands in each city
        self.stacks = stacks  # the merchandise of each city
        self.taken = [0] * len(stacks)  # how many tokens each stack has lost
        self.goods = [0] * seats  # the worth of each player's tokens
        self.claimed = NOBODY  # the route just claimed, while a passenger may be placed

    def copy(self) -> Passengers:
        """Return the same, to be changed on its own."""
        twin = Passengers(0, len(self.left), self.stacks)
        twin.left = list(self.left)
        twin.moved = list(self.moved)
        twin.standing = list(self.standing)
        twin.taken = list(self.taken)
        twin.goods = list(self.goods)
        twin.claimed = self.claimed
        return twin

    def top(self, city: int) -> int:
        """Return the worth of the top token of a city, 0 where none is left."""
        stack = self.stacks[city]
        taken = self.taken[city]
        return stack[taken] if taken < len(stack) else 0

    def __repr__(self) -> str:
        rows = (self.left, self.moved, self.standing, self.taken, self.goods, self.claimed)
        return f"Passengers{rows}"


def _new_passengers(board: Board, seats: int) -> Passengers:
    return Passengers(board.tables.passengers, seats, _stacks(board))


@lru_cache(maxsize=64)
def _stacks(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the merchandise of each city before anything is taken."""
    return tuple([board.tables.merchandise.get(city.goods, ()) for city in board.cities])


PART: Final = Part(Passengers, _new_passengers, Passengers.copy)


def passengers_of(state: State) -> Passengers:
    """Return the passengers and merchandise of a state."""
    table: Passengers = state.parts[Passengers]
    return table


# --- placing ---------------------------------------------------------------------------------------------------------


def claim_and_wait(state: State, action: ClaimRoute) -> None:
    """Claim a route; the turn goes on if a passenger can be placed (MK-PASS-1)."""
    pay(state, action.paid)
    take_route(state, action.route)
    _wait(state, action.route)


def claim_at_once(state: State, index: int, kinds: tuple[tuple[int, int], ...]) -> bool:
    """Claim a route if that is legal beyond doubt, and wait as :func:`claim_and_wait` does; return whether it was."""
    if not pay_at_once(state, index, kinds):
        return False
    _wait(state, index)
    return True


def _wait(state: State, index: int) -> None:
    """Let the turn go on if a passenger can be placed at a route, or end it."""
    table = passengers_of(state)
    if table.left[state.seat]:
        route = state.board.routes[index]
        for city in (route.a, route.b):
            if table.standing[city] == NOBODY and not state.board.cities[city].country:
                table.claimed = index
                state.phase = ANSWER
                return
    end_turn(state)


def misplaced(state: State, route: int, city: int) -> Violation | None:
    """MK-PASS-1: a passenger left over goes to one of the route's cities, if none stands there; never to a country."""
    table = passengers_of(state)
    name = state.names[state.seat]
    found = state.board.routes[route]
    there = state.board.cities[city]
    if not table.left[state.seat]:
        number = state.board.tables.passengers
        return Violation("MK-PASS-1", f"{name} has placed all {number} passengers already")
    if city not in (found.a, found.b):
        return Violation("MK-PASS-1", f"{there.name} is not one of the two cities of {route_name(state, route)}")
    if there.country:
        return Violation("MK-PASS-1", f"{there.name} is a country: no passenger stands there")
    owner = table.standing[city]
    if owner != NOBODY:
        return Violation("MK-PASS-1", f"a passenger of {state.names[owner]} stands in {there.name} already")
    return None


def mk_pass_1(state: State, action: PlacePassenger) -> Violation | None:
    """MK-PASS-1: where a passenger may be placed; placing none is always allowed."""
    return None if action.city == NO_CITY else misplaced(state, passengers_of(state).claimed, action.city)


PLACE_CHECKS = (mk_pass_1,)


def place_passenger(state: State, action: PlacePassenger) -> None:
    """Place a passenger, or none, which ends the turn."""
    table = passengers_of(state)
    if action.city != NO_CITY:
        put_down(state, state.seat, action.city)
    table.claimed = NOBODY
    end_turn(state)


def put_down(state: State, seat: int, city: int) -> None:
    """Put a passenger in a city."""
    table = passengers_of(state)
    table.left[seat] -= 1
    table.standing[city] = seat


def places(state: State) -> list[Action]:
    """Return where a passenger may be placed, besides nowhere."""
    table = passengers_of(state)
    route = state.board.routes[table.claimed]
    found: list[Action] = [PlacePassenger(NO_CITY)]
    found += [PlacePassenger(city) for city in (route.a, route.b) if misplaced(state, route.index, city) is None]
    return found


# --- riding ----------------------------------------------------------------------------------------------------------


def mk_move_1(state: State, action: RidePassenger) -> Violation | None:
    """MK-MOVE-1: an own passenger moves along one or more routes that follow each other, none of them twice."""
    table = passengers_of(state)
    name = state.names[state.seat]
    if table.standing[action.start] != state.seat and not _placed_unnoted(state, action.start):
        if table.moved[state.seat] == state.board.tables.passengers:
            number = state.board.tables.passengers
            return Violation("MK-MOVE-4", f"{name} has moved all {number} passengers: none is left")
        return Violation(
            "MK-MOVE-1", f"no passenger of {name} stands in {_city(state, action.start)}{_standing(state)}"
        )
    if not action.routes:
        return Violation("MK-MOVE-1", "a passenger moves along at least one route")
    here = action.start
    for i, route in enumerate(action.routes):
        found = state.board.routes[route]
        if here not in (found.a, found.b):
            text = f"{route_name(state, route)} does not lead on from {_city(state, here)}"
            return Violation("MK-MOVE-1", text, "route", i)
        if route in action.routes[:i]:
            return Violation("MK-MOVE-1", f"{route_name(state, route)} is used twice in one move", "route", i)
        here = found.other(here)
    return None


def _placed_unnoted(state: State, city: int) -> bool:
    """Return whether a passenger may have come to a city in a turn that was not noted."""
    table = passengers_of(state)
    return state.house.partial and table.standing[city] == NOBODY and table.left[state.seat] > 0


def _standing(state: State) -> str:
    """Return where the passengers of the player stand ("; …"), if anywhere."""
    cities = [_city(state, city) for city, owner in enumerate(passengers_of(state).standing) if owner == state.seat]
    return f"; {'one stands' if len(cities) == 1 else 'they stand'} in {listed(cities)}" if cities else ""


def mk_move_4(state: State, action: RidePassenger) -> Violation | None:
    """MK-MOVE-4: a passenger never enters a country."""
    for i, city in enumerate(cities_of(state, action)):
        if state.board.cities[city].country:
            text = f"{_city(state, city)} is a country: no passenger goes there"
            return Violation("MK-MOVE-4", text, "route", max(0, i - 1))
    return None


def mk_move_2(state: State, action: RidePassenger) -> Violation | None:
    """MK-MOVE-2: own routes are free, others' cost one passenger card each, nobody's cannot be used."""
    foreign = 0
    for i, route in enumerate(action.routes):
        owner = state.owners[route]
        if owner == NOBODY:
            text = f"{route_name(state, route)} belongs to nobody: it cannot be used"
            return Violation("MK-MOVE-2", text, "route", i)
        foreign += owner != state.seat
    if foreign != action.cards:
        others = [route for route in action.routes if state.owners[route] != state.seat]
        named = listed([f"{route_name(state, route)} of {state.names[state.owners[route]]}" for route in others])
        uses = f"the move uses {named or 'no routes of other players'} and costs {name_cards(PASSENGER, foreign)}"
        return Violation("MK-MOVE-2", f"{uses}; {state.names[state.seat]} plays {action.cards or 'none'}", "paid")
    return held(state, fare(action.cards), "MK-MOVE-2", "plays") if foreign else None


RIDE_CHECKS = (mk_move_1, mk_move_4, mk_move_2)


def cities_of(state: State, action: RidePassenger) -> list[int]:
    """Return the cities of a ride in order, the start first."""
    cities = [action.start]
    for route in action.routes:
        cities.append(state.board.routes[route].other(cities[-1]))
    return cities


def fare(cards: int) -> tuple[int, ...]:
    """Return passenger cards as counts."""
    paid = [0] * KINDS
    paid[PASSENGER] = cards
    return tuple(paid)


def ride(state: State, action: RidePassenger) -> None:
    """Move a passenger, which then leaves the game: its cards are paid, its goods scored (MK-MOVE-2 to MK-MOVE-4)."""
    table = passengers_of(state)
    seat = state.seat
    if action.cards:
        pay(state, fare(action.cards))
    for city in dict.fromkeys(cities_of(state, action)):
        if city != action.start:
            worth = table.top(city)
            if worth:
                table.taken[city] += 1
                table.goods[seat] += worth
                state.scores[seat] += worth
    if _placed_unnoted(state, action.start):
        put_down(state, seat, action.start)
    if table.standing[action.start] == seat:
        table.standing[action.start] = NOBODY
        table.moved[seat] += 1
    end_turn(state)


def _city(state: State, city: int) -> str:
    return state.board.cities[city].name
