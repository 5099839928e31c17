"""Where texts come from: paths, streams, compressed files; cut into games without holding more than one.

A line that begins with ``[Game `` starts a game wherever it stands, even inside a comment that somebody forgot to
close. That makes the cut exact and cheap, and keeps a broken game from swallowing its neighbours.
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple, TypeAlias

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["GAME_START", "MAX_GAME", "Chunk", "Source", "games", "name_of", "zstd"]

Source: TypeAlias = "str | PathLike[str] | IO[bytes] | IO[str]"
"""A path, an open stream of bytes or text, or the text itself: a string that holds a line break."""

GAME_START: Final = "\n[Game "
"""What separates games; the first one has no line break before it."""

MAX_GAME: Final = 8 * 1024 * 1024
"""How many characters a game may have."""

MAX_LINE: Final = 65_536
"""How many characters a line may have."""

_BLOCK: Final = 1 << 19
_GZIP_MAGIC: Final = b"\x1f\x8b"
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"


class Chunk(NamedTuple):
    """The text of one game as it stands in its file."""

    number: int
    """Counts from 1; 0 is what stands before the first game."""
    line: int
    """The line of the file on which it starts, counting from 1."""
    text: str
    fault: str = ""
    """Why there is no more of it: too long, or the file broke off."""


def name_of(source: Source) -> str:
    """Return what to call a source in messages."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        return "text" if "\n" in path else path
    name = getattr(source, "name", "text")
    # Python calls standard input "<stdin>"; everywhere else in messages it is "stdin".
    return name.strip("<>") if isinstance(name, str) else "text"


def games(source: Source) -> Iterator[Chunk]:
    """Cut a source into games, one at a time, in constant memory.

    Tolerates a byte order mark, LF, CRLF and lone CR, and bytes that are no UTF-8 (they arrive as lone surrogates).

    Raises:
        OSError: the file cannot be opened or read.
    """
    cutter = _Cutter()
    with _opened(source) as stream:
        blocks = _blocks(stream)
        while True:
            try:
                block = next(blocks, None)
            except (EOFError, zlib.error, gzip.BadGzipFile, zstd.ZstdError) as error:
                yield from cutter.end(f"the compressed file is broken: {str(error).lower().rstrip('.')}")
                return
            except UnicodeDecodeError as error:
                yield from cutter.end(f"the stream was opened as {error.encoding} text, but is not: {error.reason}")
                return
            if block is None:
                yield from cutter.end()
                return
            yield from cutter.feed(block)


class _Cutter:
    """Holds the text of the game that is being read, until the next game begins."""

    def __init__(self) -> None:
        self._text = "\n"
        self._searched = 0
        self._number = 0
        self._line = 0
        self._too_long = False

    def feed(self, block: str) -> Iterator[Chunk]:
        text = self._text + block
        start = 0
        searched = self._searched
        while (cut := text.find(GAME_START, searched)) >= 0:
            yield from self._emit(text[start:cut])
            start = cut
            searched = cut + 1
            self._number += 1
        self._text = text[start:]
        # A game's own first line is not to be found again; nor is anything but a boundary that the block's end cut.
        self._searched = max(1 if self._number else 0, len(self._text) - len(GAME_START))
        if len(self._text) > MAX_GAME:
            # Report it now, then drop what comes until the next game; a tail stays, for the next boundary may be cut.
            yield from self._emit(self._text[: -len(GAME_START)])
            self._text = self._text[-len(GAME_START) :]
            self._searched = 0
            self._too_long = True

    def end(self, fault: str = "") -> Iterator[Chunk]:
        yield from self._emit(self._text, fault)

    def _emit(self, text: str, fault: str = "") -> Iterator[Chunk]:
        start = self._line
        self._line += text.count("\n")
        if self._too_long:
            self._too_long = False
            if not fault:
                return
        elif len(text) > MAX_GAME - len(GAME_START):
            fault = fault or f"this game is longer than {MAX_GAME:,} characters; it was not read"
        if fault or self._number or text.strip():
            # The text begins with the line break before its first line.
            yield Chunk(self._number, start + 1, text[1:], fault)


@contextmanager
def _opened(source: Source) -> Iterator[IO[bytes] | IO[str]]:
    if isinstance(source, str) and "\n" in source:
        yield io.StringIO(source)
    elif isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as stream:
            yield _decompressed(stream)
    elif isinstance(source, io.BufferedReader):
        yield _decompressed(source)
    elif isinstance(source.read(0), str):
        yield source
    else:
        buffered: io.BufferedReader = io.BufferedReader(source)  # type: ignore[arg-type]
        try:
            yield _decompressed(buffered)
        finally:
            buffered.detach()  # or it would close the caller's stream when it goes


def _decompressed(buffered: io.BufferedReader) -> IO[bytes]:
    """Look at the first bytes, not at the name: a stream or standard input has none."""
    magic = buffered.peek(4)[:4]
    if magic.startswith(_GZIP_MAGIC):
        return gzip.GzipFile(fileobj=buffered)  # type: ignore[return-value]
    if magic == _ZSTD_MAGIC:
        return zstd.ZstdFile(buffered)  # type: ignore[return-value]
    return buffered


def _blocks(stream: IO[bytes] | IO[str]) -> Iterator[str]:
    """Yield the text in blocks, line ends made one, without the byte order mark."""
    utf8 = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
    lines = io.IncrementalNewlineDecoder(None, translate=True)
    first = True
    final = False
    # One read at a time: a broken file raises only after all that could be read of it has been handed on.
    read = getattr(stream, "read1", stream.read)
    while not final:
        data = read(_BLOCK)
        final = not data
        text = lines.decode(data if isinstance(data, str) else utf8.decode(data, final=final), final=final)
        if text:
            yield text.removeprefix("\ufeff") if first else text
            first = False
