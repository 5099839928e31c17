"""How bots play with passengers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ttrn.core.actions import NO_CITY, Action, PlacePassenger, RidePassenger
from ttrn.core.bots import Gain
from ttrn.core.state import State
from ttrn.games.marklin.passengers import cities_of, passengers_of
from ttrn.games.marklin.rides import best_ride

if TYPE_CHECKING:
    from ttrn.play.view import View

WORTH: Final = 14
"""What a ride must bring while there is time to wait."""

HURRY: Final = 6
"""With so few turns left there is not."""

LATE_WORTH: Final = 4
"""What a ride must bring then."""

STEPS: Final = 400
"""How many steps the search for the best ride may take."""


def place_passenger(view: View) -> Action:
    """Place a passenger where the least is to be had: it takes nothing in the city it starts from."""
    table = passengers_of(view.state)
    spots = [action.city for action in view.legal if isinstance(action, PlacePassenger) and action.city != NO_CITY]
    return PlacePassenger(min(spots, key=lambda city: (table.top(city), city), default=NO_CITY))


def gain(state: State, ride: RidePassenger) -> Gain:
    """Return what the merchandise is worth that a ride collects; of equals the one with fewer cards is better."""
    table = passengers_of(state)
    points = sum([table.top(city) for city in set(cities_of(state, ride)) - {ride.start}])
    return Gain(points, -ride.cards)


def ride(view: View, turns: float) -> Action | None:
    """Return the best ride if it is worth the turn."""
    state = view.state
    if view.seat not in passengers_of(state).standing:
        return None
    least = WORTH if turns > HURRY else LATE_WORTH
    best = best_ride(state, budget=STEPS, least=least)
    return None if best is None or best.value < least else best.ride
