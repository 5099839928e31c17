"""The way into the tables: what comes again and again gets a number, rows an order in which they take little space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from ttrn.store.columns import Row
from ttrn.store.database import script

if TYPE_CHECKING:
    import duckdb

    from ttrn.store.worker import Loaded

_IN_ORDER: Final = {"turns": "pack_turns.sql", "claims": "pack_claims.sql", "tickets": "pack_tickets.sql"}
"""The tables whose rows are put in an order of their own."""

_CODED: Final = {"turns": ("move", "market"), "claims": ("move",)}
"""The columns that hold numbers of values."""


class Numbered:
    """The values of a packed table, each known by a number that counts from 0; those in the database keep theirs."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        self._connection = connection
        self._table = f"packed.{table}"
        found = connection.execute(f"SELECT * FROM {self._table} ORDER BY 1").fetchall()  # noqa: S608  names of our own
        self._numbers: dict[Row, int] = {row[1:]: row[0] for row in found}
        self._new: list[Row] = []

    def numbers(self, values: Sequence[Row]) -> pa.Array:
        """Return the numbers of values, and give some to those that have none."""
        known, new = self._numbers, self._new
        found: list[int] = []
        for value in values:
            number = known.get(value)
            if number is None:
                number = known[value] = len(known)
                new.append((number, *value))
            found.append(number)
        return pa.array(found, pa.int32())

    def write(self) -> None:
        """Put the new ones into the database."""
        if not self._new:
            return
        names = [row[0] for row in self._connection.execute(f"DESCRIBE {self._table}").fetchall()]
        columns = dict(zip(names, map(list, zip(*self._new, strict=True)), strict=True))
        insert(self._connection, self._table, pa.table(columns))
        self._new = []


class Packer:
    """Gives the moves and markets of batches the numbers that they have in the database."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._of = {"move": Numbered(connection, "moves"), "market": Numbered(connection, "markets")}

    def renumber(self, batch: Loaded) -> None:
        """Put the numbers of the database in place of those of the batch, which is changed."""
        numbers = {"move": self._of["move"].numbers(batch.moves), "market": self._of["market"].numbers(batch.markets)}
        for table, columns in _CODED.items():
            for name in columns:
                if table in batch.rows:
                    rows = batch.rows[table]
                    place = rows.schema.get_field_index(name)
                    batch.rows[table] = rows.set_column(place, name, numbers[name].take(rows.column(place)))

    def write(self) -> None:
        """Put the moves and markets that are new into the database."""
        for values in self._of.values():
            values.write()


_MOVE: Final = {
    "action": pa.string(),
    "target": pa.string(),
    "length": pa.int32(),
    "route_points": pa.int32(),
    "face_up": pa.string(),
    "blind": pa.string(),
    "turned_up": pa.string(),
    "paid": pa.string(),
    "points": pa.int32(),
    "color": pa.string(),
    "locomotives": pa.int32(),
}
"""The columns of ``packed.moves``, without the number."""

_OF_TURNS: Final = ("action", "target", "face_up", "blind", "turned_up", "paid", "points")
_OF_CLAIMS: Final = {
    "route": "target",
    "length": "length",
    "points": "route_points",
    "paid": "paid",
    "color": "color",
    "locomotives": "locomotives",
}


def unpacked(batch: Loaded) -> dict[str, pa.Table]:
    """Return the rows of a batch as the tables have them for whoever asks, with the moves and markets in place."""
    tables = {name: pa.Table.from_batches([rows]) for name, rows in batch.rows.items()}
    columns = list(zip(*batch.moves, strict=True)) or [()] * len(_MOVE)
    moves = {name: pa.array(column, kind) for (name, kind), column in zip(_MOVE.items(), columns, strict=True)}
    if "turns" in tables:
        turns = tables["turns"]
        done = {name: moves[name].take(_whole(turns, "move")) for name in _OF_TURNS}
        cards = pa.array([cards for (cards,) in batch.markets], pa.string())
        kept = {name: turns.column(name) for name in ("game", "turn", "seat")}
        stood = {name: turns.column(name) for name in ("score", "trains", "hand", "deck")}
        tables["turns"] = pa.table(kept | done | stood | {"market": cards.take(_whole(turns, "market"))})
    if "claims" in tables:
        claims = tables["claims"]
        paid = {name: moves[source].take(_whole(claims, "move")) for name, source in _OF_CLAIMS.items()}
        before = {name: claims.column(name) for name in ("game", "turn", "seat", "nth")}
        after = {name: claims.column(name) for name in claims.column_names if name not in (*before, "move")}
        tables["claims"] = pa.table(before | paid | after)
    return tables


def _whole(table: pa.Table, name: str) -> pa.Array:
    return table.column(name).combine_chunks()


def insert(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Add rows to a table, in an order of its own where it has one; their games are there already."""
    connection.register("incoming", rows)
    if table in _IN_ORDER:
        connection.execute(script(_IN_ORDER[table]))
    else:
        connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608  names of our own
    connection.unregister("incoming")
