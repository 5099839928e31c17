"""The recorder's engine: how long a tap takes here and in a browser, and what is fetched.

The browser is a real Chromium, and asks the engine as the page does, in a worker; the page itself is in ``tapping``.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from benchmarks.table import BenchmarkRow
from ttrn.boards import board, board_names
from ttrn.hidden import redact
from ttrn.notation import GameRecord, Market, Turn, format_game
from ttrn.notation.game import Entry
from ttrn.notation.records import Draw, Take
from ttrn.play import play_game
from ttrn.recorder.build import MissingRuntimeError, one_page, recorder_files, write_folder
from ttrn.recording import VERSION, answer_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TURNS = (5, 60, 120)
SEEN, UNSEEN = "seen hands", "unknown hands"
ROUNDS = 15
"""How many turns follow one another in a measurement: each text is new by one line, as when somebody records."""
GOAL = "20 ms or less"

LISTING = """
import time
from statistics import median
from ttrn.boards import named_board
from ttrn.notation.reader import loads
from ttrn.replays.choosing import claimable
from ttrn.replays.run import Run

def milliseconds(text, rounds):
    (game,) = loads(text).games
    run = Run(game, named_board(game.board))
    for _ in run.steps():
        pass
    run.await_turn()
    taken = []
    for _ in range(rounds):
        state = run.state.copy()
        begun = time.perf_counter()
        listed = claimable(state)
        taken.append((time.perf_counter() - begun) * 1000)
    return median(taken), len(listed), sum(not sure for _, sure in listed)
