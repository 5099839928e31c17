"""The tables that loading fills, as columns: rows are gathered in Python and shipped to DuckDB as Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import pyarrow as pa

Row: TypeAlias = tuple[Any, ...]

Batch: TypeAlias = "dict[str, pa.RecordBatch]"
"""Rows of some games for each table; their numbers count from 0 within the batch."""

_INT, _TEXT, _YES, _REAL = pa.int32(), pa.string(), pa.bool_(), pa.float64()

COLUMNS: Final[Mapping[str, Mapping[str, pa.DataType]]] = {
    "games": {
        "game": _INT,
        "hash": _TEXT,
        "board": _TEXT,
        "verdict": _TEXT,
        "level": _TEXT,
        "information": _TEXT,
        "kind": _TEXT,
        "players": _INT,
        "first_turn": _INT,
        "recorded_turns": _INT,
        "turns": _INT,
        "over": _YES,
        "decided": _YES,
        "certain": _YES,
        "routes_known": _YES,
        "tie_broken": _YES,
        "margin": _INT,
        "ended_by": _INT,
        "lead_changes": _INT,
        "flushes": _INT,
        "date": pa.date32(),
        "event": _TEXT,
        "site": _TEXT,
        "round": _TEXT,
        "tags": pa.map_(pa.string(), pa.string()),
        "file": _TEXT,
        "number": _INT,
        "line": _INT,
        "text": _TEXT,
    },
    "seats": {
        "game": _INT,
        "seat": _INT,
        "id": _TEXT,
        "name": _TEXT,
        "color": _TEXT,
        "bot": _TEXT,
        "score": _INT,
        "rank": _INT,
        "won": _YES,
        "route_points": _INT,
        "ticket_points": _INT,
        "bonus": _INT,
        "station_points": _INT,
        "goods": _INT,
        "longest": _INT,
        "tickets_kept": _INT,
        "tickets_completed": _INT,
        "points_lost": _INT,
        "unknown_tickets": _INT,
        "turns": _INT,
        "draws": _INT,
        "blind": _INT,
        "face_up": _INT,
        "locomotives_dealt": _INT,
        "locomotives_blind": _INT,
        "locomotives_face_up": _INT,
        "claims": _INT,
        "trains_placed": _INT,
        "trains_left": _INT,
        "hand_left": _INT,
        "stated": _INT,
    },
    "claims": {
        "game": _INT,
        "turn": _INT,
        "seat": _INT,
        "nth": _INT,
        "move": _INT,
        "turned": _TEXT,
        "new_a": _YES,
        "new_b": _YES,
        "contested": _YES,
        "track_known": _YES,
        "won": _YES,
    },
    "tickets": {
        "game": _INT,
        "seat": _INT,
        "ticket": _TEXT,
        "turn": _INT,
        "kept": _YES,
        "offer_known": _YES,
        "completed": _YES,
        "completed_turn": _INT,
        "by_station": _YES,
        "scoring": _INT,
        "spent": _TEXT,
        "points": _INT,
        "won": _YES,
    },
    "stations": {
        "game": _INT,
        "turn": _INT,
        "seat": _INT,
        "city": _TEXT,
        "paid": _TEXT,
        "borrowed": _TEXT,
        "tickets": pa.list_(pa.string()),
    },
    "passengers": {
        "game": _INT,
        "turn": _INT,
        "seat": _INT,
        "event": _TEXT,
        "city": _TEXT,
        "way": _TEXT,
        "cards": _INT,
        "points": _INT,
    },
    "merchandise": {"game": _INT, "turn": _INT, "seat": _INT, "city": _TEXT, "points": _INT},
    "railyards": {
        "game": _INT,
        "turn": _INT,
        "seat": _INT,
        "event": _TEXT,
        "cards": _TEXT,
    },
    "problems": {
        "game": _INT,
        "rule": _TEXT,
        "message": _TEXT,
        "turn": _INT,
        "player": _TEXT,
        "line": _INT,
        "column": _INT,
        "text": _TEXT,
        "hint": _TEXT,
    },
    "analyses": {
        "game": _INT,
        "model": _TEXT,
        "basis": _TEXT,
        "worlds": _INT,
        "stderr": _REAL,
        "playouts": _INT,
        "weighed": _YES,
        "excitement": _REAL,
        "largest_swing": _REAL,
        "largest_turn": _INT,
        "reason": _TEXT,
    },
    "analysed_seats": {
        "game": _INT,
        "seat": _INT,
        "start": _REAL,
        "lowest": _REAL,
        "lowest_turn": _INT,
        "last_round": _REAL,
        "result": _REAL,
        "luck": _REAL,
        "luck_points": _REAL,
        "rest": _REAL,
    },
    "standings": {"game": _INT, "turn": _INT, "seat": _INT, "win": pa.float32(), "points": pa.float32()},
    "losses": {
        "game": _INT,
        "seat": _INT,
        "moves": _INT,
        "loss": _REAL,
        "stderr": _REAL,
        "playouts": _INT,
    },
}
"""The columns of each table whose rows are gathered one by one; those of the turns are gathered in columns."""

TABLES: Final = ("games", "seats", "turns", *list(COLUMNS)[2:])
"""All tables that hold rows of games; two of them are views, over a table of the same name in the schema ``packed``."""


class Rows:
    """The rows of some games, by table."""

    def __init__(self) -> None:
        self.of: dict[str, list[Row]] = {name: [] for name in COLUMNS}

    def batch(self) -> Batch:
        """Return the rows as Arrow, column by column; tables without rows are left out."""
        return {name: _columns(COLUMNS[name], rows) for name, rows in self.of.items() if rows}


def _columns(types: Mapping[str, pa.DataType], rows: Sequence[Row]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, kind) for column, kind in zip(columns, types.values(), strict=True)]
    return pa.RecordBatch.from_arrays(arrays, names=list(types))
