"""Analysing the games of a database that has them already, on all cores, piece by piece.

What is done is put into the database in whole pieces, each like a small load: whoever reads it meanwhile is not
disturbed, and a run that was stopped goes on with the games that are left. Games are named by their hashes, so that
others may be loaded or removed in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from ttrn.analysis.game import WORLDS
from ttrn.boards import Board, board, named_board
from ttrn.hidden.judgement import IMPOSSIBLE
from ttrn.notation.reader import read_chunk
from ttrn.notation.source import Chunk
from ttrn.processes import cores_at_hand, in_order, processes
from ttrn.store.analysis_rows import add_analysis, model_of
from ttrn.store.columns import COLUMNS, Batch, Rows
from ttrn.store.database import DatabaseError, connect, script
from ttrn.store.row_changes import NewRows, change_rows
from ttrn.store.worker import UNREADABLE, find_board

if TYPE_CHECKING:
    import duckdb

BATCH: Final = 4
"""How many games a core takes at a time."""

PIECE: Final = 100
"""How many games for each core go into the database in one piece: an interrupted run loses less than that."""

_AHEAD: Final = 4
"""How many batches per core may be under way."""

_FETCHED: Final = 400
"""So many texts are read at a time."""

_TABLES: Final = ("analyses", "analysed_seats", "standings")


@dataclass(slots=True)
class AnalysisSummary:
    """What came of analysing."""

    games: int = 0
    """How many games were to be analysed."""
    analysed: int = 0
    """How many of them were judged so far."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How many could not be, and why."""
    stored: int = 0
    """How many of all these are in the database."""

    @property
    def done(self) -> int:
        """How many were looked at."""
        return self.analysed + self.reasons.total()


class _Task(NamedTuple):
    """A game to be analysed."""

    hash: str
    verdict: str
    text: str


class _Found(NamedTuple):
    """Analysed games by their hashes; in the rows they count from 0."""

    hashes: list[str]
    rows: Batch


