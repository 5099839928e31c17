"""Stations: what they cost and where they may stand (EU-STATION-1, EU-STATION-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ttrn.core.actions import Action, BuildStation
from ttrn.core.cards import UNKNOWN, describe
from ttrn.core.claims import covered, held, pay
from ttrn.core.price import ANY_COLOR, Price
from ttrn.core.rules import Part
from ttrn.core.state import MAIN, NOBODY, State, Violation
from ttrn.core.turns import end_turn


class Stations:
    """The stations on the board and those left."""

    __slots__ = ("built", "owners")

    def __init__(self, cities: int, seats: int) -> None:
        self.owners = [NOBODY] * cities  # whose station stands in each city
        self.built = [0] * seats

    def copy(self) -> Stations:
        """Return stations that can be changed on their own."""
        twin = Stations(0, 0)
        twin.owners = list(self.owners)
        twin.built = list(self.built)
        return twin

    def by_seat(self) -> list[list[int]]:
        """Return the cities with a station of each seat."""
        found: list[list[int]] = [[] for _ in self.built]
        for city, owner in enumerate(self.owners):
            if owner != NOBODY:
                found[owner].append(city)
        return found

    def __repr__(self) -> str:
        return f"Stations{(self.owners, self.built)}"


PART: Final = Part(Stations, lambda board, seats: Stations(len(board.cities), seats), Stations.copy)


def stations_of(state: State) -> Stations:
    """Return the stations of a state."""
    stations: Stations = state.parts[Stations]
    return stations


def station_1(state: State, action: BuildStation) -> Violation | None:
    """EU-STATION-1: three stations each, one in a city, whoever owns it."""
    stations = stations_of(state)
    name, city = state.names[state.seat], state.board.cities[action.city].name
    if stations.built[state.seat] >= state.board.tables.stations:
        return Violation("EU-STATION-1", f"{name} has built all {state.board.tables.stations} stations already")
    owner = stations.owners[action.city]
    if owner == NOBODY:
        return None
    return Violation("EU-STATION-1", f"a station of {state.names[owner]} stands in {city} already")


def station_2(state: State, action: BuildStation) -> Violation | None:
    """EU-STATION-2: the first costs one card, the second two, the third three of one colour, locomotives wild."""
    paid = action.paid
    cost = station_cost(state)
    misfit = station_price(cost).misfit(paid)
    if not misfit:
        return held(state, paid, "EU-STATION-2") or _unseen(state, paid, cost)
    wrong = f", not {sum(paid)}" if misfit == "number" else _WRONG[misfit]
    name, built = state.names[state.seat], stations_of(state).built[state.seat]
    which = f"the {ORDINALS[built]} station" if built < len(ORDINALS) else f"station {built + 1}"
    price = f"{which} costs {cost} card{'' if cost == 1 else 's of one colour'}"
    return Violation("EU-STATION-2", f"{name} pays {describe(paid)} for a station; {price}{wrong}")


CHECKS = (station_1, station_2)

ORDINALS: Final = ("first", "second", "third")


def station_cost(state: State) -> int:
    """Return what the player's next station costs; nothing once none is left."""
    costs = state.board.tables.station_costs
    built = stations_of(state).built[state.seat]
    return costs[built] if built < len(costs) else 0


@lru_cache(maxsize=64)
def station_price(cost: int) -> Price:
    """Return what a station costs: so many cards of one colour."""
    return Price(cost, ANY_COLOR)


_WRONG: Final = {"mixed": " or locomotives", "kind": ": these cards do not pay for it"}
"""Why cards do not pay for a station, where it is not their number."""


def _unseen(state: State, paid: Sequence[int], cost: int) -> Violation | None:
    """EU-STATION-2: a payment that was not seen must be possible from what is known of the hand."""
    if not paid[UNKNOWN]:
        return None
    hand = state.hands[state.seat]
    if station_price(cost).possible(hand, paid):
        return None
    name = state.names[state.seat]
    return Violation("EU-STATION-2", f"{name} holds {describe(hand)}, and cannot pay for a station that costs {cost}")


def build_station(state: State, action: BuildStation) -> None:
    """Build a station: cards, and a place in the city."""
    stations = stations_of(state)
    pay(state, action.paid)
    stations.owners[action.city] = state.seat
    stations.built[state.seat] += 1
    end_turn(state)


def build_at_once(state: State, city: int, paid: tuple[int, ...]) -> bool:
    """Build a station if that is legal beyond doubt, with cards that were all seen; return whether it was.

    It does what the checks and the effect of building do.
    """
    stations, seat = stations_of(state), state.seat
    if state.phase != MAIN or stations.owners[city] != NOBODY or state.market_unknown:
        return False
    if stations.built[seat] >= state.board.tables.stations:
        return False
    kinds, hand = station_price(station_cost(state)).kinds(paid), state.hands[seat]
    if not kinds or not covered(hand, kinds):
        return False
    for kind, number in kinds:
        hand[kind] -= number
        state.discards[kind] += number
    stations.owners[city] = seat
    stations.built[seat] += 1
    end_turn(state)
    return True


def builds(state: State) -> list[list[Action]]:
    """Return all stations that the known cards of the player's hand can build."""
    stations = stations_of(state)
    if stations.built[state.seat] >= state.board.tables.stations:
        return []
    # More and more of the colour: seeded games depend on the order.
    paid = station_price(station_cost(state)).payments(state.hands[state.seat], wild_first=True)
    if not paid:
        return []
    ways = [_everywhere(len(stations.owners), cards) for cards in paid]
    free = [city for city, owner in enumerate(stations.owners) if owner == NOBODY]
    return [[way[city] for city in free for way in ways]]


@lru_cache(maxsize=4096)
def _everywhere(cities: int, cards: tuple[int, ...]) -> list[Action]:
    """Return a station in each city, paid with these cards; they come again and again, and are made once."""
    return [BuildStation(city, cards) for city in range(cities)]


def stations_left(state: State, seat: int) -> int:
    """Return how many stations a seat has not built."""
    return state.board.tables.stations - stations_of(state).built[seat]
