"""A data set: the tables of a database as Parquet, in a folder or in an object store; how it is read.

``_current.json`` says which files it is made of; it is replaced last, so that readers see one state or the next.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import duckdb

from ttrn.store.errors import DatabaseError
from ttrn.store.failures import first_line
from ttrn.store.places import Place, is_address, place_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CURRENT: Final = "_current.json"
REFERENCES: Final = ("boards", "cities", "routes", "ticket_cards")
"""Tables that belong to no single game, but to boards."""

SUMS: Final = {
    "claim_sums": ("claims", "timed", "turns", "rounds", "wins", "later", "seen", "locomotives", "at_a", "at_b"),
    "round_sums": ("claims",),
    "ticket_sums": ("tickets", "known", "completed", "timed", "turns", "wins", "scored", "score"),
    "opening_sums": ("claims", "timed", "turns", "wins", "scored", "score"),
}
"""Views whose rows are kept, for the statistics, with their sums: they follow from the tables."""

_ADDENDS: Final = ("games", "seats", "claims", "tickets")
"""The tables that they follow from."""

_SUMMED: Final = """
CREATE OR REPLACE MACRO summed() AS
    getvariable('player') IS NULL AND getvariable('against') IS NULL AND getvariable('since') IS NULL
    AND getvariable('until') IS NULL AND getvariable('event') IS NULL
