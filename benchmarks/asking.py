"""What the pages with statistics ask a large database: all questions of a page together, the first time and again.

``python -m benchmarks asking``. The games are those of the samples, many times over: ``TTRN_BENCH_GAMES_SHOWN`` tells
how many (100,000).
"""

from __future__ import annotations

import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.loading import multiplied
from benchmarks.table import BenchmarkRow
from ttrn import store
from ttrn.resources import resource as shipped

GAMES = int(os.environ.get("TTRN_BENCH_GAMES_SHOWN", "100000"))


def rows() -> list[BenchmarkRow]:
    """Measure the questions of each topic, and of the page of a player."""
    logging.disable(logging.WARNING)  # Streamlit tells that there is no browser
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "samples.duckdb"
        command = [sys.executable, "-m", "ttrn", "load", str(database), str(shipped("sample_games"))]
        subprocess.run(command, check=True, capture_output=True)
        with store.connect(database) as connection:
            few = store.choices(connection).games
        many = multiplied(database, few, -(-GAMES // few))
        os.environ["TTRN_DATABASE"] = str(many)
        return _pages()


def _pages() -> list[BenchmarkRow]:
    from dashboard.pages.statistics.topics import TOPICS  # noqa: PLC0415  it wants Streamlit

    addresses: list[tuple[str, dict[str, str]]] = [("players", {})]
    addresses += [("statistics", {"board": "usa", "topic": topic}) for topic in TOPICS]
    found = [_page(page, parameters) for page, parameters in addresses]
    before = _megabytes()
    for page, parameters in addresses * 2:
        _run(page, parameters)
    return [
        *found,
        BenchmarkRow("memory that all pages took, shown twice more", f"{_megabytes() - before:.0f} MB", "", "flat"),
    ]


def _page(page: str, parameters: dict[str, str]) -> BenchmarkRow:
    first, times = _run(page, parameters)
    name = " ".join([page, *parameters.values()])
    return BenchmarkRow(f"{GAMES:,} games: {name}", f"{first * 1000:.0f} ms", f"{times} asked", "less than 1,000 ms")


def _run(page: str, parameters: dict[str, str]) -> tuple[float, int]:
    """Run a page without a browser; return the time that its questions took, and how many it asked."""
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415
    from streamlit.util import calc_hash  # noqa: PLC0415

    import dashboard.shared.database  # noqa: PLC0415

    spent: list[float] = []
    ask = store.ask

    def timed(*arguments: Any, **more: Any) -> store.Answer:
        start = time.perf_counter()
        found = ask(*arguments, **more)
        spent.append(time.perf_counter() - start)
        return found

    app = AppTest.from_file(str(shipped("dashboard", "start", "app.py")), default_timeout=300)
    app._page_hash = calc_hash(page)  # noqa: SLF001  pages are functions, for which there is no public way
    for name, value in parameters.items():
        app.query_params[name] = value
    dashboard.database.store.ask = timed  # type: ignore[attr-defined]
    try:
        app.run()
    finally:
        dashboard.database.store.ask = ask  # type: ignore[attr-defined]
    assert not app.exception
    return sum(spent), len(spent)


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
