"""The statistics: views in SQL, asked for by name, with filters that all of them understand."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttrn.boards.names import did_you_mean
from ttrn.store.database import DatabaseError, cursor, script
from ttrn.store.failures import reading
from ttrn.store.filters import NO_FILTERS, Filters

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_OPENINGS: Final = "openings.sql"
_OF_PLAYER: Final = ("portraits.sql", "player_analysis.sql")
_OF_ANALYSIS: Final = ("analysis.sql", "player_analysis.sql")
_FILES: Final = (
    *("players.sql", "routes.sql", "tickets.sql", _OPENINGS, "tables.sql", "distributions.sql"),
    *("portraits.sql", *_OF_ANALYSIS),
)
_SHOWN_ROWS: Final = 20
"""So many rows of an answer a notebook shows."""

_COMMENT: Final = re.compile(r"COMMENT ON (VIEW|MACRO TABLE) (\w+) IS '((?:[^']|'')*)';")


class Statistic(NamedTuple):
    """A statistic: its name, what it is about, and what it wants or understands.

    That is the number of a game, a filter with a player, the filters of openings, and games that were analysed.
    """

    name: str
    text: str
    of_game: bool
    of_player: bool
    of_opening: bool
    of_analysis: bool


class Answer(NamedTuple):
    """The rows of a query, with the names of their columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def arrow(self) -> pa.Table:
        """Return them as a table of Arrow."""
        import pyarrow as pa  # noqa: PLC0415  rows alone do not need it

        columns = [list(column) for column in zip(*self.rows, strict=True)] or [[] for _ in self.columns]
        return pa.table(dict(zip(self.columns, columns, strict=True)))

    def pandas(self) -> pd.DataFrame:
        """Return them as a frame of pandas.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return self.arrow().to_pandas()

    def polars(self) -> pl.DataFrame:
        """Return them as a frame of Polars.

        Raises:
            ModuleNotFoundError: Polars is not installed.
        """
        import polars as pl  # noqa: PLC0415  whoever wants it has it

        return pl.DataFrame(self.arrow())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand them to whatever takes Arrow: ``polars.DataFrame(answer)``, ``duckdb.sql("FROM answer")``."""
        return self.arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        head = "".join([f"<th>{escape(name)}</th>" for name in self.columns])
        body = [
            f"<tr>{''.join([f'<td>{escape(str(cell))}</td>' for cell in row])}</tr>" for row in self.rows[:_SHOWN_ROWS]
        ]
        more = f"<p>and {len(self.rows) - _SHOWN_ROWS:,} more rows</p>" if len(self.rows) > _SHOWN_ROWS else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{more}"


@cache
def statistics() -> tuple[Statistic, ...]:
    """Return all statistics, in the order of the files that define them."""
    found = [(file, *match.groups()) for file in _FILES for match in _COMMENT.finditer(script(file))]
    return tuple(
        Statistic(
            name,
            text.replace("''", "'"),
            of_game=kind != "VIEW",
            of_player=file in _OF_PLAYER,
            of_opening=file == _OPENINGS,
            of_analysis=file in _OF_ANALYSIS,
        )
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
        mine.execute("SET VARIABLE rows = ?", [limit])
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
