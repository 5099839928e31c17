"""Every limit has its own error, and no text is too much: not for the time, the memory or the stack."""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from ttrn.notation import Comment, GameRecord, Play, Player, Tag, Turn, Variation, dumps, loads, read, syntax
from ttrn.notation.compression import MAX_UNPACKED, zstd
from ttrn.notation.game import MAX_DEPTH, MAX_PLAYERS, MAX_TURN
from ttrn.notation.reader import MAX_PROBLEMS
from ttrn.notation.source import MAX_GAME, MAX_LINE

pytestmark = pytest.mark.slow

HEAD = '[Game "usa"]\n\nplayer ann\n\n'
SOUND = f"{HEAD}1. ann pass\n"


class Stream(io.RawIOBase):
    """A stream of bytes that are made when they are asked for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._pieces, b"")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def rules(text: str) -> list[str]:
    """Read a text between two sound games; return the ids of the problems, and see that the sound games are there."""
    found = loads(f"{SOUND}\n{text}\n{SOUND}")
    assert len(found.games) == 2 + (not found.problems)
    return [problem.rule for problem in found.problems]


def test_long_lines() -> None:
    room = MAX_LINE - len("1. ann pass ; ")
    assert rules(HEAD + "1. ann pass ; " + "x" * room) == []
    assert rules(HEAD + "1. ann pass ; " + "x" * (room + 1)) == ["TEXT-LIMIT"]
    assert rules(HEAD + "1. ann pass\n2. ann play " + "R" * MAX_LINE) == ["TEXT-LIMIT"]
    assert rules(HEAD + "{ x\n" + "x" * (MAX_LINE + 1) + "\n}") == ["TEXT-LIMIT"]
    assert rules(HEAD.replace("usa", "x" * MAX_LINE)) == ["TEXT-LIMIT"]


def test_large_games() -> None:
    line = "; " + "x" * 998 + "\n"
    assert rules(HEAD + line * (MAX_GAME // len(line) - 1)) == []
    assert rules(HEAD + line * (MAX_GAME // len(line) + 1)) == ["TEXT-LIMIT"]


def nested(depth: int) -> str:
    return HEAD + "1. ann pass\n" + "( 1. ann pass\n" * depth + ")" * depth


def test_nested_variations() -> None:
    assert rules(nested(MAX_DEPTH)) == []
    assert rules(nested(MAX_DEPTH + 1)) == ["TEXT-LIMIT"]
    assert rules(nested(10_000)) == ["TEXT-LIMIT"]


def test_many_problems() -> None:
    assert rules(HEAD + "nonsense\n" * (MAX_PROBLEMS - 1)) == ["TEXT-LINE"] * (MAX_PROBLEMS - 1)
    assert rules(HEAD + "nonsense\n" * 50_000) == ["TEXT-LINE"] * MAX_PROBLEMS + ["TEXT-LIMIT"]


def test_large_turn_numbers() -> None:
    head = HEAD.replace("\n\n", '\n[Position "x"]\n\n', 1)
    assert rules(f"{head}{MAX_TURN}. ann pass\n") == []
    assert rules(f"{head}{MAX_TURN}. ann pass\n{MAX_TURN + 1}. ann pass\n") == ["TEXT-LIMIT"]
    assert rules(f"{head}{'9' * 5000}. ann pass\n") == ["TEXT-LIMIT"]


@pytest.mark.parametrize("bracket", ["(", ")", "()", "{", "}", "[", "]", "( ", '"', "\\", "|", ";"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_a_million_brackets(bracket: str, end: str) -> None:
    before = time.process_time()
    assert (rules(HEAD + (bracket + end) * (1_000_000 // len(bracket + end))) == []) == (bracket + end == ";\n")
    assert time.process_time() - before < 30


def test_many_variations_after_many_comments_take_linear_time() -> None:
    assert rules(HEAD + ";\n" * 200_000 + "1. ann pass\n" + "( 1. ann pass )\n" * 20_000) == []


def test_a_comment_of_a_million_lines() -> None:
    text = HEAD.rstrip() + "\n{ x" + "\nx" * 1_000_000 + " }\n"
    (game,) = loads(text).games
    assert dumps(game) == text


def test_many_words() -> None:
    # Seven lines and six more words stand above.
    line = "; a-b/c|d=e f\n"
    assert rules(HEAD + line * 80_000) == []
    assert rules(HEAD + line * 90_000) == ["TEXT-LIMIT"]
    assert rules(HEAD + "{\n" + line * 90_000 + "}\n") == []
    assert rules(HEAD + "{ x }\n" + line * 90_000 + "{ x }\n") == ["TEXT-LIMIT"]


def test_many_players() -> None:
    head = '[Game "usa"]\n' + "".join([f"player p{number}\n" for number in range(MAX_PLAYERS)])
    assert rules(head) == []
    assert rules(f"{head}player ann\n") == ["TEXT-LIMIT"]


def test_a_game_that_comes_a_few_bytes_at_a_time_takes_linear_time() -> None:
    def spent(count: int) -> float:
        stream = Stream(chain([HEAD.encode()], [b"; x\n"] * count))
        before = time.process_time()
        ((game, _),) = read(stream)  # type: ignore[arg-type]
        assert game is not None
        return time.process_time() - before

    assert spent(160_000) < 24 * spent(20_000)  # eight times as much, or sixty-four times if it were quadratic


def test_a_small_file_that_unpacks_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "bomb.ttrn.zst"
    game = f"{SOUND}; {'x' * 60_000}\n{{ {('x' * 60_000 + chr(10)) * 100} }}\n".encode()
    with zstd.open(path, "wb") as file:
        for _ in range(100):
            file.write(game)
    *sound, (last, (problem,)) = read(path)
    assert len(sound) == MAX_UNPACKED // len(game)
    assert last is None
    assert problem.rule == "TEXT-LIMIT"
    assert problem.message.startswith("unpacked, this file is 250 times longer than packed;")


def test_a_file_that_breaks_off_in_a_game_that_is_too_long_is_told_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bomb.ttrn.zst"
    with zstd.open(path, "wb") as file:
        file.write(HEAD.encode())
        for _ in range(300):
            file.write(b"x" * (1 << 20))
    told = [(problem.rule, problem.line, problem.game) for _, (problem,) in read(path)]
    assert told == [("TEXT-LIMIT", 1, 1), ("TEXT-LIMIT", 5, 1)]


def test_an_unclosed_comment_ends_where_the_next_game_starts() -> None:
    found = loads(f"{HEAD}{{ never closed\n{SOUND}")
    assert [problem.rule for problem in found.problems] == ["TEXT-BRACKET"]
    assert len(found.games) == 1


def test_what_exceeds_a_limit_cannot_be_made_or_written() -> None:
    tag, player, turn = Tag("Game", "usa"), Player("ann"), Turn("ann", Play("R"))
    deep: Variation | Turn = turn
    for _ in range(MAX_DEPTH + 1):
        deep = Variation((turn, deep))
    with pytest.raises(ValueError, match="nest at most 50 deep"):
        GameRecord((tag, player, turn, deep))
    with pytest.raises(ValueError, match="65,536"):
        dumps(GameRecord((tag, Comment("x" * MAX_LINE))))
    with pytest.raises(ValueError, match="8,388,608"):
        dumps(GameRecord((tag, *[Comment("x" * 1000)] * 9000)))
    with pytest.raises(ValueError, match="999999"):
        GameRecord((tag, Tag("Position", ""), player, turn, turn), first_turn=MAX_TURN)


# --- memory ----------------------------------------------------------------------------------------------------------


def peak(pieces: Iterator[bytes]) -> tuple[int, int, int]:
    """Read a stream; return how many games and problems there were, and the most memory that was taken meanwhile."""
    games = problems = 0
    tracemalloc.start()
    try:
        for game, wrong in read(Stream(pieces)):  # type: ignore[arg-type]
            games += game is not None
            problems += len(wrong)
        return games, problems, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_of_100_mb() -> None:
    def pieces() -> Iterator[bytes]:
        yield HEAD.encode() + b"1. ann play "
        for _ in range(100):
            yield b"R" * 1_000_000
        yield b"\n" + SOUND.encode()

    games, problems, memory = peak(pieces())
    assert (games, problems) == (1, 1)
    assert memory < 8 * MAX_GAME


def test_100_mb_that_belong_to_no_game() -> None:
    games, problems, memory = peak(b"x" * 1_000_000 for _ in range(100))
    assert (games, problems) == (0, 1)
    assert memory < 8 * MAX_GAME


@pytest.mark.parametrize(
    "long", ["; {} x", "{{ {} x }}", '[Event "{} x"]', 'player bob "{} x"', '1. ann claim "{} x"-POR R', "x {}"]
)
def test_streaming_takes_constant_memory(long: str) -> None:
    """Long lines, no two of them alike: comments, tags, names, cities and nonsense."""

    def pieces(count: int) -> Iterator[bytes]:
        for i in range(count):
            line = long.format(f"{i} {'x' * 10_000}")
            head, tail = ('[Game "usa"]', HEAD[12:]) if line[0] in "[p" else (HEAD, "")
            yield f"{head}\n{line}\n{tail}\n".encode()

    peak(pieces(10))  # so that building the parser does not count
    few, *_, little = peak(pieces(200))
    many, *_, memory = peak(pieces(1_000))
    assert (few, many) in ((200, 1_000), (0, 0))
    assert memory < little + 1_500_000


@pytest.mark.parametrize("line", ["ann deal {}", "market {}", "1. ann play {}", "1. ann claim SEA-POR {}"])
def test_long_hands_are_not_remembered(line: str) -> None:
    def pieces(count: int) -> Iterator[bytes]:
        for i in range(count):
            cards = f"{i:b}".replace("0", "R").replace("1", "G") + "B" * 10_000
            yield f"{HEAD}{line.format(cards)}\n".encode()

    peak(pieces(10))
    few, _, little = peak(pieces(200))
    many, _, memory = peak(pieces(1_000))
    assert (few, many) == (200, 1_000)
    assert memory < little + 1_500_000


def test_ever_new_shapes_of_lines_are_not_remembered() -> None:
    """Each would be tried on every line after it."""
    syntax.forget()
    lines = [f"reveal ann {f'{i:010b}'.replace('0', '? ').replace('1', 'SEA-NYC ')}" for i in range(1_024)]
    assert rules(HEAD + "\n".join(lines) + "\n") == []
    assert rules(HEAD + "\n".join([f"reveal ann{' ?' * i}" for i in range(1, 300)]) + "\n") == []
    kept = [len(shapes) for shapes in syntax._shapes.values()]
    assert max(kept) <= syntax.MAX_SHAPES
    assert len(kept) <= 2 * syntax.MAX_WORDS
