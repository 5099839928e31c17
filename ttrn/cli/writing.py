"""Writing records: compressed by the name of the file, and whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ttrn.notation.source import zstd


@contextmanager
def new_file(path: Path) -> Iterator[Callable[[str], None]]:
    """Give out a function that adds text to a new file; it takes its place when all is written, and not before.

    A file that was there is replaced in the same moment. ``.gz`` and ``.zst`` are compressed. What is no plain file (a
    pipe, a device) is written directly.

    Raises:
        OSError: the file cannot be written; what was there before is then untouched.
    """
    if path.exists() and not path.is_file():
        with _opened(path, path) as add:
            yield add
        return
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with _opened(draft, path) as add:
            yield add
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def standard_output() -> Iterator[Callable[[str], None]]:
    """Give out a function that adds text to standard output."""
    stream = sys.stdout

    def add(text: str) -> None:
        stream.write(text)

    yield add
    stream.flush()


@contextmanager
def _opened(draft: Path, path: Path) -> Iterator[Callable[[str], None]]:
    """Open a draft of a file; the file's own name is the one in messages."""
    try:
        raw = draft.open("wb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    with raw, _packer(raw, path.suffix) as packed:

        def add(text: str) -> None:
            packed.write(text.encode())

        yield add


def _packer(raw: IO[bytes], suffix: str) -> IO[bytes]:
    if suffix == ".gz":
        # Neither name nor time go into the file: the same games give the same bytes.
        return gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)  # type: ignore[return-value]
    if suffix == ".zst":
        return zstd.ZstdFile(raw, "wb", level=LEVEL)  # type: ignore[return-value]
    return io.BufferedWriter(raw)


LEVEL = 15
"""How hard Zstandard tries: records pack well, and are written once and read often."""
