"""Any record survives writing and reading; any text whatever gives games and problems, never an exception."""

from __future__ import annotations

import io
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.notation.strategies import games
from ttrn.notation import GameRecord, Readings, dumps, loads, read
from ttrn.notation.problems import RULES

RECORD = Path(__file__).with_name("record.ttrn").read_text(encoding="utf-8")
NEIGHBOUR = '[Game "usa"]\n[Event "neighbour"]\n\nplayer ann\n\n1. ann pass\n'


@given(games())
@settings(max_examples=400, deadline=None)
def test_any_game_survives_writing_and_reading(game: GameRecord) -> None:
    text = dumps(game)
    assert loads(text) == Readings((game,), ())
    assert dumps(loads(text).games) == text


@given(st.lists(games(), max_size=3))
@settings(max_examples=100, deadline=None)
def test_any_games_in_one_file_stay_apart(many: list[GameRecord]) -> None:
    assert loads(dumps(many)) == Readings(tuple(many), ())


# --- any text --------------------------------------------------------------------------------------------------------

WORDS = [
    *("[Game ", '"usa"]', "player", "ann", "bob", "1.", "2.", "draw", "R>G", "?", "claim", "SEA-POR", "RL", "!KWL"),
    *("+W", "x", "@BER", "(", ")", "{", "}", ";", "|", "$!", "\n", "\n\n", " ", "\t", "\r\n", '"', "\\", "\u00a0"),
    *("\x00", "\x0b", "\x85", "\u2028", "\ufeff", "\ud800", "999999.", "keep", "assert", "hand", "-", "[", "]"),
]
word_salad = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join) | st.lists(st.sampled_from(WORDS)).map("".join)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Draw a real record in which characters or lines were deleted, doubled, swapped or replaced."""
    parts: list[str] = RECORD.splitlines(keepends=True) if draw(st.booleans()) else list(RECORD)
    for _ in range(draw(st.integers(1, 6))):
        i, j = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from("dxsr")):
            case "d":
                parts[i] = ""
            case "x":
                parts[i] *= 2
            case "s":
                parts[i], parts[j] = parts[j], parts[i]
            case _:
                parts[i] = draw(st.sampled_from(WORDS) | st.characters())
    return "".join(parts)


def check_soundness(text: str) -> None:
    """Whatever the text: each game is a fixed point, each problem has a place in the text, neighbours survive."""
    found = loads(text)
    written = dumps(found.games)
    assert dumps(loads(written).games) == written
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    for problem in found.problems:
        assert problem.rule in RULES
        assert problem.file == "text"
        assert 1 <= problem.line <= len(lines)
        assert 0 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert problem.text in ("", lines[problem.line - 1])
        assert problem.render()
    between = loads(f"{NEIGHBOUR}\n{text}\n{NEIGHBOUR}")
    neighbour = loads(NEIGHBOUR).games[0]
    assert between.games[-1] == neighbour
    assert text.lstrip("\ufeff")[:6] != "[Game " or between.games[0] == neighbour


@example("{\n\x08}")
@example('[Game "usa"]\n{ a comment\n}\ud800player ann\nplayer ann\n1. ann pass\n')
@given(st.text() | word_salad | mutations())
@settings(max_examples=600, deadline=None)
def test_any_text_gives_games_and_problems(text: str) -> None:
    check_soundness(text)
    check_soundness('[Game "usa"]\nplayer ann\nplayer bob\n' + text)


@given(st.binary() | mutations().map(lambda text: text.encode("utf-8", "surrogatepass")), st.data())
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_games_and_problems(data: bytes, more: st.DataObject) -> None:
    for start in (b"", b"\xef\xbb\xbf", b'[Game "usa"]\n', b"\x1f\x8b", b"\x28\xb5\x2f\xfd"):
        end = more.draw(st.integers(0, len(data)))
        for game, problems in read(io.BytesIO(start + data[:end])):
            assert (game is None) == bool(problems)


@given(st.integers(0, len(RECORD.encode())))
@settings(max_examples=200, deadline=None)
def test_a_file_truncated_at_any_byte_costs_its_last_game_at_most(end: int) -> None:
    whole = NEIGHBOUR.encode() + RECORD.encode()[:end]
    assert next(read(io.BytesIO(whole))).game is not None or end < len("[Game ")
