"""Loading: games from files into the database, on all cores, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from ttrn.boards import Board, board, board_names
from ttrn.hidden.judgement import IMPOSSIBLE
from ttrn.notation.source import Source, games, name_of
from ttrn.processes import cores_at_hand, in_order, processes
from ttrn.store.analysed import analysed_before, take_losses
from ttrn.store.board_tables import keep_board
from ttrn.store.columns import TABLES
from ttrn.store.database import LOADING, DatabaseError, Draft, about, outdated, writing
from ttrn.store.exports import items_of_database
from ttrn.store.packing import Packer, insert
from ttrn.store.player_aliases import take_aliases
from ttrn.store.ratings import rate_games
from ttrn.store.removing import take_out
from ttrn.store.versions import LEAVE, Decide, Version, settle
from ttrn.store.worker import UNREADABLE, Item, Loaded, Worker

BATCH: Final = 25
"""How many games a core takes at a time: few enough that who watches sees it go on."""

COMMIT: Final = 2_000
"""How many games go into the database in one piece: an interrupted load leaves whole pieces."""

AHEAD: Final = 12
"""How many batches per core may be under way: enough to keep them busy, few enough to hold in memory."""

_FEW: Final = 200
"""Up to so many games it takes longer to start the cores than to do without them."""

SLOWER: Final = 10
"""Analysed games go in pieces that are so much smaller: each takes at least so much longer."""


READING, COMPARING, RATING, STORING = "loading", "looking for versions", "rating players", "storing"
"""What a load does, one after the other."""


@dataclass(slots=True)
class Summary:
    """What came of a load."""

    loaded: int = 0
    """Games that were added; those with problems are among them."""
    known: int = 0
    """Games that were in the database already."""
    invalid: int = 0
    """Games added that break the rules."""
    unreadable: int = 0
    """Games added as text only."""
    replaced: int = 0
    """Games added that took the place of another version."""
    followed: int = 0
    """Games that were given, and after them a later version that replaced them at once."""
    left: list[Version] = field(default_factory=list)
    """Games that were left out, for the database has another version of them."""
    failed: list[str] = field(default_factory=list)
    """What could not be read or taken apart, and why; only in a data set."""
    seen: int = field(default=0, compare=False)
    """Games looked at so far."""
    letters: int = field(default=0, compare=False)
    """How long their texts are."""
    stage: str = field(default=READING, compare=False)
    """What the load is at, in words."""
    rated: float = field(default=0.0, compare=False)
    """How much of the ratings is done, from 0 to 1."""

    def add(self, verdicts: Sequence[str], sign: int = 1) -> None:
        """Count games that were added, or, with -1, those that were taken out again."""
        self.loaded += sign * len(verdicts)
        self.invalid += sign * verdicts.count(IMPOSSIBLE)
        self.unreadable += sign * verdicts.count(UNREADABLE)


def load(
    path: str | Path,
    items: Iterable[Item],
    *,
    own: str = "",
    cores: int = 0,
    rebuild: bool = False,
    analyse: bool = False,
    versions: Decide = LEAVE,
    progress: Callable[[Summary], None] = lambda _summary: None,
) -> Summary:
    """Load games into a database, which is made if there is none and something to put into it.

    A database of an older version is first made anew from the texts in it, as with ``rebuild``; its games then count
    as loaded. Those that were analysed are analysed again; what their moves lost is taken over.

    Args:
        path: the database.
        items: the games, see :func:`items_of`.
        own: a board file of the user's, for the games that name its board.
        cores: how many cores to use, 0 for all.
        rebuild: make everything anew from the texts in the database.
        analyse: also tell how likely each player was to win after each turn, and what chance brought.
        versions: what to do with games of which another version is there: ``"leave"`` them out, ``"replace"`` what is
            there, load ``"both"``, or a function that says one of these for each.
        progress: is called after each batch, now and then in between, and with each stage of what follows.

    Raises:
        DatabaseError: the database cannot be written.
        BoardError: the board file cannot be used.
        OSError: a file of games cannot be read; what was loaded before it is kept for the next time.
    """
    path = Path(path)
    summary = Summary()
    old = path.exists() and (rebuild or outdated(path))
    with writing(path, anew=old, lasting=True) as draft, _going_on(draft, path):
        connection = draft.connection
        connection.execute(f"SET memory_limit = '{LOADING}'")  # what it cannot hold it puts into files beside the draft
        store = _Store(connection, own)
        work = partial(_fill, store, own=own, cores=cores, summary=summary, progress=progress)
        if old:
            take_aliases(connection, path)
            work(items_of_database(path), analyse=analyse or analysed_before(path))
            take_losses(connection, path)
        before = _before(connection)
        work(items, analyse=analyse)

        def at(stage: str, rated: float = 0.0) -> None:
            summary.stage, summary.rated = stage, rated
            progress(summary)

        at(COMPARING)
        anew = _settle(connection, before, store, versions, summary)
        at(RATING)
        rate_games(connection, anew=anew, progress=partial(at, RATING))
        at(STORING)
        draft.unchanged = not (old or draft.resumed or summary.loaded)
    return summary


@contextmanager
def _going_on(draft: Draft, path: Path) -> Iterator[None]:
    """If a load fails that went on from an interrupted one, say how to do without that."""
    try:
        yield
    except (DatabaseError, duckdb.Error) as error:
        if not draft.resumed:
            raise
        message = f"{str(error).strip()}; this load went on from one that was interrupted"
        raise DatabaseError(f"{message}: ttrn load {path} --fresh FILE… begins without what that one left") from None


def _fill(
    store: _Store,
    items: Iterable[Item],
    *,
    own: str,
    cores: int,
    summary: Summary,
    progress: Callable[[Summary], None],
    analyse: bool | frozenset[bytes],
) -> None:
    slower = SLOWER if analyse else 1
    start = (store.known(), own, analyse)
    for batch in _batches(items, start, cores, slower, lambda: progress(summary)):
        store.add(batch, summary, COMMIT // slower)
        progress(summary)
    store.commit(summary)


_BEFORE: Final = "before"


def _before(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the number of the last game that is not of this load, nor of an interrupted one that it goes on with."""
    noted = about(connection, _BEFORE)
    if noted:
        return int(noted)
    ((last,),) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchall()
    connection.execute("INSERT INTO about VALUES (?, ?)", [_BEFORE, str(last)])
    return int(last)


