"""``ttrn analyse --deep``: what moves lost, kept in a file, and no marks as long as nobody has shown that they hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ttrn as package
from ttrn.analysis import gate
from ttrn.analysis.decisions import Decision
from ttrn.analysis.moments import moments_of
from ttrn.boards import board
from ttrn.cli import deep
from ttrn.core.engine import legal_actions

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a file with the first three turns of a game."""
    game = package.play_game("usa", ["greedy", "planner"], seed=3)
    path = tmp_path / "game.ttrn"
    path.write_text(package.dumps(package.GameRecord(game.entries[: game.entries.index(game.turns[3])])))
    return path


def test_moves_are_judged_and_the_work_is_kept(ttrn: Ttrn, record: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    args = ("analyse", record, "--deep", "--playouts", 10, "--cores", 1, "--work", work, "--json")
    done = ttrn(*args)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["turn"], row["player"]) for row in rows] == [
        (0, "ann"),
        (0, "bob"),
        (1, "ann"),
        (2, "bob"),
        (3, "ann"),
    ]
    judged = [decision for row in rows for decision in row["decisions"]]
    assert [decision["what"] for decision in judged[:3]] == [*["the tickets kept"] * 2, "the beginning of the turn"]
    for row in rows:
        assert row["loss"] == pytest.approx(sum(decision["loss"] for decision in row["decisions"]), abs=1e-3)
    assert all(row["mark"] == "" and row["error"] >= 0 and row["playouts"] for row in (*rows, *judged))
    assert len(work.read_text().splitlines()) == len(judged) + 1 > 6
    again = ttrn(*args)
    assert (again.status, again.out) == (0, done.out)
    refused = ttrn("analyse", record, "--deep", "--playouts", 10, "--cores", 1, "--work", record)
    assert refused.status == 2
    assert "is not a file in which a deep analysis was kept" in refused.err


def test_what_was_lost_luck_and_the_rest_add_up_to_the_result(
    ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = package.play_game("usa", ["planner", "greedy"], seed=4)
    full, view = tmp_path / "full.ttrn", tmp_path / "view.ttrn"
    full.write_text(package.dumps(game))
    view.write_text(package.dumps(package.redact(game, "ann")))

    def invented(timeline: package.Timeline, *_args: object, **_options: object) -> list[Decision]:
        some = list(moments_of(timeline.game, board("usa")).items())[:9]
        return [
            Decision(turn, one.state.seat, one.played, one.played, 0.01 * turn, 0.02, 0.5, 10) for turn, one in some
        ]

    monkeypatch.setattr(deep, "decisions", invented)
    _, head, *lines = ttrn("analyse", full, "--deep").out.splitlines()
    assert head.split("\t")[2:] == ["wins lost", "start", "luck", "rest", "result"]
    winners = package.replay(game).outcome.winners
    for seat, line in enumerate(lines[:2]):
        lost, *account = line.split("\t")[2:]
        start, luck, rest, result = map(float, account)
        assert float(lost.split()[0]) > 0
        assert start + luck - float(lost.split()[0]) + rest == pytest.approx(result, abs=0.021)
        assert result == (seat in winners) / len(winners)
    # Of a view nothing is known of luck.
    assert ttrn("analyse", view, "--deep").out.splitlines()[1].split("\t")[2:] == ["wins lost"]


def test_marks_are_written_only_where_they_have_been_shown_to_hold(
    ttrn: Ttrn, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def invented(timeline: package.Timeline, *_args: object, **_options: object) -> list[Decision]:
        moment = moments_of(timeline.game, board("usa"))[2]
        best = next(action for action in legal_actions(moment.state) if action != moment.played)
        return [Decision(2, moment.state.seat, moment.played, best, 0.3, 0.01, 0.5, 800)]

    monkeypatch.setattr(deep, "decisions", invented)
    out = tmp_path / "marked.ttrn"
    args = ("analyse", record, "--deep", "-o", out)
    for measured in (None, gate.Gate(20, 5, {})):
        monkeypatch.setattr(gate, "measured", lambda _rules, measured=measured: measured)
        done = ttrn(*args)
        assert "no moves are marked" in done.err
        assert "blunder" not in done.out
        assert "30 ± 1 of 100 wins" in done.out
        assert not out.exists()
    losses = {"random": 0.04, "greedy": 0.03, "planner": 0.02, "thinker": 0.01}
    monkeypatch.setattr(gate, "measured", lambda _rules: gate.Gate(20, 15, losses))
    assert "(blunder)" in ttrn(*args).out
    (marked,), problems = package.loads(out.read_text())
    assert problems == ()
    assert [turn.marks for turn in marked.turns] == [(), ("??",), ()]
    assert package.replay(marked).problems == ()
