"""Positions evaluated: every board has a model, and what it says are probabilities."""

from __future__ import annotations

import json
from math import exp
from typing import Any

import pytest

from ttrn.boards import board, board_names
from ttrn.core.engine import new_game
from ttrn.evaluation import NoModelError, evaluate
from ttrn.evaluation.features import features, leads, names_of
from ttrn.evaluation.model import FOLDER, read_model
from ttrn.hidden import redact
from ttrn.play import play_game
from ttrn.replays import replay


@pytest.mark.parametrize("name", board_names())
def test_positions_of_a_game_have_probabilities_and_the_end_its_result(name: str) -> None:
    on = board(name)
    game = play_game(on, ["planner", "greedy", "hoarder"], seed=5)
    for record in (game, redact(game, "bob", board=on)):
        timeline = replay(record, on)
        for _, _, state in timeline.steps():
            found = evaluate(state)
            assert sum(found.win) == pytest.approx(1)
            assert all(len(row) == len(names_of(on)) for row in features(state))
            assert len(found.score) == len(found.spread) == 3
        end = evaluate(timeline.final)
        outcome = timeline.outcome
        assert [int(points) for points in end.score] == [seat.total for seat in outcome.seats]
        assert [seat for seat, win in enumerate(end.win) if win] == list(outcome.winners)
        assert end.spread == (0, 0, 0)


def test_the_planner_is_seen_to_win_against_the_random_bot() -> None:
    """What is learnt must show: long before the end the better player is favoured."""
    game = play_game("usa", ["planner", "random"], seed=2)
    states = replay(game)
    assert evaluate(states.state(states.last // 2)).win[0] > 0.9


def _by_hand(node: Any, row: list[float]) -> float:
    if not isinstance(node, list):
        return float(node)
    feature, limit, below, above = node
    return _by_hand(below if row[feature] <= limit else above, row)


def _sum_by_hand(written: dict[str, Any], row: list[float]) -> float:
    plain = sum(weight * value for weight, value in zip(written["weights"], row, strict=True))
    return float(written["base"] + plain + sum(_by_hand(tree, row) for tree in written["trees"]))


def test_a_position_is_judged_as_the_file_says() -> None:
    """Points by their sum and trees; then, with the points and their lead as further features, who wins."""
    written = json.loads((FOLDER / "usa.json").read_text(encoding="utf-8"))
    state = replay(play_game("usa", ["planner", "greedy"], seed=9)).state(20)
    rows = features(state)
    turns = state.game.valuing.turns(state)
    for part in ("full", "view"):
        found = read_model(written[part]).judge(rows, turns)
        points = [_sum_by_hand(written[part]["score"], row) for row in rows]
        assert found.score == pytest.approx(points)
        assert found.spread**2 == pytest.approx(
            sum(value * turns**power for power, value in enumerate(written[part]["spread"]))
        )
        leads = [points[0] - points[1], points[1] - points[0]]
        utilities = [
            _sum_by_hand(written[part]["win"], [*row, own, lead, lead / found.spread])
            for row, own, lead in zip(rows, points, leads, strict=True)
        ]
        assert found.win[0] == pytest.approx(1 / (1 + exp(utilities[1] - utilities[0])))


def test_leads_are_over_the_best_of_the_others() -> None:
    assert leads([[3.0, 1.0], [5.0, 1.0], [4.0, 0.0]]) == [[-2, 0], [1, 0], [-1, -1]]
    assert leads([[3.0]]) == [[0]]


def test_the_file_says_what_it_was_made_of_and_how_good_it_is() -> None:
    for file in FOLDER.glob("*.json"):
        found = json.loads(file.read_text(encoding="utf-8"))
        assert {"version", "seed", "games", "features"} <= set(found)
        for view in ("full", "public", "one"):
            held_out = found["held out"][view]
            assert held_out["over uniform"] < 0.9
            assert max(held_out["calibration error by quarter"]) < 0.05


def test_a_game_of_which_nothing_was_learnt_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from ttrn.evaluation import model  # noqa: PLC0415  patched here

    monkeypatch.setattr(model, "FOLDER", FOLDER / "none")
    model.models_of.cache_clear()
    with pytest.raises(NoModelError, match="no model was learnt for"):
        evaluate(new_game(board("usa"), ("ann", "bob")))
    model.models_of.cache_clear()
