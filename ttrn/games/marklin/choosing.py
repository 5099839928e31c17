"""Choosing what Märklin adds, step by step: where a passenger goes, and the way of a ride."""

from __future__ import annotations

from collections.abc import Generator

from ttrn.core.actions import NO_CITY, PlacePassenger, RidePassenger
from ttrn.core.cards import PASSENGER, UNKNOWN
from ttrn.core.state import ANSWER, MAIN, State
from ttrn.games.marklin.passengers import places
from ttrn.games.marklin.rides import RideNetwork, prolonged
from ttrn.replays.choosing import DONE, Choice, Moment, Question, Told, ask


def offer_places(moment: Moment) -> list[Choice]:
    """Return where a passenger may be placed after a claim, and nowhere."""
    state = moment.state
    if state.phase != ANSWER:
        return []
    found = [place.city for place in places(state) if isinstance(place, PlacePassenger)]
    cities = state.board.cities
    return [
        Choice(f"passenger {city}", "city", city, f"passenger in {cities[city].name}")
        if city != NO_CITY
        else Choice("no passenger", "done", "", "no passenger")
        for city in found
    ]


def follow_place(_moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Place a passenger."""
    yield from ()
    return Told(PlacePassenger(NO_CITY if tap == "no passenger" else int(tap.removeprefix("passenger "))))


def _network(state: State) -> RideNetwork:
    """Return the tracks that a ride may use; unknown cards may be passenger cards."""
    twin = state.copy()
    hand = twin.hands[twin.seat]
    hand[PASSENGER] += hand[UNKNOWN]
    return RideNetwork(twin)


def offer_rides(moment: Moment) -> list[Choice]:
    """Return the cities from which a passenger of the player may ride."""
    state = moment.state
    if state.phase != MAIN:
        return []
    network = _network(state)
    cities = state.board.cities
    return [
        Choice(f"ride {city}", "city", city, f"ride from {cities[city].name}")
        for city in network.starts
        if prolonged(network, city, RidePassenger(city, ()))
    ]


def follow_ride(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask for one city after the other."""
    state = moment.state
    network, cities = _network(state), state.board.cities
    here = int(tap.removeprefix("ride "))
    ride = RidePassenger(here, ())
    while True:
        ways: dict[int, RidePassenger] = {}
        for there, longer in prolonged(network, here, ride):
            if there not in ways or longer.cards < ways[there].cards:
                ways[there] = longer
        if not ways:
            return Told(ride)
        choices = [
            Choice(str(city), "city", city, cities[city].name, sure=way.cards <= state.hands[state.seat][PASSENGER])
            for city, way in ways.items()
        ]
        ends = [Choice(DONE, "done", "", "the ride ends here")] if ride.routes else []
        tap = yield from ask(f"Where to from {cities[here].name}?", [*ends, *choices])
        if tap == DONE:
            return Told(ride)
        here = int(tap)
        ride = ways[here]
