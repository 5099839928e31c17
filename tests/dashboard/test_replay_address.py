"""The replay and its address: the browser has the turn, the server is told, and Back goes back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.dashboard.stepping import USA, address, at, idle, where

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")

SLOW = """
const delay = %d;
window.WebSocket = class extends WebSocket {
  send(data) {
    setTimeout(() => this.readyState === WebSocket.OPEN && super.send(data), delay);
  }
};
"""
"""A line on which what the browser says arrives late."""

STEPS = """
window.seen = [];
window.walking = (async () => {
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  const root = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
  const note = () => window.seen.push(root.querySelector(".now .where").textContent);
  const every = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(root.querySelector(".now .where"), every);
  for (const interval of [100, 430, 600, 1000]) {
    for (let step = 0; step < 3; step += 1) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      await rest(interval);
    }
  }
  root.querySelector("[data-part=speed]").value = "500";
  document.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
  await rest(2000);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
  await rest(%d);
})();
0;
"""


def test_stepping_never_jumps_back_however_slow_the_line_is(open_page: OpenPage) -> None:
    delays = (0, 300, 1000)
    pages = [open_page(address(*USA, turn=1), script=SLOW % delay) for delay in delays]
    for page, delay in zip(pages, delays, strict=True):
        at(page, 1)
        page.evaluate(STEPS % (delay + 700))
    for page in pages:
        page.evaluate("window.walking")
        seen = [int(re.findall(r"\d+", text)[0]) for text in page.evaluate("window.seen")]
        assert seen == list(range(2, seen[-1] + 1))
        assert seen[-1] >= 15
        page.wait_for_url(re.compile(f"turn={seen[-1]}$"))


def length(page: Page) -> int:
    found: int = page.evaluate("history.length")
    return found


def on_page(page: Page, pattern: str) -> None:
    page.wait_for_url(re.compile(pattern))


def test_back_leads_to_where_the_reader_came_from(open_page: OpenPage) -> None:
    page = open_page("games?board=marklin&kind=bot")
    table = page.get_by_test_id("stDataFrame").first
    table.locator("canvas").first.wait_for()
    before = length(page)
    table.click(position={"x": 320, "y": 52})
    on_page(page, r"/\?game=.*&turn=\d+$")
    last = int(page.url.rpartition("=")[2])
    for turn in (last - 1, last - 2):
        page.keyboard.press("ArrowLeft")
        on_page(page, f"turn={turn}$")
    assert length(page) == before + 1
    # The bar leads back to where each page was left.
    idle(page)
    page.get_by_role("link", name="Statistics").first.click()
    on_page(page, r"/statistics\?board=")
    idle(page)
    page.get_by_role("combobox", name="Board").click()
    page.get_by_role("option", name=re.compile("Europe")).click()
    on_page(page, "board=europe")
    idle(page)
    page.get_by_text("seats", exact=True).first.click()
    on_page(page, "topic=seats")
    idle(page)
    page.get_by_role("link", name="Games").first.click()
    on_page(page, r"/games\?.*board=marklin")
    idle(page)
    page.get_by_role("link", name="Statistics").first.click()
    on_page(page, r"/statistics\?board=europe&topic=seats$")
    idle(page)
    page.get_by_role("link", name="Replay").first.click()
    on_page(page, rf"/\?game=.*&turn={last - 2}$")
    at(page, last - 2)
    # And one press of Back for each of these steps leads all the way.
    ways = ("/statistics?", "/games?", "topic=seats", "board=europe", "/statistics?", f"turn={last - 2}", "/games?")
    for way in ways:
        page.go_back()
        on_page(page, re.escape(way))
        idle(page)
    assert "board=marklin" in page.url
    table.locator("canvas").first.wait_for()


def test_the_address_of_the_start_page_names_its_game(open_page: OpenPage) -> None:
    page = open_page()
    where(page).wait_for()
    on_page(page, r"/\?game=[0-9a-f]{16}&turn=\d+$")
    entries = length(page)
    page.keyboard.press("ArrowLeft")
    said = where(page).inner_text()
    turn = int(re.findall(r"\d+", said)[0])
    on_page(page, f"turn={turn}$")
    page.reload()
    at(page, turn)
    assert page.locator(".stAlert").count() == 0
    assert length(page) == entries
    page.get_by_role("button", name="Link").click()
    page.get_by_text(re.compile(rf"/\?game=[0-9a-f]{{16}}&turn={turn}$")).first.wait_for()


def test_another_view_stays_at_the_turn(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=12))
    at(page, 12)
    page.keyboard.press("ArrowRight")
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="View as: Ann").click()
    page.locator(".seat").nth(1).get_by_text("tickets not seen").wait_for()
    at(page, 13)
    on_page(page, "turn=13.*view=ann|view=ann.*turn=13")
    page.go_back()
    page.locator(".seat").nth(1).get_by_text("tickets not seen").wait_for(state="detached")
    at(page, 13)
