"""Files that are written whole or not at all."""

from __future__ import annotations

import io
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any


class NamedOutput(io.FileIO):
    """A file that is written, and whose errors name it as its reader knows it, not as it is called meanwhile."""

    def __init__(self, file: str | int, called: str, mode: str = "w", *, closefd: bool = True) -> None:
        self._called = called
        try:
            super().__init__(file, mode, closefd=closefd)
        except OSError as error:
            raise named(error, called) from None

    def write(self, data: Any) -> int:
        """Write bytes.

        Raises:
            OSError: they cannot be written.
        """
        try:
            return super().write(data) or 0
        except OSError as error:
            raise named(error, self._called) from None


def named(error: OSError, called: str) -> OSError:
    """Return an error of the system with the name of the file that it is about."""
    return OSError(error.errno, error.strerror, called)


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a new file to write bytes to; it takes its place when all is written, and not before.

    It is written beside the place, and a file that was there is replaced in one step; its permissions stay. After any
    failure what was there is untouched, and nothing is left beside it. What is no plain file (a pipe, a device) is
    written directly.

    Raises:
        OSError: the file cannot be written; the error has the name of the file.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        with io.BufferedWriter(NamedOutput(str(path), str(path))) as stream:
            yield stream
        return
    target = path.resolve()
    draft = target.with_name(f".ttrn-{os.getpid()}-{secrets.token_hex(4)}.tmp")
    stream = io.BufferedWriter(NamedOutput(str(draft), str(path), "x"))
    try:
        yield stream
        stream.flush()
        with _about(path):
            os.fsync(stream.fileno())
            stream.close()
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
            keep_name(target)
    finally:
        # After a failure it still holds what cannot be written.
        with suppress(OSError):
            stream.close()
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def first_file(path: Path, content: bytes) -> None:
    """Write a new file, and never over one that is there.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be written; nothing of it is left then.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with io.BufferedWriter(NamedOutput(descriptor, str(path))) as stream:
            stream.write(content)
            stream.flush()
            os.fsync(descriptor)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    keep_name(path.resolve())


def keep_name(path: Path) -> None:
    """Let the name of a file that was put in its place survive a loss of power too, where the system can do that."""
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def _about(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise named(error, str(path)) from None
