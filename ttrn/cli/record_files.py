"""Writing records: compressed by the name of the file, and whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ttrn.files import whole_file
from ttrn.notation.compression import packed


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
