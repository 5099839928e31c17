"""Positions evaluated: every board has a model, and what it says are probabilities."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ttrn.boards import board, board_names
from ttrn.core.engine import new_game
from ttrn.evaluation import NoModelError, evaluate
from ttrn.evaluation.features import features, names_of
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


def test_trees_are_walked_as_they_are_written() -> None:
    written = json.loads((FOLDER / "usa.json").read_text(encoding="utf-8"))
    game = replay(play_game("usa", ["planner", "greedy"], seed=9))
    for part in ("full", "view"):
        model = read_model(written[part])
        for row in features(game.state(20)):
            for kind, found in (("win", model.win), ("score", model.score)):
                one = written[part][kind]
                plain = sum(w * x for w, x in zip(one["weights"], row, strict=True))
                trees = sum(_by_hand(tree, row) for tree in one["trees"])
                assert found.of(row) == pytest.approx(one["base"] + plain + trees)


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
