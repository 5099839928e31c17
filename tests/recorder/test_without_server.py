"""The recorder as a folder and as one file, in a real browser: without a server, without a network, after a reload."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ttrn
from tests.recorder.conftest import PATIENCE
from ttrn.recorder.build import one_page, recorder_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.recorder.conftest import Site

pytestmark = pytest.mark.xdist_group("recorder")

TURNS = 20


def begin(page: Page) -> None:
    """Fill in the first screen."""
    page.locator('[data-board="usa"]').click()
    for number, name in enumerate(("ann", "bob"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.locator('[data-level="view"]').click()
    page.get_by_role("button", name="Start").click()
    page.locator("main[data-step]").wait_for()


def draw_cards(page: Page, turns: int) -> None:
    """Record turns in which two cards are drawn that nobody saw, by clicks on what is offered."""
    wanted = page.locator(".line[data-turn]").count() + turns
    while page.locator(".line[data-turn]").count() < wanted:
        step = page.locator("main").get_attribute("data-step")
        offered = page.locator('.question [data-tap="draw ?"]:visible, .question [data-tap="?"]:visible')
        offered.first.click()
        page.wait_for_function("(step) => document.querySelector('main').dataset.step !== step", arg=step)


def text_of(page: Page) -> str:
    lines: list[str] = page.locator(".line:not(.pending)").all_text_contents()
    return "".join(f"{line.strip()}\n" for line in lines)


def test_twenty_turns_are_recorded_after_the_server_is_gone_and_are_there_after_a_reload(
    browser: Browser, site: Site
) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site.address)
    begin(page)
    draw_cards(page, 2)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    site.stop()
    draw_cards(page, TURNS)
    text = text_of(page)
    (game,) = ttrn.loads(text).games
    assert len(game.turns) == 2 + TURNS
    page.locator("main[data-kept]").wait_for()
    page.reload()
    page.locator("main[data-step]").wait_for()
    assert text_of(page) == text
    draw_cards(page, 1)
    assert len(page.workers) == 1
    page.context.close()


def test_a_new_version_takes_the_place_of_the_old_one(browser: Browser, site: Site) -> None:
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site.address)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    (old,) = page.evaluate("() => caches.keys()")
    worker = site.folder / "service_worker.js"
    worker.write_text(re.sub('VERSION = "[0-9a-f]+"', 'VERSION = "another"', worker.read_text()))
    # A web server tells changes by whole seconds: one that comes in the second of the first visit would not be seen.
    later = time.time() + 10
    os.utime(worker, (later, later))
    index = site.folder / "index.html"
    index.write_text(index.read_text().replace("<html", '<html class="new"', 1))
    page.evaluate("async () => void (await (await navigator.serviceWorker.ready).update())")
    end = time.monotonic() + PATIENCE / 1000
    while page.evaluate("() => caches.keys()") != ["ttrn-recorder-another"]:
        assert time.monotonic() < end
        page.wait_for_timeout(50)
    page.reload()
    assert page.locator("html.new").count() == 1
    assert old != "ttrn-recorder-another"
    page.context.close()


@pytest.mark.parametrize("snapshot", [True, False])
def test_one_file_asks_nothing_of_a_network(
    browser: Browser, files: dict[str, bytes], tmp_path: Path, *, snapshot: bool
) -> None:
    path = tmp_path / "recorder.html"
    path.write_text(one_page(files if snapshot else recorder_files(snapshot=False)), encoding="utf-8")
    page = browser.new_context(offline=True).new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url[:40]))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())
    begin(page)
    draw_cards(page, 2)
    text = text_of(page)
    assert [address for address in asked if not address.startswith(("file:", "data:"))] == []
    assert len([address for address in asked if address.startswith("file:")]) == 1
    assert (wrong, len(page.workers)) == ([], 1)
    page.locator("main[data-kept]").wait_for()
    page.reload()
    page.locator("main[data-step]").wait_for()
    assert text_of(page) == text
    page.context.close()


def test_without_a_worker_the_page_itself_answers(browser: Browser, site: Site) -> None:
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script("globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };")
    page.goto(site.address)
    begin(page)
    draw_cards(page, 1)
    assert not page.workers
    page.context.close()
