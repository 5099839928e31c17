"""Games out of the database and in again: as text, and as a data set in Parquet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import duckdb

from ttrn.notation.source import Chunk
from ttrn.store.columns import TABLES
from ttrn.store.database import DatabaseError, connect, cursor, open_database, quoted, script
from ttrn.store.dataset import is_published
from ttrn.store.failures import cannot_write, is_damage, reading
from ttrn.store.filter_choices import check_filters
from ttrn.store.filters import Filters
from ttrn.store.worker import UNREADABLE, Item

REFERENCES: Final = ("boards", "cities", "routes", "ticket_cards", "aliases")
"""Tables that belong to no single game: one file each."""

_GAMES: Final = "games"
_PIECE: Final = 500


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
        with connect(folder) as connection, cursor(connection) as mine:
            mine.execute("SELECT file, number, line, text FROM games ORDER BY game")
            yield from _items(mine)
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
    """Write a database as a data set in Parquet, partitioned by board and month; return how many games it has.

    The folder is written whole or not at all.

    Raises:
        DatabaseError: the database cannot be opened, or the folder is there already and not empty.
        OSError: the folder cannot be written.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatabaseError(f"{folder} is there already; a data set is written into a new or empty folder")
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    try:
        with connect(path) as connection, reading(path):
            ((games,),) = connection.execute("SELECT count(*) FROM games").fetchall()
            for table in (*TABLES, "ratings"):
                target = quoted(draft / table)
                _export(connection, script("export.sql").replace("$table", table).replace("$folder", target), folder)
            for table in REFERENCES:
                target = quoted(draft / f"{table}.parquet")
                _export(connection, f"COPY {table} TO {target} (FORMAT parquet, COMPRESSION zstd)", folder)
        if folder.exists():
            folder.rmdir()
        draft.replace(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return int(games)


def _export(connection: duckdb.DuckDBPyConnection, statement: str, folder: Path) -> None:
    try:
        connection.execute(statement)
    except duckdb.IOException as error:
        if is_damage(error):
            raise
        raise DatabaseError(cannot_write(folder, str(error))) from None
