"""The process in which a query of a person runs, see :mod:`ttrn.store.safe_queries`.

``python -m ttrn.store.query_process`` reads a task from standard input, a line of JSON, and writes the answer to
standard output, line by line: that the query has begun, names and types of the columns, each row, and whether it was
cut; or what went wrong.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any, Final

import duckdb

from ttrn.store.database import VERSION, DatabaseError, connect, quoted
from ttrn.store.dataset import DATASET, files_of, is_folder, read_current
from ttrn.store.failures import damaged, is_corrupt
from ttrn.store.filters import Filters
from ttrn.store.places import is_address, place_of
from ttrn.store.safe_queries import TOO_LONG, TOO_MUCH

_READING: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
_BASE: Final = 1_500
"""Megabytes of addresses that Python and DuckDB take before they hold anything."""
_MEGABYTE: Final = 1024 * 1024
_FOR_THE_DATABASE: Final = 0.75
"""How much of the memory the database may fill; it says so itself then, and needs some more meanwhile."""
_PIECE: Final = 500
_GRACE: Final = 1.5
"""Seconds after its time in which a query may stop by itself."""
_NUMBERS: Final = ("tinyint", "smallint", "integer", "bigint", "hugeint", "float", "double", "decimal")
_UNSIGNED: Final = ("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint")
_KNOWN: Final = frozenset((*_NUMBERS, *_UNSIGNED, "boolean", "varchar", "enum", "date", "null"))
"""Types whose values Python has too; for the others it would want packages, or cannot hold all of them."""
QUALIFIED: Final = "tables are named without their database and schema here: games, not main.games"
_OPEN_SCHEMAS: Final = ("", "information_schema", "pg_catalog")
_TELL_PLACES: Final = (
    *("duckdb_databases", "pragma_database_list", "duckdb_settings", "current_setting", "duckdb_temporary_files"),
    *("pragma_storage_info", "pragma_metadata_info", "duckdb_logs", "query", "query_table"),
)
"""What answers with paths, with the first letters of what is in a table, or runs a text that nobody has looked at."""
_READ_FILES: Final = (
    *("read_parquet", "parquet_scan", "parquet_metadata", "parquet_file_metadata", "parquet_schema"),
    *("parquet_kv_metadata", "parquet_bloom_probe", "glob"),
)
"""What reads the files of a data set, which queries may, past the tables."""
_EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+(?:ANALYZE\s+)?(?:\([^()]*\)\s*)?", re.IGNORECASE)
_TRACEBACK: Final = "Traceback (most recent call last)"


def main() -> None:
    """Run one task."""
    task = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_asker, daemon=True).start()
    _confine(task["megabytes"])
    try:
        for said in _answer(task):
            sys.stdout.write(json.dumps(said) + "\n")
    except BrokenPipeError:
        os._exit(1)
    except (MemoryError, duckdb.OutOfMemoryException):
        _fail(TOO_MUCH.format(task["megabytes"]))
    except duckdb.InterruptException:
        _fail(TOO_LONG.format(task["seconds"]))
    except duckdb.Error as error:
        _fail(_told(damaged(task["path"], error) if is_corrupt(error) else str(error), task))
    except DatabaseError as error:
        _fail(_told(str(error), task))
    except Exception as error:  # noqa: BLE001  whatever it is, it is told in words
        _fail(_told(f"the answer cannot be shown: {error}", task))
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(0)  # whatever the database still does: nobody waits for it


def _fail(message: str) -> None:
    with suppress(OSError):
        sys.stdout.write(json.dumps({"error": message}) + "\n")


def _end_with_asker() -> None:
    """End when the program that asked is gone, or wants no more."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _confine(megabytes: int) -> None:
    """Let the system hold this process to its limits too, where it can: memory, no files written, others go first."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource  # noqa: PLC0415  some systems have none

        most = (_BASE + 2 * megabytes) * _MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        # The database counts what it holds itself, but neither long texts under way nor the rows that come out.
        held, reserved = _memory()
        if held:
            most = reserved - held + megabytes * _MEGABYTE
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(5)


def _memory() -> tuple[int, int]:
    """Return how many bytes this process holds, and how many it has reserved for data; 0 where nobody can tell."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0, 0
    sizes = {
        name: int(size.split()[0]) * 1024 for name, _, size in [line.partition(":") for line in lines] if "kB" in size
    }
    return sizes.get("VmRSS", 0), sizes.get("VmData", 0)


