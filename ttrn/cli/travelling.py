"""Passengers in ``ttrn show``: where they stand, and the ride worth most to each player."""

from __future__ import annotations

from typing import Any

from ttrn.core.state import OVER, State
from ttrn.games.marklin.passengers import Passengers, passengers_of
from ttrn.games.marklin.rides import best_ride

COLUMNS = ("player", "passengers stand in", "best ride", "passenger cards", "worth")
RIGHT = ("passenger cards", "worth")


def travelling_rows(state: State, people: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a row for each player with passengers on the board; none in games without any.

    The best ride is the one that the known passenger cards allow, were it that player's turn.
    """
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(people):
        found = travelling_data(state, seat)
        if found is not None and found["standing"]:
            ride = found["best_ride"]
            told = ("-".join(ride["cities"]), str(ride["cards"]), str(ride["worth"])) if ride else ("none", "", "")
            rows.append((name, " ".join(found["standing"]), *told))
    return rows


def travelling_data(state: State, seat: int) -> dict[str, Any] | None:
    """Return the same for programs; nothing in games without passengers, and no ride when the game is over."""
    if Passengers not in state.parts:
        return None
    extra = passengers_of(state)
    cities = state.board.cities
    best = None if state.phase == OVER else best_ride(state, seat)
    ride = None
    if best is not None:
        codes = [cities[city].code for city in best.cities]
        ride = {"cities": codes, "cards": best.ride.cards, "worth": best.value, "exact": best.exact}
    standing = [city.code for city, owner in zip(cities, extra.standing, strict=True) if owner == seat]
    return {"left": extra.left[seat], "goods": extra.goods[seat], "standing": standing, "best_ride": ride}
