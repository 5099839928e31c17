"""Compressed files: gzip and Zstandard, recognised by their content, and unpacked no further than games can go.

The content decides, not the name of a file: a stream or standard input has none.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final, Literal, TypeAlias, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["COMPRESSION_ERRORS", "MAX_RATIO", "MAX_UNPACKED", "Compression", "broken_file", "compression_of"]
__all__ += ["packed", "unpacked", "unpacked_stream", "unpacked_within_limits", "zstd"]

Compression: TypeAlias = Literal["gz", "zst", ""]
"""How a file is compressed, as the end of its name says it; empty if it is not."""

MAX_UNPACKED: Final = 256 * 1024 * 1024
MAX_RATIO: Final = 250
"""How many bytes may come out of a compressed file, unless it is large itself: records become a tenth when packed."""

_LEVEL: Final = 15
"""How hard Zstandard tries: records pack well, and are written once and read often."""

_NO_MORE: Final = "games do not pack so well, and the rest of it was not read"


class TooLongError(Exception):
    """A compressed file unpacks to more than any collection of games does."""

    def __init__(self) -> None:
        super().__init__(f"unpacked, this file is {MAX_RATIO} times longer than packed; {_NO_MORE}")


COMPRESSION_ERRORS: Final = (EOFError, zlib.error, gzip.BadGzipFile, zstd.ZstdError, TooLongError)
"""What reading a compressed file can raise beyond the errors of the system."""


def broken_file(error: Exception) -> str:
    """Return one of the :data:`COMPRESSION_ERRORS` in words."""
    if isinstance(error, TooLongError):
        return str(error)
    return f"the compressed file is broken: {str(error).lower().rstrip('.')}"


def compression_of(head: bytes) -> Compression:
    r"""Return how a file is compressed, by its first four bytes.

    >>> compression_of(b"\x1f\x8b\x08\x00"), compression_of(b"[Gam")
    ('gz', '')
    """
    return "gz" if head.startswith(b"\x1f\x8b") else "zst" if head.startswith(b"\x28\xb5\x2f\xfd") else ""


def unpacked_stream(stream: IO[bytes], kind: Compression) -> IO[bytes]:
    """Return the content of a stream of some compression, without a limit; the stream itself stays open."""
    if kind == "gz":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=stream, mode="rb"))
    return cast("IO[bytes]", zstd.ZstdFile(stream)) if kind == "zst" else stream


def unpacked_within_limits(buffered: io.BufferedReader) -> IO[bytes]:
    """Return the content of a stream, compressed or not; to be read block by block, with ``read1``.

    Reading may raise one of the :data:`COMPRESSION_ERRORS`: only after all that could be read has been returned.
    """
    kind = compression_of(buffered.peek(4))
    return cast("IO[bytes]", _Unpacked(buffered, kind)) if kind else buffered


def unpacked(data: bytes, most: int) -> bytes:
    """Return the content of a file, compressed or not, or the first bytes of it: no more than ``most`` are unpacked.

    Raises:
        ValueError: it is compressed, and broken.
    """
    try:
        return unpacked_stream(io.BytesIO(data), compression_of(data)).read(most)
    except COMPRESSION_ERRORS as error:
        raise ValueError(broken_file(error)) from None


@contextmanager
def packed(raw: IO[bytes], kind: str) -> Iterator[IO[bytes]]:
    """Compress what is written to a stream, if its kind is ``gz`` or ``zst``; the stream itself stays open."""
    if kind == "gz":
        # Neither name nor time go into the file: the same games give the same bytes.
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as stream:
            yield cast("IO[bytes]", stream)
    elif kind == "zst":
        with zstd.ZstdFile(raw, "wb", level=_LEVEL) as stream:
            yield cast("IO[bytes]", stream)
    else:
        yield raw


class _Unpacked:
    """A compressed stream, unpacked as far as there can be games in it."""

    def __init__(self, packed: io.BufferedReader, kind: Compression) -> None:
        self._packed = packed
        self._packed_size = 0
        self._size = 0
        self._stream = cast("io.BufferedReader", unpacked_stream(cast("IO[bytes]", self), kind))

    def read(self, size: int = -1) -> bytes:
        """Return compressed bytes, for the stream that unpacks them, and count them."""
        data = self._packed.read(size)
        self._packed_size += len(data)
        return data

    def read1(self, size: int = -1) -> bytes:
        """Return unpacked bytes.

        Raises:
            TooLongError: there is no end of them.
        """
        data = self._stream.read1(size)
        self._size += len(data)
        if self._size > MAX_UNPACKED and self._size > MAX_RATIO * self._packed_size:
            raise TooLongError
        return data
