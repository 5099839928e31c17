"""Passengers and merchandise as plain data: where they are, the best ride of each player, the tokens taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ttrn.core.facts import Event, Facts, Json, Piece, Section, Watcher
from ttrn.core.state import NOBODY, OVER, State
from ttrn.games.marklin.passengers import passengers_of
from ttrn.games.marklin.rides import best_ride
from ttrn.notation.records import Ride, Turn

COLUMNS: Final = ("player", "passengers stand in", "best ride", "passenger cards", "worth")
RIGHT: Final = ("passenger cards", "worth")


def pieces(state: State) -> list[Piece]:
    """Return the passengers on the board."""
    owners = enumerate(passengers_of(state).standing)
    return [Piece("passenger", owner, city) for city, owner in owners if owner != NOBODY]


def tokens(state: State) -> Mapping[int, Sequence[int]]:
    """Return the merchandise that is left in each city."""
    table = passengers_of(state)
    return {city: stack[table.taken[city] :] for city, stack in enumerate(table.stacks) if stack}


def section(state: State, names: Sequence[str]) -> Section:
    """Return a row for each player with passengers on the board.

    The best ride is the one that the known passenger cards allow, were it that player's turn.
    """
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(names):
        found = seat_data(state, seat)["passengers"]
        if found["standing"]:
            best = found["best_ride"]
            ride = ("-".join(best["cities"]), str(best["cards"]), str(best["worth"])) if best else ("none", "", "")
            rows.append((name, " ".join(found["standing"]), *ride))
    return Section(COLUMNS, rows, RIGHT)


def seat_data(state: State, seat: int) -> Json:
    """Return the passengers of a seat; no ride when the game is over."""
    table = passengers_of(state)
    cities = state.board.cities
    best = None if state.phase == OVER else best_ride(state, seat)
    ride = None
    if best is not None:
        codes = [cities[city].code for city in best.cities]
        ride = {"cities": codes, "cards": best.ride.cards, "worth": best.value, "exact": best.exact}
    standing = [city.code for city, owner in zip(cities, table.standing, strict=True) if owner == seat]
    data = {"left": table.left[seat], "goods": table.goods[seat], "standing": standing, "best_ride": ride}
    return {"passengers": data}


def watch(state: State) -> Watcher:
    """Watch which tokens rides take."""
    table = passengers_of(state)
    cities = state.board.cities
    known = list(table.taken)

    def taken(turn: Turn, seat: int) -> list[Event]:
        if type(turn.action) is not Ride or table.taken == known:
            return []
        found = [
            Event("merchandise", seat, (cities[city].code, table.stacks[city][token]))
            for city, before in enumerate(known)
            for token in range(before, table.taken[city])
        ]
        known[:] = table.taken
        return found

    return taken


PASSENGERS: Final = Facts(pieces=(pieces,), tokens=tokens, sections=(section,), seat_data=(seat_data,), watch=(watch,))