"""

DATASET: Final = "dataset"
"""Under this word a connection tells which data set it reads."""

_COMMENT: Final = re.compile(r"^COMMENT ON (TABLE|VIEW|COLUMN) ([\w.]+) (IS '(?:[^']|'')*';)", re.MULTILINE)
_AS_ARROW: Final[dict[str, dict[str, Any]]] = {}
"""Of each state in an object store that was opened its tables, as DuckDB reads them through Arrow."""


class TableFile(NamedTuple):
    """A file of a table: its path in the data set, its bytes and rows."""

    path: str
    size: int
    rows: int


class Current(NamedTuple):
    """A state of a data set: its files by table, how many games it has, and what was loaded into it."""

    version: int
    state: str
    games: int
    tables: dict[str, list[TableFile]]
    shards: list[str]
    """The keys of the shards in it."""
    before: tuple[str, ...] = ()
    """The files of the state before that are no more in this one: somebody may still read them."""

    def text(self) -> bytes:
        """Return it as its file has it."""
        return json.dumps(self._asdict(), indent=1).encode()


def sums_name(tables: Mapping[str, Sequence[TableFile]]) -> str:
    """Return what the files of sums are called that follow from these tables: after other rows they are others.

    A ttrn that knows of no sums leaves the files of an earlier state where they are: its name tells.
    """
    paths = [file.path for name in _ADDENDS for file in tables.get(name, [])]
    return blake2b(" ".join(paths).encode(), digest_size=8).hexdigest()


def sums_hold(current: Current) -> bool:
    """Return whether a state has sums, and they follow from its rows."""
    called = sums_name(current.tables)
    kept = [[called in file.path for file in current.tables.get(name, [])] for name in SUMS]
    return all(files and all(files) for files in kept)


def is_folder(name: str | Path) -> bool:
    """Return whether a name can only be that of a data set: an address, a folder, or something that ends as one."""
    return is_address(name) or str(name).endswith("/") or Path(name).is_dir()


def state_file(path: Path) -> Path:
    """Return the file that changes with each load: the database itself, or that of a data set on this computer."""
    return path / CURRENT if path.is_dir() else path


def is_published(name: str | Path) -> bool:
    """Return whether there is a data set of ours in a folder."""
    with suppress(DatabaseError, OSError):
        return (place_of(name) / CURRENT).exists()
    return False


def read_current(target: Place, version: int, *, older: bool = False) -> Current:
    """Return the state of a data set of this version, or of an ``older`` one if that will do.

    Raises:
        DatabaseError: there is none, or it is of another version.
    """
    place = target / CURRENT
    try:
        if not place.exists():
            hint = f"ttrn load {target.name}/ FILE… makes one"
            if target.local and not target.exists():
                raise DatabaseError(f"there is no folder {target.name}; {hint}")
            if target.local:
                raise DatabaseError(f"{target.name} is a folder, and there is no data set in it; {hint}")
            raise DatabaseError(f"there is no data set in {target.name}; {hint}")
        said = json.loads(place.read())
        tables = {name: [TableFile(*file) for file in files] for name, files in said["tables"].items()}
        found = Current(**(said | {"tables": tables, "before": tuple(said["before"])}))
    except OSError as error:
        raise DatabaseError(f"{place.name} cannot be read: {error.strerror or first_line(error)}") from None
    except (ValueError, KeyError, TypeError):
        raise DatabaseError(f"{place.name} is damaged; load your records into a new data set") from None
    if found.version > version:
        message = f"{target.name} was made by a newer version of ttrn (schema {found.version}, this one has {version})"
        raise DatabaseError(f"{message}; install that version to use it")
    if found.version < version and not older:
        message = f"{target.name} was made by an older version of ttrn (schema {found.version}, this one has {version})"
        raise DatabaseError(f"{message}; ttrn load {target.name}/ --rebuild makes it anew from the texts in it")
    return found


def open_dataset(
    target: Place, current: Current, scripts: dict[str, str], views: Sequence[str]
) -> duckdb.DuckDBPyConnection:
    """Return a connection with the tables of a state as views over its files, and all that follows from them.

    ``scripts`` are the SQL files by name, ``views`` the names of those that make the views of this version.
    """
    connection = duckdb.connect(":memory:", config={"autoinstall_known_extensions": "false"})
    try:
        connection.execute(scripts["schema.sql"])
        connection.execute(scripts["unpacked.sql"])
        filled = [name for name, files in current.tables.items() if files and name not in SUMS]
        notes: dict[str, list[str]] = {name: [] for name in filled}
        for kind, name, text in _COMMENT.findall(scripts["schema.sql"] + scripts["unpacked.sql"]):
            table = name.partition(".")[0]
            if table in notes:
                notes[table].append(f"COMMENT ON {kind.replace('TABLE', 'VIEW')} {name} {text}")
        if not target.local:
            _AS_ARROW[current.state] = _as_arrow(target, current)
            lend(connection, current.state)
        for name in filled:
            connection.execute(f"DROP {'VIEW' if name in ('turns', 'claims') else 'TABLE'} {name}")
            connection.execute(f"CREATE VIEW {name} AS {table_query(target, current, name)}")
            for text in notes[name]:
                connection.execute(text)
        for key, value in {"version": str(current.version), DATASET: current.state}.items():
            connection.execute("INSERT INTO about VALUES (?, ?)", [key, value])
        _make_views(connection, target, current, {name: scripts[name] for name in views})
    except duckdb.Error as error:
        connection.close()
        raise DatabaseError(f"{target.name} is damaged ({first_line(error)})") from None
    except BaseException:
        connection.close()
        raise
    return connection


def _make_views(
    connection: duckdb.DuckDBPyConnection, target: Place, current: Current, scripts: dict[str, str]
) -> None:
    """Make the views; those of sums show what is kept of them, and statistics look there. An older state has none."""
    for text in scripts.values():
        connection.execute(text)
    if "sums.sql" in scripts and sums_hold(current):
        for name in SUMS:
            connection.execute(f"CREATE OR REPLACE VIEW {name} AS {table_query(target, current, name)}")
        connection.execute(_SUMMED)


def files_of(target: Place, current: Current) -> list[str]:
    """Return the paths of all files of a state."""
    return [(target / file.path).path for files in current.tables.values() for file in files]


def table_query(target: Place, current: Current, name: str) -> str:
    """Return the query for the rows of a table, as they lie in its files."""
    if not target.local:
        return f"SELECT * FROM {DATASET}_{name}"  # noqa: S608  names of our own
    paths = [(target / file.path).path.replace("'", "''") for file in current.tables[name]]
    listed = ", ".join([f"'{path}'" for path in paths])
    return f"SELECT * FROM read_parquet([{listed}])"  # noqa: S608  names of our own


def _as_arrow(target: Place, current: Current) -> dict[str, Any]:
    from pyarrow import dataset  # noqa: PLC0415  only what lies in an object store needs it

    return {
        name: dataset.dataset([(target / file.path).path for file in files], filesystem=target.system)
        for name, files in current.tables.items()
        if files
    }


def lend(connection: duckdb.DuckDBPyConnection, state: str) -> None:
    """Let a connection, or a cursor of one, read what lies in an object store: each has to be told by itself."""
    for name, found in _AS_ARROW.get(state, {}).items():
        connection.register(f"{DATASET}_{name}", found)
