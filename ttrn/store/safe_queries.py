"""Queries that people type: read-only, in a process of their own, with limits on everything.

The process opens the database for reading, gives up all access to files, networks and extensions, locks that, and runs
one statement that reads. Whatever the query does there, time, memory and a crash are the process's own: it is ended,
and the program that asked goes on.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import date
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttrn.store.errors import DatabaseError
from ttrn.store.places import is_address

if TYPE_CHECKING:
    from ttrn.store.filters import Filters

AT_ONCE: Final = 4
"""How many queries may run at the same time; who comes then waits, until one is done or has had its turn."""

TURN: Final = 1.0
"""Seconds that a query has for itself; after that others go first, and it is ended if there is no room for them."""

TOO_LONG: Final = "the query was stopped after {:g} seconds"
TOO_MUCH: Final = "the query wants more memory than {} MB"
MADE_ROOM: Final = "the query was stopped after {:.0f} seconds, because others wait for theirs; ask again in a moment"

ALARMED: Final = -getattr(signal, "SIGALRM", 0) or None
"""How a process ends that did not stop in its time; nothing where the system has no such signal."""

_BROKEN: Final = tuple([-getattr(signal, name, 0) or None for name in ("SIGSEGV", "SIGBUS")])
_START: Final = 30.0
"""Seconds that a process gets to start, and to say that it was stopped, beyond the time of its query."""

_PATIENCE: Final = 60.0
"""Seconds that a query waits for its turn."""

_TICK: Final = 0.1
"""Seconds after which whoever asked is asked whether they still want to know."""

_STORES: Final = ("AWS_", "GOOGLE_", "CLOUDSDK_", "SSL_")

_BEHIND: Final = 15
"""How nice a query is that had its turn: the processor does others first, at which it is but 5."""


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What a query may use: time, memory, rows and letters of a cell that come back, letters of its own, cores.

    ``letters`` are those of all cells together; no cores are all there are, and ``math.inf`` seconds any time.
    """

    seconds: float = 10.0
    megabytes: int = 512
    rows: int = 5_000
    width: int = 500
    length: int = 20_000
    cores: int = 2
    letters: int = 16_000_000


UNLIMITED: Final = QueryLimits(inf, 4_096, sys.maxsize, sys.maxsize, sys.maxsize, 0, sys.maxsize)
"""For somebody who asks their own computer, and can stop the query."""


class QueryError(DatabaseError):
    """A query was refused, failed or was stopped, for the reason in the message."""


class MemoryExceededError(QueryError):
    """A query wants more memory than it may use."""


