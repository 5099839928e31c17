"""The database file: opened by many readers, written by one, and never half-written.

Whoever writes works on a draft beside the file, which takes its place when all is done. Readers that have the old file
open keep it; an interrupted load leaves the database as it was, and a draft with whole batches to go on from.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import duckdb
from filelock import FileLock, Timeout

from ttrn.store.dataset import DATASET, Current, is_folder, lend, open_dataset, read_current
from ttrn.store.errors import DatabaseError as DatabaseError  # noqa: PLC0414  whoever opens one gets it from here
from ttrn.store.failures import ANEW, cannot_write, opening, reading, storing
from ttrn.store.places import place_of

VERSION: Final = 4
"""Of the schema. A database of an older version is made anew from the texts in it; one of a newer one is refused."""

_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    # Of a new file: with blocks of a quarter of the usual size much less of them stays empty.
    "default_block_size": "65536",
}

LOADING: Final = "500MB"
"""So much memory DuckDB may take while games are loaded."""

_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_SQL: Final = Path(__file__).parent / "sql"
_SNAPSHOT: Final = "snapshot"
# Views in memory go before those of the file.
_SNAPSHOT_PATH: Final = f"SET search_path = 'memory.main,{_SNAPSHOT}.main,{_SNAPSHOT}.packed'"
_VIEWS: Final = (
    "unpacked.sql",
    "views.sql",
    "sums.sql",
    "players.sql",
    "routes.sql",
    "tickets.sql",
    "openings.sql",
    "tables.sql",
    "distributions.sql",
    "portraits.sql",
    "analysis.sql",
    "player_analysis.sql",
)


@cache
def script(name: str) -> str:
    """Return one of the SQL files of this room."""
    return (_SQL / name).read_text(encoding="utf-8")


@cache
def views_stamp() -> str:
    """Return what the views of this version are known by."""
    return blake2b("".join([script(name) for name in _VIEWS]).encode(), digest_size=8).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------------------


def connect(path: str | Path) -> duckdb.DuckDBPyConnection:
    """Open a database for reading. Any number of programs may do so at the same time.

    Each thread, and each question with filters of its own, takes a cursor: ``with cursor(connection) as mine: …``.

    Raises:
        DatabaseError: there is no such database, it is of another version, or somebody writes to it in place.
    """
    if is_folder(path):
        return connect_dataset(path)
    path = Path(path)
    connection = open_database(path, read_only=True)
    try:
        _check_current(connection, path)
        with reading(path):
            _update_views(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_dataset(
    path: str | Path, current: Current | None = None, *, plain: bool = False
) -> duckdb.DuckDBPyConnection:
    """Open a data set for reading: the state that it has now, or one that is given; ``plain`` for loads, no statistics.

    Raises:
        DatabaseError: there is no such data set, or it is of another version.
    """
    target = place_of(path)
    scripts = {name: script(name) for name in ("schema.sql", *_VIEWS)}
    connection = open_dataset(
        target, current or read_current(target, VERSION), scripts, _VIEWS[1 : 2 if plain else None]
    )
    _note(connection, "views", views_stamp())
    return sparing(connection) if plain else connection


def state_at(address: str) -> str:
    """Return what the present state of a data set is called: another one after each load.

    Raises:
        DatabaseError: there is no such data set, it cannot be reached, or it is of another version.
    """
    return read_current(place_of(address), VERSION).state


def sparing(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Let a connection put into files what takes much memory, as loads do: a million games must not need more."""
    connection.execute(f"SET memory_limit = '{LOADING}'")
    connection.execute(f"SET temp_directory = {quoted(Path(tempfile.gettempdir()) / 'ttrn.tmp')}")
    return connection


def snapshot(path: str | Path) -> duckdb.DuckDBPyConnection:
    """Open a database for reading as it is now, whatever this program has open of its former states.

    DuckDB opens a file once in a process: as long as anything of it is in use, :func:`connect` would return the state
    before the last load. A program that runs for days, as the dashboard does, opens a snapshot after each load.

    Raises:
        DatabaseError: as with :func:`connect`.
    """
    if is_folder(path):
        return connect_dataset(path)
    path = Path(path)
    connection = open_database(Path(":memory:"), read_only=False)
    try:
        _attach(connection, path)
        _check_current(connection, path)
        with reading(path):
            stamp = about(connection, "views")
        if stamp != views_stamp():
            make_views(connection)  # beside the file, in memory: once for all cursors
    except BaseException:
        connection.close()
        raise
    return connection