def _answer(task: dict[str, Any]) -> Iterator[Any]:
    with connect(task["path"]) as connection:
        Filters(**task["filters"]).apply(connection)
        if not task["exact"]:
            _hide_places(connection)
        for setting in (
            *_files_allowed(task["path"]),
            *([f"threads = {task['cores']:d}"] if task["cores"] else []),
            f"memory_limit = '{int(task['megabytes'] * _FOR_THE_DATABASE):d}MB'",
            "max_temp_directory_size = '0B'",
            "autoload_known_extensions = false",
            "allow_community_extensions = false",
            "python_enable_replacements = false",
            "enable_external_access = false",
            "lock_configuration = true",
        ):
            connection.execute(f"SET {setting}")
        statement = _statement(connection, task["sql"])
        if isinstance(statement, duckdb.Statement) and not task["exact"]:
            refused = (*_TELL_PLACES, *(_READ_FILES if is_folder(task["path"]) else ()))
            statement = _about_places(connection, statement.query, refused) or statement
        if isinstance(statement, str):
            yield {"error": statement}
            return
        _say_begun()
        if isfinite(task["seconds"]):
            _set_time(task["seconds"], connection)
        yield from _rows(connection, statement, task)


def _say_begun() -> None:
    """Tell that the query runs from now on: to get this far may take long where the machine is busy."""
    sys.stdout.write(json.dumps({"begun": True}) + "\n")
    sys.stdout.flush()


def _files_allowed(path: str) -> list[str]:
    """Return the setting that lets a query read the files of a data set, and no others; none for a database."""
    if not is_folder(path) or is_address(path):
        return []
    target = place_of(path)
    files = [quoted(Path(name)) for name in files_of(target, read_current(target, VERSION))]
    return [f"allowed_paths = [{', '.join(files)}]"]


def _hide_places(connection: duckdb.DuckDBPyConnection) -> None:
    """Let games tell the names of the files they come from, and not where on this computer those are."""
    named = connection.execute(
        "SELECT database_name, schema_name, table_name FROM duckdb_columns() "
        "WHERE column_name = 'file' AND NOT internal AND database_name = current_database()"
    ).fetchall()
    for database, schema, table in named:
        whole = ".".join([_name(part) for part in (database, schema, table)])
        seen = f"SELECT * REPLACE (parse_filename(file) AS file) FROM {whole}"  # noqa: S608  names of the database
        connection.execute(f"CREATE OR REPLACE TEMP VIEW {_name(table)} AS {seen}")


def _about_places(connection: duckdb.DuckDBPyConnection, sql: str, refused: Sequence[str]) -> str:
    """Return why a query is refused that could tell where on this computer files are; empty if it could not."""
    text = _EXPLAIN.sub("", sql)
    tree = json.loads(connection.execute("SELECT json_serialize_sql(?)", [text]).fetchall()[0][0])
    if tree["error"]:  # it is wrong, or explains something else than a query
        return QUALIFIED if "." in text else ""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
            table, function = str(node.get("table_name", "")).lower(), str(node.get("function_name", "")).lower()
            if node.get("type") == "BASE_TABLE":
                owner = str(node["catalog_name"] or node["schema_name"]).lower()
                if owner not in _OPEN_SCHEMAS:
                    return QUALIFIED
            past = table.startswith(f"{DATASET}_") or (table.endswith(".parquet") and _READ_FILES[0] in refused)
            if table in refused or function in refused or past:
                return f"{table or function} is not answered here"
    return ""


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
    if len(found) == 1 and _reads(found[0], duckdb.StatementType.MULTI):
        return "PIVOT is possible here only with the values that become columns: PIVOT … ON column IN (value, …)"
    if not all(_reads(statement) for statement in found):
        return "only queries that read are run here: SELECT, FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN"
    if len(found) > 1:
        return f"there are {len(found)} statements; one is run at a time"
    return found[0]


