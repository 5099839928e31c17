"""Reading from wherever a record may come from, whole or broken."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from ttrn.notation import Reading, read

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GAME = '[Game "usa"]\n\nplayer ann "Änne"\n\n1. ann pass ; {}\n'
TEXT = "\n".join(GAME.format(i) for i in range(3))
PACK: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "zst": zstd.compress}

OPENERS: dict[str, Callable[[Path], str | Path | IO[bytes] | IO[str]]] = {
    "str path": str,
    "pathlib": lambda path: path,
    "binary": lambda path: path.open("rb"),
    "unbuffered": lambda path: path.open("rb", buffering=0),
    "BytesIO": lambda path: io.BytesIO(path.read_bytes()),
}
TEXT_OPENERS: dict[str, Callable[[Path], str | Path | IO[bytes] | IO[str]]] = {
    "text": lambda path: path.open(encoding="utf-8"),
    "text with any newline": lambda path: path.open(encoding="utf-8", newline=""),
    "StringIO": lambda path: io.StringIO(path.read_text(encoding="utf-8")),
    "the text itself": lambda path: path.read_text(encoding="utf-8"),
}


def comments(readings: list[Reading]) -> list[str]:
    assert not [problem.render() for reading in readings for problem in reading.problems]
    return [turn.comment.text for game, _ in readings if game for turn in game.turns if turn.comment]


WAYS = [(how, ending) for how in OPENERS for ending in ("", "gz", "zst")] + [(how, "") for how in TEXT_OPENERS]


@pytest.mark.parametrize(("how", "ending"), WAYS)
def test_every_source_gives_the_same_games(how: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.ttrn.{ending}"
    path.write_bytes(PACK.get(ending, bytes)(TEXT.encode()))
    source = (OPENERS | TEXT_OPENERS)[how](path)
    assert comments(list(read(source))) == ["0", "1", "2"]
    if not isinstance(source, str | Path):
        assert not source.closed
        source.close()


@pytest.mark.parametrize("text", ["", "\n", "\n \n\t\n", "\ufeff", "\ufeff\n"])
def test_blank_files_have_no_games(text: str) -> None:
    assert not list(read(io.BytesIO(text.encode())))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_end_with_or_without_byte_order_mark(ends: str, mark: str) -> None:
    data = (mark + TEXT.replace("\n", ends)).encode()
    assert comments(list(read(io.BytesIO(data)))) == ["0", "1", "2"]


def test_a_line_end_or_a_character_may_be_cut_anywhere() -> None:
    class Drops(io.RawIOBase):
        """A stream that gives one byte at a time."""

        def __init__(self, data: bytes) -> None:
            self._data = io.BytesIO(data)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = self._data.read(min(1, len(buffer)))
            buffer[: len(piece)] = piece
            return len(piece)

    source = Drops(("\ufeff" + TEXT.replace("\n", "\r\n")).encode())
    assert comments(list(read(source))) == ["0", "1", "2"]  # type: ignore[arg-type]


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_truncated_compressed_file_keeps_its_first_games(ending: str) -> None:
    # Incompressible comments, so that the games spread over many blocks of the compressed file.
    noise = [str(hash((i, i))) * 40 for i in range(4000)]
    data = PACK[ending]("\n".join(GAME.format(text) for text in noise).encode())
    *sound, broken = read(io.BytesIO(data[: len(data) // 2]))
    assert comments(sound) == noise[: len(sound)]
    assert len(sound) > 1000
    assert [problem.rule for problem in broken.problems] == ["TEXT-FILE"]
    assert broken.problems[0].line == len(sound) * 6 + 1


@pytest.mark.parametrize("ending", ["gz", "zst"])
@pytest.mark.parametrize("spoil", [lambda data: data[:12], lambda data: data[:6], lambda data: data + b"junk" * 9])
def test_a_broken_compressed_file_is_a_problem(ending: str, spoil: Callable[[bytes], bytes]) -> None:
    problems = [problem for reading in read(io.BytesIO(spoil(PACK[ending](TEXT.encode())))) for problem in reading[1]]
    assert [problem.rule for problem in problems] == ["TEXT-FILE"]


def test_flipped_bytes_in_a_compressed_file_are_problems() -> None:
    data = bytearray(gzip.compress(TEXT.encode()))
    for i in range(len(data)):
        spoilt = bytes([*data[:i], data[i] ^ 0x55, *data[i + 1 :]])
        list(read(io.BytesIO(spoilt)))


def test_a_file_that_is_no_text_is_one_problem() -> None:
    data = bytes(range(256)) * 1000
    (reading,) = read(io.BytesIO(data))
    assert [problem.rule for problem in reading.problems] == ["TEXT-ENCODING"]
    assert "\x1b" not in reading.problems[0].render()


def test_a_text_stream_with_the_wrong_encoding_is_a_problem() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b'[Game "usa"]\n\xff\n'), encoding="utf-8")
    (reading,) = read(stream)
    assert [problem.rule for problem in reading.problems] == ["TEXT-FILE"]


def test_a_missing_file_raises() -> None:
    with pytest.raises(FileNotFoundError):
        list(read("no-such-file.ttrn"))


def test_the_name_of_the_file_stands_in_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "wrong.ttrn"
    path.write_text("stray\n", encoding="utf-8")
    with path.open("rb") as stream:
        for source in (path, str(path), stream):
            (reading,) = read(source)
            assert reading.problems[0].place == f"{path}:1"
