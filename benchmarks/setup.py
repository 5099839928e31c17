"""``make run`` from nothing: no environment yet, a copy of the sources, and the time until a board is on the screen.

Beside it stands what cannot be saved: an environment with the same versions of the same packages, and nothing done with
them. Both find the packages in pip's cache, which a first round has filled; what came over the network is that round's.
It wants Chromium, make, and the network for the first round.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.pages import PAGES, free_port
from benchmarks.table import BenchmarkRow

ROOT = Path(__file__).parent.parent
PATIENCE = 900


class Start(NamedTuple):
    """Seconds from the command."""

    answered: float
    """The dashboard answers."""
    board: float
    """A board is on the screen."""


def rows() -> list[BenchmarkRow]:
    """Measure the command, the first time and the second, and the bare installation beside it."""
    chromium = shutil.which("chromium")
    if chromium is None or shutil.which("make") is None:
        return [BenchmarkRow("make run, from nothing to a board", "not measured", "it takes make and Chromium", "")]
    with tempfile.TemporaryDirectory() as folder:
        first = bare(Path(folder) / "first")
        again = bare(Path(folder) / "again")
        clone = Path(folder) / "clone"
        left_out = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.so")
        shutil.copytree(ROOT, clone, ignore=left_out)
        nothing = make_run(clone, chromium)
        later = make_run(clone, chromium)
    return [
        BenchmarkRow("bare: the packages and nothing else, over the network as needed", f"{first:.1f} s", "", ""),
        BenchmarkRow("bare: the same once more", f"{again:.1f} s", "", ""),
        BenchmarkRow(
            "make run, from nothing to a board",
            f"{nothing.board:.1f} s",
            f"{nothing.board / again:.2f} times bare",
            "less than 1.5 times",
        ),
        BenchmarkRow("  of it, until the dashboard answers", f"{nothing.answered:.1f} s", "", ""),
        BenchmarkRow("make run, the second time", f"{later.board:.1f} s", f"{later.board / again:.2f} times bare", ""),
    ]


def bare(folder: Path) -> float:
    """Return how long it takes to install what the dashboard needs, in the versions of constraints.txt."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-compile"]
    pip += ["--constraint", str(ROOT / "constraints.txt")]
    packages = [*project["dependencies"], *project["optional-dependencies"]["dashboard"]]
    subprocess.run([*pip, *packages], check=True, capture_output=True)
    return time.perf_counter() - start


def make_run(clone: Path, chromium: str) -> Start:
    """Type the command, open its address, and wait for the board."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    port = free_port()
    url = f"http://localhost:{port}"
    command = ["make", "run", f"PYTHON={sys.executable}", f"OPTIONS=--headless --port {port}"]
    environment = dict(os.environ) | {"XDG_CACHE_HOME": str(clone / "build" / "cache")}
    environment |= {"PIP_CACHE_DIR": pip_cache()}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        start = time.perf_counter()
        with subprocess.Popen(
            command, cwd=clone, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
        ) as running:
            try:
                wait_for(f"{url}/_stcore/health", running)
                answered = time.perf_counter() - start
                page.goto(url, wait_until="commit")
                page.locator(PAGES[""]).first.wait_for(timeout=PATIENCE * 1000)
                return Start(answered, time.perf_counter() - start)
            finally:
                browser.close()
                with suppress(ProcessLookupError):
                    os.killpg(running.pid, signal.SIGINT)


def pip_cache() -> str:
    """Return where pip keeps what it has fetched, so that another cache folder does not take it away."""
    command = [sys.executable, "-m", "pip", "cache", "dir"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def wait_for(url: str, running: subprocess.Popen[bytes]) -> None:
    """Return when an address answers."""
    end = time.perf_counter() + PATIENCE
    while running.poll() is None and time.perf_counter() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  our own server
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("make run has ended, or takes too long")
