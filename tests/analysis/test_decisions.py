"""Judging moves: by what their players knew, with marks only where they are sure; better lines are legal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ttrn
from ttrn.actions import Action
from ttrn.analysis.annotating import annotate
from ttrn.analysis.decisions import Decision, decisions, judge_turn, mark_of, moments_of
from ttrn.analysis.gate import Gate
from ttrn.analysis.work_file import WorkFile
from ttrn.boards import board
from ttrn.core.engine import legal_actions
from ttrn.notation.game import Variation
from ttrn.replays import Timeline

BOARDS = ["usa", "europe", "marklin", "cardgame"]


def invented(game: ttrn.GameRecord, name: str) -> list[Decision]:
    """Return decisions in which some other legal move, of any kind, is said to be better."""
    rng = random.Random(name)
    found: list[Decision] = []
    for number, moment in list(moments_of(game, board(name)).items())[::4]:
        kinds: dict[type, list[Action]] = {}
        for action in legal_actions(moment.seen()):
            kinds.setdefault(type(action), []).append(action)
        best = rng.choice(rng.choice(list(kinds.values())))
        if best != moment.played:
            found.append(Decision(number, moment.state.seat, moment.played, best, 0.3, 0.01, 0.5, 800))
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_marked_records_are_sound_and_their_better_lines_legal(name: str) -> None:
    game = ttrn.play_game(name, ["greedy", "planner"], seed=3)
    found = invented(game, name)
    marked = annotate(game, found, board(name))
    (again,), problems = ttrn.loads(ttrn.dumps(marked))
    assert (again, problems) == (marked, ())
    assert ttrn.replay(again).problems == ()
    assert sum(isinstance(entry, Variation) for entry in again.entries) == len(found) > 10
    assert [turn.action for turn in again.turns] == [turn.action for turn in game.turns]
    assert sum("??" in turn.marks for turn in again.turns) == len(found)


def test_a_mark_needs_two_standard_errors() -> None:
    def mark(loss: float, error: float) -> str:
        taken, blind = ttrn.legal_actions(ttrn.replay(GAME).state(4))[:2]
        return Decision(5, 0, taken, blind, loss, error, 0.5, 100).mark

    assert [mark(0.3, 0.04), mark(0.3, 0.06), mark(0.3, 0.11), mark(0.3, 0.2)] == ["??", "?", "?!", ""]
    assert mark_of(-0.1) == ""


GAME = ttrn.play_game("usa", ["random", "planner"], seed=6)


def test_moves_are_judged_by_what_their_player_knew() -> None:
    """The same turn is judged the same from the record of all cards and from that of its player."""
    on = board("usa")
    turn = 61
    hers = ttrn.redact(GAME, "ann")
    whole, own = (judge_turn(game, on, turn, 12, 1) for game in (GAME, hers))
    assert whole is not None
    assert whole == own
    assert judge_turn(hers, on, turn + 1, 12, 1) is None  # of Bob's cards she knows too little


def test_work_that_was_stopped_goes_on(tmp_path: Path) -> None:
    short = ttrn.GameRecord(GAME.entries[: GAME.entries.index(GAME.turns[3])])
    timeline = Timeline(short, board("usa"))
    moments = moments_of(short, timeline.board)
    path = tmp_path / "work"
    first = list(decisions(timeline, 6, cores=1))
    assert [decision.turn for decision in first] == [1, 2, 3]
    work = WorkFile(path, short, 6, 1)
    work.add(first[0], moments[1])
    with path.open("a") as file:
        file.write('{"turn": 2, "be')  # killed here
    known = WorkFile(path, short, 6, 1).known(moments)
    assert known == {1: first[0]}
    assert list(decisions(timeline, 6, cores=1, known=known)) == first
    work = WorkFile(path, short, 6, 1)
    work.add(first[1], moments[2])
    assert list(WorkFile(path, short, 6, 1).known(moments)) == [1, 2]
    assert WorkFile(path, short, 7, 1).known(moments) == {}
    path.write_text('[Game "usa"]')
    with pytest.raises(ValueError, match="is not a file in which a deep analysis was kept"):
        WorkFile(path, short, 6, 1)
    assert path.read_text() == '[Game "usa"]'


def test_the_gate_holds_only_if_marks_are_confirmed_and_better_bots_lose_less() -> None:
    losses = {"random": 0.04, "greedy": 0.03, "planner": 0.02, "thinker": 0.01}
    assert Gate(10, 7, losses).holds
    assert not Gate(10, 6, losses).holds
    assert not Gate(3, 3, losses).holds
    assert not Gate(10, 10, losses | {"thinker": 0.02}).holds
    assert not Gate(10, 10, {}).holds
