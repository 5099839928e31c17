"""How a seat stands with stations, each of which brings points if it is not built; and what tunnels know ahead."""

from __future__ import annotations

from typing import Final

from ttrn.core.state import State
from ttrn.core.valuing import Signs, Valuing
from ttrn.games.europe.stations import stations_left
from ttrn.games.europe.tunnels import tunnel_of


def worth(state: State, seat: int) -> float:
    """Return the points of a seat with those of its stations left."""
    return float(state.scores[seat] + state.board.tables.station_points * stations_left(state, seat))


STATIONS: Final = Valuing(
    worth=worth,
    public=(Signs(("stations",), lambda state, seat: [float(stations_left(state, seat))]),),
)


def forget_tunnel(state: State) -> None:
    """Forget that a record has an answer to what is turned over at a tunnel, or that nothing is."""
    tunnel = tunnel_of(state)
    tunnel.wait = tunnel.none_left = False


TUNNELS: Final = Valuing(forget=(forget_tunnel,))
