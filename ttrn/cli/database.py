"""The commands about the database: load, stats, sql, export, dump, alias."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from ttrn import store
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    Input,
    counted,
    err,
    fail,
    files_in,
    inputs,
    note,
    reason,
    show_json,
    show_table,
    standard_input,
)
from ttrn.cli.shelf import BoardFile, read_board
from ttrn.cli.writing import new_file, standard_output

Database = Annotated[str, typer.Argument(metavar="DATABASE", help="The database, a file like games.duckdb.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object per row.")]
OfBoard = Annotated[str | None, typer.Option("--board", help="Only games on this board.", show_default=False)]
OfPlayer = Annotated[
    str | None, typer.Option("--player", help="Only games in which this player took part.", show_default=False)
]
OfCount = Annotated[
    int | None, typer.Option("--players", min=1, help="Only games of so many players.", show_default=False)
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only games from this day on.", show_default=False)
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Only games up to this day.", show_default=False)
]
OfEvent = Annotated[str | None, typer.Option("--event", help="Only games of this event.", show_default=False)]
Information = Annotated[
    str | None,
    typer.Option("--information", help="Only records of this kind: full, player, public, partial.", show_default=False),
]
OfVerdict = Annotated[
    str | None,
    typer.Option(
        "--verdict",
        help="Only games of this verdict: exact, consistent, undecided, impossible, unreadable.",
        show_default="games that are over, without problems",
    ),
]
Kind = Annotated[str | None, typer.Option("--kind", help="Only games of: human, bot, mixed.", show_default=False)]


@contextmanager
def _told() -> Iterator[None]:
    """Tell what is wrong with a database, and end the command."""
    try:
        yield
    except store.DatabaseError as error:
        fail(str(error), lines=True)
        raise typer.Exit(FAILED) from None


def load(
    database: Database,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help='Records, folders of them, exported data sets, or "-" for stdin.'),
    ] = None,
    *,
    board: BoardFile = "",
    cores: Annotated[int, typer.Option("--cores", min=0, help="How many cores to use; 0 is all.")] = 0,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make everything anew from the texts in the database.")
    ] = False,
) -> None:
    """Read, validate and store games; those that are in the database already change nothing.

    Games with problems are stored with them, and left out of the statistics. The database is replaced when all is done:
    whoever reads it meanwhile is not disturbed, and an interrupted load is gone on with the next time.
    Exit status: 0 done, 1 games with problems are among those loaded, 2 something could not be read or written.
    """
    if not files and not rebuild:
        fail("which games? Name files or folders, or --rebuild")
        raise typer.Exit(FAILED)
    if board:
        read_board(board)
    sources, complete = _sources(files or [])
    if not sources and not rebuild:
        raise typer.Exit(FAILED)  # what is missing has been told
    with _told():
        reader = _Reader(sources)
        with _progress(reader) as progress:
            done = store.load(database, reader.items(), own=board, cores=cores, rebuild=rebuild, progress=progress)
    err.print(Text(_summary(done), style="red" if done.invalid or done.unreadable else "green"))
    if not Path(database).exists():
        note(f"{database} was not made: there was no game to put into it")
    if done.invalid or done.unreadable:
        note(f'ttrn sql {database} "FROM problems" tells what is wrong')
    raise typer.Exit(FAILED if reader.failed or not complete else FOUND if done.invalid or done.unreadable else CLEAN)


def _summary(done: store.Summary) -> str:
    return (
        f"{counted(done.loaded, 'game')} loaded ({done.invalid:,} of them invalid, {done.unreadable:,} unreadable), "
        f"{done.known:,} known already"
    )


def _sources(names: list[str]) -> tuple[list[Input], bool]:
    """Return what is to be loaded: like every command's files, and folders that are data sets as a whole."""
    found: list[Input] = []
    complete = True
    for name in names:
        if Path(name).is_dir() and store.is_dataset(Path(name)):
            found.append(Input(name, Path(name)))
            complete = files_in(Path(name))[1] and complete
        else:
            files, all_found = inputs([name])
            found += files
            complete = complete and all_found
    return found, complete


class _Reader:
    """Reads the sources one after the other, and knows how far it is."""

    def __init__(self, sources: list[Input]) -> None:
        self._sources = sources
        self.size = sum([_size(source) for source in sources])
        self.done = 0
        self.failed = False

    def items(self) -> Iterator[store.Item]:
        for source in self._sources:
            before = self.done
            try:
                if source.path is None:
                    yield from store.items_of(standard_input(), source.name)
                elif source.path.is_dir():
                    yield from store.items_of_dataset(source.path)
                else:
                    with source.path.open("rb") as stream:
                        for item in store.items_of(stream, source.name):
                            self.done = before + stream.tell()
                            yield item
            except OSError as error:
                # One file that cannot be read must not cost the others.
                fail(reason(error, source.name))
                self.failed = True
            self.done = before + _size(source)


