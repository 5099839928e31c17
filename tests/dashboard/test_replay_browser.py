"""The replay in a real browser: every way to get from turn to turn, and what is shown there."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import ttrn
from dashboard.shared.links import packed
from tests.dashboard.conftest import PATIENCE
from tests.dashboard.stepping import USA, address, at, claimed, owned, sample, where
from ttrn.core.facts import pieces_of
from ttrn.resources import resource
from ttrn.viewer import as_seen_by, inferred

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")


# --- from turn to turn -----------------------------------------------------------------------------------------------


def test_buttons_step_and_the_board_follows(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=0))
    at(page, 0)
    assert claimed(page) == 0
    forward = page.get_by_role("button", name="One turn on")
    for turn in (1, 2, 3):
        forward.click()
        at(page, turn)
    assert claimed(page) == 1
    assert page.locator(".now .words").inner_text() == "Ann claims Calgary–Helena with 4 red for 7 points"  # noqa: RUF001
    assert page.locator(".now .notation").inner_text() == "3. ann claim CAL-HEL RRRR $!"
    assert "four reds" in page.locator(".now .comments").inner_text()
    page.get_by_role("button", name="One turn back").click()
    at(page, 2)
    assert claimed(page) == 0
    page.get_by_role("button", name="To the end").click()
    at(page, 71)
    assert claimed(page) == owned(71)
    assert forward.is_disabled()
    page.get_by_role("button", name="To the setup").click()
    at(page, 0)
    assert claimed(page) == 0


def test_every_press_of_a_key_counts(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=0))
    at(page, 0)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    at(page, 30)
    assert claimed(page) == owned(30)
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    at(page, 25)
    page.keyboard.press("End")
    at(page, 71)
    page.keyboard.press("Home")
    at(page, 0)


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_a_way_there_and_back_leaves_the_board_as_it_was(open_page: OpenPage, name: str) -> None:
    page = open_page(address("annotated", name, turn=0))
    at(page, 0)
    board = page.locator(".board")
    before = board.inner_html()
    page.keyboard.press("End")
    page.locator(".sheet .verdict").wait_for()
    assert board.inner_html() != before
    page.keyboard.press("Home")
    at(page, 0)
    assert board.inner_html() == before


def test_keys_jump_to_claims_tickets_and_notes(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=4))
    at(page, 4)
    page.keyboard.press("c")
    at(page, 7)
    page.get_by_role("button", name="To the next annotated turn").click()
    at(page, 9)
    turns = sample(*USA).turns
    tickets = next(i for i, turn in enumerate(turns, 1) if i > 9 and type(turn.action).__name__ == "TakeTickets")
    page.get_by_role("button", name="To the next tickets").click()
    at(page, tickets)


def test_space_plays_and_pauses(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=0))
    at(page, 0)
    page.locator("[data-part=speed]").select_option("500")
    page.locator(".now .words").click()
    page.keyboard.press("Space")
    where(page).filter(has_text=re.compile(r"Turn ([2-9]|\d\d) of")).wait_for()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    stopped = where(page).inner_text()
    page.wait_for_timeout(1200)
    assert where(page).inner_text() == stopped


def test_slider_list_and_chart_lead_to_a_turn(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=0))
    at(page, 0)
    page.locator("[data-part=slider]").fill("40")
    at(page, 40)
    page.locator(".turn", has_text=re.compile(r"^\s*66\.")).click()
    at(page, 66)
    box = page.locator(".chart").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    where(page).filter(has_text=re.compile("Turn 3[0-9] of")).wait_for()


def test_the_present_turn_is_in_sight_in_its_list(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=50))
    at(page, 50)
    row = page.locator(".turn[aria-current]").bounding_box()
    box = page.locator(".turns").bounding_box()
    assert row
    assert box
    assert box["y"] <= row["y"] <= box["y"] + box["height"]


def test_keys_in_fields_are_left_alone(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=10))
    at(page, 10)
    page.get_by_role("combobox").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.wait_for_timeout(300)
    at(page, 10)


def test_keys_do_nothing_once_the_page_is_left(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=10))
    at(page, 10)
    page.get_by_role("link", name="Statistics").first.click()
    page.locator(".replay").wait_for(state="detached")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.wait_for_timeout(600)
    assert "turn=1" not in page.url.replace("turn=10", "")


# --- the address -----------------------------------------------------------------------------------------------------


def test_the_address_follows_the_turn_and_opens_it_again(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=12))
    at(page, 12)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("turn=15"))
    at(page, 15)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("turn=16"))
    page.reload()
    at(page, 16)


def test_a_turn_that_does_not_exist_opens_the_nearest(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=4000))
    at(page, 71)
    page.goto(page.url.replace("turn=71", "turn=x"))
    at(page, 71)


def test_another_game_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=12))
    at(page, 12)
    page.get_by_role("combobox").nth(1).click()
    page.get_by_role("option", name=re.compile("From Edinburgh")).click()
    page.get_by_text("From Edinburgh to Athens: Ann, Bob").wait_for()
    where(page).filter(has_text="Turn 74 of 74").wait_for()
    assert "turn=" not in page.url


def test_the_turn_can_be_taken_along_as_a_link_and_as_a_picture(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=12))
    at(page, 12)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("turn=13"))
    page.get_by_role("button", name="Link").click()
    link = page.get_by_text(re.compile(r"/\?game=[0-9a-f]{16}&turn=13")).first
    link.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Download").click()
    for kind, start in (("SVG", b"<svg"), ("PNG, 1,200 pixels", b"\x89PNG")):
        with page.expect_download(timeout=PATIENCE) as found:
            page.get_by_role("button", name=f"Picture of this turn ({kind})").click()
        assert found.value.suggested_filename.endswith(f".turn13.{kind[:3].lower()}")
        assert found.value.path().read_bytes().startswith(start)


# --- variations ------------------------------------------------------------------------------------------------------


def test_a_variation_is_entered_and_left(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=3))
    at(page, 3)
    assert claimed(page) == 1
    page.locator(".now .branch").click()
    where(page).filter(has_text="Turn 3 of 71, a variation").wait_for()
    assert claimed(page) == 0
    assert page.locator(".now .notation").inner_text() == "3. ann draw O>? ?"
    page.keyboard.press("ArrowRight")
    where(page).filter(has_text="Turn 4 of 71, a variation").wait_for()
    assert page.get_by_role("button", name="One turn on").is_disabled()
    page.get_by_role("button", name="Back to the game").click()
    at(page, 3)
    assert claimed(page) == 1
    page.locator(".turns .variation").first.click()
    where(page).filter(has_text="a variation").wait_for()
    page.keyboard.press("Escape")
    at(page, 3)


# --- who saw what ----------------------------------------------------------------------------------------------------


def hand(page: Page, seat: int) -> str:
    label = page.locator(".seat").nth(seat).locator(".hand .cards").get_attribute("aria-label")
    assert label is not None
    return label


def test_view_as_hides_what_a_player_could_not_see(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=2))
    at(page, 2)
    assert "unknown" not in hand(page, 1)
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="View as: Ann").click()
    page.locator(".seat").nth(1).get_by_text("3 tickets not seen").wait_for()
    at(page, 2)
    assert hand(page, 1) == "6 unknown"
    assert "unknown" not in hand(page, 0)
    page.wait_for_url(re.compile("view=ann"))


def test_hidden_hands_show_what_is_proved(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=60, view="ann"))
    at(page, 60)
    page.get_by_role("button", name="What is proved of hidden hands?").click()
    proved = page.locator(".seat").nth(1).locator(".proved .times")
    proved.first.wait_for()
    assert re.fullmatch(r"\d+(–\d+)?", proved.first.inner_text())  # noqa: RUF001
    assert page.locator(".seat").nth(0).locator(".proved .times").count() == 0


def test_hidden_hands_show_chances_as_bars(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=60, view="ann"))
    at(page, 60)
    switch = page.get_by_role("button", name="Chances")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    bars = page.locator(".seat").nth(1).get_by_role("listitem", name=re.compile("expected"))
    bars.first.wait_for()
    assert bars.count() == 9
    assert re.fullmatch(
        r"red: [\d.]+ expected; (none|1 or more [<>]?\d+%.*)", bars.first.get_attribute("aria-label") or ""
    )
    box = bars.last.bounding_box()
    assert box is not None
    assert box["height"] > 30
    assert "not a proof" in page.locator(".seat").nth(1).locator(".guess").inner_text()
    assert page.locator(".seat").nth(0).locator(".chance").count() == 0
    switch.click()
    page.locator(".chance").first.wait_for(state="detached")


def test_what_was_proved_then_becomes_more_with_hindsight(open_page: OpenPage) -> None:
    seen = as_seen_by(sample(*USA), "ann")
    page = open_page(address(*USA, turn=60, view="ann"))
    at(page, 60)
    button = page.get_by_role("button", name="with hindsight")
    assert button.count() == 0
    page.get_by_role("button", name="What is proved of hidden hands?").click()
    red = page.locator(".seat").nth(1).locator(".proved .times").first
    for hindsight in (False, True, False):
        found = inferred(seen, 60, hindsight=hindsight)
        assert found is not None
        assert found[1] is not None
        least, most = found[1]["R"]
        red.filter(has_text=re.compile(f"^{least}–{most}$")).wait_for()  # noqa: RUF001
        assert button.get_attribute("aria-pressed") == str(hindsight).lower()
        button.click()
    # At the end there is nothing later to look at.
    page.get_by_role("button", name="To the end").click()
    at(page, 71)
    button.wait_for(state="hidden")


# --- tickets and the end ---------------------------------------------------------------------------------------------


def test_pointing_at_a_ticket_rings_its_cities(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=10))
    at(page, 10)
    page.locator(".seat button.ticket").first.hover()
    ringed = page.locator(".city.lit")
    ringed.first.wait_for()
    assert ringed.count() == 2
    page.locator(".now .words").hover()
    page.wait_for_function("() => true")
    assert ringed.count() == 0


def test_the_end_lights_the_longest_path_and_explains_every_point(open_page: OpenPage) -> None:
    page = open_page(address(*USA))
    at(page, 71)
    sheet = page.locator(".sheet")
    sheet.get_by_text("Bob wins with 96 points, level with Ann on points").wait_for()
    outcome = ttrn.replay(sample(*USA)).outcome
    lit = page.locator(".route[data-lit]")
    assert lit.count() == len(outcome.seats[1].path.routes)
    assert page.locator('.route[data-lit="1"]').count() == lit.count()
    ann = sheet.get_by_role("group", name="Score of Ann")
    assert page.locator(".ttrn-board.dim").count() == 0
    ann.get_by_role("button", name="longest path").click()
    assert page.locator(".ttrn-board.dim").count() == 1
    assert page.locator('.route[data-lit="0"]').count() == len(outcome.seats[0].path.routes)
    assert "96" in ann.locator(".row.sum").inner_text()
    assert "Boston–Miami" in ann.inner_text()  # noqa: RUF001
    page.keyboard.press("ArrowLeft")
    at(page, 70)
    assert lit.count() == 0
    assert not sheet.is_visible()


def test_stations_show_what_they_borrowed(open_page: OpenPage) -> None:
    page = open_page(address("europe", "every_action"))
    page.locator(".sheet").get_by_text("borrows").first.wait_for()
    assert page.locator(".pieces use").count() > 0


def test_passengers_stand_on_the_board_and_goods_come_off_it(open_page: OpenPage) -> None:
    page = open_page(address("annotated", "marklin", turn=5))
    at(page, 5)
    timeline = ttrn.replay(sample("annotated", "marklin"))
    standing = pieces_of(timeline.state(5))
    assert page.locator('.pieces use[href="#ttrn-passenger"]').count() == len(standing)


def test_the_card_game_has_a_table_in_place_of_a_board(open_page: OpenPage) -> None:
    page = open_page(address("cardgame", "four_players", turn=50))
    at(page, 50)
    yards = page.locator(".table .yard")
    assert yards.count() == 4
    assert yards.nth(3).locator(".rows .cards").count() == 2
    state = ttrn.replay(sample("cardgame", "four_players")).state(50)
    assert page.locator(".ticket-lines path").count() == sum(map(len, state.tickets))
    page.locator(".seat button.ticket").first.hover()
    page.locator(".city.lit").first.wait_for()
    assert page.locator(".city.lit").count() == 2
    page.keyboard.press("End")
    page.locator(".sheet").get_by_text("Dan wins with 78 points").wait_for()
    assert page.locator(".reckoning").first.get_by_text("Big cities").count() == 1


# --- whatever a record says ------------------------------------------------------------------------------------------

EVIL = "<img src=x onerror=window.caught=1>"
HOSTILE = f"""[Game "usa"]
[Event "{EVIL}"]

