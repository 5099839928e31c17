"""The commands about the database: stats, sql, export, dump, alias."""

from __future__ import annotations

from dataclasses import replace
from json import dumps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ttrn import store
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.corrections import told
from ttrn.cli.filter_options import with_filters
from ttrn.cli.options import Database
from ttrn.cli.output import FAILED, Text, counted, err, fail, note, show_json, show_table, standard_input
from ttrn.cli.record_files import new_file, standard_output

if TYPE_CHECKING:
    import duckdb

Json = Annotated[bool, Option("--json", help="One JSON object per row.")]


@with_filters
def sql(
    database: Database,
    query: Annotated[str, Argument(metavar="QUERY", help='What to ask, "-" for a query on stdin.')],
    *,
    filters: store.Filters,
    megabytes: Annotated[int, Option("--megabytes", min=1, help="How much memory the query may use.")] = 4_096,
    json: Json = False,
) -> None:
    """Ask the database anything, in SQL: one query that reads. It can change nothing, and reaches no other file.

    "SHOW TABLES" lists tables and views; "DESCRIBE turns" the columns of one. Filters choose the games that statistics
    look at: "FROM seat_advantage" --board usa. Ctrl-C stops a query that takes too long.
    """
    text = standard_input().read().decode("utf-8", "replace") if query == "-" else query
    limits = replace(store.UNLIMITED, megabytes=megabytes)
    with told():
        try:
            answer = store.safe_query(database, text, limits, filters=filters, exact=True)
        except store.MemoryExceededError as error:
            raise store.QueryError(f"{error}; --megabytes allows more") from None
        _show(answer, as_json=json)


