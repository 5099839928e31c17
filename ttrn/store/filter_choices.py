"""What filters may ask for, and why nothing is left where they leave nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ttrn.boards import board_names
from ttrn.boards.names import did_you_mean
from ttrn.notation.levels import LEVELS
from ttrn.store.database import DatabaseError, cursor, script
from ttrn.store.filters import both_ways
from ttrn.store.worker import VERDICTS

if TYPE_CHECKING:
    import duckdb

    from ttrn.store.filters import Filters

INFORMATION: Final = ("full", "player", "public", "partial")
KINDS: Final = ("human", "bot", "mixed")

_TICKETS: Final = "SELECT DISTINCT unnest([ticket, split_part(ticket, '#', 1)]) AS name FROM ticket_cards ORDER BY name"
_ROUTES: Final = "SELECT DISTINCT unnest([route, pair]) AS name FROM routes ORDER BY name"


def check_verdict(verdict: str) -> None:
    """Raise unless games can have a verdict.

    Raises:
        DatabaseError: they cannot.
    """
    _check("verdict", verdict, VERDICTS)


def check_filters(connection: duckdb.DuckDBPyConnection, filters: Filters) -> None:
    """Raise unless there is what filters name: the board, players, verdict, kinds, and the parts of an opening.

    A board that ttrn knows may be named though no game was played on it.

    Raises:
        DatabaseError: something is unknown; the message says what there is.
    """
    for what, value, known in (
        ("verdict", filters.verdict, VERDICTS),
        ("level", filters.level, LEVELS),
        ("kind of record", filters.information, INFORMATION),
        ("kind of game", filters.kind, KINDS),
    ):
        if value is not None:
            _check(what, value, known)
    with cursor(connection) as mine:
        if filters.board is not None:
            rows = mine.execute("SELECT DISTINCT board FROM games").fetchall()
            _check("board", filters.board, tuple(sorted({*board_names(), *[name for (name,) in rows]})))
        for player in (filters.player, filters.against):
            if player is None:
                continue
            rows = mine.execute("SELECT DISTINCT player FROM participants").fetchall()
            if player not in (names := tuple([name for (name,) in rows])):
                raise DatabaseError(f'nobody in the database is called "{player}"{did_you_mean(player, names)}')
        _check_names(mine, "ticket", filters.kept, _TICKETS)
        _check_names(mine, "route", filters.begun, _ROUTES)


def _check_names(connection: duckdb.DuckDBPyConnection, what: str, names: str | None, query: str) -> None:
    """Raise unless a list with commas names tickets or routes of the boards in the database."""
    for name in filter(None, [name.strip() for name in (names or "").split(",")]):
        known = tuple([found for (found,) in connection.execute(query).fetchall()])
        if not {*both_ways(name)} & {*known}:
            raise DatabaseError(f'there is no {what} "{name}"{did_you_mean(name.upper(), known)}')


def _check(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise DatabaseError(f'there is no {what} "{value}"{did_you_mean(value, known)}')


def check_game(connection: duckdb.DuckDBPyConnection, number: int) -> None:
    """Raise unless there is a game of this number.

    Raises:
        DatabaseError: there is none; the message says which there are.
    """
    with cursor(connection) as mine:
        ((there, last),) = mine.execute(
            "SELECT coalesce(bool_or(game = ?), false), max(game) FROM games", [number]
        ).fetchall()
    if not there:
        which = f"they have the numbers 1 to {last}" if last else "there are none"
        raise DatabaseError(f"there is no game {number} in the database: {which}")


def left_out(connection: duckdb.DuckDBPyConnection, filters: Filters) -> dict[str, int]:
    """Return how many games are looked at by no statistic though they pass the filters, by the reason in words."""
    with cursor(connection) as mine:
        replace(filters, verdict=None).apply(mine)
        return dict(mine.execute(script("left_out.sql"), {"verdict": filters.verdict}).fetchall())


def why_nothing(connection: duckdb.DuckDBPyConnection, filters: Filters) -> str:
    """Return in words why a statistic has no rows."""
    with cursor(connection) as mine:
        ((total,),) = mine.execute("SELECT count(*) FROM games").fetchall()
        filters.apply(mine)
        ((chosen,),) = mine.execute("SELECT count(*) FROM chosen_games").fetchall()
    out = left_out(connection, filters)
    if not total:
        return "there is no game in the database"
    if chosen:
        return f"there is nothing of that in {_games(chosen)}"
    if not out:
        return f"none of the {_games(total)} in the database passes the filters"
    if filters.verdict is not None:
        return f"no game is {filters.verdict}: {', '.join([f'{_games(number)} {why}' for why, number in out.items()])}"
    why = [f"{_games(number)} {reason}" if len(out) > 1 else reason for reason, number in out.items()]
    rule = "statistics count finished games with known winners and without problems"
    return f"{_games(sum(out.values()))}, {', '.join(why)}: {rule}"


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"
