"""An index of a large file: where each game starts, so that game 700,000 opens at once.

The index is kept beside the file (``games.ttrn.idx``) when it is saved, and is used again as long as size and time of
the file are the same. Only plain files have one: a compressed file cannot be entered in the middle.
"""

from __future__ import annotations

import mmap
import os
import sys
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.files import whole_file
from ttrn.notation.compression import compression_of
from ttrn.notation.problems import amount
from ttrn.notation.reader import Reading, read_chunk
from ttrn.notation.records import Tag
from ttrn.notation.source import MAX_GAME, Chunk
from ttrn.notation.syntax import parse

if TYPE_CHECKING:
    from os import PathLike

_BOUNDARY: Final = b"\n[Game "
_MAGIC: Final = b"TTRNIDX1"
_HEADER: Final = 1 << 16
_BLOCK: Final = 1 << 24


class Indexed(NamedTuple):
    """Where one game of a file stands, and its tags."""

    number: int
    """Counts from 1, as in messages."""
    offset: int
    length: int
    line: int
    tags: dict[str, str]


class Index:
    """The games of one file, by number.

    ``index[0]`` reads the first game, ``len(index)`` counts them, and iterating tells where each stands with its tags.
    Text before the first game is not in the index; :func:`ttrn.read` reports it.
    """

    def __init__(self, path: Path, stamp: tuple[int, int], offsets: array[int], lines: array[int]) -> None:
        self.path = path
        self._stamp = stamp
        self._offsets = offsets  # one more than there are games: the last is the end of the file
        self._lines = lines

    @classmethod
    def build(cls, path: str | PathLike[str]) -> Index:
        """Index a file.

        Raises:
            OSError: the file cannot be read.
            ValueError: the file is compressed.
        """
        path = Path(path)
        with path.open("rb") as file:
            stat = os.fstat(file.fileno())
            offsets, lines = array("Q"), array("Q")
            if stat.st_size:
                with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    if compression_of(data[:4]):
                        raise ValueError(f"{path} is compressed; only a plain file can be indexed")
                    offsets, lines = _search(data)
            offsets.append(stat.st_size)
        return cls(path, (stat.st_size, stat.st_mtime_ns), offsets, lines)

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Index:
        """Use the index saved beside a file if it still fits, or build one anew (without saving it)."""
        path = Path(path)
        return _load(path) or cls.build(path)

    def save(self) -> Path:
        """Keep the index beside its file, whole or not at all; return where."""
        target = _index_path(self.path)
        head = array("Q", [*self._stamp, len(self._lines)])
        with whole_file(target) as file:
            file.write(_MAGIC)
            for numbers in (head, self._offsets, self._lines):
                file.write(_little(numbers))
        return target

    def __repr__(self) -> str:
        return f"<Index of {self.path}: {amount(self, 'game')}>"

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> Reading:
        """Read a game; numbers count from 0, negative ones from the end.

        Raises:
            IndexError: there are fewer games.
        """
        if not -len(self) <= number < len(self):
            raise IndexError(f"{self.path} has {len(self)} games; there is none with the index {number}")
        number %= len(self)
        start, end = self._offsets[number], self._offsets[number + 1]
        if end - start > 4 * MAX_GAME:
            text, fault = "", f"this game is longer than {MAX_GAME:,} characters; it was not read"
        else:
            text, fault = self._text(start, end), ""
        return read_chunk(Chunk(number + 1, self._lines[number], text, fault), str(self.path))

    def __iter__(self) -> Iterator[Indexed]:
        with self.path.open("rb") as file:
            for i, (start, end) in enumerate(pairwise(self._offsets)):
                file.seek(start)
                yield Indexed(i + 1, start, end - start, self._lines[i], _tags(file.read(min(end - start, _HEADER))))

    def _text(self, start: int, end: int) -> str:
        with self.path.open("rb") as file:
            file.seek(start)
            text = file.read(end - start).decode("utf-8", "surrogateescape")
        return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")


def _search(data: mmap.mmap) -> tuple[array[int], array[int]]:
    """Find where games start, and on which lines."""
    offsets, lines = array("Q"), array("Q")
    first = 3 if data[:3] == b"\xef\xbb\xbf" else 0
    # Where a game's first line starts: one behind the line break that ends the line before, 0 if there is no game.
    start = first if data[first : first + 6] == _BOUNDARY[1:] else data.find(_BOUNDARY) + 1
    found = start > 0 or data[:6] == _BOUNDARY[1:]
    line, counted = 1, 0
    while found:
        line += _count_lines(data, counted, start)
        counted = start
        offsets.append(start)
        lines.append(line)
        start = data.find(_BOUNDARY, start) + 1
        found = start > 0
    return offsets, lines


def _count_lines(data: mmap.mmap, start: int, end: int) -> int:
    return sum(data[at : min(at + _BLOCK, end)].count(b"\n") for at in range(start, end, _BLOCK))


def _tags(head: bytes) -> dict[str, str]:
    """Read the tags at the start of a game; broken ones are left to the reader to report."""
    tags: dict[str, str] = {}
    for line in head.decode("utf-8", "surrogateescape").splitlines():
        text = line.strip()
        if text.startswith("["):
            tag = parse("tag", text[: text.rfind("]") + 1])
            if isinstance(tag, Tag):
                tags[tag.name] = tag.value
        elif text and not text.startswith(";"):
            break
    return tags


def _index_path(path: Path) -> Path:
    return path.with_name(path.name + ".idx")


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = array("Q", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _load(path: Path) -> Index | None:
    """Return the saved index if there is one that fits the file as it is now."""
    try:
        data = _index_path(path).read_bytes()
    except OSError:
        return None
    numbers = array("Q")
    if not data.startswith(_MAGIC) or (len(data) - len(_MAGIC)) % numbers.itemsize:
        return None
    numbers.frombytes(data[len(_MAGIC) :])
    if sys.byteorder == "big":
        numbers.byteswap()
    stat = path.stat()
    if len(numbers) < 4 or numbers[0] != stat.st_size or numbers[1] != stat.st_mtime_ns:
        return None
    count = numbers[2]
    if len(numbers) != 3 + (count + 1) + count:
        return None
    return Index(path, (stat.st_size, stat.st_mtime_ns), numbers[3 : 4 + count], numbers[4 + count :])
