"""Where texts come from: paths, streams, compressed files; cut into games without holding more than one.

A line that begins with ``[Game `` starts a game wherever it stands, even inside a comment that somebody forgot to
close. That makes the cut exact and cheap, and keeps a broken game from swallowing its neighbours.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ttrn.notation.compression import COMPRESSION_ERRORS, broken_file, unpacked_within_limits

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["GAME_START", "MAX_GAME", "MAX_LINE", "MAX_WORDS", "Chunk", "Source", "games", "lines_of", "many_words"]
__all__ += ["name_of"]

Source: TypeAlias = "str | PathLike[str] | IO[bytes] | IO[str]"
"""A path, an open stream of bytes or text, or the text itself: a string that holds a line break."""

GAME_START: Final = "\n[Game "
"""What separates games; the first one has no line break before it."""

MAX_GAME: Final = 8 * 1024 * 1024
"""How many characters a game may have."""

MAX_LINE: Final = 65_536
"""How many characters a line may have."""

MAX_WORDS: Final = 600_000
"""How many words a game may have, not counting those of block comments: each becomes a value, with its own memory."""

_SEPARATORS: Final = "\n\t -/|="
_BLOCK_COMMENT: Final = re.compile(r"^[ \t(]*+\{[^}]*+(?:\}|\Z)", re.MULTILINE)
_BLOCK: Final = 1 << 19


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
            except COMPRESSION_ERRORS as error:
                yield from cutter.end(broken_file(error))
                return
            except UnicodeDecodeError as error:
                yield from cutter.end(f"the stream was opened as {error.encoding} text, but is not: {error.reason}")
                return
            if block is None:
                yield from cutter.end()
                return
            yield from cutter.feed(block)


def lines_of(text: str) -> Iterator[str]:
    """Return the lines of a game one by one; those of a long one are cut as they are asked for."""
    return iter(text.split("\n")) if len(text) <= _BLOCK else chain.from_iterable(_portions(text))


def _portions(text: str) -> Iterator[list[str]]:
    start = 0
    while (end := text.find("\n", start + _BLOCK)) >= 0:
        yield text[start:end].split("\n")
        start = end + 1
    yield text[start:].split("\n")


def many_words(text: str) -> bool:
    """Return whether a game has more words than a game may have; cities, scores and the like count as words too."""
    if len(text) <= MAX_WORDS or _count(text) <= MAX_WORDS:
        return False
    return _count(_BLOCK_COMMENT.sub("", text)) > MAX_WORDS


def _count(text: str) -> int:
    return sum([text.count(sign) for sign in _SEPARATORS])


class _Cutter:
    """Holds the text of the game that is being read, until the next game begins."""

    def __init__(self) -> None:
        self._pieces: list[str] = []  # put together once: a pipe may bring a game a few bytes at a time
        self._length = 0
        self._tail = "\n"  # what comes after the pieces; a boundary may begin in it
        self._number = 0
        self._line = 0
        self._too_long = False

    def feed(self, block: str) -> Iterator[Chunk]:
        text = self._tail + block
        start = 0
        while (cut := text.find(GAME_START, start)) >= 0:
            self._take(text[start:cut])
            yield from self._emit()
            self._number += 1
            self._take("\n")
            start = cut + 1
        end = max(start, len(text) - len(GAME_START) + 1)
        self._take(text[start:end])
        self._tail = text[end:]
        if self._length + len(self._tail) > MAX_GAME:
            # Report it now, then drop what comes until the next game.
            yield from self._emit()
            self._too_long = True

    def end(self, fault: str = "") -> Iterator[Chunk]:
        self._take(self._tail)
        yield from self._emit(fault)

    def _take(self, piece: str) -> None:
        if self._too_long:
            self._line += piece.count("\n")
        else:
            self._pieces.append(piece)
            self._length += len(piece)

    def _emit(self, fault: str = "") -> Iterator[Chunk]:
        text = "".join(self._pieces)
        self._pieces.clear()
        self._length = 0
        start = self._line
        self._line += text.count("\n")
        if self._too_long:
            self._too_long = False
            if fault:
                yield Chunk(self._number, self._line, "", fault)
            return
        if len(text) > MAX_GAME - len(GAME_START):
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
            yield unpacked_within_limits(stream)
    elif isinstance(source, io.BufferedReader):
        yield unpacked_within_limits(source)
    elif isinstance(source.read(0), str):
        yield source
    else:
        buffered: io.BufferedReader = io.BufferedReader(source)  # type: ignore[arg-type]
        try:
            yield unpacked_within_limits(buffered)
        finally:
            buffered.detach()  # or it would close the caller's stream when it goes


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
