"""Links that carry a game, the game that an address names, and text of unknown hands."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.shared import links
from dashboard.shared.escape import plain, shown
from tests.dashboard.conftest import HOSTILE, WRONG
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import RunPage


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_what_is_packed_comes_out_again(text: str) -> None:
    part = links.packed(text)
    assert links.unpacked(part) == text
    assert part.replace("-", "").replace("_", "").isalnum()


def test_every_sample_game_fits_into_a_link() -> None:
    for file in resource("sample_games").rglob("*.ttrn"):
        assert len(links.packed(file.read_text(encoding="utf-8"))) < links.MAX_LINK


def pressed(data: bytes) -> str:
    return "1" + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("", "another version"),
        ("2abc", "another version"),
        ("1", "cut"),
        ("1!!!!", "cut or changed"),
        ("1abcd", "cut or changed"),
        ("1é", "cut or changed"),
        (links.packed(HOSTILE)[:-8], "cut"),
        ("1" + "a" * links.MAX_LINK, "at most"),
        (pressed(b"x" * (links.MAX_TEXT + 1)), "more in it"),
        (pressed(b"x" * 9_000_000), "more in it"),
        (pressed(b"\xff\xfe"), "no text"),
    ],
)
def test_a_broken_link_is_answered_in_words(part: str, said: str) -> None:
    with pytest.raises(links.BrokenLink, match=said):
        links.unpacked(part)


@given(st.text(max_size=40))
def test_any_link_is_answered(part: str) -> None:
    with pytest.raises(links.BrokenLink, match=r"\w"):
        links.unpacked(f"1{part}")


@given(st.text())
def test_plain_text_keeps_its_letters_and_loses_its_meaning(text: str) -> None:
    escaped = plain(text)
    assert "\n" not in escaped
    bare = escaped.replace("\\\\", "").replace("\\", "\0")
    for place, letter in enumerate(bare):
        if letter in "`*_{}[]()<>#!|~$:&":
            assert bare[place - 1] == "\0", f"{letter} is not escaped in {escaped}"


def test_long_cells_are_cut() -> None:
    assert shown("x" * 500) == "x" * 299 + "…"
    assert "\x1b" not in shown("\x1b[31m")


# --- which game the address names -------------------------------------------------------------------------------------

SELECTED = """
from dashboard.shared.selected_game import selected_game, share_controls
import streamlit as st
game = selected_game()
st.text(game.title)
st.text(game.notice)
st.text(game.key)
share_controls(game)
"""


def selected(run_page: RunPage, **parameters: str) -> tuple[str, str, str]:
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415

    del run_page  # it names the database
    app = AppTest.from_string(SELECTED, default_timeout=60)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    title, notice, key = [text.value for text in app.text]
    return title, notice, key


def test_a_game_by_number_hash_and_link(run_page: RunPage, database: Path) -> None:
    with store.connect(database) as connection:
        wanted = store.browse(connection, store.Filters(event="Wrong")).games[0]
        found = store.find_game(connection, wanted.hash)
    assert found is not None
    title = "Wrong: Ann, Bob"
    assert selected(run_page, game=str(wanted.number)) == (title, "", wanted.hash)
    assert selected(run_page, game=wanted.hash) == (title, "", wanted.hash)
    assert selected(run_page, game=wanted.hash[:8]) == (title, "", wanted.hash)
    assert selected(run_page, share=links.packed(found.text)) == (title, "", wanted.hash)


def test_without_a_name_it_is_the_latest_game_of_people(run_page: RunPage) -> None:
    title, notice, _ = selected(run_page)
    assert title == "2026-05-01: Player One, Player Two, Player Three, Player Four"
    assert not notice


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"game": "999999"}, "There is no game"),
        ({"game": "<script>"}, "There is no game"),
        ({"game": "0" * 5000}, "There is no game"),
        ({"share": "1abc"}, "does not carry a game"),
        ({"share": links.packed("nonsense")}, "does not carry a game"),
        ({"share": links.packed(WRONG + "\n" + WRONG)}, "2 games"),
    ],
)
def test_what_the_address_does_not_name_is_said(run_page: RunPage, parameters: dict[str, str], said: str) -> None:
    title, notice, _ = selected(run_page, **parameters)
    assert said in notice
    assert title, "another game is shown"


def test_a_game_too_long_for_a_link_is_said(run_page: RunPage) -> None:
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415

    del run_page
    script = """
import random
from dashboard.shared.selected_game import game_of_text, share_controls
noise = random.Random(1)
words = "".join(noise.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=30_000))
text = f'[Game "usa"]\\n[Event "{words}"]\\n\\nplayer ann\\n'
share_controls(game_of_text(text))
"""
    app = AppTest.from_string(script, default_timeout=60).run()
    assert not app.exception
    assert "too long for a link" in app.caption[0].value
    assert not app.code
