"""The statistics: views in SQL, asked for by name, with filters that all of them understand."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttrn.boards.names import did_you_mean
from ttrn.store.database import DatabaseError, cursor, script
from ttrn.store.failures import reading
from ttrn.store.filters import NO_FILTERS, Filters

if TYPE_CHECKING:
    import duckdb

_PORTRAITS: Final = "portraits.sql"
_OPENINGS: Final = "openings.sql"
_FILES: Final = ("players.sql", "routes.sql", "tickets.sql", _OPENINGS, "tables.sql", "distributions.sql", _PORTRAITS)
_COMMENT: Final = re.compile(r"COMMENT ON (VIEW|MACRO TABLE) (\w+) IS '((?:[^']|'')*)';")


class Statistic(NamedTuple):
    """A statistic: its name, what it is about, and what it wants or understands.

    That is the number of a game, a filter with a player, and the filters of openings.
    """

    name: str
    text: str
    of_game: bool
    of_player: bool
    of_opening: bool


class Answer(NamedTuple):
    """The rows of a query, with the names of their columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


@cache
def statistics() -> tuple[Statistic, ...]:
    """Return all statistics, in the order of the files that define them."""
    found = [(file, *match.groups()) for file in _FILES for match in _COMMENT.finditer(script(file))]
    return tuple(
        Statistic(name, text.replace("''", "'"), kind != "VIEW", file == _PORTRAITS, file == _OPENINGS)
        for file, kind, name, text in found
        if not name.startswith("chosen_")
    )


def ask(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    filters: Filters = NO_FILTERS,
    *,
    game: int | None = None,
    limit: int | None = None,
) -> Answer:
    """Return a statistic of the chosen games.

    Raises:
        DatabaseError: there is no such statistic, or it wants the number of a game, or a player, or it is not about
            openings and the filters are.
    """
    known = {statistic.name: statistic for statistic in statistics()}
    if name not in known:
        raise DatabaseError(f'there is no statistic "{name}"{did_you_mean(name, tuple(known))}')
    if known[name].of_game and game is None:
        raise DatabaseError(f"{name} wants the number of a game, as the table games has it")
    if known[name].of_player and filters.player is None:
        raise DatabaseError(f"{name} is about one player: choose one with the filter")
    if not known[name].of_opening and (filters.kept or filters.begun):
        raise DatabaseError(f"{name} cannot be filtered by tickets kept or routes begun with, only openings can")
    source = f"{name}({game:d})" if known[name].of_game and game is not None else name
    with cursor(connection) as mine:
        filters.apply(mine)
        return rows_of(mine, f"FROM {source}" + ("" if limit is None else f" LIMIT {limit:d}"))


def rows_of(connection: duckdb.DuckDBPyConnection, sql: str) -> Answer:
    """Run a query of our own and return all its rows.

    Raises:
        DatabaseError: the database is damaged.
    """
    with reading("the database"):
        result = connection.execute(sql)
        columns = tuple([column[0] for column in result.description or ()])
        return Answer(columns, result.fetchall() if columns else [])
