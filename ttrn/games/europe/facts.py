"""Stations as plain data: where they stand, and which routes they may borrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.core.facts import Facts, Json, Piece, Section
from ttrn.core.state import NOBODY, State
from ttrn.games.europe.scoring import opponents_routes
from ttrn.games.europe.stations import stations_of

COLUMNS: Final = ("player", "station", "city", "may borrow one of")


def pieces(state: State) -> list[Piece]:
    """Return the stations on the board."""
    owners = enumerate(stations_of(state).owners)
    return [Piece("station", owner, city) for city, owner in owners if owner != NOBODY]


def section(state: State, names: Sequence[str]) -> Section:
    """Return a row for each station on the board, by player."""
    board = state.board
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(names):
        for city in _cities(state, seat):
            lent = [
                f"{board.route_text(board.routes[route])} of {names[state.owners[route]]}"
                for route in opponents_routes(state, seat, city)
            ]
            rows.append((name, board.cities[city].code, board.cities[city].name, ", ".join(lent) or "none yet"))
    return Section(COLUMNS, rows)


def seat_data(state: State, seat: int) -> Json:
    """Return the stations of a seat."""
    board = state.board
    stations = [
        {
            "city": board.cities[city].code,
            "may_borrow": [board.route_text(board.routes[route]) for route in opponents_routes(state, seat, city)],
        }
        for city in _cities(state, seat)
    ]
    return {"stations": stations}


def _cities(state: State, seat: int) -> list[int]:
    return [city for city, owner in enumerate(stations_of(state).owners) if owner == seat]


STATIONS: Final = Facts(pieces=(pieces,), sections=(section,), seat_data=(seat_data,))