@with_filters
def stats(
    database: Database,
    name: Annotated[
        str, Argument(metavar="STATISTIC", help="Which one; without it all are listed.", words="statistics")
    ] = "",
    game: Annotated[
        int | None, Argument(metavar="GAME", help="The number of a game, where the statistic is about one.")
    ] = None,
    *,
    filters: store.Filters,
    kept: Annotated[
        str | None,
        Option(
            "--kept",
            metavar="TICKETS",
            help="Of openings: whoever kept these tickets at the start, as in LAX-NYC,DEN-ELP.",
            show_default=False,
        ),
    ] = None,
    begun: Annotated[
        str | None,
        Option(
            "--begun",
            metavar="ROUTES",
            help="Of openings: whoever claimed these routes first, in this order.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[int | None, Option("--limit", min=1, help="Only the first rows.", show_default=False)] = None,
    json: Json = False,
) -> None:
    """Answer the usual questions: about players, seats, routes, cities, tickets, openings, games and records."""
    if not name:
        rows = [(statistic.name, statistic.text) for statistic in store.statistics()]
        show_table(("statistic", "what it tells"), rows)
        return
    filters = replace(filters, kept=kept, begun=begun)
    with told(), store.connect(database) as connection:
        store.check_filters(connection, filters)
        if game is not None:
            store.check_game(connection, game)
        answer = store.ask(connection, name, filters, game=game, limit=limit)
        about = {statistic.name: statistic for statistic in store.statistics()}[name]
        made = store.how_analysed(connection, filters) if about.of_analysis else None
        why = "" if answer.rows else _why_nothing(connection, filters, made, database)
    _show(answer, as_json=json)
    if why:
        note(why)
    elif made is not None and made.words and not about.of_game:
        note(made.words)


def _why_nothing(
    connection: duckdb.DuckDBPyConnection, filters: store.Filters, made: store.Made | None, database: str
) -> str:
    """Return in words why a statistic has no rows; one about analysed games may lack these."""
    analysed = "" if made is None else store.why_not_analysed(made, database)
    return analysed or store.why_nothing(connection, filters)


def _show(answer: store.Answer | store.SafeAnswer, *, as_json: bool) -> None:
    if as_json:
        for row in answer.rows:
            show_json(dict(zip(answer.columns, map(_plain, row), strict=True)))
    elif answer.columns:
        right = [
            column
            for place, column in enumerate(answer.columns)
            if all(isinstance(row[place], int | float | None) for row in answer.rows)
        ]
        show_table(answer.columns, [tuple(map(_cell, row)) for row in answer.rows], right=tuple(right))


def _plain(value: object) -> object:
    """Return a value that JSON knows."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)  # JSON has no word for it
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return str(value)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        return " ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join([f"{key}: {_cell(part)}" for key, part in value.items()])
    return str(value)


@with_filters
def export(
    database: Database,
    *,
    filters: store.Filters,
    parquet: Annotated[
        str,
        Option("--parquet", metavar="FOLDER", help="All tables, into a new or empty folder.", show_default=False),
    ] = "",
    bgstats: Annotated[
        str,
        Option("--bgstats", metavar="FILE", help='Results, for the app BG Stats; "-" for stdout.', show_default=False),
    ] = "",
) -> None:
    """Write the database for other programs: as a data set in Parquet, or its results as plays of the app BG Stats.

    The data set has every game and every table, for DuckDB, Polars or Spark; ttrn opens it as it opens a database, and
    loads more games into it. Filters choose the plays; without them they are the games that are over, without problems.
    What a play cannot hold is told.
    """
    if bool(parquet) == bool(bgstats):
        fail("say what to write, and where to: --parquet FOLDER or --bgstats FILE")
        raise Exit(FAILED)
    if bgstats:
        _export_plays(database, filters, bgstats)
        return
    if filters != store.Filters():
        fail("a data set in Parquet has all games: filters choose only those of --bgstats")
        raise Exit(FAILED)
    with told():
        games = store.export_parquet(database, parquet)
    err.print(Text(f"{counted(games, 'game')} written to {parquet}"))


def _export_plays(database: str, filters: store.Filters, path: str) -> None:
    """Write the plays, and say what they do not hold."""
    with told():
        found = store.export_plays(database, filters)
        with store.connect(database) as connection:
            left = store.left_out(connection, filters) if filters.verdict is None else {}
    with standard_output() if path == "-" else new_file(Path(path)) as add:
        add(dumps(found.tree, ensure_ascii=False, indent=1) + "\n")
    err.print(Text(f"{counted(found.games, 'game')} written to {'stdout' if path == '-' else path}"))
    left |= found.left_out
    if left:
        reasons = [f"{counted(number, 'game')} {why}" for why, number in left.items()]
        note(f"left out: {', '.join(reasons)}")
    if found.turns:
        note(
            f"a play has players, totals, winners, a day and a place: turns, tickets and the parts of the scores of "
            f"{counted(found.turns, 'game')} stay here"
        )


@with_filters
def dump(
    database: Database,
    *,
    filters: store.Filters,
    output: Annotated[
        str, Option("-o", "--output", metavar="FILE", help="Where to; .gz and .zst are compressed.")
    ] = "-",
) -> None:
    """Print the games of the database as text, in canonical form and in the order in which they were loaded.

    Without filters that is every game that can be read. With filters, those that a statistic would look at. What is
    left out is said; "--verdict unreadable" prints the texts that could not be read, as they stood in their files.
    """
    chosen = None if filters == store.Filters() else filters
    with told(), standard_output() if output == "-" else new_file(Path(output)) as add:
        between = ""
        for text in store.texts(database, chosen):
            add(between + text)
            between = "\n"
    _tell_left_out(database, chosen, nothing=not between)


def _tell_left_out(database: str, filters: store.Filters | None, *, nothing: bool) -> None:
    """Say which games a dump leaves out, though the filters would let them pass, and how to get them."""
    with told(), store.connect(database) as connection:
        if nothing and filters is not None:
            note(store.why_nothing(connection, filters))
            return
        found = store.left_out(connection, filters or store.Filters())
    if filters is None:
        found = {reason: number for reason, number in found.items() if reason == store.UNREADABLE}
    if found and (filters is None or filters.verdict is None):
        left = ", ".join([f"{counted(number, 'game')} {reason}" for reason, number in found.items()])
        how = "unreadable prints the texts" if filters is None else "chooses by the verdict alone"
        note(f"left out: {left}; --verdict {how}")


def alias(
    database: Database,
    player: Annotated[str, Argument(metavar="PLAYER", help="Who; without it all are listed.", words="players")] = "",
    spellings: Annotated[
        list[str] | None,
        Argument(metavar="SPELLING...", help="What else the player is called.", words="players"),
    ] = None,
    remove: Annotated[bool, Option("--remove", help="These spellings stand for themselves again.")] = False,
) -> None:
    """Let several spellings of a name be one player in all statistics."""
    with told():
        if not player:
            show_table(("player", "spelling"), store.aliases(database))
        elif remove:
            store.remove_aliases(database, [player, *(spellings or [])])
        elif not spellings:
            fail(f'what else is "{player}" called? Name one spelling or more')
            raise Exit(FAILED)
        else:
            store.add_aliases(database, player, spellings)
