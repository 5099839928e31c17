"""``ttrn tournament`` and ``ttrn summary``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn


def test_a_tournament_is_a_table_with_intervals(ttrn: Ttrn) -> None:
    done = ttrn("tournament", "usa", "--bots", "random,greedy,hoarder", "--games", 4)
    assert done.status == 0
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert rows[0] == ["usa, 2 at a table, 12 games"]
    assert rows[2] == ["bot", "games", "won", "95% interval", "points a game"]
    assert sorted(row[0] for row in rows[3:6]) == ["greedy", "hoarder", "random"]
    assert rows[5][0] == "random"
    assert len(rows[8:]) == 3
    assert all(row[2] == "4" and " to " in row[4] and " ± " in row[5] for row in rows[8:])


def test_cores_and_json(ttrn: Ttrn) -> None:
    args = ("tournament", "usa", "--bots", "random,greedy", "--games", 20, "--json")
    one = ttrn(*args, "--cores", 1)
    assert ttrn(*args, "--cores", 2).out == one.out
    rows = [json.loads(line) for line in one.out.splitlines()]
    (duel,) = [row for row in rows if row.get("against") == "random"]
    assert duel["games"] == 20
    assert 0 <= duel["ahead"]["low"] <= duel["ahead"]["share"] <= duel["ahead"]["high"] <= 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--bots", "random,greedy", "--players", 3), "3 players at a table are more than the 2 bots named"),
        (("--bots", "a,b"), 'there is no bot "a"'),
    ],
)
def test_what_is_no_tournament_is_told(ttrn: Ttrn, args: tuple[str | int, ...], message: str) -> None:
    done = ttrn("tournament", "usa", *map(str, args))
    assert done.status == 2
    assert message in done.err


def test_a_summary_of_real_games(ttrn: Ttrn) -> None:
    """The averages are those of the scores that ttrn score prints."""
    done = ttrn("summary", "real", "--json")
    assert done.status == 0
    (row,) = [json.loads(line) for line in done.out.splitlines()]
    scores = [json.loads(line) for line in ttrn("score", "real", "--json").out.splitlines()]
    assert (row["board"], row["players"], row["games"]) == ("usa", 4, 2)
    assert row["points"] == sum(seat["total"] for game in scores for seat in game["players"]) / 8
    assert row["winner's points"] == (127 + 141) / 2
    assert row["turns a player"] == (sum(game["turn"] for game in scores)) / 8


def test_games_that_are_not_over_are_left_out(ttrn: Ttrn) -> None:
    done = ttrn("summary", "teaching")
    assert done.status == 0
    assert "left out: 1 game" in done.err
    assert done.out.count("\n") == 1


def test_a_record_with_problems_is_no_part_of_a_summary(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "wrong.ttrn"
    path.write_text('[Game "usa"]\nplayer ann\nplayer bob\n\n1. bob draw ? ?\n', encoding="utf-8")
    done = ttrn("summary", path)
    assert done.status == 1
    assert "left out: 1 game" in done.err
