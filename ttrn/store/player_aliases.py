"""Players across games: one person, several spellings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ttrn.boards.names import did_you_mean
from ttrn.store.database import DatabaseError, connect, open_database, writing
from ttrn.store.dataset import is_folder
from ttrn.store.failures import reading
from ttrn.store.ratings import rate_games

if TYPE_CHECKING:
    import duckdb


def aliases(path: str | Path) -> list[tuple[str, str]]:
    """Return all other spellings and the players they stand for.

    Raises:
        DatabaseError: the database cannot be opened.
    """
    with connect(path) as connection, reading(path):
        return connection.execute("SELECT player, spelling FROM aliases ORDER BY ALL").fetchall()


def take_aliases(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Take over the spellings of another database, of whatever version."""
    connection.execute("DELETE FROM aliases")
    with open_database(path, read_only=True) as other:
        rows = other.execute("SELECT spelling, player FROM aliases").fetchall()
    for row in rows:
        connection.execute("INSERT INTO aliases VALUES (?, ?)", row)


Change: TypeAlias = "Callable[[duckdb.DuckDBPyConnection], dict[str, str]]"
"""Says how all spellings shall be, by the names that there are; or raises a DatabaseError."""


def add_aliases(path: str | Path, player: str, spellings: Sequence[str]) -> None:
    """Let other spellings stand for a player, from now on and in all statistics.

    Raises:
        DatabaseError: nobody is called so in the database, a spelling is taken, or it cannot be written.
    """

    def added(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
        known = {row[0] for row in connection.execute("SELECT DISTINCT name FROM seats").fetchall()}
        taken = dict(connection.execute("SELECT spelling, player FROM aliases").fetchall())
        if player in taken:
            raise DatabaseError(f'"{player}" is itself another spelling of "{taken[player]}"')
        for spelling in spellings:
            if spelling not in known:
                hint = did_you_mean(spelling, tuple(known))
                raise DatabaseError(f'nobody in the database is called "{spelling}"{hint}')
            if spelling == player:
                raise DatabaseError(f'"{spelling}" stands for itself')
            if taken.get(spelling, player) != player:
                raise DatabaseError(f'"{spelling}" stands for "{taken[spelling]}" already; remove that first')
            if spelling in taken.values():
                raise DatabaseError(f'"{spelling}" has other spellings of its own; give those to "{player}" instead')
            taken[spelling] = player
        return taken

    _change(path, added)


def remove_aliases(path: str | Path, spellings: Sequence[str]) -> None:
    """Let spellings stand for themselves again.

    Raises:
        DatabaseError: one of them stands for nobody else, or the database cannot be written.
    """

    def without(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
        taken = dict(connection.execute("SELECT spelling, player FROM aliases").fetchall())
        for spelling in spellings:
            if spelling not in taken:
                raise DatabaseError(f'"{spelling}" stands for nobody else{did_you_mean(spelling, tuple(taken))}')
            del taken[spelling]
        return taken

    _change(path, without)


def _change(path: str | Path, change: Change) -> None:
    if is_folder(path):
        from ttrn.store.dataset_changes import change_aliases  # noqa: PLC0415  takes long, and few need it

        change_aliases(path, change)
        return
    with writing(path) as draft:
        connection = draft.connection
        found = change(connection)
        connection.execute("DELETE FROM aliases")
        for row in found.items():
            connection.execute("INSERT INTO aliases VALUES (?, ?)", row)
        rate_games(connection, anew=True)