def _attach(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    _check_there(path)
    with opening(path):
        connection.execute(f"ATTACH {quoted(path)} AS {_SNAPSHOT} (READ_ONLY)")
    connection.execute(_SNAPSHOT_PATH)


@contextmanager
def cursor(connection: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the same database once more, for one thread or with variables of its own."""
    with connection.cursor() as mine:
        if mine.execute("SELECT 1 FROM duckdb_databases() WHERE database_name = ?", [_SNAPSHOT]).fetchall():
            mine.execute(_SNAPSHOT_PATH)
        else:
            lend(mine, about(mine, DATASET))
            _update_views(mine)
        yield mine


def quoted(path: Path) -> str:
    """Return a path as SQL writes it."""
    return "'" + str(path).replace("'", "''") + "'"


def _update_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Use the views of this version, where the file has others."""
    if about(connection, "views") != views_stamp():
        make_views(connection, temporary=True)


def _check_current(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    version = version_of(connection, path)
    if version < VERSION:
        message = f"{path} was made by an older version of ttrn (schema {version}, this one has {VERSION})"
        raise DatabaseError(f"{message}; ttrn load {path} --rebuild makes it anew from the texts in it")


def open_database(path: Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open a database file of whatever version, always with the same settings: DuckDB wants that within a process.

    Raises:
        DatabaseError: it cannot be opened.
    """
    if read_only or path.is_dir():
        _check_there(path)
    with opening(path):
        return duckdb.connect(str(path), read_only=read_only, config=_SETTINGS)


def _check_there(path: Path) -> None:
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder, not a database")
    if not path.exists():
        raise DatabaseError(f"there is no database {path}; ttrn load {path} FILE… makes one")


def about(connection: duckdb.DuckDBPyConnection, key: str) -> str:
    """Return what a database says about itself, empty where it says nothing."""
    found = connection.execute("SELECT value FROM about WHERE key = ?", [key]).fetchall()
    return str(found[0][0]) if found else ""


def version_of(connection: duckdb.DuckDBPyConnection, path: Path) -> int:
    """Return the version of a database's schema.

    Raises:
        DatabaseError: it is no database of ttrn, or of a version that this one does not know.
    """
    with reading(path):
        try:
            said = about(connection, "version")
        except (duckdb.CatalogException, duckdb.BinderException, duckdb.InvalidInputException):
            said = ""  # there is no such table, or it is another one
    if not said:
        raise DatabaseError(f"{path} is no database of ttrn")
    if not _NUMBER.fullmatch(said):
        raise DatabaseError(f'{path} is damaged: it says that its version is "{said[:20]}"; {ANEW}')
    version = int(said)
    if version > VERSION:
        message = f"{path} was made by a newer version of ttrn (schema {version}, this one knows {VERSION})"
        raise DatabaseError(f"{message}; install that version to use it")
    return version


def outdated(path: Path) -> bool:
    """Return whether a database is of an older version.

    Raises:
        DatabaseError: it cannot be opened, or is of a newer version.
    """
    with open_database(path, read_only=True) as connection:
        return version_of(connection, path) < VERSION


def is_outdated(path: str | Path) -> bool:
    """Return whether there is a database of an older version; nothing that is wrong with it matters here."""
    with suppress(DatabaseError):
        return Path(path).exists() and outdated(Path(path))
    return False


# --- writing ---------------------------------------------------------------------------------------------------------


def draft_of(path: Path, *, lasting: bool = True) -> Path:
    """Return where the next state of a database is made; a lasting draft is gone on from when it is left behind."""
    return path.with_name(f"{path.name}.{'draft' if lasting else 'change'}")


def _copying(draft: Path) -> Path:
    return draft.with_name(f"{draft.name}.copy")


@dataclass(slots=True)
class Draft:
    """The next state of a database; who works on it says whether it turned out to be the same as before."""

    connection: duckdb.DuckDBPyConnection
    path: Path
    resumed: bool
    """Whether it was left by an interrupted load, and may hold games of that."""
    unchanged: bool = False


@contextmanager
def writing(path: str | Path, *, anew: bool = False, lasting: bool = False) -> Iterator[Draft]:
    """Open a database to write to it, alone; it is made if there is none. What was written is there at the end.

    After a failure nothing is left of it, or, if it is ``lasting``, a draft: the next time that is gone on from, if the
    database is still the one it was made from. With ``anew`` a draft starts empty.

    Raises:
        DatabaseError: somebody else writes to it, it is of a newer version, or it cannot be written.
    """
    with _alone(path) as place, _guarded(place), storing(place):
        draft_path = draft_of(place, lasting=lasting)
        if not lasting:  # one that was killed: nobody said that its change is to be made now
            discard(draft_path)
        draft = _open_draft(place, draft_path, anew=anew)
        try:
            yield draft
            draft.connection.execute("CHECKPOINT")
        except BaseException:
            draft.connection.close()
            if not lasting:
                discard(draft.path)
            raise
        draft.connection.close()
        if draft.unchanged:
            discard(draft.path)
        else:
            _put_in_place(draft.path, place)


def clear_drafts(path: str | Path) -> bool:
    """Remove what interrupted loads and changes left beside a database or in a data set; tell whether they did.

    Raises:
        DatabaseError: somebody is writing to it.
        OSError: something cannot be removed.
    """
    if is_folder(path):
        from ttrn.store.dataset_changes import clear_left  # noqa: PLC0415  takes long, and few need it

        return clear_left(path)
    with _alone(path) as place:
        drafts = [draft_of(place, lasting=lasting) for lasting in (True, False)]
        left = [file for draft in drafts for file in (draft, _wal(draft), _copying(draft)) if file.exists()]
        for file in left:
            file.unlink()
        return bool(left)


@contextmanager
def _alone(named: str | Path) -> Iterator[Path]:
    """Let nobody else write to a database meanwhile; give out where it really is."""
    if is_folder(named):
        raise DatabaseError(f"{named} is a folder, and no database file")
    path = Path(named)
    if path.is_symlink():
        path = path.resolve()
    if not path.parent.is_dir():
        raise DatabaseError(f"there is no folder {path.parent}")
    lock = FileLock(f"{path}.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseError(f"another ttrn is writing to {path}; try again when it is done") from None
    except OSError as error:
        raise DatabaseError(cannot_write(path, error)) from None
    try:
        yield path
    finally:
        lock.release()


@contextmanager
def _guarded(path: Path) -> Iterator[None]:
    """Keep the database open for reading, so that nobody writes to it in place meanwhile."""
    if not path.exists():
        yield
        return
    if _wal(path).exists():  # left by a program that wrote in place and did not get to its end
        with open_database(path, read_only=False) as unfinished:
            unfinished.execute("CHECKPOINT")
    connection = open_database(path, read_only=True)
    try:
        version_of(connection, path)
        yield
    finally:
        connection.close()


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}.wal")


def _open_draft(path: Path, draft: Path, *, anew: bool) -> Draft:
    base = _stamp(path) + (" anew" if anew else "")
    if draft.exists() and (left := _left_behind(draft, base)) is not None:
        return Draft(left, draft, resumed=True)
    discard(draft)
    if path.exists() and not anew:
        _copy(path, draft)
    connection = open_database(draft, read_only=False)
    try:
        if anew or not path.exists():
            _make_tables(connection)
        _note(connection, "base", base)
    except BaseException:
        connection.close()
        discard(draft)
        raise
    return Draft(connection, draft, resumed=False)


def _left_behind(draft: Path, base: str) -> duckdb.DuckDBPyConnection | None:
    """Open a draft that an interrupted load left, if it is whole and was made from what the database is now.

    Otherwise nothing of it stays open: DuckDB would go on with the file that is about to be removed.
    """
    connection: duckdb.DuckDBPyConnection | None = None
    with suppress(DatabaseError, duckdb.Error):
        connection = open_database(draft, read_only=False)
        if about(connection, "base") == base and version_of(connection, draft) == VERSION:
            return connection
    if connection is not None:
        connection.close()
    return None


def _copy(path: Path, draft: Path) -> None:
    """Begin a draft with what the database has; a copy that is not whole does not stay."""
    copying = _copying(draft)
    try:
        shutil.copy(path, copying)
        copying.replace(draft)
    except OSError as error:
        with suppress(OSError):
            copying.unlink(missing_ok=True)
        raise DatabaseError(cannot_write(path, error)) from None


def _stamp(path: Path) -> str:
    """Return what a state of the database file is known by."""
    if not path.exists():
        return "nothing"
    stat = path.stat()
    return f"{stat.st_size} {stat.st_mtime_ns}"


def _make_tables(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("BEGIN")
    connection.execute(script("schema.sql"))
    _note(connection, "version", str(VERSION))
    make_views(connection)
    _note(connection, "views", views_stamp())
    connection.execute("COMMIT")


def _note(connection: duckdb.DuckDBPyConnection, key: str, value: str) -> None:
    connection.execute("DELETE FROM about WHERE key = ?", [key])
    connection.execute("INSERT INTO about VALUES (?, ?)", [key, value])


def make_views(connection: duckdb.DuckDBPyConnection, *, temporary: bool = False) -> None:
    """Make the views and functions of this version; temporary ones go before those that the file has."""
    for name in _VIEWS:
        text = script(name)
        if temporary:
            text = text.replace("CREATE OR REPLACE ", "CREATE OR REPLACE TEMP ")
        connection.execute(text)


def discard(draft: Path) -> None:
    """Remove a draft; its log goes first, for a log alone would be taken for that of the next draft."""
    for left in (_wal(draft), draft):
        left.unlink(missing_ok=True)


def _put_in_place(draft: Path, path: Path) -> None:
    try:
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except PermissionError:
        # Some systems do not let go of a file that is open.
        raise DatabaseError(f"{path} is open in another program; close it and try again: nothing is lost") from None
    except OSError as error:
        raise DatabaseError(cannot_write(path, error)) from None
