"""What docs/bots.md says is so: the bot in it plays, and its tables have the columns that the commands print."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import ttrn as library
from ttrn.play.bots import BOTS
from ttrn.play.match import MAX_TURNS
from ttrn.rules.engine import DIALECTS

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_of_ten_lines_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code
    body = code[1].partition("def ")[2].strip().splitlines()
    assert len(body) <= 10
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(code[1], encoding="utf-8")
    game = library.play_game("usa", ["mine:longest", "greedy"], seed=3)
    assert library.replay(game).final.exact
    del sys.modules["mine"]


def test_all_bots_are_told_of() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)[-len(BOTS) :] == list(BOTS)
    assert f"{MAX_TURNS:,} turns" in PAGE


def test_the_message_about_a_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"^ttrn: (game .*)$", PAGE, re.MULTILINE)
    assert shown
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "mine.py").write_text(
        "from ttrn.rules.actions import PassTurn\n"
        "def wrong(view):\n    return PassTurn() if view.state.phase else view.legal[0]\n",
        encoding="utf-8",
    )
    with pytest.raises(library.BotError) as caught:
        library.play_game("usa", ["mine:wrong", "greedy"], seed="1/1")
    assert str(caught.value) == shown[1]
    del sys.modules["mine"]


@pytest.mark.parametrize("better", ["planner", "greedy"])
def test_the_tables_are_there_with_what_they_show(better: str) -> None:
    worse = {"planner": "greedy", "greedy": "random"}[better]
    rows = re.findall(rf"^\| {better} \| {worse} \| \d+ \| ([\d.]+)% \| ([\d.]+)% to ", PAGE, re.MULTILINE)
    assert len(rows) == PAGE.count(", 2 at a table")
    assert len(rows) == len(DIALECTS)
    assert all(float(low) > 66 for _, low in rows)


def test_the_statistics_are_sane() -> None:
    """Four planners on the USA board: about 35 turns each, longest paths of 25 to 45."""
    row = re.search(r"^\| usa \| 4 \| 100 \| (.*) \|$", PAGE, re.MULTILINE)
    assert row
    figures = [float(cell) for cell in row[1].split(" | ")]
    assert 30 < figures[0] < 40
    assert 25 < figures[-2] < figures[-1] < 45
