"""``ttrn show`` and pictures of records without turns: a board is shown as a board, a score sheet as a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

import ttrn as package

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

HEAD = '[Game "usa"]\nplayer ann "Ann"\nplayer bob "<Bob>"\n'
BOARD = "routes ann SEA-POR POR-SFO#2\nroutes bob -\nreveal ann SEA-LAX\nreveal bob BOS-MIA\nfinished\n"
SHEET = "sheet ann routes=68 tickets=34 bonus=10\nscore ann=112 bob=98\n"


@pytest.mark.parametrize("lines", ["score ann=112 bob=98", SHEET, BOARD])
def test_nothing_pretends_to_be_a_replay(ttrn: Ttrn, tmp_path: Path, lines: str) -> None:
    path = tmp_path / "game.ttrn"
    path.write_text(HEAD + lines, encoding="utf-8")
    done = ttrn("show", path)
    assert (done.status, done.err) == (0, "")
    assert not [word for word in ("turn 0", "Turn 1", "market", "to move", "setup", "hand") if word in done.out]
    assert "and no turn" in done.out
    data = json.loads(ttrn("show", "--json", path).out)
    assert [data[key] for key in ("turn", "turns", "to_move", "market", "deck", "ticket_deck")] == [None] * 6
    assert data["over"]


def test_a_final_board_is_shown_as_a_board(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "game.ttrn"
    path.write_text(HEAD + BOARD, encoding="utf-8")
    text = ttrn("show", path).out
    assert "POR-SFO#2" in text
    assert "not complete" in text
    ann, bob = json.loads(ttrn("show", "--json", path).out)["players"]
    assert (ann["routes"], ann["trains"], ann["total"]) == (["POR-SFO#2", "POR-SEA#1"], 39, 12)
    assert (bob["routes"], bob["trains"], bob["total"]) == ([], 45, -12)
    svg = package.picture(package.loads(HEAD + BOARD).games[0]).svg
    assert svg.count('" data-owner="0">') == 2
    assert "12 points" in svg
    assert "trains left" not in svg


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["usa", "cardgame"])
def test_a_score_sheet_is_a_table(theme: str, game: str) -> None:
    lines = SHEET if game == "usa" else SHEET.replace("routes=68 ", "").replace("bonus=10", "cities=12")
    record = package.loads(HEAD.replace("usa", game) + lines).games[0]
    svg = package.picture(record, theme=theme).svg  # type: ignore[arg-type]
    ET.fromstring(svg)  # noqa: S314  our own text
    texts = [part.text for part in ET.fromstring(svg).iter() if part.tag.endswith("text")]  # noqa: S314
    assert {"rank", "tickets", "total", "34*", "112*", "98*", "Ann", "<Bob>"} <= set(texts)
    assert "data-route" not in svg


def test_where_claims_were_noted_nobody_is_to_move(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "game.ttrn"
    path.write_text(HEAD + "1. ann claim SEA-POR\n2. bob claim NYC-BOS\n", encoding="utf-8")
    text = ttrn("show", path).out
    assert "After turn 2 of 2 turns that were noted, and not all." in text
    assert "is to move" not in text
    assert "unknown ticket" not in text
