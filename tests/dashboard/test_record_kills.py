"""What becomes of a game when the server is killed while it is recorded, or the browser."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ttrn
from tests.browsing import MISSING, QUIETLY, chromium
from tests.dashboard.conftest import PATIENCE, free_port, start_server
from tests.dashboard.recording_by_taps import Phone
from tests.recording.tapping import Line
from ttrn.recorder.build import MissingRuntimeError, runtime

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("taps")

KILLS = int(os.environ.get("TTRN_BROWSER_KILLS", "2"))
"""How many browsers are killed; ``make kills`` kills 20."""

TURNS = 20
ANN, BOB = Line(["draw ?", "?"] * 2, "ann"), Line(["draw ?"] * 2, "bob")
"""Turns in which cards are drawn that nobody saw; of her own Ann, who writes, is asked for each."""
MOST_TAPS = 6


def tap(page: Page) -> None:
    """Record a card that nobody saw: the tap for the deck, or the one for what it was."""
    asked = page.locator('.question [data-tap="?"]').count()
    Phone(page).press(Line(["?" if asked else "draw ?"]))


@contextmanager
def dashboard(log: Path, port: int) -> Iterator[str]:
    """Run a dashboard, and kill it in the end."""
    process, url = start_server(log=log, port=port)
    try:
        yield url
    finally:
        process.kill()
        process.wait()


def test_the_dashboard_s_recorder_goes_on_when_the_server_is_gone(browser: Browser, tmp_path: Path) -> None:
    try:
        runtime()
    except MissingRuntimeError as error:
        pytest.skip(str(error))
    port, log = free_port(), tmp_path / "log.txt"
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(PATIENCE)
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
    hand = Phone(page)
    without = page.get_by_role("status").filter(has_text="does without the server now")
    with dashboard(log, port) as url:
        page.goto(f"{url}/recorder/")
        hand.begin("usa", ["ann", "bob"], "view")
        hand.press(ANN)
        without.wait_for()
    hand.press(*[BOB, ANN] * (TURNS // 2))
    text = hand.text
    assert len(hand.game().turns) == 1 + TURNS
    # Another board was never asked for, and is there all the same.
    hand.button("Menu").click()
    hand.button("Another game").click()
    hand.begin("europe", ["ann", "bob"], "view")
    page.go_back()
    page.locator(".lines .turn").first.wait_for()

    with dashboard(log, port):
        hand.reload()
        assert hand.text == text
        without.wait_for()
        (worker,) = page.workers
        with worker.expect_event("close"):
            worker.evaluate("() => void setTimeout(() => { throw new Error('no memory left'); })")
        hand.press(BOB)
        page.get_by_role("status").filter(has_text="The server answers every tap").wait_for()
    assert len(hand.game().turns) == 2 + TURNS
    page.context.close()
    assert refused == []


class OwnBrowser:
    """A Chromium with a profile that stays, to be killed with all of its processes."""

    def __init__(self, command: str, profile: Path) -> None:
        arguments = [*QUIETLY, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        self._process = subprocess.Popen(
            [command, *arguments, "about:blank"], stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stderr is not None
        self.address = next(re.findall(r"ws://[^/]*", line)[0] for line in self._process.stderr if "ws://" in line)

    def kill(self) -> None:
        """End it at once, as an empty battery does."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()


def state(page: Page) -> str:
    """Return the record with the taps of a turn that is not complete."""
    return "\n".join([line.strip() for line in page.locator(".lines .line").all_text_contents()])


def test_a_browser_that_is_killed_loses_the_last_tap_at_most(browser: Browser, recorder: str, tmp_path: Path) -> None:
    command = chromium()
    if command is None or os.name != "posix":
        pytest.skip(MISSING)
    chance = random.Random(KILLS)
    address, seen = f"{recorder}/recorder/", [""]
    for nth in range(KILLS + 1):
        started = OwnBrowser(command, tmp_path)
        try:
            there = browser.browser_type.connect_over_cdp(started.address.replace("ws:", "http:"))
            page: Any = there.contexts[0].new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(address)
            if nth == 0:
                Phone(page).begin("usa", ["ann", "bob"], "view")
            page.locator("main[data-kept]").wait_for()
            assert nth == 0 or state(page) in seen[-2:]
            # It is not kept where it would be lost: a browser writes that to the disk when it likes.
            assert page.evaluate("() => localStorage.length + sessionStorage.length") == 0
            address, seen = page.url, [state(page)]
            for _ in range(chance.randint(2, MOST_TAPS)):
                tap(page)
                seen.append(state(page))
            time.sleep(chance.random() / 100)
        finally:
            started.kill()
    (game,) = ttrn.loads(seen[0]).games if "…" not in seen[0] else ttrn.loads(seen[0].rpartition("\n")[0]).games
    assert game.turns
