"""``ttrn fmt``: records in canonical form."""

from __future__ import annotations

import difflib
import gzip
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from ttrn.cli.output import Input, readings
from ttrn.notation import Problem, Reading
from ttrn.notation.reader import read_chunk
from ttrn.notation.renumber import renumbered
from ttrn.notation.source import Chunk, games, zstd
from ttrn.notation.writer import canonical


class Formatted(NamedTuple):
    """What came of formatting one input."""

    problems: list[Problem]
    changed: bool
    diff: str = ""


def format_stdin(*, renumber: bool = False) -> Formatted:
    """Format standard input to standard output; nothing is written if it has problems."""
    texts: list[str] = []
    problems: list[Problem] = []
    for game, wrong in _readings(Input("stdin", None), renumber=renumber):
        problems.extend(wrong)
        if game is not None:
            text, unwritable = canonical(game, "stdin", len(texts) + 1)
            problems.extend(unwritable)
            texts.append(text)
    if not problems:
        sys.stdout.write("\n".join(texts))
    return Formatted(problems, changed=False)


def format_file(path: Path, *, write: bool, diff: bool, renumber: bool = False) -> Formatted:
    """Format one file in place, game by game, so that any size will do; a file with problems is left alone.

    With ``renumber`` the turns are numbered anew first. Of a file that has other problems then only the numbers change.

    Raises:
        OSError: the file cannot be read or written; it is then as it was.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    problems: list[Problem] = []
    try:
        with _writer(path, draft) as out:
            for number, (game, wrong) in enumerate(_readings(Input(str(path), path), renumber=renumber)):
                problems.extend(wrong)
                if game is None:
                    continue
                text, unwritable = canonical(game, str(path), number + 1)
                problems.extend(unwritable)
                if not problems:
                    out.write(("\n" if number else "") + text)
        if problems and not (renumber and _only_numbers(path, draft)):
            return Formatted(problems, changed=False)
        changed = not _same(path, draft)
        difference = _diff(path, draft) if changed and diff else ""
        if changed and write:
            shutil.copymode(path, draft)
            draft.replace(path.resolve())
        return Formatted(problems, changed, difference)
    finally:
        draft.unlink(missing_ok=True)


def _readings(source: Input, *, renumber: bool) -> Iterator[Reading]:
    if not renumber:
        yield from readings(source)
        return
    for chunk in games(source.path or sys.stdin.buffer):
        yield read_chunk(_renumbered(chunk), source.name)


def _renumbered(chunk: Chunk) -> Chunk:
    return chunk._replace(text=renumbered(chunk.text)) if chunk.number and not chunk.fault else chunk


def _only_numbers(path: Path, draft: Path) -> bool:
    """Write a file with its turns numbered anew and nothing else changed; tell whether it could be read whole."""
    whole = True
    with _writer(path, draft) as out:
        for number, chunk in enumerate(games(path)):
            whole = whole and not chunk.fault
            out.write(("\n" if number else "") + _renumbered(chunk).text)
    return whole


def _compression(path: Path) -> str:
    with path.open("rb") as file:
        magic = file.read(4)
    return "gz" if magic[:2] == b"\x1f\x8b" else "zst" if magic == b"\x28\xb5\x2f\xfd" else ""


@contextmanager
def _writer(like: Path, path: Path) -> Iterator[IO[str]]:
    """Open a file for writing, compressed as another one is."""
    kind = _compression(like)
    with path.open("wb") as raw:
        binary: IO[bytes] = raw
        if kind == "gz":
            binary = gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)  # type: ignore[assignment]
        elif kind == "zst":
            binary = zstd.ZstdFile(raw, "wb")  # type: ignore[assignment]
        # Bytes that are no UTF-8 go back as they came, where only numbers are changed.
        with io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n") as text:
            yield text


def _content(path: Path) -> IO[bytes]:
    kind = _compression(path)
    if kind == "gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return zstd.ZstdFile(path) if kind == "zst" else path.open("rb")  # type: ignore[return-value]


def _same(a: Path, b: Path) -> bool:
    """Compare contents: how a compressor packed them does not matter."""
    with _content(a) as left, _content(b) as right:
        while True:
            block = left.read(1 << 20)
            if block != right.read(1 << 20):
                return False
            if not block:
                return True


def _diff(a: Path, b: Path) -> str:
    with _content(a) as left, _content(b) as right:
        before, after = (file.read().decode("utf-8", "replace").splitlines(keepends=True) for file in (left, right))
    lines = difflib.unified_diff(before, after, str(a), f"{a} (canonical)")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)
