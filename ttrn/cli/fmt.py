"""``ttrn fmt``: records in canonical form."""

from __future__ import annotations

import difflib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from ttrn.cli.cores import Given
from ttrn.cli.output import Input, standard_input
from ttrn.files import whole_file
from ttrn.notation import Problem
from ttrn.notation.compression import compression_of, packed, unpacked_stream
from ttrn.notation.reader import read_chunk
from ttrn.notation.renumber import renumbered
from ttrn.notation.source import Chunk, games
from ttrn.notation.writer import canonical

_IN_MEMORY: Final = 1 << 24
"""So many bytes of canonical text are held in memory, more of them in a file that nobody sees."""


class Formatted(NamedTuple):
    """What came of formatting one input."""

    problems: list[Problem]
    changed: bool
    diff: str = ""


class FormattedGame(NamedTuple):
    """One game in canonical form, or what is wrong with it."""

    problems: tuple[Problem, ...]
    text: str


def format_one(given: Given, renumber: bool) -> FormattedGame:
    """Format one game; with ``renumber`` its turns are numbered anew first."""
    file, chunk = given
    game, wrong = read_chunk(_renumbered(chunk) if renumber else chunk, file)
    if game is None:
        return FormattedGame(wrong, "")
    text, unwritable = canonical(game, file, chunk.number)
    return FormattedGame((*wrong, *unwritable), text)


def format_stdin(found: Iterable[FormattedGame]) -> Formatted:
    """Format standard input to standard output; nothing is written if it has problems."""
    texts: list[str] = []
    problems: list[Problem] = []
    for game in found:
        problems.extend(game.problems)
        texts.append(game.text)
    if not problems:
        sys.stdout.write("\n".join(texts))
    return Formatted(problems, changed=False)


def format_file(
    source: Input, path: Path, found: Iterable[FormattedGame], *, write: bool, diff: bool, renumber: bool = False
) -> Formatted:
    """Put the formatted games of a file into it, one by one, so that any size will do; one with problems stays.

    With ``renumber`` the turns are numbered anew first; a source that was repaired has its games with it. Of a file
    that has other problems then only the numbers change, and what was repaired.

    Raises:
        OSError: the file cannot be read or written; it is then as it was.
    """
    problems: list[Problem] = []
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as formatted:
        for number, game in enumerate(found):
            problems.extend(game.problems)
            if not problems:
                formatted.write((("\n" if number else "") + game.text).encode())
        asked = renumber or source.chunks is not None
        if problems and not (asked and _only_what_was_asked(source, formatted, renumber=renumber)):
            return Formatted(problems, changed=False)
        if _same(path, formatted):
            return Formatted(problems, changed=False)
        difference = _diff(path, formatted) if diff else ""
        if write:
            formatted.seek(0)
            with path.open("rb") as file:
                kind = compression_of(file.read(4))
            with whole_file(path) as raw, packed(raw, kind) as stream:
                shutil.copyfileobj(formatted, stream)
    return Formatted(problems, changed=True, diff=difference)


def _chunks(source: Input) -> Iterable[Chunk]:
    return games(source.path or standard_input()) if source.chunks is None else source.chunks


def _renumbered(chunk: Chunk) -> Chunk:
    return chunk._replace(text=renumbered(chunk.text)) if chunk.number and not chunk.fault else chunk


def _only_what_was_asked(source: Input, out: IO[bytes], *, renumber: bool) -> bool:
    """Write a file repaired, or with its turns numbered anew, and not changed else; tell whether it was read whole."""
    out.seek(0)
    out.truncate()
    whole = True
    for number, chunk in enumerate(_chunks(source)):
        whole = whole and not chunk.fault
        text = (_renumbered(chunk) if renumber else chunk).text
        # Bytes that are no UTF-8 go back as they came.
        before = "\n" if number else "\n" * (chunk.line - 1)  # blank lines: problems have been told by their lines
        out.write((before + text).encode("utf-8", "surrogateescape"))
    return whole


@contextmanager
def _content(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as file:
        yield unpacked_stream(file, compression_of(file.peek(4)))


def _same(path: Path, canonical: IO[bytes]) -> bool:
    """Compare contents: how a compressor packed them does not matter."""
    canonical.seek(0)
    with _content(path) as content:
        while True:
            block = content.read(1 << 20)
            if block != canonical.read(1 << 20):
                return False
            if not block:
                return True


def _diff(path: Path, canonical: IO[bytes]) -> str:
    canonical.seek(0)
    with _content(path) as content:
        before, after = (
            file.read().decode("utf-8", "replace").splitlines(keepends=True) for file in (content, canonical)
        )
    lines = difflib.unified_diff(before, after, str(path), f"{path} (canonical)")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)
