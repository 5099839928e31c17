"""docs/games.md: its example is the one that the tests play, its tables are those of the source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

tool = pytest.importorskip("tools.game_tables", reason="only beside the repository's tools")

HERE = Path(__file__).parent


def test_the_example_is_the_one_that_is_tested() -> None:
    (shown,) = re.findall(r"/__init__.py -->\n```python\n(.*?)```", tool.PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown == (HERE / "usa_tunnels" / "__init__.py").read_text(encoding="utf-8")


def test_the_entry_point_is_the_one_that_is_tested() -> None:
    (shown,) = re.findall(r'entry-points\."(.+)"\]\n(.+)\n', tool.PAGE.read_text(encoding="utf-8"))
    installed = (HERE / "usa_tunnels-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert installed == f"[{shown[0]}]\n{shown[1].replace(chr(34), '')}\n"


def test_the_tables_are_those_of_the_source() -> None:
    page = tool.PAGE.read_text(encoding="utf-8")
    assert re.findall("<!-- table of (.+) -->", page) == [kind.__name__ for kind in tool.CLASSES]
    assert tool.renewed(page) == page, "make game-tables writes them anew"


@pytest.mark.parametrize("kind", tool.CLASSES)
def test_every_field_says_what_it_is(kind: type) -> None:
    assert not [name for name, _, text in tool.fields(kind) if not text]
