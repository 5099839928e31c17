"""The panel of a turn in a browser: its ghosts, the thinker, and the marks in the graph, with a server and without."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import ttrn
from tests.dashboard.stepping import USA, address, at, sample
from ttrn.notation import format_game
from ttrn.notebook import timeline_page

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")

GHOSTS = ".ghosts [data-rank], .ghost"


def test_the_panel_shows_moves_as_ghosts_and_asks_the_thinker(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=46, view="ann"))
    at(page, 46)
    with page.expect_request("**/panel") as asked:
        page.keyboard.press("a")
    text = json.loads(asked.value.post_data or "")["text"]
    assert text == format_game(ttrn.redact(sample(*USA), "ann"))  # what the view hides does not leave the server
    move = page.locator(".move").first
    move.wait_for()
    assert page.locator(".panel tbody tr").count() == 2
    assert page.locator(GHOSTS).count() >= 1
    move.hover()
    assert page.locator(".lit").evaluate_all("parts => parts.every((part) => part.dataset.rank.includes('1'))")
    move.click()
    assert move.get_attribute("aria-pressed") == "true"
    page.keyboard.press("ArrowRight")
    page.get_by_text("The cards of Bob are not known here").wait_for()
    page.get_by_text("Luck can be told only where all cards are known").wait_for()
    assert page.locator(GHOSTS).count() == page.locator(".move").count() == 0
    page.keyboard.press("ArrowLeft")
    move.wait_for()
    page.get_by_label("How many playouts").select_option("3200")
    page.get_by_role("button", name="Ask the thinker").click()
    page.get_by_role("progressbar", name="Playouts done").wait_for()
    page.get_by_text("By the playouts so far").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("The thinker was stopped").wait_for()
    assert page.get_by_role("progressbar").count() == 0
    page.keyboard.press("a")
    assert page.locator(GHOSTS).count() == 0


def test_a_page_without_a_server_has_marks_luck_and_no_thinker(open_page: OpenPage, tmp_path: Path) -> None:
    text = format_game(sample(*USA)).replace("$?!", "$??").replace("$!", "$?!", 1)
    (game,) = ttrn.loads(text).games
    first = next(number for number, turn in enumerate(game.turns, 1) if "?!" in turn.marks)
    (tmp_path / "game.html").write_text(timeline_page(ttrn.replay(game), 0, luck=True), encoding="utf-8")
    page = open_page("game.html", url=f"file://{tmp_path}")
    at(page, 0)
    marked = {number: turn.marks for number, turn in enumerate(game.turns, 1) if turn.marks}
    dots = page.locator(".winning .mark-dot").evaluate_all("dots => dots.map((dot) => dot.dataset.mark)")
    assert dots == [marks[-1] for marks in marked.values()]
    for keys, turn in (
        ("b", 11),
        ("b", 69),
        ("b", 69),
        ("m", 69),
        ("Shift+M", 48),
        ("Shift+B", 11),
        ("Shift+I", first),
    ):
        page.keyboard.press(keys)
        at(page, turn)
    page.keyboard.press("a")
    page.get_by_text("What came up, for").or_(page.get_by_text("Nothing came up by chance")).wait_for()
    assert not page.get_by_role("button", name="Ask the thinker").is_visible()
    page.locator(".winning").hover()
    hint = page.locator(".hint").inner_text()
    assert any(f". {name}" in hint for name in ("Ann", "Bob"))
    assert "%" in hint
