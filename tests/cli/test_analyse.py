"""``ttrn analyse``: how a game stood turn by turn, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import ttrn as package

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

GAME = "annotated/usa.ttrn"


def test_the_graph_and_the_luck_of_a_full_record(ttrn: Ttrn) -> None:
    done = ttrn("analyse", GAME)
    assert done.status == 0
    assert "By all cards." in done.out
    assert "learnt from games between bots; no playouts" in done.out
    rows = [line.split("\t") for line in done.out.splitlines() if "\t" in line]
    assert rows[0] == ["turn", "Ann", "Bob"]
    assert rows[1][0] == "start"
    assert any(row[0] == "luck" for row in rows)
    assert "The largest swings:" in done.out
    assert done.out == ttrn("analyse", GAME).out


def test_json_has_every_turn_and_how_it_was_made(ttrn: Ttrn) -> None:
    done = ttrn("analyse", GAME, "--json", "--for", "bob", "--worlds", "2")
    found = json.loads(done.out)
    assert (found["basis"], found["observer"], found["playouts"], found["worlds"]) == ("a view", "bob", 0, 2)
    assert found["model"]
    assert len(found["turns"]) == 71
    assert found["turns"][-1]["win"] in ([0.0, 1.0], [1.0, 0.0])
    assert all(abs(sum(turn["win"]) - 1) < 0.001 for turn in found["turns"])


def test_what_cannot_be_analysed_is_told(ttrn: Ttrn) -> None:
    done = ttrn("analyse", GAME, "--for", "zoe")
    assert done.status == 2
    assert "nobody at this table has the id" in done.err
    done = ttrn("analyse", "-", stdin='[Game "usa"]\nplayer ann\nplayer bob\nscore ann=100 bob=90\n')
    assert done.status == 2
    assert "no turns" in done.err


def test_the_games_of_a_database(ttrn: Ttrn, tmp_path: Path) -> None:
    game = package.play_game("usa", ["greedy", "planner"], seed=3)
    record, database = tmp_path / "game.ttrn", tmp_path / "games"  # what it is does not hang on its name
    record.write_text(package.dumps(package.GameRecord(game.entries[: game.entries.index(game.turns[4])])))
    assert ttrn("load", database, record).status == 0
    done = ttrn("analyse", database, "--cores", 1)
    assert (done.status, done.out, done.err) == (0, "", "1 game analysed\n")
    assert "there is nothing to do" in ttrn("analyse", database).err
    turns = ttrn("stats", database, "win_by_turn", 1).out.splitlines()
    assert len(turns) == 1 + 5
    refused = ttrn("analyse", database, "--deep", "--json")
    assert refused.status == 2
    assert "--json, --deep are for a record" in refused.err
    assert "--work FILE brings what it found" in refused.err
    work = tmp_path / "work"
    ttrn("analyse", record, "--deep", "--playouts", 10, "--cores", 1, "--work", work)
    assert "what moves lost is now known of 1 game" in ttrn("analyse", database, "--work", work).err
    found = json.loads(ttrn("sql", database, "FROM losses WHERE seat = 1", "--json").out)
    assert (found["moves"] > 0, found["stderr"] >= 0, found["playouts"] > 0) == (True, True, True)
    assert ttrn("analyse", database, "--work", record).status == 2


def test_a_load_that_analyses_says_what_it_could_not_judge(ttrn: Ttrn, tmp_path: Path) -> None:
    record = tmp_path / "game.ttrn"
    record.write_text('[Game "usa"]\n\nplayer ann\nplayer bob\n\nscore ann=100 bob=90\n')
    done = ttrn("load", tmp_path / "games.duckdb", record, "--analyse")
    assert "0 of 1 game in" in done.err
    assert "not analysed: 1 game: this record has no turns" in done.err
    empty = ttrn("stats", tmp_path / "games.duckdb", "comebacks")
    assert "none of 1 game could be judged: 1 game: this record has no turns" in empty.err
