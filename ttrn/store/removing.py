"""Taking games out of the database, so that it is as if they had never been loaded."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from ttrn.boards.names import did_you_mean
from ttrn.store.columns import TABLES
from ttrn.store.database import DatabaseError, connect, script, writing
from ttrn.store.dataset import is_folder
from ttrn.store.filter_choices import check_verdict
from ttrn.store.ratings import rate_games

if TYPE_CHECKING:
    import duckdb

_PACKED: Final = ("turns", "claims")
_HASH: Final = re.compile(r"[0-9a-f]{4,32}", re.ASCII)
_NAMED: Final = 5
"""So many of the games that a short hash can mean are named."""


class Kept(NamedTuple):
    """A game in the database, as much as one needs to tell it from others."""

    number: int
    hash: str
    board: str
    date: date | None
    event: str | None
    names: list[str]
    turns: int
    verdict: str
    file: str


def choose_games(
    path: str | Path, hashes: Sequence[str] = (), *, files: Sequence[str] = (), verdict: str = ""
) -> list[Kept]:
    """Return the games of a database that are named by their hashes, or that come from a file and have a verdict.

    The beginning of a hash is enough, from four signs on, if it is that of one game only.

    Raises:
        DatabaseError: nothing was named, a hash is none, of no game or of several, no game comes from a file, or has
            that verdict.
    """
    if bool(hashes) == bool(files or verdict):
        raise DatabaseError("name games by their hashes, or else by their file or verdict")
    if verdict:
        check_verdict(verdict)
    with connect(path) as connection:
        games = [Kept(*row) for row in connection.execute(script("kept.sql")).fetchall()]
    if hashes:
        chosen = {game.number: game for game in [_by_hash(games, name) for name in hashes]}
        return [chosen[number] for number in sorted(chosen)]
    if files:
        games = [game for name in files for game in _by_file(games, name)]
    found = [game for game in games if not verdict or game.verdict == verdict]
    if not found:
        which = f" that comes from {' or '.join(files)}" if files else ""
        raise DatabaseError(f"no game in the database{which} is {verdict}")
    return found


def _by_hash(games: Sequence[Kept], name: str) -> Kept:
    start = name.strip().lower()
    if not _HASH.fullmatch(start):
        raise DatabaseError(f'"{name}" is no hash of a game: that is four signs or more of 0-9 and a-f')
    found = [game for game in games if game.hash.startswith(start)]
    if not found:
        raise DatabaseError(f"there is no game {start} in the database")
    if len(found) > 1:
        some = ", ".join([game.hash[: len(start) + 4] for game in found[:_NAMED]])
        raise DatabaseError(f"{start} can be {len(found)} games ({some}{', …' if len(found) > _NAMED else ''})")
    return found[0]


def _by_file(games: Sequence[Kept], name: str) -> list[Kept]:
    found = [game for game in games if game.file == name or normpath(game.file) == normpath(name)]
    if not found:
        hint = did_you_mean(name, tuple({game.file for game in games}))
        raise DatabaseError(f"no game in the database comes from the file {name}{hint}")
    return found


def remove_games(path: str | Path, hashes: Sequence[str]) -> int:
    """Remove games, named by their whole hashes; return how many are left.

    The others are numbered anew, from 1 in the order in which they were loaded, and rated again.

    Raises:
        DatabaseError: a game is not there, or the database cannot be written; nothing is then removed.
    """
    if is_folder(path):
        from ttrn.store.dataset_changes import remove_from_dataset  # noqa: PLC0415  takes long, and few need it

        with connect(path) as connection:
            _numbers(connection, hashes)
        return remove_from_dataset(path, hashes)
    with writing(path) as draft:
        connection = draft.connection
        known = _numbers(connection, hashes)
        connection.execute("BEGIN")
        anew = take_out(connection, {known[name] for name in hashes})
        connection.execute("COMMIT")
        rate_games(connection, anew=anew)
        return len(known) - len(set(hashes))


def _numbers(connection: duckdb.DuckDBPyConnection, wanted: Sequence[str]) -> dict[str, int]:
    """Return the numbers of all games by their hashes.

    Raises:
        DatabaseError: one that is wanted is not there.
    """
    known = dict(connection.execute("SELECT hash, game FROM games").fetchall())
    for name in wanted:
        if name not in known:
            raise DatabaseError(f"there is no game {name} in the database")
    return known


def take_out(
    connection: duckdb.DuckDBPyConnection, gone: Collection[int], places: Mapping[int, int] | None = None
) -> bool:
    """Take games out of a draft, with all that follows from them; the others are numbered anew without gaps.

    The caller begins the transaction, and ends it.

    Args:
        connection: to the draft.
        gone: the numbers of the games to take out.
        places: for games that take the place of another one, the number that this one had.

    Returns:
        Whether ratings rest on games that are gone: then all are to be rated again.
    """
    if not gone:
        return False
    taking = places or {}
    numbers = pa.table({"game": pa.array(sorted(gone), pa.int32())})
    connection.register("leaving", numbers)
    columns = {"game": pa.array(list(taking), pa.int32()), "place": pa.array(list(taking.values()), pa.int32())}
    connection.register("taking", pa.table(columns))
    ((rated,),) = connection.execute("SELECT count(*) > 0 FROM ratings WHERE game IN (FROM leaving)").fetchall()
    connection.execute(script("renumber.sql"))
    for name in (*TABLES, "ratings"):
        table = f"packed.{name}" if name in _PACKED else name
        connection.execute(script("take_out.sql").replace("$table", table))
    connection.execute(script("tidy.sql"))
    for name, tables in {"move": ("moves", "turns", "claims"), "market": ("markets", "turns")}.items():
        _close_gaps(connection, name, tables)
    connection.unregister("leaving")
    connection.unregister("taking")
    return bool(rated)


def _close_gaps(connection: duckdb.DuckDBPyConnection, name: str, tables: Sequence[str]) -> None:
    """Give the values with the highest numbers those that became free: numbers count from 0 without gaps."""
    connection.execute(script("gaps.sql").replace("$number", name).replace("$table", f"packed.{tables[0]}"))
    for table in tables:
        connection.execute(
            f"UPDATE packed.{table} AS t SET {name} = g.free FROM gaps g WHERE t.{name} = g.taken"  # noqa: S608  names of our own
        )
