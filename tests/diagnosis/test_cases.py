"""Records with one slip, and what ``ttrn check`` says of them: the broken rule, then the cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttrn.boards import board
from ttrn.diagnosis import Examination, diagnose, explain
from ttrn.notation import loads
from ttrn.replays import rule_problems

CASES = sorted((Path(__file__).parent / "cases").glob("*.ttrn"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_slip_is_told_once_with_its_cure(path: Path) -> None:
    (game,), wrong = loads(path.read_text(encoding="utf-8"))
    assert not wrong
    told = explain(game, board(game.board), rule_problems(game))
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert "\n".join([problem.render() for problem in told]) + "\n" == expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_record_with_the_cure_is_sound(path: Path) -> None:
    (game,), _ = loads(path.read_text(encoding="utf-8"))
    found = Examination(game, board(game.board))
    assert [slip.remaining for slip in found.diagnoses] == [0]
    assert not rule_problems(found.game)


def test_a_sound_record_has_no_diagnosis() -> None:
    (game,), _ = loads('[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n2. bob draw ? ?\n')
    assert diagnose(game) == ()


def test_where_no_edit_helps_the_problem_stays_as_it_is() -> None:
    text = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n2. bob play RR\n3. ann draw ? ?\n'
    (game,), _ = loads(text)
    problems = rule_problems(game)
    assert len(problems) == 1
    assert explain(game, board("usa"), problems) == problems


def test_slips_are_found_one_after_the_other() -> None:
    text = """[Game "usa"]
player ann
player bob
ann deal OBKL
bob deal RBPL
market WWYLR
1. ann claim POR-SEA OO
2. bob draw R>Y ?G
3. ann draw ?O ?O
4. bob draw ?P ?P
5. bob draw ?L ?G
6. bob claim DUL-SSM PPP
"""
    (game,), _ = loads(text)
    first, second = diagnose(game)
    assert (first.kind, first.line, first.cures[0].new) == ("payment", 7, "1. ann claim POR-SEA O")
    assert (first.sound_up_to, first.remaining) == (4, 1)
    assert (second.kind, second.line, second.cures[0].new) == ("player", 11, "5. ann draw ?L ?G")
    assert (second.sound_up_to, second.remaining) == (0, 0)
    assert second.hint == 'with "5. ann draw ?L ?G" the rest of the game is sound'


def test_nothing_is_looked_for_where_only_some_turns_were_written_down() -> None:
    text = '[Game "usa"]\n[Rules "partial"]\nplayer ann\nplayer bob\n1. ann claim SEA-POR RR\n'
    (game,), _ = loads(text)
    problems = rule_problems(game)
    assert problems
    assert explain(game, board("usa"), problems) == problems


def test_variations_do_not_disturb_the_search() -> None:
    text = """[Game "usa"]
player ann
player bob
1. ann draw ? ?
( 1. ann pass )
2. ann draw ? ?
3. ann draw ? ?
"""
    (game,), _ = loads(text)
    told = explain(game, board("usa"), rule_problems(game))
    assert [(problem.line, "2. bob draw ? ?" in problem.hint) for problem in told] == [(6, True), (5, False)]