def _settle(
    connection: duckdb.DuckDBPyConnection, before: int, store: _Store, versions: Decide, summary: Summary
) -> bool:
    """Decide about new versions of games; return whether all games are to be rated again."""
    settled = settle(connection, before, store.given, versions)
    counted = [number for number in settled.gone if number >= store.first]
    rows = connection.execute("SELECT verdict FROM games WHERE list_contains(?, game)", [counted]).fetchall()
    summary.add([verdict for (verdict,) in rows], -1)
    summary.replaced, summary.left = len(settled.places), settled.left
    summary.followed = len([number for number in settled.gone if number > before]) - len(settled.left)
    if settled.gone:
        connection.execute("RESET memory_limit")  # to change many rows at once may take more
    connection.execute("BEGIN")
    connection.execute("DELETE FROM about WHERE key = ?", [_BEFORE])
    anew = take_out(connection, settled.gone, settled.places)
    connection.execute("COMMIT")
    return anew


def items_of(file: Source, name: str = "") -> Iterator[Item]:
    """Return the games of a file, as texts.

    Raises:
        OSError: it cannot be read.
    """
    for chunk in games(file):
        yield Item(name or name_of(file), chunk)


# --- the cores -------------------------------------------------------------------------------------------------------

_worker: Worker | None = None


def _start(known: frozenset[bytes], own: str, analyse: bool | frozenset[bytes]) -> None:
    global _worker  # noqa: PLW0603  one for each process, made when it starts
    _worker = Worker(known, own, analyse)


def _work(items: Sequence[Item]) -> Loaded:
    assert _worker is not None
    return _worker.load(items)


