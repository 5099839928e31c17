"""The names of ``import ttrn``, as a program meets them: in any order, again and again."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import ttrn
from ttrn.core.actions import PassTurn

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
TABLE = ttrn.new_game("usa", ["ann", "bob"], seed=1)


EXAMPLES: list[tuple[object, str]] = [
    (ttrn.analyse(GAME), "<Analysis of usa: 1 turn by a view, model …>"),
    (ttrn.board("usa"), "<Board usa: 36 cities, 100 routes, 30 tickets>"),
    (ttrn.Budget(3), "<Budget: effort 3, 512 megabytes>"),
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
    (ttrn.repair("[Game “usa”]"), "<Repaired: 2 curly quotes>"),
    (ttrn.repair(TEXT), "<Repaired: nothing>"),
    (STATE, "<State of usa: turn 2, bob next>"),
    (ttrn.replay(ttrn.loads('[Game "usa"]').games[0]).final, "<State of usa: turn 1, nobody next>"),
    (ttrn.replay(GAME), "<Timeline of usa: 2 players, turn 1, no problems>"),
    (ttrn.View(0, STATE, random.Random(1)), "<View of ann: <State of usa: turn 2, bob next>>"),
    (ttrn.Violation("TURN-1", "no"), "Violation(rule='TURN-1', message='no', part='', at=0)"),
    (ttrn.BoardError(()), "BoardError('')"),
    (ttrn.BotError("it fails"), "BotError('it fails', '')"),
    (ttrn.odds(GAME, error=1.0), "<Odds of usa after turn 1: sampled, 2 hidden hands, … worlds>"),
    (TABLE, "Table('usa turn=setup next=ann; …')"),
    (ttrn.Move("pass", PassTurn()), "Move(text='pass', action=PassTurn())"),
    (ttrn.IllegalMoveError(ttrn.Violation("TURN-1", "no")), "IllegalMoveError('no [TURN-1]')"),
    (ttrn.MoveError(ttrn.Violation("TEXT-LINE", "no"), "x"), "MoveError('no [TEXT-LINE]')"),
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


FUNCTIONS = {
    "ttrn": ["board", "check", "diagnose", "import_games", "infer", "judge", "merge", "new_game", "picture", "redact"],
    "ttrn.diagnosis": ["diagnose", "explain"],
    "ttrn.draw": ["picture"],
    "ttrn.hidden": ["check", "infer", "judge", "merge", "redact"],
    "ttrn.play": ["play_game", "set_up"],
    "ttrn.replays": ["replay", "rule_problems"],
    "ttrn.store": ["aliases", "ask", "browse", "load", "snapshot"],
}


def test_no_public_function_is_replaced_by_a_module() -> None:
    """A submodule that is imported becomes an attribute of its package: none has the name of a function there."""
    code = f"""
import importlib, pkgutil, ttrn
rooms = [ttrn, *[importlib.import_module(name) for name in {list(FUNCTIONS)[1:]}]]
for room in rooms:
    for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if "__main__" not in found.name and "query_process" not in found.name:
            importlib.import_module(found.name)
for name, functions in {FUNCTIONS}.items():
    for function in functions:
        assert callable(getattr(importlib.import_module(name), function)), (name, function)
import sys, types
assert all(type(module) is types.ModuleType for name, module in sys.modules.items() if name.split(".")[0] == "ttrn")
for name in ttrn.__all__:
    assert not isinstance(getattr(ttrn, name), types.ModuleType), name
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("", "")


def test_every_public_name_is_there() -> None:
    for name in ttrn.__all__:
        assert getattr(ttrn, name) is not None
    assert set(ttrn.__all__) <= set(dir(ttrn))
