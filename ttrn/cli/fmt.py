"""``ttrn fmt``: records in canonical form."""

from __future__ import annotations

import difflib
import gzip
import shutil
import sys
import tempfile
from pathlib import Path
from typing import IO, Final, NamedTuple

from ttrn.cli.output import Input, readings
from ttrn.cli.writing import packed
from ttrn.files import whole_file
from ttrn.notation import Game, Problem, format_game
from ttrn.notation.source import zstd

_IN_MEMORY: Final = 1 << 24
"""So many bytes of canonical text are held in memory, more of them in a file that nobody sees."""


class Formatted(NamedTuple):
    """What came of formatting one input."""

    problems: list[Problem]
    changed: bool
    diff: str = ""


def format_stdin() -> Formatted:
    """Format standard input to standard output; nothing is written if it has problems."""
    texts: list[str] = []
    problems: list[Problem] = []
    for game, wrong in readings(Input("stdin", None)):
        problems.extend(wrong)
        if game is not None:
            text, unwritable = _formatted(game, "stdin", len(texts) + 1)
            problems.extend(unwritable)
            texts.append(text)
    if not problems:
        sys.stdout.write("\n".join(texts))
    return Formatted(problems, changed=False)


def format_file(path: Path, *, write: bool, diff: bool) -> Formatted:
    """Format one file in place, game by game, so that any size will do; a file with problems is left alone.

    Raises:
        OSError: the file cannot be read or written; it is then as it was.
    """
    problems: list[Problem] = []
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as canonical:
        for number, (game, wrong) in enumerate(readings(Input(str(path), path))):
            problems.extend(wrong)
            if game is None:
                continue
            text, unwritable = _formatted(game, str(path), number + 1)
            problems.extend(unwritable)
            if not problems:
                canonical.write((("\n" if number else "") + text).encode())
        if problems:
            return Formatted(problems, changed=False)
        if _same(path, canonical):
            return Formatted([], changed=False)
        difference = _diff(path, canonical) if diff else ""
        if write:
            canonical.seek(0)
            with whole_file(path) as raw, packed(raw, _compression(path)) as stream:
                shutil.copyfileobj(canonical, stream)
    return Formatted([], changed=True, diff=difference)


def _formatted(game: Game, file: str, number: int) -> tuple[str, tuple[Problem, ...]]:
    """Return a game in canonical form, or why it has none: a line at the limit can become too long by its spaces."""
    try:
        return format_game(game), ()
    except ValueError as error:
        place = game.places[0] if game.places else 0
        return "", (Problem("TEXT-LIMIT", f"this game has no canonical form: {error}", file, place, game=number),)


def _compression(path: Path) -> str:
    with path.open("rb") as file:
        magic = file.read(4)
    return "gz" if magic[:2] == b"\x1f\x8b" else "zst" if magic == b"\x28\xb5\x2f\xfd" else ""


def _content(path: Path) -> IO[bytes]:
    kind = _compression(path)
    if kind == "gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return zstd.ZstdFile(path) if kind == "zst" else path.open("rb")  # type: ignore[return-value]


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
