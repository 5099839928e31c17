"""Queries of strangers: read-only, in a process of their own, with limits on everything.

The process opens the database for reading, gives up all access to files, networks and extensions, locks that, and runs
one statement that reads. Whatever the query does there, time, memory and a crash are the process's own: it is ended,
and the program that asked goes on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from ttrn.store.database import DatabaseError
from ttrn.store.query_process import ALARMED, TOO_LONG, TOO_MUCH

AT_ONCE: Final = 2
"""How many queries may run at the same time; others wait for their turn."""

_START: Final = 30.0
"""Seconds that a process gets to start, and to say that it was stopped, beyond the time of its query."""

_PATIENCE: Final = 60.0
"""Seconds that a query waits for its turn."""

_turns: Final = threading.BoundedSemaphore(AT_ONCE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a query may use: time, memory, rows and letters of a cell that come back, letters of its own."""

    seconds: float = 10.0
    megabytes: int = 512
    rows: int = 5_000
    width: int = 500
    length: int = 20_000


class QueryError(DatabaseError):
    """A query was refused, failed or was stopped, for the reason in the message."""


class SafeAnswer(NamedTuple):
    """What came of a query: names and types of its columns, rows, and whether there would have been more of them."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    cut: bool


def safe_query(
    path: str | Path,
    sql: str,
    limits: Limits = Limits(),
) -> SafeAnswer:
    """Run one query that only reads, whoever wrote it.

    Cells are numbers, truth values, dates or text; longer ones are cut.

    Raises:
        QueryError: it is no single query that reads, it is wrong, or it wants more than the limits allow.
    """
    if not sql.strip():
        raise QueryError("there is no query")
    if len(sql) > limits.length:
        raise QueryError(f"the query has {len(sql):,} letters, and at most {limits.length:,} are allowed")
    if any("\ud800" <= letter <= "\udfff" for letter in sql):
        raise QueryError("there are letters that are none in the query")
    if not _turns.acquire(timeout=_PATIENCE):
        raise QueryError("too many queries are being run; try again in a moment")
    try:
        reply = _run({"path": str(Path(path).resolve()), "sql": sql, **asdict(limits)}, limits)
    finally:
        _turns.release()
    if "error" in reply:
        raise QueryError(reply["error"])
    dates = [place for place, kind in enumerate(reply["types"]) if kind == "DATE"]
    rows = [_with_dates(row, dates) for row in reply["rows"]]
    return SafeAnswer(tuple(reply["columns"]), tuple(reply["types"]), rows, reply["cut"])


def _with_dates(row: list[Any], dates: list[int]) -> tuple[Any, ...]:
    for place in dates:
        # Python's years go from 1 to 9999: other days stay text.
        with suppress(ValueError):
            row[place] = row[place] and date.fromisoformat(row[place])
    return tuple(row)


def _run(task: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """Ask the process; what it cannot say itself, because it is gone, is said here."""
    # Nothing of our surroundings but the way to the packages: a query has no business with the rest.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LANG") if name in os.environ}
    surroundings = kept | {"PYTHONPATH": os.pathsep.join([part for part in sys.path if part])}
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ttrn.store.query_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=surroundings,
    )
    try:
        said, _ = process.communicate(json.dumps(task).encode(), timeout=limits.seconds + _START)
    except subprocess.TimeoutExpired:
        raise QueryError(TOO_LONG.format(limits.seconds)) from None
    finally:
        process.kill()
        process.communicate()
    try:
        reply: dict[str, Any] = json.loads(said)
    except ValueError:
        late = process.returncode == ALARMED
        raise QueryError(TOO_LONG.format(limits.seconds) if late else TOO_MUCH.format(limits.megabytes)) from None
    return reply
