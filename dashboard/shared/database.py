"""The database behind the pages: opened once for all sessions, and anew after each load.

``TTRN_DATABASE`` names it. Without one the sample games are shown, see :mod:`.samples`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from ttrn import store
from ttrn.store.database import writing
from ttrn.store.filters import NO_FILTERS

from . import samples

if TYPE_CHECKING:
    import duckdb

VARIABLE: Final = "TTRN_DATABASE"

ADD_VARIABLE: Final = "TTRN_ADD"
OWNER, EVERYBODY = "owner", "everybody"
"""The variable that says who may add games, and what it says; without it nobody may."""

_FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")
"""What other servers add to what they pass on."""

_FAR: Final = 10
"""For so many seconds nobody asks an object store again whether there is another state."""

_ANSWERS: Final = 200
"""How many answers are kept for the next session that asks the same."""


def path() -> Path:
    """Return where the database is, if it is on this computer; it may not be there yet."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else samples.place()


def place() -> str | Path:
    """Return where the database is: its path, or the address of a data set in an object store."""
    named = os.environ.get(VARIABLE, "")
    return named if store.is_address(named) else path()


def is_sample() -> bool:
    """Return whether the sample games are shown, because nobody named a database."""
    return not os.environ.get(VARIABLE)


def exists() -> bool:
    """Return whether the database is there, or, if it is that of the sample games, on its way."""
    return is_sample() or isinstance(place(), str) or path().exists()


def writable() -> bool:
    """Return whether games can be added: a new file takes the place of the database; a data set has none."""
    if isinstance(place(), str) or path().is_dir():
        return False
    return (not path().exists() or os.access(path(), os.W_OK)) and os.access(path().resolve().parent, os.W_OK)


def may_add() -> bool:
    """Return whether this reader may add games: everybody where the server was started so, else its owner.

    That is who sits at the computer on which the server runs, if it listens to nobody else. A reader who comes through
    another server is somewhere else, whatever that server's address is.
    """
    return not is_sample() and is_owner()


def is_owner() -> bool:
    """Return whether this reader may change what the server has: as with :func:`may_add`, for the sample games too."""
    allowed = os.environ.get(ADD_VARIABLE)
    return allowed == EVERYBODY or (
        allowed == OWNER
        and st.context.ip_address is None
        and not any(name in st.context.headers for name in _FORWARDED)
    )


def start() -> None:
    """Make an empty database, unless somebody else has just made one.

    Raises:
        store.DatabaseError: it cannot be made.
    """
    with writing(path()):
        pass


def state() -> str:
    """Return what the present state of the database is known by: another one after each load.

    Raises:
        store.DatabaseError: there is none.
    """
    if is_sample():
        samples.wait()
    where = place()
    if isinstance(where, str):
        return f"{where} {_published(where)}"
    try:
        found = store.state_file(path()).stat()
    except OSError:
        raise store.DatabaseError(f"there is no database {path()}; ttrn load {path()} FILE… makes one") from None
    return f"{path()} {found.st_ino} {found.st_size} {found.st_mtime_ns}"


# Each page asks several times, and an object store is far away.
@st.cache_data(max_entries=1, ttl=_FAR, show_spinner=False)
def _published(address: str) -> str:
    return store.state_at(address)


def told(error: store.DatabaseError) -> str:
    """Return what is wrong with the database in words for a reader, who shall not learn where on the server it is."""
    where = place()
    if isinstance(where, str):
        return str(error).replace(where.rstrip("/"), where.rstrip("/").rpartition("/")[2])
    return str(error).replace(str(where.resolve()), where.name).replace(str(where), where.name)


def connection() -> duckdb.DuckDBPyConnection:
    """Return the connection that all sessions share; every query takes a cursor: ``with store.cursor(connection())``.

    Where the sample games are still being loaded, this shows how far that is, and waits.

    Raises:
        store.DatabaseError: the database cannot be opened.
    """
    return _opened(state())


# Two states at most: the one before a load goes when the last query on it is done.
@st.cache_resource(max_entries=2, show_spinner=False)
def _opened(state: str) -> duckdb.DuckDBPyConnection:  # noqa: ARG001  part of what it is kept by
    return store.snapshot(place())


def ask(
    name: str,
    filters: store.Filters = NO_FILTERS,
    *,
    game: int | None = None,
    limit: int | None = None,
) -> store.Answer:
    """Return a statistic of the chosen games, as :func:`ttrn.store.ask` does; answers are kept until the next load.

    Raises:
        store.DatabaseError: there is no such statistic, it wants the number of a game, or a date is none.
    """
    return _asked(state(), name, filters, game, limit)


@st.cache_data(max_entries=_ANSWERS, show_spinner=False)
def _asked(
    state: str,  # noqa: ARG001  part of what it is kept by
    name: str,
    filters: store.Filters,
    game: int | None,
    limit: int | None,
) -> store.Answer:
    return store.ask(connection(), name, filters, game=game, limit=limit)


def choices() -> store.Choices:
    """Return what can be chosen in the present state of the database.

    Raises:
        store.DatabaseError: the database cannot be opened.
    """
    return _choices(state())


@st.cache_data(max_entries=2, show_spinner=False)
def _choices(state: str) -> store.Choices:  # noqa: ARG001  part of what it is kept by
    return store.choices(connection())
