"""Stations: what they cost and where they may stand (EU-STATION-1, EU-STATION-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.core.actions import Action, BuildStation
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, UNKNOWN, Counts, describe
from ttrn.core.claims import held, pay
from ttrn.core.game import Piece
from ttrn.core.state import NOBODY, State, Violation
from ttrn.core.turns import end_turn
from ttrn.games.europe.table import works


def station_1(state: State, action: BuildStation) -> Violation | None:
    """EU-STATION-1: three stations each, one in a city, whoever owns it."""
    extra = works(state)
    name, city = state.names[state.seat], state.board.cities[action.city].name
    if extra.built[state.seat] >= state.board.tables.stations:
        return Violation("EU-STATION-1", f"{name} has built all {state.board.tables.stations} stations already")
    owner = extra.stations[action.city]
    if owner == NOBODY:
        return None
    return Violation("EU-STATION-1", f"a station of {state.names[owner]} stands in {city} already")


def station_2(state: State, action: BuildStation) -> Violation | None:
    """EU-STATION-2: the first costs one card, the second two, the third three of one colour, locomotives wild."""
    paid = action.paid
    cost = station_cost(state)
    wrong = _unfit(paid, cost)
    if not wrong:
        return held(state, paid, "EU-STATION-2") or _unseen(state, paid, cost)
    name, built = state.names[state.seat], works(state).built[state.seat]
    which = f"the {ORDINALS[built]} station" if built < len(ORDINALS) else f"station {built + 1}"
    price = f"{which} costs {cost} card{'' if cost == 1 else 's of one colour'}"
    return Violation("EU-STATION-2", f"{name} pays {describe(paid)} for a station; {price}{wrong}")


CHECKS = (station_1, station_2)

ORDINALS: Final = ("first", "second", "third")


def station_cost(state: State) -> int:
    """Return what the player's next station costs; nothing once none is left."""
    costs = state.board.tables.station_costs
    built = works(state).built[state.seat]
    return costs[built] if built < len(costs) else 0


def _unfit(paid: Sequence[int], cost: int) -> str:
    if sum(paid) != cost:
        return f", not {sum(paid)}"
    if sum([paid[kind] > 0 for kind in range(COLORS)]) > 1:
        return " or locomotives"
    return ": these cards do not pay for it" if any(paid[LOCOMOTIVE + 1 : UNKNOWN]) else ""


def _unseen(state: State, paid: Sequence[int], cost: int) -> Violation | None:
    """EU-STATION-2: a payment that was not seen must be possible from what is known of the hand."""
    if not paid[UNKNOWN]:
        return None
    hand = state.hands[state.seat]
    shown = [kind for kind in range(COLORS) if paid[kind]]
    if max([hand[kind] for kind in shown or range(COLORS)]) + hand[LOCOMOTIVE] + hand[UNKNOWN] >= cost:
        return None
    name = state.names[state.seat]
    return Violation("EU-STATION-2", f"{name} holds {describe(hand)}, and cannot pay for a station that costs {cost}")


def build_station(state: State, action: BuildStation) -> None:
    """Build a station: cards, and a place in the city."""
    extra = works(state)
    pay(state, action.paid)
    extra.stations[action.city] = state.seat
    extra.built[state.seat] += 1
    end_turn(state)


def builds(state: State) -> list[Action]:
    """Return all stations that the known cards of the player's hand can build."""
    extra = works(state)
    if extra.built[state.seat] >= state.board.tables.stations:
        return []
    paid = _payments(state.hands[state.seat], station_cost(state))
    if not paid:
        return []
    free = [city for city, owner in enumerate(extra.stations) if owner == NOBODY]
    return [BuildStation(city, cards) for city in free for cards in paid]


def _payments(hand: Counts, cost: int) -> list[tuple[int, ...]]:
    """Return every way to pay for a station from a hand of known cards."""
    found: list[tuple[int, ...]] = []
    for color in range(COLORS):
        for own in range(max(1, cost - hand[LOCOMOTIVE]), min(cost, hand[color]) + 1):
            paid = [0] * KINDS
            paid[color] = own
            paid[LOCOMOTIVE] = cost - own
            found.append(tuple(paid))
    if hand[LOCOMOTIVE] >= cost:
        paid = [0] * KINDS
        paid[LOCOMOTIVE] = cost
        found.append(tuple(paid))
    return found


def pieces(state: State) -> list[Piece]:
    """Return the stations on the board."""
    owners = enumerate(works(state).stations)
    return [Piece("station", owner, city) for city, owner in owners if owner != NOBODY]


def stations_left(state: State, seat: int) -> int:
    """Return how many stations a seat has not built."""
    return state.board.tables.stations - works(state).built[seat]
