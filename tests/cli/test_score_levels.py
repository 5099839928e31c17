"""``ttrn score`` of records without all turns: what is stated, what follows, and nothing for what nobody knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

HEAD = '[Game "usa"]\nplayer ann "Ann"\nplayer bob "Bob"\n'
BOARD = """routes ann SEA-POR POR-SFO#2 SFO-LAX#1
routes bob NYC-BOS WAS-NYC#1
reveal ann SEA-LAX
reveal bob BOS-MIA
"""


def score(ttrn: Ttrn, tmp_path: Path, lines: str) -> tuple[str, dict[str, Any]]:
    path = tmp_path / "game.ttrn"
    path.write_text(HEAD + lines, encoding="utf-8")
    done = ttrn("score", path)
    assert (done.status, done.err) == (0, "")
    return done.out, json.loads(ttrn("score", "--json", path).out)


VERDICTS = [
    ("score ann=112 bob=98", "result", "Ann wins with 112 points.", ["ann"]),
    ("score ann=98 bob=98", "result", "Ann and Bob are level with 98 points; what decides", ["ann", "bob"]),
    ("score ann=98 bob=98\nrank ann=2 bob=1", "result", "Bob wins with 98 points.", ["bob"]),
    ("rank bob=1", "result", "Bob wins.", ["bob"]),
    ("rank ann=1 bob=1", "result", "Ann and Bob share the win.", ["ann", "bob"]),
    ("finished", "result", "Nobody knows who won.", []),
    ("score ann=112", "result", "Nobody knows who won.", []),
    ("sheet ann routes=68 tickets=34 bonus=10\nsheet bob routes=61", "sheet", "Nobody knows who won.", []),
    ("sheet ann routes=68 tickets=34 bonus=10\nscore bob=98", "sheet", "Ann wins with 112 points.", ["ann"]),
    (BOARD, "board", "Ann leads with 34 points.", ["ann"]),
    (BOARD + "finished", "board", "Ann wins with 34 points.", ["ann"]),
    ("1. ann claim SEA-POR\n2. bob claim NYC-BOS", "claims", "Nobody knows who leads.", []),
    ("1. ann claim SEA-POR\nscore ann=112 bob=98", "claims", "Ann wins with 112 points.", ["ann"]),
]


@pytest.mark.parametrize(("lines", "level", "verdict", "winners"), VERDICTS)
def test_who_won_as_far_as_it_is_known(  # noqa: PLR0917  pytest names them
    ttrn: Ttrn, tmp_path: Path, lines: str, level: str, verdict: str, winners: list[str]
) -> None:
    text, data = score(ttrn, tmp_path, lines)
    assert verdict in text
    assert (data["level"], data["winners"]) == (level, winners)
    assert "after 0 turns" not in text


def test_nothing_that_is_unknown_is_zero(ttrn: Ttrn, tmp_path: Path) -> None:
    text, data = score(ttrn, tmp_path, "score ann=112 bob=98")
    assert "Not known: routes, completed, failed, tickets, longest path, bonus." in text
    ann = data["players"][0]
    assert (ann["total"], ann["rank"], data["turn"]) == (112, 1, None)
    assert [ann[key] for key in ("routes", "tickets", "bonus", "unknown_tickets")] == [None] * 4
    assert ann["longest_path"] == {"trains": None, "cities": None}
    assert ann["components"]["routes"] == {"value": None, "source": "unknown"}
    assert ann["components"]["total"] == {"value": 112, "source": "stated"}


def test_marks_tell_where_numbers_come_from(ttrn: Ttrn, tmp_path: Path) -> None:
    text, data = score(ttrn, tmp_path, "1. ann claim SEA-POR\nsheet bob completed=40 failed=6\nscore ann=112 bob=98")
    assert "112*" in text
    assert "1+" in text
    sources = [{name: part["source"] for name, part in seat["components"].items()} for seat in data["players"]]
    assert (sources[0]["routes"], sources[0]["bonus"], sources[1]["tickets"]) == ("noted", "unknown", "stated")
    assert data["players"][0]["routes"] is None


def test_a_final_board_is_reckoned(ttrn: Ttrn, tmp_path: Path) -> None:
    text, data = score(ttrn, tmp_path, BOARD + "finished")
    assert "Los Angeles–San Francisco–Portland–Seattle" in text  # noqa: RUF001  en dashes, as in print
    assert data["certain"]
    assert [seat["total"] for seat in data["players"]] == [34, -8]
    assert {part["source"] for seat in data["players"] for part in seat["components"].values()} == {"computed"}


def test_whoever_has_no_routes_line_may_have_the_longest_path(ttrn: Ttrn, tmp_path: Path) -> None:
    _, data = score(ttrn, tmp_path, "routes ann SEA-POR\nreveal ann SEA-LAX\nfinished")
    ann, bob = data["players"]
    assert (ann["routes"], ann["bonus"], ann["total"], bob["routes"]) == (1, None, None, None)
