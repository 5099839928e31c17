"""What a reader of the replay has before the eyes: on every screen, at the end, and of games without turns."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import ttrn
from dashboard.shared.links import packed
from tests.dashboard.stepping import USA, address, at, sample, where
from ttrn.core.scoring import score_game
from ttrn.draw import stage_svg, train_paints
from ttrn.draw.pictures import timeline_picture
from ttrn.viewer import state_at, viewer_data
from ttrn.viewer.html import replay_page

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")

SCREENS = ((390, 844), (768, 1024), (1366, 768), (1920, 1080))

SEEN = """() => {
  const root = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
  const wanted = ".board, .board > *, .controls, .controls button, .now, .now .where, .now .words";
  const parts = root.querySelectorAll(wanted);
  const hidden = [...parts].filter((part) => part.checkVisibility()).filter((part) => {
    const box = part.getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight + 1 || box.left < 0 || box.right > innerWidth + 1;
  });
  return hidden.map((part) => `${part.className} ${JSON.stringify(part.getBoundingClientRect())}`);
}"""

CUT = """() => {
  const root = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
  const words = [...root.querySelectorAll(".ticket .cities, .seat .name, .seat .rest, .reckoning .name")];
  const cut = words.filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1);
  return cut.map((part) => part.textContent);
}"""


NAMES = """() => {
  const root = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
  const names = [...root.querySelectorAll(".city text")].filter((part) => part.checkVisibility());
  const map = names[0].ownerSVGElement.getBoundingClientRect();
  const found = names.map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }));
  const high = ({ top, height }) => [top + height * 0.2, top + height * 0.8]; // as letters are, without the air around
  const meet = (one, other) => {
    const [[top, bottom], [above, below]] = [high(one), high(other)];
    return one.left < other.right && other.left < one.right && top < below && above < bottom;
  };
  const clash = found.filter((one, i) => found.slice(0, i).some((other) => meet(one.box, other.box)));
  const outside = found.filter(({ box }) => box.left < map.left || box.right > map.right);
  return [...clash, ...outside].map(({ text }) => text);
}"""


@pytest.mark.parametrize(
    ("folder", "name", "turn"),
    [
        ("annotated", "usa", 40),
        ("annotated", "europe", 40),
        ("annotated", "marklin", 60),
        ("cardgame", "four_players", 50),
    ],
)
def test_board_controls_and_turn_are_seen_together(open_page: OpenPage, folder: str, name: str, turn: int) -> None:
    page = open_page(address(folder, name, turn=turn))
    at(page, turn)
    for where_to in (None, "End"):
        if where_to:
            page.keyboard.press(where_to)
            page.locator(".sheet .verdict").wait_for()
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => ({SEEN})().length === 0", timeout=5000)
            assert page.evaluate(CUT) == [], (width, height)
            assert page.evaluate(NAMES) == [], (width, height)
    board = page.locator(".board > *").bounding_box()
    assert board is not None
    assert board["height"] > 380


def test_at_the_end_the_turn_names_the_winner_and_the_totals(open_page: OpenPage) -> None:
    page = open_page(address(*USA))
    at(page, 71)
    outcome = page.locator(".now .outcome")
    assert "Bob wins with 96 points" in outcome.inner_text()
    assert outcome.locator(".totals > span").all_inner_texts() == ["2\nBob\n96", "1\nAnn\n96"]
    page.keyboard.press("ArrowLeft")
    at(page, 70)
    assert outcome.inner_text() == ""


def test_the_chart_tells_who_would_win_and_marks_each_change_of_the_lead(open_page: OpenPage) -> None:
    timeline = ttrn.replay(sample(*USA))
    totals = [[score.total for score in score_game(timeline.state(turn)).seats] for turn in range(timeline.last)]
    leads = [row.index(max(row)) for row in totals if len(set(row)) > 1]
    changes = sum(one != other for one, other in pairwise(leads))
    assert changes > 1
    page = open_page(address(*USA, turn=40))
    at(page, 40)
    assert page.locator(".chart .now-line").count() == 2
    assert page.locator(".chart .lead").count() in (changes, changes + 1), "the last turn may bring one more"
    best = max(totals[40])
    name = ("Ann", "Bob")[totals[40].index(best)]
    assert page.locator("[data-part=lead]").inner_text() == f"{name} would win with {best}."
    assert page.locator(".winning .band").count() == 2
    wins = ttrn.analyse(timeline, luck=False).turns[39].win
    words = [f"{player} {round(100 * win)} %" for player, win in zip(("Ann", "Bob"), wins, strict=True)]
    assert page.locator("[data-part=odds]").inner_text() == ", ".join(words)
    page.goto(page.url + "&view=ann")
    page.get_by_text("Nobody can say who would lead: not all tickets of Bob were seen.").wait_for()
    assert page.locator(".chart .now-line").count() == 2, "at the end Bob's tickets are seen"


# --- keys ------------------------------------------------------------------------------------------------------------


def focused(page: Page) -> str:
    found: str = page.evaluate(
        """() => {
          const inner = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot.activeElement;
          return inner ? `${inner.dataset.part ?? inner.className} ${inner.textContent}` : "";
        }"""
    )
    return found


def test_keys_work_on_the_slider_and_the_list_is_one_stop(open_page: OpenPage) -> None:
    page = open_page(address(*USA, turn=4))
    at(page, 4)
    slider = page.locator("[data-part=slider]")
    slider.focus()
    page.keyboard.press("c")
    at(page, 7)
    page.keyboard.press("ArrowRight")
    at(page, 8)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    page.keyboard.press("Space")
    page.locator("[data-part=slider]").fill("20")
    at(page, 20)
    stops = page.locator(".turns button:not([tabindex='-1'])")
    assert stops.count() == 1
    assert "20." in stops.inner_text()
    stops.focus()
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("turn 21.")
    page.keyboard.press("Enter")
    at(page, 21)
    page.keyboard.press("ArrowRight")
    at(page, 22)
    assert focused(page).startswith("turn 22.")


# --- variations ------------------------------------------------------------------------------------------------------


def test_the_picture_of_a_turn_in_a_variation_shows_the_variation(open_page: OpenPage) -> None:
    timeline = ttrn.replay(sample(*USA))
    (line,) = [i for i, line in enumerate(viewer_data(timeline)["lines"]) if line.get("at") == 69]
    state = state_at(timeline, line, 0)
    assert state.owners != timeline.state(69).owners
    page = open_page(address(*USA, turn=69))
    at(page, 69)
    page.locator(".now .branch").click()
    where(page).filter(has_text="a variation").wait_for()
    page.wait_for_timeout(600)  # so long a reader rests before the server is told
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached")
    page.get_by_role("button", name="Download", exact=True).click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Picture of this turn (SVG)").click()
    assert found.value.suggested_filename.endswith("turn69_variation.svg")
    text = found.value.path().read_text(encoding="utf-8")
    assert text == timeline_picture(timeline, state).svg


# --- games without turns ---------------------------------------------------------------------------------------------

HEAD = '[Game "usa"]\nplayer ann "Ann"\nplayer bob "Bob"\n'
LEVELS = {
    "result": "score ann=112 bob=98\n",
    "sheet": "sheet ann routes=68 tickets=34 bonus=10\nscore ann=112 bob=98\n",
    "board": "routes ann SEA-POR POR-SFO#2\nroutes bob -\nreveal ann SEA-LAX\nreveal bob BOS-MIA\nfinished\n",
}


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_pretends_to_be_a_replay(open_page: OpenPage, tmp_path: Path, level: str) -> None:
    (game,) = ttrn.loads(HEAD + LEVELS[level]).games
    timeline = ttrn.replay(game)
    paints = train_paints(["", ""], timeline.board.tables.train_colors)
    film = replay_page(viewer_data(timeline), title="", svg=stage_svg(timeline.board, paints), paints=paints)
    (tmp_path / "game.html").write_text(film, encoding="utf-8")
    for page in (open_page(f"?share={packed(HEAD + LEVELS[level])}"), open_page("game.html", url=f"file://{tmp_path}")):
        page.locator(".sheet .verdict").wait_for()
        for part in ("[data-part=slider]", "[data-go=play]", ".chart", ".turns", ".hand", ".supply"):
            assert not page.locator(part).first.is_visible(), part
        assert page.locator(".board").is_visible() == (level == "board")
        rows = page.locator(".sheet table tbody tr")
        assert rows.count() == 2
        assert re.split(r"\s+", rows.first.inner_text())[1] == "Ann"
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)
        assert "turn=" not in page.url
    if level == "board":
        assert page.locator('.route[data-owner="0"]').count() == 2
        assert page.locator(".now .where").inner_text() == "Final board"
    else:
        head = page.locator(".sheet thead").inner_text()
        assert ("Tickets" in head) == (level == "sheet")
