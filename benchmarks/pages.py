"""How long a reader waits: from opening an address to something worth looking at, and for the list of many games.

``python -m benchmarks pages``. It wants Chromium; without one only the queries are measured. ``TTRN_BENCH_GAMES_SHOWN``
is how many games the large database has (100,000).
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.loading import multiplied
from benchmarks.table import BenchmarkRow
from ttrn import store
from ttrn.resources import resource as shipped

if TYPE_CHECKING:
    import duckdb
    from playwright.sync_api import Browser

GAMES = int(os.environ.get("TTRN_BENCH_GAMES_SHOWN", "100000"))

# The sign that a page has something to look at: not its title, but what it is for.
PAGES = {
    "": ".ttrn-board",
    "games": "[data-testid=stDataFrame] canvas",
    "games?board=usa&order=highest+score": "[data-testid=stDataFrame] canvas",
    "players": ".js-plotly-plot .main-svg",
    "statistics": ".heat-map svg, .js-plotly-plot .main-svg",  # the first board may have no map
    "check": ".gutter span",
    "check?view=ask+in+SQL": "[data-testid=stDataFrame] canvas",
}

LISTS = {
    "all, newest first": (store.Filters(), "date"),
    "all, highest score": (store.Filters(), "score"),
    "one board, three players": (store.Filters(board="usa", player_count=3), "date"),
    "one player": (store.Filters(player="Ann"), "date"),
    "best score from 150": (store.Filters(least=150), "score"),
    "a tag": (store.Filters(tag="Event=simulated"), "date"),
    "a word anywhere": (store.Filters(text="edin"), "date"),
    "a route": (store.Filters(board="usa", route="POR-SEA"), "date"),
}


def rows() -> list[BenchmarkRow]:
    """Measure pages and queries."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "samples.duckdb"
        command = [sys.executable, "-m", "ttrn", "load", str(database), str(shipped("sample_games"))]
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        first = BenchmarkRow(
            "load the sample games, the first time only", f"{time.perf_counter() - start:.1f} s", "", ""
        )
        return [first, *opened(database), *_queries(database)]


# --- pages -----------------------------------------------------------------------------------------------------------


def opened(database: Path) -> list[BenchmarkRow]:
    """Open each page of the dashboard on a database."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return [BenchmarkRow("pages in a browser", "not measured", "there is no Chromium", "")]
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    port = free_port()
    command = [sys.executable, "-m", "ttrn", "dashboard", str(database), "--headless", "--port", str(port)]
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server,
        sync_playwright() as play,
    ):
        try:
            wait_for(f"http://localhost:{port}/_stcore/health")
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            found = [_page(browser, f"http://localhost:{port}/{address}", sign) for address, sign in PAGES.items()]
            browser.close()
        finally:
            server.terminate()
    return found


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str) -> None:
    """Wait until a server answers, for a minute at most."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  our own server
                return
        except OSError:
            time.sleep(0.1)


def _page(browser: Browser, url: str, sign: str) -> BenchmarkRow:
    """Open a page three times, each in a fresh profile; the first time the server has not made it before."""
    times = []
    for _ in range(3):
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        start = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.locator(sign).first.wait_for(timeout=120_000)
        times.append(time.perf_counter() - start)
        context.close()
    name = url.partition("://")[2].partition("/")[2] or "replay"
    return BenchmarkRow(f"open {name}", f"{min(times):.2f} s", f"the first time {times[0]:.2f} s", "less than 2 s")


# --- many games ------------------------------------------------------------------------------------------------------


def _queries(database: Path) -> list[BenchmarkRow]:
    with store.connect(database) as connection:
        few = store.choices(connection).games
    many = multiplied(database, few, -(-GAMES // few))
    found = []
    with store.snapshot(many) as connection:
        total = store.browse(connection, count=0).total
        store.browse(connection)  # what the database keeps in memory of its file
        before = _megabytes()
        for name, seconds in listed(connection).items():
            figure = f"{seconds * 1000:.0f} ms"
            found.append(BenchmarkRow(f"of {total:,} games: {name}", figure, "", "less than 1,000 ms"))
        grown = _megabytes() - before
    found.append(BenchmarkRow("memory that these questions left behind", f"{grown:.0f} MB", "", "flat"))
    query = store.examples()[1].sql
    found.append(_timed("the SQL page, in a process of its own", lambda: store.safe_query(many, query)))
    return found


def listed(connection: duckdb.DuckDBPyConnection) -> dict[str, float]:
    """Return how many seconds lists of games take, what can be chosen, and one game."""
    key = store.browse(connection, count=1).games[0].hash
    questions: dict[str, Callable[[], object]] = {
        f"list, {name}": partial(store.browse, connection, filters, order=order)
        for name, (filters, order) in LISTS.items()
    }
    questions["what can be chosen"] = partial(store.choices, connection)
    questions["one game by its hash"] = partial(store.find_game, connection, key)
    return {name: _best(run) for name, run in questions.items()}


def _best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def _timed(name: str, run: Callable[[], object]) -> BenchmarkRow:
    return BenchmarkRow(name, f"{_best(run) * 1000:.0f} ms", "", "less than 1,000 ms")


def _megabytes() -> float:
    """Return what this process holds in memory now; its peak, where the system does not tell that."""
    now = Path("/proc/self/statm")
    if now.exists():
        return int(now.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