def _size(source: Input) -> int:
    return source.path.stat().st_size if source.path is not None and source.path.is_file() else 0


@contextmanager
def _progress(reader: _Reader) -> Iterator[Any]:
    """Show how far a load is, its rate and the time left, if somebody is watching."""
    if not err.is_terminal:
        yield lambda _done: None
        return
    columns = (
        TextColumn("loading"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]:,.0f} games/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("", total=reader.size or None, rate=0.0)

        def tell(done: store.Summary) -> None:
            elapsed = progress.tasks[task].elapsed or 1.0
            progress.update(task, completed=reader.done, rate=(done.loaded + done.known) / elapsed)

        yield tell


def sql(
    database: Database,
    query: Annotated[str, typer.Argument(metavar="QUERY", help='What to ask, "-" for a query on stdin.')],
    *,
    board: OfBoard = None,
    player: OfPlayer = None,
    players: OfCount = None,
    since: Since = None,
    until: Until = None,
    event: OfEvent = None,
    information: Information = None,
    verdict: OfVerdict = None,
    kind: Kind = None,
    megabytes: Annotated[int, typer.Option("--megabytes", min=1, help="How much memory the query may use.")] = 4_096,
    json: Json = False,
) -> None:
    """Ask the database anything, in SQL: one query that reads. It can change nothing, and reaches no other file.

    "SHOW TABLES" lists tables and views; "DESCRIBE turns" the columns of one. Filters choose the games that statistics
    look at: "FROM seat_advantage" --board usa. Ctrl-C stops a query that takes too long.
    """
    text = standard_input().read().decode("utf-8", "replace") if query == "-" else query
    filters = store.Filters(board, player, players, since, until, information, verdict, kind, event)
    limits = replace(store.UNLIMITED, megabytes=megabytes)
    with _told():
        try:
            answer = store.safe_query(database, text, limits, filters=filters, exact=True)
        except store.MemoryExceededError as error:
            raise store.QueryError(f"{error}; --megabytes allows more") from None
        _show(answer, as_json=json)


def stats(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="STATISTIC", help="Which one; without it all are listed.")] = "",
    game: Annotated[
        int | None, typer.Argument(metavar="GAME", help="The number of a game, where the statistic is about one.")
    ] = None,
    *,
    board: OfBoard = None,
    player: OfPlayer = None,
    players: OfCount = None,
    since: Since = None,
    until: Until = None,
    event: OfEvent = None,
    information: Information = None,
    verdict: OfVerdict = None,
    kind: Kind = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Only the first rows.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Answer the usual questions: about players, seats, routes, cities, tickets, openings, games and records."""
    if not name:
        rows = [(statistic.name, statistic.text) for statistic in store.statistics()]
        show_table(("statistic", "what it tells"), rows)
        return
    filters = store.Filters(board, player, players, since, until, information, verdict, kind, event)
    with _told(), store.connect(database) as connection:
        _show(store.ask(connection, name, filters, game=game, limit=limit), as_json=json)


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


def export(
    database: Database,
    parquet: Annotated[str, typer.Option("--parquet", metavar="FOLDER", help="Where to; a new or empty folder.")],
) -> None:
    """Write the database as a data set in Parquet, by board and month, for DuckDB, Polars, Spark or ttrn load."""
    with _told():
        games = store.export_parquet(database, parquet)
    err.print(Text(f"{counted(games, 'game')} written to {parquet}"))


def dump(
    database: Database,
    *,
    board: OfBoard = None,
    player: OfPlayer = None,
    players: OfCount = None,
    since: Since = None,
    until: Until = None,
    event: OfEvent = None,
    information: Information = None,
    verdict: OfVerdict = None,
    kind: Kind = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; .gz and .zst are compressed.")
    ] = "-",
) -> None:
    """Print the games of the database as text, in canonical form and in the order in which they were loaded.

    Without filters that is every game that can be read. With filters, those that a statistic would look at.
    """
    filters = store.Filters(board, player, players, since, until, information, verdict, kind, event)
    chosen = None if filters == store.Filters() else filters
    with _told(), standard_output() if output == "-" else new_file(Path(output)) as add:
        between = ""
        for text in store.texts(database, chosen):
            add(between + text)
            between = "\n"


def alias(
    database: Database,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who; without it all are listed.")] = "",
    spellings: Annotated[
        list[str] | None, typer.Argument(metavar="SPELLING...", help="What else the player is called.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="These spellings stand for themselves again.")] = False,
) -> None:
    """Let several spellings of a name be one player in all statistics."""
    with _told():
        if not player:
            show_table(("player", "spelling"), store.aliases(database))
        elif remove:
            store.remove_aliases(database, [player, *(spellings or [])])
        elif not spellings:
            fail(f'what else is "{player}" called? Name one spelling or more')
            raise typer.Exit(FAILED)
        else:
            store.add_aliases(database, player, spellings)
