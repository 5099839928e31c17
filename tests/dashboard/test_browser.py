"""The Games page and "Check and explore" in a real browser, as users meet them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from dashboard.pages.check.editor import script
from tests.dashboard.conftest import HOSTILE, PATIENCE, sample_texts
from tools import highlighters
from ttrn import store
from ttrn.notation.compression import zstd
from ttrn.notation.marked_words import marked_lines
from ttrn.resources import resource

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Locator, Page

    from tests.dashboard.conftest import OpenPage, Server

pytestmark = pytest.mark.xdist_group("browser")

GAME = resource("sample_games", "real", "usa_4p_1.ttrn")
ROW = 35
"""Pixels that a row of a table is high; the first one is the head."""


def expect_text(page: Page, text: str | re.Pattern[str]) -> None:
    page.get_by_text(text).first.wait_for()


def parameters(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def wait_for_parameter(page: Page, name: str, value: str | None) -> None:
    page.wait_for_function(
        "([name, value]) => new URLSearchParams(location.search).get(name) === value", arg=[name, value]
    )


def table(page: Page) -> Locator:
    found = page.get_by_test_id("stDataFrame").first
    found.locator("canvas").first.wait_for()
    return found


def settled(page: Page) -> None:
    """Wait until the page has nothing more to do."""
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached")


def test_filters_are_written_into_the_address_and_read_from_it(open_page: OpenPage) -> None:
    page = open_page("games")
    table(page)
    page.get_by_role("combobox", name="Board").click()
    page.get_by_role("option", name="marklin").click()
    wait_for_parameter(page, "board", "marklin")
    expect_text(page, re.compile(r"Games 1 to \d+ of \d+ \(of \d+\)"))
    said = page.get_by_text(re.compile(r"Games 1 to")).first.inner_text()
    again = open_page(page.url.partition("/games")[2].join(["games", ""]))
    expect_text(again, said)
    page.get_by_role("searchbox", name="Search").fill("nobody at all")
    expect_text(page, "No game is like this")
    wait_for_parameter(page, "text", "nobody at all")


def test_a_click_on_a_row_opens_the_replay(open_page: OpenPage, server: Server) -> None:
    page = open_page("games?event=Wrong")
    expect_text(page, "Games 1 to 1 of 1")
    table(page).click(position={"x": 320, "y": ROW * 1.5})
    with store.connect(server.database) as connection:
        key = store.browse(connection, store.Filters(event="Wrong")).games[0].hash
    wait_for_parameter(page, "game", key)
    expect_text(page, "Wrong: Ann, Bob")


def test_on_a_phone_games_are_cards(open_page: OpenPage, server: Server) -> None:
    with store.connect(server.database) as connection:
        game = store.browse(connection, store.Filters(player="Player One")).games[0]
    page = open_page("games?player=Player+One", width=390, height=844, dark=True)
    card = page.get_by_role("list", name="Games").get_by_role("link").first
    card.wait_for()
    assert f"{game.winners[0]}, {game.score} points" in card.inner_text()
    assert not page.get_by_test_id("stDataFrame").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1366, "height": 768})
    table(page)
    assert not card.is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    card.click()
    wait_for_parameter(page, "game", game.hash)


def test_a_marked_game_is_compared(open_page: OpenPage) -> None:
    page = open_page("games?board=usa&player=Player+One&since=2026-05-01")
    expect_text(page, "Games 1 to 1 of 1")
    table(page).click(position={"x": 16, "y": ROW * 1.5})
    page.get_by_role("button", name="Compare", exact=True).click()
    expect_text(page, "What happened between these turns?")


def test_a_marked_row_can_be_downloaded(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("games?board=usa&player=Player+One&since=2026-05-01")
    expect_text(page, "Games 1 to 1 of 1")
    table(page).click(position={"x": 16, "y": ROW * 1.5})
    page.get_by_role("button", name="Download", exact=True).click()
    for name, ending, start in (
        ("Record (TTRN)", "ttrn", b'[Game "usa"]'),
        ("Record without what they did not see", "ttrn", b'[Game "usa"]'),
        ("Replay (HTML)", "html", b"<!doctype html>"),
        ("Picture of the end (PNG, 1,200 pixels)", "png", b"\x89PNG"),
        ("Picture of the end (SVG)", "svg", b"<svg"),
        ("Turns (CSV)", "csv", b"turn,seat,action"),
    ):
        with page.expect_download(timeout=PATIENCE) as waiting:
            page.get_by_role("button", name=name, exact=True).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        assert file.suffix == f".{ending}"
        assert file.read_bytes().startswith(start)


def test_a_whole_list_can_be_downloaded(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("games?board=cardgame")
    page.get_by_role("button", name="Download all").click()
    button = page.get_by_role("button", name=re.compile(r"The \d+ games \(TTRN, packed\)"))
    with page.expect_download(timeout=PATIENCE) as waiting:
        button.click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    texts = zstd.decompress(file.read_bytes()).decode()
    assert file.name == "games.ttrn.zst"
    assert f"The {texts.count('[Game ')} games (TTRN, packed)" == button.inner_text()


def test_an_uploaded_game_is_checked_and_replayed(open_page: OpenPage) -> None:
    page = open_page("mine")
    page.locator("input[type=file]").set_input_files(str(GAME))
    expect_text(page, "1 sound")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.wait_for_function("() => new URLSearchParams(location.search).has('game')")
    expect_text(page, "2026-04-23: Player One, Player Two, Player Three, Player Four")


def test_a_mistake_in_a_pasted_game_is_shown_at_its_place(open_page: OpenPage) -> None:
    page = open_page("mine")
    area = page.get_by_role("textbox", name="or paste them")
    area.fill('[Game "usa"]\n\nplayer ann\nplayer bob\n1. ann clam SEA-POR R\n')
    area.press("Control+Enter")
    expect_text(page, "cannot be read")
    shown = page.get_by_test_id("stCode").inner_text()
    assert "     5 | 1. ann clam SEA-POR R" in shown
    assert "       |        ^^^^" in shown
    assert 'did you mean "claim"?' in shown


def test_a_link_carries_the_game_to_anybody(open_page: OpenPage) -> None:
    page = open_page("mine")
    page.locator("input[type=file]").set_input_files(
        {
            "name": "own.ttrn",
            "mimeType": "text/plain",
            "buffer": b'[Game "usa"]\n[Event "Carried"]\n\nplayer zoe "Zoe"\nplayer bob "Bob"\n\n1. zoe draw ? ?\n',
        }
    )
    expect_text(page, "1 sound")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_test_id("stCode").last.inner_text().strip()
    assert link.startswith(page.url.partition("/mine")[0])
    other = open_page(urlsplit(link).path.lstrip("/") + "?" + urlsplit(link).query)
    expect_text(other, "Carried: Zoe, Bob")


def test_a_broken_link_is_explained(open_page: OpenPage) -> None:
    page = open_page("?share=1abcdef")
    expect_text(page, "The link does not carry a game")


def typed(area: Locator) -> str:
    return str(area.evaluate("area => area.value"))


def test_the_editor_checks_while_one_types(open_page: OpenPage) -> None:
    page = open_page("check")
    area = page.get_by_role("textbox", name="Record")
    area.wait_for()
    expect_text(page, "some deal makes every line legal")
    area.fill('[Game "usa"]\n\nplayer ann\nplayer bob\n1. ann clam SEA-POR R\n')
    expect_text(page, "Not every line is in the notation")
    mark = page.locator(".cm-lintRange-error")
    mark.hover()
    page.locator(".cm-tooltip", has_text='found "clam" [TEXT-LINE]').wait_for()
    assert mark.all_inner_texts() == ["clam"]
    coloured = [page.locator(f".cm-content .{kind}").all_inner_texts() for kind in ("keyword", "tag", "number")]
    assert coloured == [["player", "player"], ["Game"], ["1."]]
    area.press("Control+End")
    area.press_sequentially("2. bob claim vanc")
    page.get_by_role("option").first.wait_for()
    assert page.get_by_role("option").all_inner_texts()[0].startswith("VAN-")
    area.press("Enter")
    assert typed(area).split("\n")[5].startswith("2. bob claim VAN-")
    area.press("Control+z")
    assert typed(area).split("\n")[5] == "2. bob claim vanc"
    area.press("Escape")
    area.press("Tab")  # leaves the editor
    page.wait_for_function("document.activeElement.textContent.includes('New record')")
    area.fill('[Game "usa"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n')
    expect_text(page, "some deal makes every line legal")
    mark.wait_for(state="detached")
    assert "ann draw" in typed(area)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.wait_for_function("() => new URLSearchParams(location.search).has('game')")
    expect_text(page, "usa: ann, bob")


def test_without_codemirror_the_editor_is_a_box(open_page: OpenPage) -> None:
    page = open_page("games")
    page.route("**/codemirror.js", lambda route: route.fulfill(content_type="text/javascript", body="throw 1"))
    page.get_by_role("link", name="Check and explore").click()
    area = page.locator("textarea[aria-label=Record]")
    area.fill('[Game "usa"]\nplayer ann\nplayer bob\n1. ann clam SEA-POR R\n')
    expect_text(page, 'did you mean "claim"?')
    page.locator(".said", has_text="Kept in this browser").wait_for()


def test_the_editor_has_the_words_of_the_grammar(browser: Browser) -> None:
    text = f"{highlighters.SHOWN}\n12. ann clam SEA-\n{{ never\nclosed\n{sample_texts()}"
    scripts = script().partition("// The editor:")[0]
    page = browser.new_page()
    found = page.evaluate(
        f"""lines => {{
            {scripts}
            let open = false;
            return lines.map((line) => {{
                const inside = begins(line, open);
                open = goesOn(line, inside);
                return wordsOf(line, inside);
            }});
        }}""",
        text.split("\n"),
    )
    page.close()
    assert found == [[list(word) for word in words] for words in marked_lines(text)]


def test_a_query_and_its_answer_as_a_file(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("check?view=ask+in+SQL&sql=SELECT+board,+count(*)+AS+n+FROM+games+GROUP+BY+1+ORDER+BY+1")
    expect_text(page, "4 rows")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Answer (CSV)").click()
    waiting.value.save_as(tmp_path / "answer.csv")
    assert (tmp_path / "answer.csv").read_text().splitlines()[0] == "board,n"
    area = page.get_by_role("textbox", name="Query")
    area.fill("DELETE FROM games")
    page.get_by_role("button", name="Ask").click()
    expect_text(page, "only queries that read are run here")
    area.fill("SELECT 40 + 2 AS answer")
    page.get_by_role("button", name="Ask").click()
    expect_text(page, "1 rows")
    wait_for_parameter(page, "sql", "SELECT 40 + 2 AS answer")


@pytest.mark.parametrize("address", ["games?text=img", "check", "?", "mine"])
def test_hostile_games_run_nothing(open_page: OpenPage, server: Server, address: str) -> None:
    """A dialog, an error or an image that is looked for would fail the test."""
    with store.connect(server.database) as connection:
        key = store.browse(connection, store.Filters(text="<img")).games[0].hash
    page = open_page(address + (f"&game={key}" if "?" in address else f"?game={key}"))
    if address == "mine":
        files: list[FilePayload] = [
            {"name": name, "mimeType": "text/plain", "buffer": HOSTILE.encode()}
            for name in ("<b>x</b>.ttrn", "[y](z).ttrn")
        ]
        page.locator("input[type=file]").set_input_files(files)
        expect_text(page, "2 sound")
    elif address.startswith("games"):
        table(page)
    else:
        expect_text(page, "<img src=x onerror=alert(1)>")
    settled(page)
    assert page.locator("img[src=x], script:has-text('alert(2)'), a[href^='javascript']").count() == 0


def test_hostile_names_in_a_list_to_choose_from_are_text(open_page: OpenPage) -> None:
    page = open_page("games")
    table(page)
    page.get_by_role("combobox", name="Who played").click()
    names = [option.inner_text() for option in page.get_by_role("option").all()]
    assert {"**Ann** :material/train: $x^2$", "<script>alert(2)</script>"} <= set(names)
    page.get_by_role("option", name="<script>").click()
    expect_text(page, "Games 1 to 1 of 1")
    wait_for_parameter(page, "player", "<script>alert(2)</script>")


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor"))


def test_the_theme_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page("games")
    table(page)
    settled(page)
    light = ground(page)
    page.get_by_test_id("stMainMenu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    page.wait_for_function(
        "light => getComputedStyle(document.querySelector('.stApp')).backgroundColor !== light", arg=light
    )
    assert ground(page) == "rgb(23, 25, 28)"


def test_the_theme_is_that_of_the_system(open_page: OpenPage) -> None:
    page = open_page("games")
    table(page)
    assert ground(page) == "rgb(253, 251, 246)"
    page.emulate_media(color_scheme="dark")
    page.reload()
    table(page)
    assert ground(page) == "rgb(23, 25, 28)"


@pytest.mark.parametrize("address", ["games", "mine", "check", "check?view=ask+in+SQL"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(address, width=390, height=844)
    page.get_by_role("heading").first.wait_for()
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def serve(page: Page, address: str, body: str) -> None:
    """Let a page find this at an address of the server."""
    page.route(address, lambda route: route.fulfill(body=body, content_type="text/html"))


def test_ten_sessions_at_once_see_their_own_games(open_page: OpenPage, server: Server) -> None:
    boards = ["usa", "europe", "marklin", "cardgame"]
    with store.connect(server.database) as connection:
        totals = {board: store.browse(connection, store.Filters(board=board)).total for board in boards}
        every = store.browse(connection).total
    # Frames of one page, which the server itself never frames, are sessions of their own, and quicker than pages.
    page = open_page("_stcore/health")
    for sessions in (10, 4):
        address = f"{server.url}/{sessions}"
        frames = "".join([f'<iframe src="/games?board={boards[n % 4]}"></iframe>' for n in range(sessions)])
        serve(page, address, frames)
        page.goto(address, wait_until="commit")
        for n in range(sessions):
            total = totals[boards[n % 4]]
            said = page.frame_locator("iframe").nth(n).get_by_text(f"Games 1 to {total} of {total} (of {every})")
            said.first.wait_for(state="attached")
        page.unroute(address)