class SafeAnswer(NamedTuple):
    """What came of a query: names and types of its columns, rows, and whether there would have been more of them."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    cut: bool


def safe_query(
    path: str | Path,
    sql: str,
    limits: QueryLimits = QueryLimits(),
    *,
    filters: Filters | None = None,
    exact: bool = False,
    tick: Callable[[], object] = lambda: None,
) -> SafeAnswer:
    """Run one query that only reads, whoever wrote it.

    Some run at the same time. A quick one does not wait behind slow ones: whatever has run for more than a second
    makes room, and is ended if it must be, unless it is ``exact``. ``tick`` is called ten times a second while the
    query waits or runs; what it raises ends the query, and is raised from here.

    Cells are numbers, truth values, dates or text, and longer ones are cut: what a page can show, and nothing of where
    the database is. With ``exact`` lists, structures and maps stay what they are, large whole numbers too, and paths
    are told: for whoever asks about a database of their own. Whatever has no such form, a time, say, is text as the
    database writes it. ``filters`` choose the games that statistics look at.

    Raises:
        QueryError: it is no single query that reads, it is wrong, or it wants more than the limits allow.
    """
    if not sql.strip():
        raise QueryError("there is no query")
    if len(sql) > limits.length:
        raise QueryError(f"the query has {len(sql):,} letters, and at most {limits.length:,} are allowed")
    if any("\ud800" <= letter <= "\udfff" for letter in sql):
        raise QueryError("there are letters that are none in the query")
    chosen = asdict(filters) if filters is not None else {}
    where = str(path) if exact or is_address(path) else str(Path(path).resolve())
    task = {"path": where, "sql": sql, "filters": chosen, "exact": exact, **asdict(limits)}
    with _room(tick, stays=exact) as running:
        return _run(task, limits, running, tick)


class _Running:
    """A query that has its place."""

    def __init__(self, *, stays: bool) -> None:
        self.stays = stays
        self.since = time.monotonic()
        self.begun = False
        self.process: subprocess.Popen[bytes] | None = None
        self.ended = False

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.since

    @property
    def had_its_turn(self) -> bool:
        """Whether it has worked long enough; what a busy machine takes to start it is not held against it."""
        return self.begun and self.seconds > TURN

    def begin(self) -> None:
        """Count from now on."""
        self.since = time.monotonic()
        self.begun = True

    def end(self) -> None:
        """End it for another one."""
        self.ended = True
        if self.process is not None:
            self.process.kill()


_places: Final[list[_Running]] = []
_changed: Final = threading.Condition()


@contextmanager
def _room(tick: Callable[[], object], *, stays: bool) -> Iterator[_Running]:
    """Wait for a place. The query that has run longest leaves it, once it has had its turn.

    Raises:
        QueryError: nobody leaves.
    """
    running = _Running(stays=stays)
    begun = time.monotonic()
    while True:
        with _changed:
            if len(_places) < AT_ONCE:
                running.since = time.monotonic()
                _places.append(running)
                break
            leaving = [other for other in _places if other.had_its_turn and not other.stays]
            if leaving and not any(other.ended for other in _places):
                min(leaving, key=lambda one: one.since).end()
            _changed.wait(_TICK)
        tick()
        if time.monotonic() > begun + _PATIENCE:
            raise QueryError("too many queries are being run; try again in a moment")
    try:
        yield running
    finally:
        with _changed:
            _places.remove(running)
            _changed.notify()


def _run(task: dict[str, Any], limits: QueryLimits, running: _Running, tick: Callable[[], object]) -> SafeAnswer:
    """Ask the process; what it cannot say itself, because it is gone, is said here."""
    # Nothing of our surroundings but the way to the packages: a query has no business with the rest.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LANG", "TZ") if name in os.environ}
    if is_address(task["path"]):  # the way to the object store
        kept |= {name: value for name, value in os.environ.items() if name == "HOME" or name.startswith(_STORES)}
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ttrn.store.query_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=kept | {"PYTHONPATH": os.pathsep.join([part for part in sys.path if part])},
    )
    running.process = process
    late = False
    try:
        with ThreadPoolExecutor(1) as pool:
            try:
                receiving = pool.submit(_received, process, task, running.begin)
                while not wait([receiving], _TICK).done:
                    tick()
                    if running.ended or running.seconds > limits.seconds + _START:
                        late = not running.ended
                        process.kill()
                    elif running.had_its_turn:
                        _let_others_go_first(process)
                answer = receiving.result()
            finally:
                process.kill()
        if answer is None and running.ended:
            raise QueryError(MADE_ROOM.format(running.seconds))
        return answer or _gone(process, limits, late=late)
    finally:
        with suppress(OSError):
            process.communicate()


def _let_others_go_first(process: subprocess.Popen[bytes]) -> None:
    with suppress(AttributeError, OSError):  # not every system has that
        os.setpriority(os.PRIO_PROCESS, process.pid, _BEHIND)


def _received(process: subprocess.Popen[bytes], task: dict[str, Any], begin: Callable[[], None]) -> SafeAnswer | None:
    """Return what a process answers, nothing if it does not get to the end; ``begin`` is called when the query runs.

    Its standard input stays open: when that ends, nobody waits for the answer any more.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(task).encode() + b"\n")
        process.stdin.flush()
    head: dict[str, Any] = {}
    dates: list[int] = []
    rows: list[tuple[Any, ...]] = []
    for line in process.stdout:
        try:
            said = json.loads(line)
        except ValueError:  # it broke off in the middle
            return None
        if isinstance(said, list):
            rows.append(_with_dates(said, dates))
        elif "begun" in said:
            begin()
        elif "error" in said:
            wrong = said["error"]
            raise MemoryExceededError(wrong) if wrong == TOO_MUCH.format(task["megabytes"]) else QueryError(wrong)
        elif "cut" in said:
            return SafeAnswer(tuple(head["columns"]), tuple(head["types"]), rows, said["cut"])
        else:
            head = said
            dates = [place for place, kind in enumerate(head["types"]) if kind == "DATE"]
    return None


def _gone(process: subprocess.Popen[bytes], limits: QueryLimits, *, late: bool) -> SafeAnswer:
    """Say why a process ended without an answer."""
    ended = process.wait()
    if late or ended == ALARMED:
        raise QueryError(TOO_LONG.format(limits.seconds))
    too_much = TOO_MUCH.format(limits.megabytes)
    # Where memory ends in the middle of something it may break down like one that reads a damaged file.
    raise MemoryExceededError(f"{too_much}, or the database is damaged" if ended in _BROKEN else too_much)


def _with_dates(row: list[Any], dates: list[int]) -> tuple[Any, ...]:
    for place in dates:
        # Python's years go from 1 to 9999: other days stay text.
        with suppress(ValueError):
            row[place] = row[place] and date.fromisoformat(row[place])
    return tuple(row)
