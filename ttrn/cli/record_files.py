"""Writing records: compressed by the name of the file, and whole or not at all."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from ttrn.files import whole_file
from ttrn.notation.source import zstd

LEVEL: Final = 15
"""How hard Zstandard tries: records pack well, and are written once and read often."""


@contextmanager
def new_file(path: Path) -> Iterator[Callable[[str], None]]:
    """Give out a function that adds text to a new file, see :func:`~ttrn.files.whole_file`.

    ``.gz`` and ``.zst`` are compressed.

    Raises:
        OSError: the file cannot be written; what was there before is then untouched.
    """
    with whole_file(path) as raw, packed(raw, path.suffix.removeprefix(".")) as stream:

        def add(text: str) -> None:
            stream.write(text.encode())

        yield add


@contextmanager
def standard_output() -> Iterator[Callable[[str], None]]:
    """Give out a function that adds text to standard output."""
    stream = sys.stdout

    def add(text: str) -> None:
        stream.write(text)

    yield add
    stream.flush()


@contextmanager
def packed(raw: IO[bytes], kind: str) -> Iterator[IO[bytes]]:
    """Compress what is written to a stream, if its kind is ``gz`` or ``zst``; the stream itself stays open."""
    if kind == "gz":
        # Neither name nor time go into the file: the same games give the same bytes.
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as stream:
            yield stream  # type: ignore[misc]
    elif kind == "zst":
        with zstd.ZstdFile(raw, "wb", level=LEVEL) as stream:
            yield stream  # type: ignore[misc]
    else:
        yield raw
