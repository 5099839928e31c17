"""The recorder for fingers, keys and ears: everything that can be tapped is large enough and has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.dashboard.recording_by_taps import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("taps")

SMALL = """() => [...document.querySelectorAll("button, input, select, textarea, summary, a")]
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width && (box.width < 44 || box.height < 44)).map(([, one]) => one.outerHTML)"""
WIDTH = "() => document.documentElement.scrollWidth"
CONTROL = re.compile(r"""- '?(?:button|link|radio|checkbox|combobox|textbox|searchbox|spinbutton)\b(.*)""")
NAME = re.compile(r'^ ".*[A-Za-z].*"')

KINDS = """() => [...new Set([...document.querySelectorAll(".question [data-tap], .board [data-tap]")]
  .filter((one) => one.getClientRects().length).map((one) => one.dataset.kind ?? "board"))]"""
"""What kinds of things can be tapped now."""


def sound(page: Page) -> str:
    """Check what is on the page; return it as a screen reader tells it."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDTH) <= 390
    told = page.locator("body").aria_snapshot()
    controls = [found for line in told.splitlines() if (found := CONTROL.search(line))]
    assert [found[0] for found in controls if not NAME.match(found[1])] == []
    return told


@contextmanager
def another_step(page: Page) -> Iterator[None]:
    """Wait until what is done here has led to another question."""
    before = page.locator("main").get_attribute("data-step")
    yield
    page.locator(f'main:not([data-step="{before}"])').wait_for()


@pytest.mark.parametrize("board", ["usa", "europe", "marklin", "cardgame"])
def test_everything_that_can_be_tapped_is_large_and_has_a_name(open_page: OpenPage, recorder: str, board: str) -> None:
    page = open_page("recorder/", width=390, height=844, url=recorder)
    hand = Phone(page)
    page.locator(".begin").wait_for()
    sound(page)
    hand.begin(board, ["Ann", "Bob", "Cat", "Eva with a long name"], "view")
    sound(page)
    for kind in page.evaluate(KINDS):
        offered = page.locator(f'.question [data-kind="{kind}"]:visible').first
        if kind == "board":
            offered = page.locator(".board [data-tap]").first
        # As a screen reader taps: on the element, and nowhere on the screen.
        with another_step(page):
            offered.dispatch_event("click")
        heading = page.locator(".question h2").inner_text()
        told = sound(page)
        assert f'heading "{heading}"' in told
        assert heading in page.locator(".unseen").inner_text()
        with another_step(page):
            page.keyboard.press("Escape")
    if summaries := page.locator(".question summary").all():
        summaries[0].click()
        sound(page)
    hand.button("Edit the text").click()
    sound(page)
    hand.button("Menu").click()
    page.locator(".menu summary").click()
    sound(page)


def test_a_finger_beside_a_route_means_it_and_the_tab_key_comes_to_the_board_once(
    open_page: OpenPage, recorder: str
) -> None:
    page = open_page("recorder/", width=390, height=844, url=recorder)
    Phone(page).begin("usa", ["Ann", "Bob"], "claims")
    south = page.get_by_role("button", name=re.compile("El Paso . Los Angeles"))
    box = south.locator(".line").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 12)
    page.locator(".lines .turn", has_text="ELP-LAX").wait_for()
    page.get_by_role("group", name="Players").get_by_role("button").last.focus()
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.get_attribute("role") == "button"
    assert focused.evaluate("(one) => one.classList.contains('current')")
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("aria-label") != ""
    page.keyboard.press("Tab")
    assert page.locator(":focus").evaluate("(one) => one.closest('.board') === null")
