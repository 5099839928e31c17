"""The names of ``import ttrn``, as a program meets them: in any order, again and again."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import ttrn

RECORD = '[Game "usa"]\\nplayer ann\\nplayer bob\\n1. ann draw ? ?'


@pytest.mark.parametrize(
    "first",
    ["", "ttrn.check(game)", "ttrn.replay(game)", "ttrn.picture(game)", "import ttrn.replays", "ttrn.Timeline"],
)
def test_replay_is_a_function_whatever_was_used_before(first: str) -> None:
    code = f"import ttrn\ngame, = ttrn.loads('{RECORD}').games\n{first}\nprint(ttrn.replay(game).last)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("1\n", "")


TEXT = RECORD.replace("\\n", "\n")
GAME = ttrn.loads(TEXT).games[0]
WRONG = ttrn.loads(TEXT.replace("draw ? ?", "claim SEA-POR RRR")).games[0]
STATE = ttrn.replay(GAME).final


EXAMPLES: list[tuple[object, str]] = [
    (ttrn.board("usa"), "<Board usa: 36 cities, 100 routes, 30 tickets>"),
    (ttrn.Budget(3), "<Budget: 3 seconds, 512 megabytes>"),
    (ttrn.Clash(3, "two records differ"), "Clash(turn=3, message='two records differ')"),
    (ttrn.diagnose(WRONG)[0], "<Diagnosis of CLAIM-2 in line 4: …>"),
    (GAME, "<GameRecord of usa: ann, bob; turn 1>"),
    (ttrn.import_games("csv", "x.csv", b""), "<Imported: no games, 1 problem, no notes>"),
    (ttrn.infer(GAME), "<Inference of usa: consistent, no places filled in>"),
    (ttrn.judge(GAME), "<Judgement of usa: consistent, no problems>"),
    (ttrn.judge(WRONG), "<Judgement of usa: impossible, 1 problem>"),
    (ttrn.picture(STATE), "<Picture: … characters of SVG>"),
    (ttrn.check(WRONG)[0], "<Problem CLAIM-2 at text:4:22: …>"),
    (next(ttrn.read(TEXT)), "<Reading: <GameRecord of usa: ann, bob; turn 1>, no problems>"),
    (next(ttrn.read(TEXT + "?")), "<BrokenReading: no game, 1 problem>"),
    (ttrn.loads(TEXT), "<Readings: 1 game, no problems>"),
    (STATE, "<State of usa: turn 2, bob next>"),
    (ttrn.replay(ttrn.loads('[Game "usa"]').games[0]).final, "<State of usa: turn 1, nobody next>"),
    (ttrn.replay(GAME), "<Timeline of usa: 2 players, turn 1, no problems>"),
    (ttrn.View(0, STATE, random.Random(1)), "<View of ann: <State of usa: turn 2, bob next>>"),
    (ttrn.Violation("TURN-1", "no"), "Violation(rule='TURN-1', message='no', part='', at=0)"),
    (ttrn.BoardError(()), "BoardError('')"),
    (ttrn.BotError("it fails"), "BotError('it fails', '')"),
]


@pytest.mark.parametrize(("thing", "expected"), EXAMPLES, ids=[type(thing).__name__ for thing, _ in EXAMPLES])
def test_public_objects_say_what_they_are(thing: object, expected: str) -> None:
    begin, _, end = expected.partition("…")
    assert repr(thing).startswith(begin)
    assert repr(thing).endswith(end)
    assert len(repr(thing)) < 300 if "…" in expected else repr(thing) == expected


def test_an_index_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.ttrn"
    path.write_text(f"{TEXT}\n{TEXT}\n", encoding="utf-8")
    assert repr(ttrn.Index.build(path)) == f"<Index of {path}: 2 games>"


def test_no_public_class_is_left_out() -> None:
    shown = {type(thing).__name__ for thing, _ in EXAMPLES} | {"Index"}
    classes = {name for name in ttrn.__all__ if isinstance(getattr(ttrn, name), type)}
    assert classes <= shown
