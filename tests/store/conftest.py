"""A loaded database that tests may read; who wants to change one makes a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.store import archive
from ttrn import store

if TYPE_CHECKING:
    import duckdb


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.ttrn"
    path.write_text(archive.text(), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def loaded(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("database") / "games.duckdb"
    store.load(path, store.items_of(records), cores=1)
    return path


@pytest.fixture
def connection(loaded: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with store.connect(loaded) as found:
        yield found
