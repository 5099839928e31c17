"""Games out of the database and in again: as text, and as a data set in Parquet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import duckdb
from pyarrow import dataset as arrow_dataset

from ttrn.notation.source import Chunk
from ttrn.store.columns import TABLES
from ttrn.store.database import VERSION, DatabaseError, connect, cursor, open_database
from ttrn.store.dataset import CURRENT, REFERENCES, Current, is_published, read_current
from ttrn.store.failures import first_line, reading
from ttrn.store.filter_choices import check_filters
from ttrn.store.filters import Filters
from ttrn.store.places import Place, place_of
from ttrn.store.worker import UNREADABLE, Item

if TYPE_CHECKING:
    import pyarrow as pa

_GAMES: Final = "games"
_PIECE: Final = 500
_SLICE: Final = 5_000
"""So many games are taken out of a database at a time where they must be in their order."""

_EXPORTED: Final = "exported"
"""What the state of a data set is called that was written at once."""


def texts(path: str | Path, filters: Filters | None = None) -> Iterator[str]:
    """Return the readable games of a database as canonical texts, in the order in which they were loaded.

    With filters only those games that a statistic would look at. Who asks for the verdict "unreadable" gets the texts
    as they stood in their files.

    Raises:
        DatabaseError: the database cannot be opened or is damaged, or there is nothing like that which a filter names.
    """
    with connect(path) as connection, reading(path), cursor(connection) as mine:
        if filters is None:
            mine.execute("SELECT text FROM games WHERE verdict <> ? ORDER BY game", [UNREADABLE])
        else:
            check_filters(connection, filters)
            filters.apply(mine)
            mine.execute("SELECT text FROM chosen_games ORDER BY game")
        while rows := mine.fetchmany(_PIECE):
            for (text,) in rows:
                yield text


def items_of_database(path: str | Path) -> Iterator[Item]:
    """Return all games of a database, of whatever version, with the places they came from.

    Raises:
        DatabaseError: it is no database of ttrn.
    """
    with open_database(Path(path), read_only=True) as connection, reading(path), connection.cursor() as mine:
        mine.execute("SELECT file, number, line, text FROM games ORDER BY game")
        yield from _items(mine)


def is_dataset(folder: Path) -> bool:
    """Return whether a folder holds a data set: games were loaded into it, or exported."""
    return is_published(folder) or (
        (folder / _GAMES).is_dir() and next((folder / _GAMES).rglob("*.parquet"), None) is not None
    )


def items_of_dataset(folder: Path) -> Iterator[Item]:
    """Return all games of a Parquet data set.

    Raises:
        DatabaseError: it cannot be read.
    """
    if is_published(folder):
        target = place_of(folder)
        yield from items_of_state(target, read_current(target, VERSION, older=True))
        return
    pattern = str(folder / _GAMES / "**" / "*.parquet")
    try:
        with duckdb.connect() as connection:
            connection.execute(
                "SELECT file, number, line, text FROM read_parquet(?, hive_partitioning = true) ORDER BY game",
                [pattern],
            )
            yield from _items(connection)
    except duckdb.Error as error:
        raise DatabaseError(f"{folder} cannot be read as a data set: {str(error).partition(chr(10))[0]}") from None


def items_of_state(target: Place, state: Current) -> Iterator[Item]:
    """Return all games of a state of a data set, of whatever version, with the places they came from.

    Raises:
        OSError: a file cannot be read.
    """
    files = [(target / file.path).path for file in state.tables.get(_GAMES, [])]
    if not files:
        return
    with duckdb.connect(":memory:") as connection:
        connection.register("there", arrow_dataset.dataset(files, filesystem=target.system))
        for first in range(1, state.games + 1, _SLICE):  # all at once would have to be put in order in memory
            connection.execute(
                "SELECT file, number, line, text FROM there WHERE game BETWEEN ? AND ? ORDER BY game",
                [first, first + _SLICE - 1],
            )
            yield from _items(connection)


def letters(path: Path) -> int:
    """Return how long the texts in a database or a data set are, 0 where that cannot be told."""
    try:
        if is_published(path):
            with connect(path) as connection:
                rows = connection.execute("SELECT sum(length(text)) FROM games").fetchall()
        elif path.is_dir():
            with duckdb.connect() as connection:
                pattern = str(path / _GAMES / "**" / "*.parquet")
                rows = connection.execute("SELECT sum(length(text)) FROM read_parquet(?)", [pattern]).fetchall()
        else:
            with open_database(path, read_only=True) as connection:
                rows = connection.execute("SELECT sum(length(text)) FROM games").fetchall()
    except (duckdb.Error, DatabaseError):
        return 0
    return int(rows[0][0] or 0)


def _items(mine: duckdb.DuckDBPyConnection) -> Iterator[Item]:
    while rows := mine.fetchmany(_PIECE):
        for file, number, line, text in rows:
            yield Item(file, Chunk(number, line, text))


def export_parquet(path: str | Path, folder: str | Path) -> int:
    """Write a database as a data set in Parquet, as :func:`ttrn.store.load_dataset` makes one; return its games.

    The folder is written whole or not at all.

    Raises:
        DatabaseError: the database cannot be opened, or the folder is there already and not empty.
        OSError: the folder cannot be written.
    """
    from ttrn.store.publishing import append, with_rows, with_sums  # noqa: PLC0415  takes long, and only this needs it

    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatabaseError(f"{folder} is there already; a data set is written into a new or empty folder")
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    target = place_of(draft)
    try:
        with connect(path) as connection, reading(path):
            ((games,),) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchall()
            state = Current(VERSION, _EXPORTED, int(games), {}, [])
            tables = {
                name: append(target, name, [], _in_slices(connection, name, state.games), _EXPORTED)
                for name in (*TABLES, "ratings")
            }
            rest = {name: connection.sql(f"FROM {name}").to_arrow_table() for name in (*REFERENCES, "aliases")}
            state = with_sums(target, with_rows(target, state._replace(tables=tables), rest))
        (target / CURRENT).write(state.text())
        if folder.exists():
            folder.rmdir()
        draft.replace(folder)
    except OSError as error:
        # Arrow does not say which file it was, and the draft's name would tell nobody anything.
        raise OSError(error.errno, error.strerror or first_line(error), str(folder)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return state.games


def _in_slices(connection: duckdb.DuckDBPyConnection, table: str, games: int) -> Iterator[pa.Table]:
    """Return the rows of a table by games: in a database file they lie in an order that takes less space."""
    for first in range(1, games + 1, _SLICE):
        last = first + _SLICE - 1
        wanted = f"FROM {table} WHERE game BETWEEN {first} AND {last} ORDER BY game"
        yield connection.sql(wanted).to_arrow_table()
