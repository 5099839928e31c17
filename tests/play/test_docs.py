"""What docs/bots.md says is so: its bots are those that there are, and its tables show what they are said to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ttrn.play.bots import BOTS
from ttrn.play.match import MAX_TURNS
from ttrn.registry import game_names

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_of_ten_lines_has_no_more() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code
    assert len(code[1].partition("def ")[2].strip().splitlines()) <= 10


def test_all_bots_are_described() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)[-len(BOTS) :] == list(BOTS)
    assert f"{MAX_TURNS:,} turns" in PAGE


@pytest.mark.parametrize("better", ["planner", "greedy"])
def test_the_tables_are_there_with_what_they_show(better: str) -> None:
    worse = {"planner": "greedy", "greedy": "random"}[better]
    rows = re.findall(rf"^\| {better} \| {worse} \| \d+ \| ([\d.]+)% \| ([\d.]+)% to ", PAGE, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\*\*.*, 2 at a table", PAGE, re.MULTILINE))
    assert len(rows) == len(game_names())
    assert all(float(low) > 66 for _, low in rows)


def test_the_statistics_are_sane() -> None:
    """Four planners on the USA board: about 35 turns each, longest paths of 25 to 45."""
    row = re.search(r"^\| usa \| 4 \| 100 \| (.*) \|$", PAGE, re.MULTILINE)
    assert row
    figures = [float(cell) for cell in row[1].split(" | ")]
    assert 30 < figures[0] < 40
    assert 25 < figures[-2] < figures[-1] < 45
