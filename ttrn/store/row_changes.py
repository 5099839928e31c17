"""Rows of games that take the place of others, in a database file or a data set: all of them, or none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from ttrn.store.database import VERSION, connect_dataset, writing
from ttrn.store.dataset import TableFile, is_folder, read_current
from ttrn.store.packing import insert
from ttrn.store.places import Place, place_of
from ttrn.store.publishing import alone, append, publish, rows_of, state_of

if TYPE_CHECKING:
    import duckdb


class NewRows(NamedTuple):
    """New rows by table, and the games whose former rows of these tables go; nothing changes without games."""

    games: Collection[int]
    tables: Mapping[str, pa.Table]


Change: TypeAlias = "Callable[[duckdb.DuckDBPyConnection], NewRows]"
"""Is given a connection to what is there, and says what comes."""


def change_rows(path: str | Path, change: Change) -> None:
    """Let a function change rows of games; readers see all of it when it is done.

    Raises:
        DatabaseError: the function says so, or it cannot be written; nothing is then changed.
        OSError: a data set cannot be written.
    """
    if is_folder(path):
        _change_dataset(path, change)
        return
    with writing(path) as draft:
        connection = draft.connection
        games, tables = change(connection)
        connection.execute("BEGIN")
        for name, rows in tables.items():
            connection.execute(f"DELETE FROM {name} WHERE list_contains(?, game)", [list(games)])  # noqa: S608  names of our own
            if rows.num_rows:
                insert(connection, name, rows)
        connection.execute("COMMIT")
        draft.unchanged = not games


def _change_dataset(path: str | Path, change: Change) -> None:
    target = place_of(path)
    with alone(target):
        before = read_current(target, VERSION)
        with connect_dataset(path, before, plain=True) as connection:
            games, new = change(connection)
        if not games:
            return
        after = before._replace(state=state_of(before, "rows", *new, *map(str, games)))
        tables = dict(before.tables)
        for name, rows in new.items():
            files = before.tables.get(name, [])
            kept = _without(target, files, games)
            tables[name] = append(target, name, kept.files, chain(kept.rows, [rows]), after.state)
        publish(target, before, after._replace(tables=tables))


class _Kept(NamedTuple):
    """What is left of a table: files that stay, and rows that are written anew."""

    files: list[TableFile]
    rows: Iterator[pa.Table]


def _without(target: Place, files: list[TableFile], games: Collection[int]) -> _Kept:
    """Return a table without some games: as it is where it has none of them, else its rows without theirs."""
    gone = pa.array(sorted(games), pa.int32())

    def others() -> Iterator[pa.Table]:
        for file in files:
            for rows in rows_of(target / file.path):
                yield rows.filter(pc.invert(pc.is_in(rows.column("game"), gone)))

    if sum([rows.num_rows for rows in others()]) == sum([file.rows for file in files]):
        return _Kept(list(files), iter(()))
    return _Kept([], others())
