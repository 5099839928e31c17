"""The replay in the browser: how long a step takes from the key to the painted frame, and what the viewer data costs.

A real Chromium shows the dashboard; the time of a step is taken in the page, from the moment at which the browser got
the key until after the next frame was painted.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

import ttrn
from benchmarks.table import BenchmarkRow
from ttrn import store
from ttrn.draw import stage_svg
from ttrn.draw.colors import train_paints
from ttrn.notation import GameRecord, format_game
from ttrn.resources import resource
from ttrn.store.worker import digest
from ttrn.viewer import viewer_data

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = {
    "usa, 2 players": ("annotated", "usa.ttrn"),
    "usa, 4 players": ("real", "usa_4p_2.ttrn"),
    "europe, 2 players": ("annotated", "europe.ttrn"),
    "marklin, 2 players": ("annotated", "marklin.ttrn"),
    "cardgame, 4 players": ("cardgame", "four_players.ttrn"),
}

GOAL = "under 50 ms"
STEPS = 60
ROUNDS = 5

WATCH = """() => {
  window.steps = [];
  window.work = [];
  let begun = 0;
  window.addEventListener("keydown", (event) => {
    begun = performance.now();
    const painted = new MessageChannel();
    painted.port1.onmessage = () => window.steps.push(performance.now() - event.timeStamp);
    requestAnimationFrame(() => painted.port2.postMessage(0));
  }, true);
  window.addEventListener("keydown", () => window.work.push(performance.now() - begun));
}"""
"""Takes the times: a message sent in a frame arrives when it has been painted; listeners of the window come last."""


class Steps(NamedTuple):
    """What was measured of the steps of a game, in milliseconds."""

    painted: list[float]
    """From the key to the painted frame."""
    script: list[float]
    """What of it was spent in our own code."""
    first: float
    """From the address to the first frame."""


def rows() -> list[BenchmarkRow]:
    """Measure stepping on every board, and the viewer data of the same games."""
    return [*[row for name, game in games().items() for row in data_rows(name, game)], *step_rows()]


def games() -> dict[str, GameRecord]:
    """Return the games by what they are called here."""
    return {name: read(*where) for name, where in GAMES.items()}


def read(folder: str, name: str) -> GameRecord:
    (game,) = ttrn.loads(resource("sample_games", folder, name).read_text(encoding="utf-8")).games
    return game


def data_rows(name: str, game: GameRecord) -> Iterator[BenchmarkRow]:
    """Measure the viewer data of a game: its size, and the processor time that it takes to make it."""
    best = float("inf")
    found: dict[str, Any] = {}
    for _ in range(ROUNDS):
        start = time.process_time()
        found = viewer_data(ttrn.replay(game))
        best = min(best, time.process_time() - start)
    size = len(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode())
    turns = len(game.turns)
    yield BenchmarkRow(
        f"{name}: data of {turns} turns", f"{best * 1000:.0f} ms, {size / 1000:.0f} KB", "", "100 KB at most"
    )
    stage = stage_svg(ttrn.board(game.board), train_paints([""] * len(game.players)))
    yield BenchmarkRow(f"{name}: board", f"{len(stage.encode()) / 1000:.0f} KB", "", "")


def step_rows() -> list[BenchmarkRow]:
    """Measure the steps of all games in one browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        return [BenchmarkRow("steps in the browser", "not measured: there is no Chromium", "", GOAL)]
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    measured: list[BenchmarkRow] = []
    with dashboard() as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, headless=True, args=["--no-sandbox", "--disable-gpu"])
        for name, game in games().items():
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            steps = step_through(page, url, game)
            page.close()
            measured.append(BenchmarkRow(f"{name}: a step, key to painted frame", times(steps.painted), "", GOAL))
            measured.append(BenchmarkRow(f"{name}: of it in our own code", times(steps.script), "", ""))
            measured.append(
                BenchmarkRow(f"{name}: from the address to the board", f"{steps.first:.0f} ms", "", "under 2,000 ms")
            )
        browser.close()
    return measured


def times(found: list[float]) -> str:
    """Return measured times as their middle and the 95th of a hundred.

    >>> times([1.0, 2.0, 3.0])
    'median 2.0 ms, p95 3.8 ms'
    """
    return f"median {median(found):.1f} ms, p95 {quantiles(found, n=20)[-1]:.1f} ms"


def step_through(page: Page, url: str, game: GameRecord) -> Steps:
    """Press the key for the next turn again and again."""
    start = time.perf_counter()
    page.goto(f"{url}/?game={digest(format_game(game)).hex()[:16]}&turn=0")
    page.locator(".replay .now .words").wait_for(timeout=60_000)
    first = (time.perf_counter() - start) * 1000
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    for number in range(1, min(STEPS, len(game.turns)) + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("number => window.steps.length === number", arg=number)
    return Steps(page.evaluate("window.steps"), page.evaluate("window.work"), first)


@contextmanager
def dashboard() -> Iterator[str]:
    """Run the dashboard on a small database of these games; yields its address."""
    with tempfile.TemporaryDirectory(prefix="ttrn-stepping-") as folder:
        records = Path(folder) / "games.ttrn"
        records.write_text("\n".join(map(format_game, games().values())), encoding="utf-8")
        store.load(Path(folder) / "games.duckdb", store.items_of(records), cores=1)
        with socket.socket() as probe:
            probe.bind(("localhost", 0))
            port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "ttrn", "dashboard", f"{folder}/games.duckdb", "--headless", f"--port={port}"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield answering(f"http://localhost:{port}")
        finally:
            server.terminate()
            server.wait()


def answering(url: str) -> str:
    """Wait until a server answers.

    Raises:
        TimeoutError: it does not.
    """
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):  # noqa: S310  our own server
                return url
        except OSError:
            time.sleep(0.2)
    raise TimeoutError("the dashboard does not start")
