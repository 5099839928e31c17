"""The sample games in a database of their own, made in a cache folder when they are first asked for.

A process of its own loads them, so that pages which need no database answer meanwhile. The file is named after what it
is made of: another version of ttrn, or other games, make another one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Final

import streamlit as st
from filelock import FileLock, Timeout

from ttrn import __version__, store
from ttrn.resources import resource
from ttrn.store.database import VERSION, views_stamp

VARIABLE: Final = "TTRN_CACHE"
"""The variable that names the folder where the sample database is kept, if not in the user's cache folder."""

_PATIENCE: Final = 180.0
_STEP: Final = 0.2

_OURS: Final = re.compile(r"(samples-[0-9a-f]{16}\.duckdb)(\.(lock|wal|draft|change)(\.(wal|copy))?)?")
"""What a database of samples and the files that are made beside it are called."""

_KEPT: Final = 7 * 24 * 3600.0
"""Seconds for which the database of another version is kept: both may be in use."""


class _Loading:
    """The process that loads the sample games."""

    def __init__(self, target: Path) -> None:
        # Python's own way to start processes would run the page once more in each of them.
        command = [sys.executable, "-m", "ttrn", "load", str(target), str(resource("sample_games"))]
        self._process = subprocess.Popen(  # noqa: S603  our own command
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    @cached_property
    def errors(self) -> str:
        """What it wrote to its standard error, once it has ended."""
        return self._process.communicate()[1].decode(errors="replace").strip()


_starting: Final = Lock()
_started: Final[dict[Path, _Loading]] = {}


def place() -> Path:
    """Return where the database of the sample games is, or will be."""
    return folder() / f"samples-{key_of_samples()}.duckdb"


def folder() -> Path:
    """Return the cache folder; it may not be there yet."""
    if VARIABLE in os.environ:
        return Path(os.environ[VARIABLE])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ttrn" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ttrn"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ttrn"


@cache
def key_of_samples() -> str:
    """Return what this version of ttrn and its sample games are known by."""
    key = blake2b(f"{__version__} {VERSION} {views_stamp()}".encode(), digest_size=8)
    for file in sorted(resource("sample_games").rglob("*.ttrn*")):
        key.update(file.read_bytes())
    return key.hexdigest()


def start() -> bool:
    """Begin to load the sample games if that is to be done; return whether the database is there already.

    Raises:
        store.DatabaseError: the cache folder cannot be written.
    """
    target = place()
    if target.exists():
        return True
    with _starting:
        if target not in _started or _started[target].ended:
            _make_room(target)
            _started[target] = _Loading(target)
    return False


def _make_room(target: Path) -> None:
    """Make the cache folder, and remove what older versions left in it long ago."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        files = [(found[1], file) for file in target.parent.iterdir() if (found := _OURS.fullmatch(file.name))]
    except OSError as error:
        message = f"the sample games cannot be loaded into {target.parent}: {error.strerror}"
        raise store.DatabaseError(f"{message}; {VARIABLE} names another folder") from None
    for name in {name for name, _ in files} - {target.name}:
        # What cannot be removed, because somebody has it open, stays.
        with suppress(OSError):
            _remove(target.with_name(name), [file for of, file in files if of == name])


def _remove(database: Path, files: list[Path]) -> None:
    """Remove a database and what is beside it, unless it is young or somebody is writing to it."""
    if max([file.stat().st_mtime for file in files]) > time.time() - _KEPT:
        return
    lock = Path(f"{database}.lock")
    with suppress(Timeout), FileLock(lock, blocking=False):
        for file in (*[file for file in files if file != lock], lock):
            file.unlink(missing_ok=True)


def wait() -> None:
    """Return when the sample games are loaded; meanwhile the page shows how long it has taken.

    Raises:
        store.DatabaseError: they cannot be loaded.
    """
    if start():
        return
    box = st.empty()
    with box.status("The sample games are being loaded. This happens once.") as status:
        begun = time.monotonic()
        while not place().exists():
            _check(_started[place()])
            elapsed = time.monotonic() - begun
            if elapsed > _PATIENCE:
                raise store.DatabaseError("the sample games are still being loaded; look again in a minute")
            status.update(label=f"The sample games are being loaded. This happens once. {elapsed:.0f} s")
            time.sleep(_STEP)
    box.empty()


def _check(loading: _Loading) -> None:
    """Raise if the process has ended without a database, unless another program is loading the same."""
    if loading.ended and not place().exists() and "another ttrn is writing" not in loading.errors:
        raise store.DatabaseError(f"the sample games cannot be loaded: {loading.errors or 'the process was stopped'}")
