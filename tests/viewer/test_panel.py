"""The panel of a turn: its moves are legal and worth what they say, and nothing is in it that a player did not know."""

from __future__ import annotations

import json
import random
from statistics import fmean
from typing import Any

import pytest

import ttrn
from ttrn.analysis.moments import moments_of
from ttrn.analysis.moves import best_moves, position_at, think
from ttrn.boards import board, board_names
from ttrn.core.actions import ClaimRoute
from ttrn.core.cards import letters
from ttrn.core.engine import apply, legal_actions
from ttrn.evaluation import evaluate, version_of
from ttrn.notation import GameRecord
from ttrn.play.redeal import Dealer
from ttrn.position.writer import format_position
from ttrn.resources import resource
from ttrn.viewer import as_seen_by, state_at, viewer_data
from ttrn.viewer.frames import record_along
from ttrn.viewer.panel import answer, ghost, luck_rows, moves_data

GAMES = {name: ttrn.play_game(name, ["greedy", "greedy"], seed=5) for name in board_names()}


def silent(_: object) -> None:
    """Hear nothing."""


def asked(game: GameRecord, **question: Any) -> dict[str, Any]:
    """Ask as the page does, and return the answer as the page gets it."""
    found: dict[str, Any] = json.loads(json.dumps(answer({"text": ttrn.dumps(game), **question}, silent)))
    return found


