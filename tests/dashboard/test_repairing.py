"""What is pasted is repaired, with a word about it and a way back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dashboard.pages.check.editor_panel import START
from tests.dashboard.test_browser import expect_text
from tests.dashboard.test_my_games_browser import expect_record

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.dashboard.conftest import OpenPage, RunPage

GOOD = """[Game "usa"]
[Event "The “Great” game \u2013 two"]

player ann "Ann"
player bob "Bob"

1. ann draw ? ?
2. bob draw ?K ? ; a “word” \u2013 and more"""
SPOILED = "> " + GOOD.replace('"usa"', "“usa”").replace("draw ? ?", "draw\u00a0?\u00a0?").replace("\n", "\n> ")
WHAT = '8 lines quoted with ">", 2 non-breaking spaces, 2 curly quotes'


def paste(page: Page, text: str) -> None:
    """Put a text in the place of the record, as people do."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    area = page.get_by_role("textbox", name="Record")
    area.press("Control+a")
    area.press("Control+v")


@pytest.mark.xdist_group("browser")
def test_what_is_pasted_into_the_editor_is_repaired(open_page: OpenPage) -> None:
    page = open_page("check")
    area = page.get_by_role("textbox", name="Record")
    expect_record(page, START)
    paste(page, SPOILED)
    expect_text(page, f"Repaired: {WHAT}.")
    assert area.evaluate("area => area.value") == GOOD
    expect_text(page, "The “Great” game \u2013 two: Ann, Bob")
    page.get_by_role("button", name="Undo").click()
    expect_text(page, "Not every line is in the notation")
    assert area.evaluate("area => area.value") == SPOILED
    expect_text(page, f"It can be repaired: {WHAT}.")
    page.get_by_role("button", name="Repair", exact=True).click()
    expect_text(page, f"Repaired: {WHAT}.")
    assert area.evaluate("area => area.value") == GOOD


@pytest.mark.xdist_group("browser")
def test_a_sound_record_is_pasted_as_it_is(open_page: OpenPage) -> None:
    page = open_page("check")
    expect_record(page, START)
    paste(page, GOOD)
    expect_text(page, "The “Great” game \u2013 two: Ann, Bob")
    assert page.get_by_role("textbox", name="Record").evaluate("area => area.value") == GOOD
    assert not page.locator(".mended").is_visible()


def test_what_is_brought_is_repaired_and_that_can_be_undone(run_page: RunPage) -> None:
    app = run_page("mine")
    app.text_area(key="pasted").set_value(SPOILED).run()
    said = [line.value.replace("\\", "") for line in app.markdown]
    assert f"pasted — repaired: {WHAT}." in said
    assert "**1 sound**" in " ".join(said)
    app.button(key="repair 0").click().run()
    assert f"pasted — can be repaired: {WHAT}." in [line.value.replace("\\", "") for line in app.markdown]
    assert "**0 sound**, 1 with problems" in " ".join([line.value for line in app.markdown])
    app.button(key="repair 0").click().run()
    assert "**1 sound**" in " ".join([line.value for line in app.markdown])


def test_problems_after_a_repair_keep_their_lines(run_page: RunPage) -> None:
    app = run_page("mine")
    app.text_area(key="pasted").set_value("```\n" + SPOILED.replace("bob draw", "bob drw") + "\n```").run()
    assert "pasted:9:8: " in app.code[0].value


def test_a_text_that_is_too_long_to_paste_gets_words(run_page: RunPage) -> None:
    app = run_page("mine")
    app.text_area(key="pasted").set_value("x" * 500_001).run()
    assert "500,001 letters are too many to paste, at most 500,000: bring them as a file" in app.warning[0].value


@pytest.mark.xdist_group("browser")
def test_a_file_that_is_too_large_gets_words(open_page: OpenPage, tmp_path: Path) -> None:
    large = tmp_path / "large.ttrn"
    large.write_bytes(b"x" * (21 * 1024 * 1024))
    page = open_page("mine")
    page.locator("input[type=file]").set_input_files(large)
    expect_text(page, "File must be 20.0MB or smaller.")