def _batches(
    items: Iterable[Item],
    start: tuple[frozenset[bytes], str, bool | frozenset[bytes]],
    cores: int,
    slower: int,
    beat: Callable[[], None],
) -> Iterator[Loaded]:
    """Take games apart on all cores; the batches come in the order of the games. ``beat`` is called while it waits."""
    source = iter(items)
    few, size = max(1, _FEW // slower), max(1, BATCH // slower)
    first = list(islice(source, few))
    cores = cores or cores_at_hand()
    batches = _cut(chain(first, source), size)
    if len(first) < few or cores == 1:
        worker = Worker(*start)
        for batch in batches:
            yield worker.load(batch)
        return
    try:
        with processes(cores, _start, *start) as submit:
            yield from in_order(submit, _work, batches, AHEAD * cores, beat)
    except BrokenProcessPool:
        raise DatabaseError("a process that read games was stopped; load again to go on") from None


def _cut(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while batch := list(islice(items, size)):
        yield batch


# --- the database ----------------------------------------------------------------------------------------------------


class _Store:
    """Puts batches into the database, several in one piece."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, own: str) -> None:
        self._connection = connection
        self._own: Board | None = board(own) if own else None
        ((self._next,),) = connection.execute("SELECT coalesce(max(game), 0) + 1 FROM games").fetchall()
        self.first: int = self._next
        """The number of the first game that is added."""
        self.given: dict[str, int] = {}
        """By hash, games that were there and were given again, with the number that the next new game gets."""
        self._packer = Packer(connection)
        self._waiting: list[Loaded] = []
        self._games = 0
        self._hashes: set[bytes] = set()
        self._boards: set[str] = set()

    def known(self) -> frozenset[bytes]:
        """Return the hashes of all games in the database."""
        hashes = self._connection.execute("SELECT hash FROM games").fetchall()
        return frozenset([bytes.fromhex(key) for (key,) in hashes])

    def add(self, batch: Loaded, summary: Summary, piece: int) -> None:
        """Take a batch; it may wait for others, until there are as many games as go in one piece."""
        summary.seen += batch.known + len(batch.hashes)
        summary.letters += batch.letters
        summary.known += batch.known
        twice = [number for number, key in enumerate(batch.hashes) if key in self._hashes]
        if twice:
            batch = _without(batch, set(twice))
            summary.known += len(twice)
        for key, earlier in batch.again:
            new = earlier - len([number for number in twice if number < earlier])
            self.given[key.hex()] = self._next + self._games + new
        self._hashes.update(batch.hashes)
        if batch.hashes:
            self._packer.renumber(batch)
            self._waiting.append(batch)
            self._games += len(batch.hashes)
        if self._games >= piece:
            self.commit(summary)

    def commit(self, summary: Summary) -> None:
        """Put all that waits into the database, in one piece."""
        if not self._waiting:
            return
        connection = self._connection
        connection.execute("BEGIN")
        self._keep_boards()
        start = self._next
        for name in TABLES:
            start = self._next  # every table counts the games anew
            tables: list[pa.Table] = []
            for batch in self._waiting:
                if name in batch.rows:
                    rows = batch.rows[name]
                    numbers = pc.add(rows.column("game"), pa.scalar(start, pa.int32()))
                    tables.append(pa.Table.from_batches([rows.set_column(0, "game", numbers)]))
                start += len(batch.hashes)
            if tables:
                insert(connection, name, pa.concat_tables(tables))
        self._packer.write()
        connection.execute("COMMIT")
        self._next = start
        for batch in self._waiting:
            summary.add(batch.verdicts)
        self._waiting, self._games = [], 0

    def _keep_boards(self) -> None:
        named: set[str] = set()
        for batch in self._waiting:
            named.update(batch.rows["games"].column("board").unique().to_pylist())
        for name in sorted(named - self._boards):
            if self._own is not None and self._own.name == name:
                keep_board(self._connection, self._own)
            elif name in board_names():
                keep_board(self._connection, board(name))
        self._boards |= named


def _without(batch: Loaded, twice: set[int]) -> Loaded:
    """Return a batch without some of its games; the others are numbered anew."""
    left = [number for number in range(len(batch.hashes)) if number not in twice]
    places = pa.array(
        [None if number in twice else left.index(number) for number in range(len(batch.hashes))], pa.int32()
    )
    rows: dict[str, pa.RecordBatch] = {}
    for name, table in batch.rows.items():
        numbers = places.take(table.column("game"))
        kept = table.set_column(0, "game", numbers).filter(numbers.is_valid())
        if kept.num_rows:
            rows[name] = kept
    return replace(batch, rows=rows, hashes=[batch.hashes[n] for n in left], verdicts=[batch.verdicts[n] for n in left])
