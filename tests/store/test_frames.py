"""The rows of an answer as tables of other libraries."""

from __future__ import annotations

import pytest

from ttrn.store import Answer

ANSWER = Answer(("player", "wins", "rate"), [("<ann>", 3, 0.75), ("bob", 1, None)])


def test_as_arrow_and_pandas() -> None:
    table = ANSWER.arrow()
    assert table.to_pylist()[1] == {"player": "bob", "wins": 1, "rate": None}
    assert list(ANSWER.pandas()["wins"]) == [3, 1]
    assert Answer(("player",), []).pandas().empty


def test_as_polars() -> None:
    polars = pytest.importorskip("polars")
    assert ANSWER.polars().equals(polars.DataFrame({"player": ["<ann>", "bob"], "wins": [3, 1], "rate": [0.75, None]}))


def test_as_a_notebook_shows_it() -> None:
    assert "<td>&lt;ann&gt;</td>" in ANSWER._repr_html_()
    assert "and 80 more rows" in Answer(("n",), [(n,) for n in range(100)])._repr_html_()