def analyse_games(
    path: str | Path,
    *,
    own: str = "",
    cores: int = 0,
    luck: bool = True,
    worlds: int = WORLDS,
    progress: Callable[[AnalysisSummary], None] = lambda _summary: None,
) -> AnalysisSummary:
    """Analyse the games of a database that nobody has analysed yet, or an older model, or with less than this.

    Args:
        path: the database, or a data set.
        own: a board file of the user's, for the games that name its board.
        cores: how many cores to use, 0 for all.
        luck: also weigh what came up by chance, where all cards are known.
        worlds: how many possible worlds to look at for each turn where cards are hidden.
        progress: is called after each batch, and now and then in between.

    Raises:
        DatabaseError: the database cannot be read or written; what was stored before stays.
        BoardError: the board file cannot be used.
        OSError: a data set cannot be written.
    """
    wanted = _pending(path, board(own) if own else None, luck=luck, worlds=worlds)
    summary = AnalysisSummary(len(wanted))
    cores = min(cores or cores_at_hand(), -(-len(wanted) // BATCH) or 1)
    tasks = _batches(path, wanted)
    waiting: list[_Found] = []
    for found in _worked(tasks, _Settings(own, luck, worlds), cores, lambda: progress(summary)):
        waiting.append(found)
        _count(summary, found)
        if summary.done - summary.stored >= PIECE * cores:
            _store(path, waiting, summary)
        progress(summary)
    if waiting:
        _store(path, waiting, summary)
    return summary


def _pending(path: str | Path, own: Board | None, *, luck: bool, worlds: int) -> list[str]:
    """Return the hashes of the games that are to be analysed, in their order."""
    with connect(path) as connection:
        names = [name for (name,) in connection.execute("SELECT DISTINCT board FROM games").fetchall()]
        boards = {name: own if own is not None and own.name == name else named_board(name) for name in names}
        models = {name: model_of(found) if found else "" for name, found in boards.items()}
        table = {"board": pa.array(list(models), pa.string()), "model": pa.array(list(models.values()), pa.string())}
        connection.register("models", pa.table(table))
        rows = connection.execute(script("pending.sql"), {"luck": luck, "worlds": worlds}).fetchall()
    return [key for (key,) in rows]


def _batches(path: str | Path, hashes: Sequence[str]) -> Iterator[list[_Task]]:
    """Read the texts of games, some at a time: nobody is kept from writing meanwhile."""
    query = "SELECT hash, verdict, text FROM games WHERE list_contains(?, hash) ORDER BY game"
    for start in range(0, len(hashes), _FETCHED):
        with connect(path) as connection:
            rows = connection.execute(query, [hashes[start : start + _FETCHED]]).fetchall()
        for first in range(0, len(rows), BATCH):
            yield [_Task(*row) for row in rows[first : first + BATCH]]


def _count(summary: AnalysisSummary, found: _Found) -> None:
    reasons = found.rows["analyses"].column("reason").to_pylist()
    summary.analysed += reasons.count(None)
    summary.reasons.update([reason for reason in reasons if reason is not None])


def _store(path: str | Path, waiting: list[_Found], summary: AnalysisSummary) -> None:
    """Put what waits into the database, in one piece; games that are there no more are left out."""
    hashes = [key for found in waiting for key in found.hashes]

    def change(connection: duckdb.DuckDBPyConnection) -> NewRows:
        query = "SELECT hash, game FROM games WHERE list_contains(?, hash)"
        numbers: dict[str, int] = dict(connection.execute(query, [hashes]).fetchall())
        return NewRows(list(numbers.values()), {name: _numbered(name, waiting, numbers) for name in _TABLES})

    change_rows(path, change)
    waiting.clear()
    summary.stored = summary.done


def _numbered(name: str, waiting: Iterable[_Found], numbers: dict[str, int]) -> pa.Table:
    """Return the rows of a table with the numbers that the games have in the database."""
    tables = [pa.table({column: pa.array([], kind) for column, kind in COLUMNS[name].items()})]
    for found in waiting:
        if name in found.rows:
            rows = found.rows[name]
            places = pa.array([numbers.get(key) for key in found.hashes], pa.int32()).take(rows.column("game"))
            tables.append(pa.Table.from_batches([rows.set_column(0, "game", places).filter(places.is_valid())]))
    return pa.concat_tables(tables)


# --- the cores -------------------------------------------------------------------------------------------------------


class _Settings(NamedTuple):
    """What is asked: a board file of the user's, whether luck is weighed, how many worlds."""

    own: str
    luck: bool
    worlds: int


_settings = _Settings("", luck=True, worlds=WORLDS)


def _start(settings: _Settings) -> None:
    global _settings  # noqa: PLW0603  what a process is told when it starts
    _settings = settings


def _work(tasks: Sequence[_Task]) -> _Found:
    return _analysed(tasks, _settings)


def _worked(
    batches: Iterable[list[_Task]], settings: _Settings, cores: int, beat: Callable[[], None]
) -> Iterator[_Found]:
    if cores == 1:
        for batch in batches:
            yield _analysed(batch, settings)
        return
    try:
        with processes(cores, _start, settings) as submit:
            yield from in_order(submit, _work, batches, _AHEAD * cores, beat)
    except BrokenProcessPool:
        raise DatabaseError("a process that analysed games was stopped; run it again to go on") from None


def _analysed(tasks: Sequence[_Task], settings: _Settings) -> _Found:
    own, luck, worlds = settings
    mine = board(own) if own else None
    rows = Rows()
    for number, task in enumerate(tasks):
        game = None if task.verdict == UNREADABLE else read_chunk(Chunk(1, 1, task.text), "").game
        on = None if game is None else find_board(game, mine)
        add_analysis(rows, number, game, on, broken=task.verdict == IMPOSSIBLE, luck=luck, worlds=worlds)
    return _Found([task.hash for task in tasks], rows.batch())
