"""A data set beside a database file: every row of every table, and every statistic."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ttrn import store
from ttrn.store.columns import TABLES
from ttrn.store.dataset import SUMS

ALL = (*TABLES, "ratings", "aliases", "boards", "cities", "routes", "ticket_cards", *SUMS)


def assert_equal(dataset: str | Path, database: Path) -> None:
    """Compare a data set with a database file that the same games were loaded into."""
    with store.connect(database) as one, store.connect(dataset) as other:
        for name in ALL:
            rows = one.sql(f"FROM {name}").to_arrow_table()
            other.register("wanted", rows)
            for more, less in (("wanted", name), (name, "wanted")):
                found = other.execute(f"SELECT * FROM {more} EXCEPT ALL SELECT * FROM {less} LIMIT 3").fetchall()
                assert found == [], (name, f"only in {more}")
            assert other.sql(f"FROM {name}").columns == rows.schema.names
        assert other.execute("SELECT summed()").fetchall() == [(True,)]
    assert_same_answers(dataset, database, store.Filters())


def assert_same_answers(dataset: str | Path, database: Path, filters: store.Filters) -> None:
    """Compare what both say to every statistic: the one looks at sums where it can, the other at all rows."""
    with store.connect(database) as one, store.connect(dataset) as other:
        for statistic in store.statistics():
            asked = replace(filters, player=filters.player or "Ann") if statistic.of_player else filters
            wanted, answer = [store.ask(connection, statistic.name, asked, game=1) for connection in (one, other)]
            assert answer.columns == wanted.columns
            assert _rounded(answer.rows) == _rounded(wanted.rows), (statistic.name, filters)


def _rounded(rows: list[tuple[Any, ...]]) -> list[list[Any]]:
    """Return rows whose sums may have been added up in another order."""
    return [[pytest.approx(cell) if isinstance(cell, float) else cell for cell in row] for row in rows]