player ann "{EVIL}"
player bob "<b>Bob</b>"

ann deal RRBL ; {EVIL}
bob deal ????
market RGLKW
{{ {EVIL} }}
1. ann draw R>G ? ; {EVIL}
( 1. ann claim SEA-POR B ; {EVIL}
)
2. bob claim "{EVIL}"-SEA ?
"""


def test_names_comments_and_events_are_never_markup(open_page: OpenPage) -> None:
    page = open_page(f"?share={packed(HOSTILE)}&turn=1")
    at(page, 1)
    for place in (".now .words", ".now .comments", ".seat .name", ".turns"):
        assert EVIL in page.locator(place).first.inner_text()
    assert page.locator(f"text={EVIL}").count() > 0
    page.locator(".now .branch").click()
    where(page).filter(has_text="a variation").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert EVIL in page.locator(".now .words").inner_text()
    assert page.locator(".now .problem").count() == 1
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.caught") is None


# --- how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_board_follows_the_theme(open_page: OpenPage, *, dark: bool) -> None:
    page = open_page(address(*USA, turn=30), dark=dark)
    at(page, 30)
    assert page.locator("svg.ttrn-board").get_attribute("data-theme") == ("dark" if dark else "light")


@pytest.mark.parametrize("name", ["usa", "europe", "marklin", "cardgame"])
@pytest.mark.parametrize("width", [380, 1400])
def test_nothing_sticks_out_at_any_width(open_page: OpenPage, name: str, width: int) -> None:
    page = open_page(address("annotated", name), width=width)
    page.locator(".sheet .verdict").wait_for()
    inside = page.evaluate(
        """() => {
          const root = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
          const box = root.querySelector(".replay").getBoundingClientRect();
          return [...root.querySelectorAll(".columns *:not(svg *), .sheet *")]
            .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > box.right + 1)
            .map((part) => part.className);
        }"""
    )
    assert inside == []
    side, board = page.locator(".now").bounding_box(), page.locator(".board").bounding_box()
    assert side
    assert board
    stacked = side["y"] > board["y"] + board["height"]
    assert stacked == (width < 900)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- without a server ------------------------------------------------------------------------------------------------


def test_a_page_from_ttrn_show_replays_without_a_server(open_page: OpenPage, tmp_path: Path) -> None:
    record = tmp_path / "game.ttrn"
    record.write_text(HOSTILE, encoding="utf-8")
    out = str(tmp_path / "game.html")
    command = [sys.executable, "-m", "ttrn", "show", str(record), "--turn", "1", "--html", out]
    assert subprocess.run(command, check=False).returncode == 1, "the record has a problem, which is reported"
    page = open_page("game.html", url=f"file://{tmp_path}")
    at(page, 1)
    assert EVIL in page.locator("h1").inner_text()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.wait_for_url(re.compile("#turn=2"))
    page.reload()
    at(page, 2)
    assert page.evaluate("window.caught") is None


def test_a_page_runs_its_own_script_and_no_other(browser: Browser, tmp_path: Path) -> None:
    """Even if something found a way into the file: inline scripts, attributes and addresses that are scripts."""
    out = tmp_path / "game.html"
    command = [sys.executable, "-m", "ttrn", "show", str(resource("sample_games", "annotated", "usa.ttrn"))]
    assert subprocess.run([*command, "--turn", "1", "--html", str(out)], check=False).returncode == 0
    strange = (
        "<script>window.caught = 1</script><script type='module'>window.caught = 2</script>"
        "<img src='data:,' onerror='window.caught = 3'><svg onload='window.caught = 4'></svg>"
        "<iframe srcdoc='<script>parent.caught = 5</script>'></iframe>"
    )
    text = out.read_text(encoding="utf-8")
    out.write_text(text.replace("<main>", f"{strange}<main>"), encoding="utf-8")
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(out.as_uri())
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert page.evaluate("window.caught") is None
    assert len(refused) >= 4
    context.close()
