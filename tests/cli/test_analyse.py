"""``ttrn analyse``: how a game stood turn by turn, on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

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