@pytest.mark.parametrize("name", board_names())
def test_the_best_moves_are_legal_in_order_and_can_be_drawn(name: str) -> None:
    game = GAMES[name]
    last = len(game.turns)
    for turn in (last // 4, last - 8):
        found = asked(game, turn=turn, playouts=0)["moves"]
        position = position_at(game, board(name), turn)
        assert position is not None
        moves = best_moves(position)
        legal = legal_actions(position.state)
        assert all(move.action in legal for move in moves.moves)
        wins = [row["win"] for row in found["rows"]]
        assert wins == sorted(wins, reverse=True)
        assert found["rows"][0]["less"] == [0, 0]
        assert found["seat"] == (turn % 2)
        assert [row.get("played", False) for row in found["rows"]].count(True) == 1
        assert version_of(board(name)) in found["how"]
        for row, move in zip(found["rows"], moves.moves, strict=True):
            assert row["ghost"] == ghost(move.action)
            assert row["ghost"]
            market, hand = (letters(cards) for cards in (position.state.market, position.state.hands[found["seat"]]))
            assert row["ghost"].get("card", "") in market
            assert set(row["ghost"].get("hand", "")) <= set(hand)


def test_a_claim_is_worth_the_mean_over_the_worlds_after_it() -> None:
    game = GAMES["usa"]
    on = board("usa")
    for turn in range(10, len(game.turns)):
        position = position_at(game, on, turn)
        if position is None or not isinstance(position.played, ClaimRoute):
            continue
        state, worlds = position.state, 3
        (found,) = [move for move in best_moves(position, worlds=worlds).moves if move.action == position.played]
        rng = random.Random(f"1 {state.number}")
        key = rng.getrandbits(64)
        wins = []
        for number in range(worlds):
            world = Dealer(state).deal(random.Random(f"{key} {number}"))
            apply(world, position.played)
            wins.append(evaluate(world).win[state.seat])
        assert found.win == pytest.approx(fmean(wins))
        return
    pytest.fail("nobody claims a route")


@pytest.mark.parametrize("name", board_names())
def test_nothing_hidden_and_nothing_later_is_in_the_panel(name: str) -> None:
    """From all cards, from a player's own record, and from that record without what came later: the same answer."""
    game, on = GAMES[name], board(name)
    hers = as_seen_by(game, "ann").game
    turn = max(number for number in moments_of(hers, on) if number < len(game.turns) - 4) - 1
    his = moves_data(hers, on, turn - 1)
    assert his["rows"] == []
    assert his["none"].startswith("The cards of")
    assert his["doubt"]
    answers = []
    for record in (hers, game, ttrn.redact(game, "ann", until=turn + 1)):
        answers.append([moves_data(record, on, turn, playouts) for playouts in (0, 6)])
        answers[-1][0].pop("doubt", None)  # with all cards there is none
    assert answers[0][0]["rows"]
    assert answers[0] == answers[1] == answers[2]


def test_a_view_has_neither_luck_nor_moves_of_hidden_hands() -> None:
    game = GAMES["europe"]  # at its end a player knows all cards: then, and not before
    assert asked(as_seen_by(game, "ann").game, luck=True) == {"luck": None}
    assert asked(ttrn.redact(game, "public", until=20), turn=20, playouts=0)["moves"]["rows"] == []


def test_the_thinker_tells_how_far_it_has_come_and_the_same_again() -> None:
    position = position_at(GAMES["usa"], board("usa"), len(GAMES["usa"].turns) - 12)
    assert position is not None
    heard: list[tuple[int, int]] = []
    found = think(position, 40, heard=lambda moves, most: heard.append((moves.playouts, most)))
    assert heard == sorted(heard)
    assert all(done <= most for done, most in heard)
    assert heard[-1][0] == found.playouts
    own = {move.worlds for move in found.moves}
    assert len(own) == 1  # each of them in the same worlds, none of which chose it
    assert 0 < own.pop() * len(found.moves) <= 20
    assert think(position, 40)[1:] == found[1:]


def test_the_end_of_a_record_can_be_asked_about_and_the_end_of_a_game_not() -> None:
    game, on = GAMES["usa"], board("usa")
    last = len(game.turns)
    assert moves_data(game, on, last)["none"] == "The game is over."
    half = ttrn.redact(game, "ann", until=40)
    found = moves_data(half, on, 40)
    assert found["rows"]
    assert not any(row.get("played") for row in found["rows"])


@pytest.mark.parametrize("name", board_names())
def test_variations_are_judged_as_if_they_had_been_played(name: str) -> None:
    (game,) = ttrn.loads(resource("sample_games", "annotated", f"{name}.ttrn").read_text(encoding="utf-8")).games
    timeline = ttrn.replay(game)
    lines = viewer_data(timeline)["lines"]
    assert len(lines) > 1
    for number, line in enumerate(lines[1:], 1):
        played = ttrn.replay(record_along(game, number))
        assert played.last == line["frames"][-1]["n"]
        there = state_at(timeline, number, len(line["frames"]) - 1)
        assert format_position(played.state(played.last)) == format_position(there)
    found = asked(game, turn=played.last, line=number, playouts=0)["moves"]
    wins, points, _ = found["standing"]
    assert abs(sum(wins) - 1000) <= 2
    assert len(points) == len(wins)
    assert asked(game, turn=1, line=len(lines), playouts=0)["error"] == f"there is no line {len(lines)}"


def test_luck_adds_up_to_that_of_the_analysis() -> None:
    found = ttrn.analyse(GAMES["usa"])
    rows = luck_rows(found)
    assert rows is not None
    assert len(rows) == 1 + len(GAMES["usa"].turns)
    for seat, luck in enumerate(found.luck):
        assert sum(wins[seat] for row in rows for _, wins, _, _ in row) == pytest.approx(1000 * luck.win, abs=60)


@pytest.mark.parametrize(
    "question",
    [{}, {"text": 3}, {"text": "nonsense"}, {"text": '[Game "usb"]\nplayer a\nplayer b\n1. a draw ? ?\n'}],
)
def test_a_question_that_makes_no_sense_is_told_so(question: dict[str, Any]) -> None:
    assert answer({"turn": 1, "playouts": 0, **question}, silent)["error"]


def test_a_turn_that_is_none_has_no_moves() -> None:
    game = GAMES["usa"]
    for turn in (-5, 10_000):
        assert asked(game, turn=turn, playouts=0)["moves"]["none"] == "There is no such turn."
    assert asked(game, turn="1", playouts=0)["error"]
    (broken,) = ttrn.loads('[Game "usa"]\nplayer a\nplayer b\na deal RRRR\n1. a claim SEA-HEL RRRRRR\n').games
    assert asked(broken, turn=0, playouts=0)["moves"]["rows"] == []
