"""What the tests of the replay have in common: sample games, their addresses, and where a page is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import ttrn
from ttrn.notation import GameRecord, format_game
from ttrn.resources import resource
from ttrn.store.worker import digest

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@cache
def sample(folder: str, name: str) -> GameRecord:
    (game,) = ttrn.loads(resource("sample_games", folder, f"{name}.ttrn").read_text(encoding="utf-8")).games
    return game


def address(folder: str, name: str, **more: object) -> str:
    """Return the address of a sample game."""
    key = digest(format_game(sample(folder, name))).hex()[:16]
    return "?" + "&".join([f"game={key}", *[f"{what}={value}" for what, value in more.items()]])


USA = ("annotated", "usa")


def where(page: Page) -> Locator:
    return page.locator(".replay .now .where")


def at(page: Page, turn: int) -> None:
    """Wait until a turn is shown, beside the board and in the list."""
    title = "Setup" if turn == 0 else f"Turn {turn} of"
    where(page).filter(has_text=title).wait_for()
    assert page.locator(".turn[aria-current]").count() == 1


def claimed(page: Page) -> int:
    return page.locator(".route[data-owner]").count()


def owned(turn: int) -> int:
    """Return how many routes of the annotated game are claimed after a turn."""
    return sum(owner >= 0 for owner in ttrn.replay(sample(*USA)).state(turn).owners)


def idle(page: Page) -> None:
    """Wait until the page has been shown: what is tapped while it is made anew may be gone, and Back lead elsewhere."""
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached")
    page.wait_for_timeout(300)
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached")
