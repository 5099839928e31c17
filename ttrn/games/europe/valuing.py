"""How a seat stands with stations: each that is not built brings points at the end."""

from __future__ import annotations

from typing import Final

from ttrn.core.state import State
from ttrn.core.valuing import Signs, Valuing
from ttrn.games.europe.stations import stations_left


def worth(state: State, seat: int) -> float:
    """Return the points of a seat with those of its stations left."""
    return float(state.scores[seat] + state.board.tables.station_points * stations_left(state, seat))


STATIONS: Final = Valuing(
    worth=worth,
    public=(Signs(("stations",), lambda state, seat: [float(stations_left(state, seat))]),),
)
