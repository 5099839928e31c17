"""What fails in a database file, in words: it is no database, it is damaged, the disk is full."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb

from ttrn.store.errors import DatabaseError

ANEW: Final = "load your records into a new one, or take a copy from before"
"""What to do about a database that is damaged."""

_WRITING: Final = ("ould not write", "ould not fsync", os.strerror(errno.EFBIG), os.strerror(errno.EROFS))
_FULL: Final = tuple([os.strerror(number) for number in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))])


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Say in words why a file cannot be opened.

    Raises:
        DatabaseError: it cannot.
    """
    try:
        yield
    except duckdb.Error as error:
        if isinstance(error, duckdb.IOException) and "lock" in str(error):
            raise DatabaseError(f"{path} is being written to by another program; try again when it is done") from None
        if is_corrupt(error):
            raise DatabaseError(damaged(path, error)) from None
        raise DatabaseError(f"{path} cannot be opened as a database: {first_line(error)}") from None


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Say in words that what stands in a file cannot be read: something happened to it after it was written.

    Raises:
        DatabaseError: it cannot.
    """
    try:
        yield
    except duckdb.Error as error:
        raise DatabaseError(damaged(path, error)) from None


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Say in words why nothing more can be written, as when the disk is full.

    Raises:
        DatabaseError: it cannot.
    """
    try:
        yield
    except duckdb.Error as error:
        if not is_damage(error):
            raise DatabaseError(cannot_write(path, str(error))) from None
        raise DatabaseError(damaged(path, error)) from None


def damaged(path: str | Path, error: duckdb.Error) -> str:
    """Say that a database is damaged, and what to do."""
    return f"{path} is damaged ({first_line(error)}); {ANEW}"


def is_damage(error: duckdb.Error) -> bool:
    """Return whether what is wrong is the database, and not the place where something is written."""
    if any(word in str(error) for word in (*_FULL, *_WRITING)):
        return False
    return is_corrupt(error) or not isinstance(error, duckdb.IOException)


def is_corrupt(error: duckdb.Error) -> bool:
    """Return whether the bytes of a file are not those that were written."""
    return "corrupt" in str(error).lower()


def cannot_write(path: Path, why: str | OSError) -> str:
    """Say that a database cannot be written, and what to do."""
    message = why if isinstance(why, str) else why.strerror or str(why)
    if any(word in message for word in _FULL):
        return f"{path} cannot be written, the disk is full; make room and do it again: what was there is untouched"
    return f"{path} cannot be written: {message.partition(chr(10))[0]}"


def first_line(error: Exception) -> str:
    """Return the first line of what an error says."""
    return str(error).partition("\n")[0]