"""
"""Python that is run here and there: the listing of the claims that may be made."""

ASK = """async (questions) => {
  const taken = [];
  for (const question of questions) {
    const begun = performance.now();
    await adapter.answer(question);
    taken.push(performance.now() - begun);
  }
  return taken.slice(1);
}"""
"""Takes the times of all questions but the first, with which the game begins to be known."""

START = """async () => {
  const { engineHere, workerAdapter } = await import("/worker_adapter.js");
  const begun = performance.now();
  globalThis.adapter = workerAdapter(await engineHere());
  await adapter.ask({ text: '[Game "usa"]\\nplayer ann\\nplayer bob\\n' });
  return performance.now() - begun;
}"""

PYTHON = """async () => {
  const { engineHere } = await import("/worker_adapter.js");
  const { startPython } = await import("/engine.js");
  globalThis.python = await startPython(await engineHere());
}"""


def rows() -> list[BenchmarkRow]:
    """Measure; without Chromium or what ``make browser`` makes there are figures of this Python only."""
    texts = {f"{name}, {len(_kinds(following[0]))} choices": following for name, following in _texts()}
    here = {name: _times(following) for name, following in texts.items()}
    try:
        files = recorder_files()
    except MissingRuntimeError as error:
        print(error)
        return [BenchmarkRow(f"a tap: {name}", f"{median(taken):.1f} ms", "", "") for name, taken in here.items()]
    with tempfile.TemporaryDirectory() as folder, browsing() as browser, published(Path(folder), files) as address:
        page = browser.new_page()
        page.goto(address + "engine.json")
        page.evaluate(START)
        there = {name: page.evaluate(ASK, list(map(_question, following))) for name, following in texts.items()}
        page.evaluate(PYTHON)
        unknown = {name: following[0] for name, following in texts.items() if UNSEEN in name}
        listing = _listings(page, unknown)
    return [*_taps(here, there), *listing, *_sizes(files)]


def _texts() -> Iterator[tuple[str, list[str]]]:
    """Yield the texts of turns that follow one another, from the one on that is named."""
    for name in board_names():
        game = play_game(name, ["planner"] * min(4, board(name).tables.max_players), 11)
        for words, record in ((SEEN, game), (UNSEEN, unseen(game))):
            for turn in TURNS:
                last = min(turn + ROUNDS, len(game.turns) - 1)
                if turn + 2 < last:
                    following = [so_far(record, number) for number in range(turn, last + 1)]
                    yield f"{name}, from turn {turn}, {words}", following


def unseen(game: GameRecord) -> GameRecord:
    """Return a game as somebody notes it who sees no card but those that are played: no hand is known at all."""
    if not board(game.board).routes:
        return redact(game, "public")  # what lies face up there is played from, and has to be known
    return GameRecord(
        tuple([_noted(entry) for entry in redact(game, "public").entries if not isinstance(entry, Market)])
    )


def _noted(entry: Entry) -> Entry:
    if not isinstance(entry, Turn):
        return entry
    action = Draw((Take("?", blind=True), Take("?", blind=True))) if isinstance(entry.action, Draw) else entry.action
    return replace(entry, action=action, refill=None)


def so_far(game: GameRecord, turns: int) -> str:
    """Return the text of a game when so many turns are recorded."""
    places = [place for place, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    return format_game(GameRecord(game.entries[: places[turns]]))


def _question(text: str) -> str:
    return json.dumps({"version": VERSION, "text": text})


def _kinds(text: str) -> list[str]:
    """Return the kinds of what can be tapped after a text."""
    return [choice["kind"] for choice in json.loads(answer_json(_question(text)))["question"]["choices"]]


def _times(following: list[str]) -> list[float]:
    taken = []
    for question in map(_question, following):
        begun = time.perf_counter()
        answer_json(question)
        taken.append((time.perf_counter() - begun) * 1000)
    return taken[1:]


def _taps(here: dict[str, list[float]], there: dict[str, list[float]]) -> list[BenchmarkRow]:
    return [
        BenchmarkRow(
            f"a tap: {name}",
            f"{median(there[name]):.1f} ms, 95th percentile {quantiles(there[name], n=20)[-1]:.1f}",
            f"{median(taken):.1f} ms without a browser",
            "",
        )
        for name, taken in here.items()
    ]


def _listings(page: Page, texts: dict[str, str]) -> list[BenchmarkRow]:
    names: dict[str, Any] = {}
    exec(LISTING, names)  # noqa: S102  our own text, a few lines above
    listed: Callable[[str, int], tuple[float, int, int]] = names["milliseconds"]
    page.evaluate("(code) => void python.runPython(code)", LISTING)
    asked = "([text, rounds]) => python.globals.get('milliseconds')(text, rounds).toJs()"
    found = []
    for name, text in texts.items():
        taken, number, unsure = page.evaluate(asked, [text, ROUNDS])
        if not number:
            continue  # a board without routes: nothing was measured
        what = f"{number} claims listed, {unsure} of them by unknown cards: {name.rpartition(',')[0]}"
        found.append(BenchmarkRow(what, f"{taken:.2f} ms", f"{listed(text, ROUNDS)[0]:.2f} ms without a browser", GOAL))
    return found


def _sizes(files: dict[str, bytes]) -> list[BenchmarkRow]:
    parts = {
        "Python": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm.packed", "python_stdlib.zip"),
        "the snapshot of its memory": ("snapshot.packed",),
        "the page with its boards": tuple(name for name in files if name.endswith((".js", ".html", ".css", ".json"))),
    }
    found = []
    for what, names in parts.items():
        there = [files[name] for name in names if name in files]
        packed = sum(len(gzip.compress(content)) for content in there)
        size = sum(map(len, there))
        found.append(BenchmarkRow(f"fetched: {what}", f"{size / 1e6:.1f} MB", f"{packed / 1e6:.1f} MB with gzip", ""))
    small = recorder_files(snapshot=False)
    sizes = f"{len(one_page(files)) / 1e6:.1f} MB"
    return [*found, BenchmarkRow("one HTML file", sizes, f"{len(one_page(small)) / 1e6:.1f} MB with --small", "")]


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start a browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def published(folder: Path, files: dict[str, bytes]) -> Iterator[str]:
    """Publish the recorder on a plain web server; its address."""
    write_folder(folder, files)
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
