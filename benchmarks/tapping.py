"""The recorder's page in a real browser: how soon a tap is painted, and how soon the first one can come.

The main thread is four times as slow as it is, like a phone's. A tap is one on what stands on the page, chosen by
chance; its time runs from the click until the frame that shows the next question is painted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from benchmarks.recording import SEEN, UNSEEN, browsing, published, so_far, unseen
from benchmarks.table import BenchmarkRow
from ttrn.boards import board, board_names
from ttrn.play import play_game
from ttrn.recorder.build import MissingRuntimeError, recorder_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SLOWER = 4
TURNS = (5, 60, 120, 200)
TAPS = 24
"""How many taps follow one another from each of these turns on."""
ROUNDS = 3
"""The same taps are made so often, and the median of each one's times counts: others use the machine too."""
GOAL = "100 ms or less, 200"

PREPARE = """() => {
  globalThis.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage("after this frame");
  }));
  globalThis.until = async (found) => { while (!found()) await new Promise((resolve) => setTimeout(resolve, 5)); };
}"""

OPEN = """async (text) => {
  const { browserStore } = await import("./browser_store.js");
  const { id } = await browserStore.put(browserStore.create({ text }));
  const main = document.querySelector("main");
  delete main.dataset.step;
  location.hash = `draft=${id}`;
  await until(() => main.dataset.step !== undefined);
}"""
"""Goes on with a record, as the page Record does with one of My games."""

TAP = """async ([count, seed]) => {
  const main = document.querySelector("main");
  const one = (list) => { seed = (seed * 48271) % 2147483647; return list[seed % list.length]; };
  const offered = () => {
    const found = new Map();
    for (const part of main.querySelectorAll(".question [data-tap], .board [data-tap]")) {
      const kind = part.dataset.kind ?? "board";
      if (!part.getClientRects().length) continue;
      found.set(kind, [...(found.get(kind) ?? []), part]);
    }
    if (found.size > 1) found.delete("other");
    if (found.size > 1) found.delete("done");
    return one(one([...found.values()]));
  };
  const where = (part) => {
    const line = part.querySelector(".line");
    const point = line ? line.getPointAtLength(line.getTotalLength() / 2) : part.dataset;
    return new DOMPoint(point.x, point.y).matrixTransform(part.closest("svg").getScreenCTM());
  };
  const press = (part) => {
    if (part instanceof HTMLButtonElement) part.click();
    else {
      const { x, y } = where(part);
      part.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, bubbles: true }));
    }
  };
  const tap = (part) => new Promise((resolve, reject) => {
    const seen = new MutationObserver(() => { seen.disconnect(); clearTimeout(timer); painted().then(resolve); });
    seen.observe(main, { attributeFilter: ["data-step"] });
    seen.observe(main.querySelector(".question"), { childList: true });
    const timer = setTimeout(() => reject(new Error(`${part.dataset.tap}: ${main.innerText}`)), 20000);
    press(part);
  });
  const taken = [];
  while (taken.length < count && main.querySelector(".seat[aria-pressed=true]")) {
    const part = offered();
    await painted();
    const before = performance.now();
    const begun = await painted();
    taken.push([await tap(part) - begun, begun - before]);
    await until(() => main.dataset.kept);
  }
  return taken;
}"""

FIRST = """async () => {
  const main = document.querySelector("main");
  await until(() => main.querySelector("form"));
  const form = painted();
  const start = [...main.querySelectorAll("button[type=submit]")].at(-1);
  const shown = await form;
  start.click();
  await until(() => main.dataset.step !== undefined);
  return [shown, await painted()];
}"""
"""Begins a game as soon as that can be done; milliseconds since the visit until then, and until the first moves."""


def rows() -> list[BenchmarkRow]:
    """Measure; without what ``make browser`` makes there is nothing to measure."""
    try:
        files = recorder_files()
    except MissingRuntimeError as error:
        print(error)
        return []
    with tempfile.TemporaryDirectory() as folder, browsing() as browser, published(Path(folder), files) as address:
        return [*_taps(browser, address), *_starts(browser, address)]


def _texts() -> Iterator[tuple[str, list[str]]]:
    for name in board_names():
        game = play_game(name, ["random"] * board(name).tables.max_players, 11)
        for words, record in ((SEEN, game), (UNSEEN, unseen(game))):
            turns = [turn for turn in TURNS if turn < len(game.turns)]
            yield f"{name}, {words}, from turns {', '.join(map(str, turns))}", [so_far(record, turn) for turn in turns]


def _taps(browser: Browser, address: str) -> Iterator[BenchmarkRow]:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = _page(context)
        page.goto(address)
        page.evaluate(PREPARE)
        page.evaluate(FIRST)
        _slow(page)
        for name, texts in _texts():
            times = [one for seed, text in enumerate(texts, 1) for one in _several(page, text, seed)]
            taken, empty = zip(*times, strict=True)
            what = f"{len(taken)} taps: {name}"
            yield BenchmarkRow(what, _spread(taken), f"{_spread(empty)}: an empty frame", GOAL)


def _several(page: Page, text: str, seed: int) -> Iterator[list[float]]:
    """Yield, for each of the taps that follow a text, how long it takes and how long a frame without any."""
    rounds: list[list[list[float]]] = []
    for _ in range(ROUNDS):
        page.evaluate(OPEN, text)
        rounds.append(page.evaluate(TAP, [TAPS, seed]))
    for same in zip(*rounds, strict=True):
        yield [median(times) for times in zip(*same, strict=True)]


def _spread(times: Sequence[float]) -> str:
    return f"{median(times):.0f} ms, 95th percentile {quantiles(times, n=20)[-1]:.0f}"


def _starts(browser: Browser, address: str) -> Iterator[BenchmarkRow]:
    """Yield how long it takes until the first moves: on a first visit, and with the page kept by the browser."""
    for rate, words in ((1, ""), (SLOWER, ", main thread four times as slow")):
        with browser.new_context() as context:
            for visit, goal in (
                ("first", "10 s or less" if rate > 1 else ""),
                ("second", "" if rate > 1 else "3 s or less"),
            ):
                page = _page(context)
                if rate > 1:
                    _slow(page)
                page.goto(address, wait_until="commit")
                page.evaluate(PREPARE)
                form, moves = page.evaluate(FIRST)
                seconds = f"{moves / 1000:.1f} s"
                yield BenchmarkRow(
                    f"the first moves, {visit} visit{words}", seconds, f"{form / 1000:.1f} s names can be typed", goal
                )
                page.wait_for_function("() => navigator.serviceWorker.controller !== null")
                page.close()


def _page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(600_000)
    return page


def _slow(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
