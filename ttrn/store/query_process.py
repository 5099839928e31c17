"""The process in which a query of a stranger runs, see :mod:`ttrn.store.guarded`.

``python -m ttrn.store.query_process`` reads a task from standard input and writes the answer to standard output, both
as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import duckdb

from ttrn.store.database import DatabaseError, connect

TOO_LONG: Final = "the query was stopped after {:g} seconds"
TOO_MUCH: Final = "the query wants more memory than {} MB"

ALARMED: Final = -getattr(signal, "SIGALRM", 0) or None
"""How a process ends that did not stop in its time; nothing where the system has no such signal."""

_READING: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
_BASE: Final = 1_500
"""Megabytes of addresses that Python and DuckDB take before they hold anything."""
_PIECE: Final = 500
_GRACE: Final = 1.5
"""Seconds after its time in which a query may stop by itself."""
_ZONED: Final = ("WITH TIME ZONE", "VARIANT")
"""Types that may hold times with a zone, for which Python would want a package more."""
_TRACEBACK: Final = "Traceback (most recent call last)"
_MOST: Final = 16_000_000
"""How many letters an answer may have."""


def main() -> None:
    """Run one task."""
    task = json.loads(sys.stdin.buffer.read())
    _confine(task["megabytes"])
    try:
        reply = _answer(task)
    except (MemoryError, duckdb.OutOfMemoryException):
        reply = {"error": TOO_MUCH.format(task["megabytes"])}
    except duckdb.InterruptException:
        reply = {"error": TOO_LONG.format(task["seconds"])}
    except duckdb.Error as error:
        reply = {"error": _told(str(error), task["path"])}
    except DatabaseError as error:
        reply = {"error": _told(str(error), task["path"])}
    except Exception as error:  # noqa: BLE001  whatever it is, it is told in words
        reply = {"error": _told(f"the answer cannot be shown: {error}", task["path"])}
    sys.stdout.write(json.dumps(reply))
    sys.stdout.flush()
    os._exit(0)  # whatever the database still does: nobody waits for it


def _confine(megabytes: int) -> None:
    """Let the system hold this process to its limits too, where it can: memory, no files written, others go first."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource  # noqa: PLC0415  some systems have none

        most = (_BASE + 2 * megabytes) * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(5)


def _answer(task: dict[str, Any]) -> dict[str, Any]:
    with connect(Path(task["path"])) as connection:
        for setting in (
            "threads = 2",
            f"memory_limit = '{task['megabytes']:d}MB'",
            "max_temp_directory_size = '0B'",
            "autoload_known_extensions = false",
            "allow_community_extensions = false",
            "enable_external_access = false",
            "lock_configuration = true",
        ):
            connection.execute(f"SET {setting}")
        statement = _statement(connection, task["sql"])
        if isinstance(statement, str):
            return {"error": statement}
        _set_time(task["seconds"], connection)
        return _rows(connection, statement, task)


def _set_time(seconds: float, connection: duckdb.DuckDBPyConnection) -> None:
    """Interrupt the query when its time is over; what does not stop then, in one long step, ends with the process."""
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def _statement(connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement | str:
    """Return the one statement of a query, or why it is refused."""
    found = connection.extract_statements(sql)
    if not found:
        return "there is no query"
    if len(found) == 1 and found[0].type == duckdb.StatementType.MULTI:
        return "PIVOT is possible here only with the values that become columns: PIVOT … ON column IN (value, …)"
    if any(statement.type not in _READING for statement in found):
        return "only queries that read are run here: SELECT, FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN"
    if len(found) > 1:
        return f"there are {len(found)} statements; one is run at a time"
    return found[0]


def _rows(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement, task: dict[str, Any]) -> dict[str, Any]:
    result = connection.execute(statement)
    description = result.description or []
    zoned = [any(word in str(column[1]) for word in _ZONED) for column in description]
    if any(zoned):
        result = connection.execute(_as_text(statement.query, zoned))
    rows: list[list[Any]] = []
    size = 0
    while len(rows) <= task["rows"] and size < _MOST and (piece := result.fetchmany(_PIECE)):
        for row in piece:
            cells = [_cell(value, task) for value in row]
            size += sum([len(cell) if isinstance(cell, str) else 8 for cell in cells])
            rows.append(cells)
    cut = len(rows) > task["rows"] or size >= _MOST
    return {
        "columns": [_cut(column[0], task["width"]) for column in description],
        "types": [str(column[1]) for column in description],
        "rows": rows[: task["rows"]],
        "cut": cut,
    }


def _as_text(sql: str, zoned: list[bool]) -> str:
    """Return a query with some columns as text."""
    names = [f"c{place}" for place in range(len(zoned))]
    cells = [f"CAST({name} AS VARCHAR)" if text else name for name, text in zip(names, zoned, strict=True)]
    quoted = sql.replace("'", "''")
    return f"SELECT {', '.join(cells)} FROM query('{quoted}') AS asked({', '.join(names)})"  # noqa: S608  it is a query


def _cell(value: Any, task: dict[str, Any]) -> Any:
    """Return a value that JSON knows, and not too much of it."""
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        # A browser counts exactly up to here.
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, date):
        return value.isoformat()
    text = value if isinstance(value, str) else value.hex() if isinstance(value, bytes) else str(value)
    return _cut(_without_path(text, task["path"]), task["width"])


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _told(message: str, path: str) -> str:
    """Return what went wrong, in words only: nothing of where the program is."""
    return _without_path(message.partition(_TRACEBACK)[0].strip(), path)


def _without_path(message: str, path: str) -> str:
    """Return a text that does not tell where on this computer the database is."""
    return message.replace(path, "the database").replace(f"{Path(path).parent}{os.sep}", "…/")


if __name__ == "__main__":
    main()