def _reads(statement: duckdb.Statement, *types: duckdb.StatementType) -> bool:
    """Return whether a statement only reads; Python does not know the types of all."""
    try:
        return statement.type in (types or _READING)
    except ValueError:
        return False


def _rows(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement, task: dict[str, Any]) -> Iterator[Any]:
    if statement.type == duckdb.StatementType.EXPLAIN:
        result = connection.execute(statement)
        names, types = [column[0] for column in result.description], [column[1] for column in result.description]
    else:
        try:
            asked = connection.sql(statement.query)  # looks at the query, and does not run it
        except duckdb.Error:
            connection.execute(statement)  # fails too, and tells the place
            raise
        names, types = asked.columns, asked.types
        result = connection.execute(_readable(statement, types, exact=task["exact"]))
    yield {"columns": [_cut(name, task["width"]) for name in names], "types": [str(kind) for kind in types]}
    size = number = 0
    while piece := result.fetchmany(_PIECE):
        for row in piece:
            if number == task["rows"] or size >= task["letters"]:
                yield {"cut": True}
                return
            cells = [_cell(value, task) for value in row]
            size += sum([len(cell) if isinstance(cell, str) else 8 for cell in cells])
            number += 1
            yield cells
    yield {"cut": False}


def _readable(statement: duckdb.Statement, types: list[Any], *, exact: bool) -> duckdb.Statement | str:
    """Return a query whose columns have types that Python knows: what it does not, the database writes as text."""
    wanted = [_type(kind) if exact or kind.id in _KNOWN else "VARCHAR" for kind in types]
    if wanted == [str(kind) for kind in types]:
        return statement
    names = [f"c{place}" for place in range(len(types))]
    cells = [f"CAST({name} AS {kind})" for name, kind in zip(names, wanted, strict=True)]
    quoted = statement.query.replace("'", "''")
    return f"SELECT {', '.join(cells)} FROM query('{quoted}') AS asked({', '.join(names)})"  # noqa: S608  it is a query


def _type(kind: Any) -> str:
    """Return a type with text in place of all that Python does not know."""
    if kind.id in ("list", "array"):
        size = dict(kind.children).get("size", "")
        return f"{_type(kind.children[0][1])}[{size}]"
    if kind.id == "map":
        key, value = [_type(part) for _, part in kind.children]
        return f"MAP({key}, {value})"
    if kind.id == "struct":
        parts = [f"{_name(name)} {_type(part)}" for name, part in kind.children]
        return f"STRUCT({', '.join(parts)})"
    return str(kind) if kind.id in _KNOWN else "VARCHAR"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _cell(value: Any, task: dict[str, Any]) -> Any:
    """Return a value that JSON knows, and not too much of it."""
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int | Decimal):
        return _number(value, exact=task["exact"])
    if isinstance(value, list | tuple):
        return [_cell(part, task) for part in value]
    if isinstance(value, dict):
        return {str(key): _cell(part, task) for key, part in value.items()}
    # A date is written as ISO has it.
    return _cut(_without_path(str(value), task), task["width"])


def _number(value: int | Decimal, *, exact: bool) -> int | float | str:
    if isinstance(value, Decimal):
        return str(value) if exact else float(value)
    # A browser counts exactly up to here.
    return value if exact or abs(value) < 2**53 else str(value)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _told(message: str, task: dict[str, Any]) -> str:
    """Return what went wrong, in words only: nothing of where the program is."""
    return _without_path(message.partition(_TRACEBACK)[0].strip(), task)


def _without_path(message: str, task: dict[str, Any]) -> str:
    """Return a text that does not tell a stranger where on this computer the database is."""
    path = task["path"]
    if task["exact"]:
        return message
    return message.replace(path, "the database").replace(f"{Path(path).parent}{os.sep}", "…/")


if __name__ == "__main__":
    main()
