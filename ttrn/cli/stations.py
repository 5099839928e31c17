"""Stations in ``ttrn show``: where they stand, and which routes they may borrow."""

from __future__ import annotations

from typing import Any

from ttrn.core.state import State
from ttrn.games.europe.scoring import opponents_routes
from ttrn.games.europe.stations import Stations

STATION_COLUMNS = ("player", "station", "city", "may borrow one of")


def station_rows(state: State, people: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a row for each station on the board, by player; none in games without stations."""
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(people):
        for city in _stations(state, seat):
            board = state.board
            lent = [
                f"{board.route_text(board.routes[route])} of {people[state.owners[route]]}"
                for route in opponents_routes(state, seat, city)
            ]
            rows.append((name, board.cities[city].code, board.cities[city].name, ", ".join(lent) or "none yet"))
    return rows


def station_data(state: State, seat: int) -> list[dict[str, Any]] | None:
    """Return the same for programs; nothing in games without stations."""
    if Stations not in state.parts:
        return None
    board = state.board
    return [
        {
            "city": board.cities[city].code,
            "may_borrow": [board.route_text(board.routes[route]) for route in opponents_routes(state, seat, city)],
        }
        for city in _stations(state, seat)
    ]


def _stations(state: State, seat: int) -> list[int]:
    """Return the cities in which a player's stations stand."""
    return [piece.city for piece in state.game.facts.pieces(state) if piece.what == "station" and piece.seat == seat]
