"""How a seat stands with passengers: those to come, and what merchandise is still to be had."""

from __future__ import annotations

from typing import Final

from ttrn.core.cards import PASSENGER
from ttrn.core.state import State
from ttrn.core.valuing import Signs, Valuing
from ttrn.games.marklin.passengers import passengers_of


def of_passengers(state: State, seat: int) -> list[float]:
    """Return a seat's passengers that were not placed, that stand, its goods, and what its cities hold."""
    table = passengers_of(state)
    routes = state.board.routes
    cities: set[int] = set()
    for route, owner in enumerate(state.owners):
        if owner == seat:
            cities.add(routes[route].a)
            cities.add(routes[route].b)
    return [
        float(table.left[seat]),
        float(table.standing.count(seat)),
        float(table.goods[seat]),
        float(sum([table.top(city) for city in cities])),
        float(state.hands[seat][PASSENGER]),
    ]


PASSENGERS: Final = Valuing(
    public=(
        Signs(
            ("passengers left", "passengers standing", "goods", "goods in reach", "seen passenger cards"), of_passengers
        ),
    ),
)
