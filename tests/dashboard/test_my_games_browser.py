"""Nothing typed, uploaded or chosen is lost: what a real browser keeps, on a database that is not there yet."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import QUIETLY, chromium
from tests.dashboard.conftest import PATIENCE, free_port, start_server, stop
from tests.dashboard.stepping import idle
from tests.dashboard.test_browser import expect_text, settled
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FilePayload, Locator, Page

    from tests.dashboard.conftest import Tab

pytestmark = pytest.mark.xdist_group("browser")

TYPED = '[Game "usa"]\n[Event "Typed"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\n1. ann draw ? ?\n'
BROKEN = TYPED.replace("Typed", "Broken").replace("draw", "drwa")
GAMES = [resource("sample_games", "real", f"usa_4p_{number}.ttrn").read_text(encoding="utf-8") for number in (1, 2)]
TITLE = "2026-04-23: Player One, Player Two, Player Three, Player Four"
KEPT = "Kept in this browser"
BOX_IS_KEPT = """() => new Promise((resolve) => {
    const request = indexedDB.open("ttrn");
    request.onsuccess = () => {
        const count = request.result.transaction("boxes").objectStore("boxes").count();
        count.onsuccess = () => { request.result.close(); resolve(count.result > 0); };
    };
})"""


class Restartable:
    """A dashboard that always has the same address; its database is not there at first."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "new.duckdb"
        self._log = folder / "log.txt"
        self._port = free_port()
        self.start()

    def start(self) -> None:
        self._process, self.url = start_server(self.database, log=self._log, port=self._port)

    def stop(self) -> None:
        stop(self._process)
        assert "Traceback" not in self._log.read_text(encoding="utf-8"), self._log.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def dashboard(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restartable]:
    del browser  # where there is none, the server is not wanted either
    server = Restartable(tmp_path_factory.mktemp("mine"))
    yield server
    server.stop()


@pytest.fixture
def profile(tab: Tab, dashboard: Restartable) -> Iterator[BrowserContext]:
    """A profile in which nothing is kept yet, and whose tabs share what is; the first one is open, and blank."""
    tab.page()
    yield tab.context
    tab.clean([dashboard.url])


def opened(profile: BrowserContext, dashboard: Restartable, address: str) -> Page:
    page = next((page for page in profile.pages if page.url == "about:blank"), None) or profile.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{dashboard.url}/{address}")
    return page


def type_record(page: Page, text: str = TYPED) -> None:
    """Type into the editor, and wait until the text is kept."""
    area = page.get_by_role("textbox", name="Record")
    area.fill(text)
    page.locator(".said", has_text=KEPT).wait_for()


def expect_record(page: Page, text: str = TYPED) -> None:
    page.get_by_role("textbox", name="Record").wait_for()
    page.wait_for_function(
        """text => [...document.querySelectorAll("*")].some(
            (host) => host.shadowRoot?.querySelector("[aria-label=Record]")?.value === text)""",
        arg=text,
    )


def bring(page: Page, *texts: str) -> None:
    """Upload games, and wait until they are listed."""
    settled(page)
    files: list[FilePayload] = [
        {"name": f"{number}.ttrn", "mimeType": "text/plain", "buffer": text.encode()}
        for number, text in enumerate(texts)
    ]
    before = page.locator(".games li").count()
    page.locator("input[type=file]").set_input_files(files)
    page.locator(".games li").nth(before + len(texts) - 1).wait_for()


def fill_box(page: Page, text: str) -> Locator:
    """Paste a text; again if the page was still on its way and has set the box anew."""
    page.locator(".games .more").filter(has_text="this browser only").wait_for()
    settled(page)
    box = page.get_by_role("textbox", name="or paste them")
    while box.input_value() != text:
        box.fill(text)
        page.wait_for_timeout(200)
    return box


def tick(page: Page, name: str) -> None:
    page.get_by_role("checkbox", name=f"Tick {name}", exact=True).check()


def names(page: Page) -> list[str]:
    return page.locator(".games li .name").all_inner_texts()


def expect_names(page: Page, *wanted: str) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while sorted(names(page)) != sorted(wanted) and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert sorted(names(page)) == sorted(wanted)


def test_typed_text_comes_back(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "check")
    type_record(page)
    page.get_by_role("link", name="Replay").click()
    page.locator(".replay").first.wait_for()
    page.get_by_role("link", name="Check and explore").click()
    expect_record(page)  # after a visit to another page
    page.get_by_role("button", name="Replay", exact=True).click()
    page.wait_for_url("**/?game=*")
    expect_text(page, "Typed: Ann, Bob")
    idle(page)
    page.go_back()
    expect_record(page)  # after its replay
    page.reload()
    expect_record(page)
    page.close()
    page = opened(profile, dashboard, "check")
    expect_record(page)  # in another tab
    page.close()
    dashboard.stop()
    dashboard.start()
    page = opened(profile, dashboard, "check")
    expect_record(page)  # on a server that was started anew
    expect_text(page, "some deal makes every line legal")
    page.get_by_role("link", name="My games").first.click()
    expect_names(page, "Typed: Ann, Bob")
    page.locator(".games .state", has_text="draft").wait_for()


def test_a_text_written_over_and_a_new_one_leave_the_old_one(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "check")
    type_record(page)
    page.wait_for_url("**/check?draft=*")
    first = page.url
    area = page.get_by_role("textbox", name="Record")
    area.press("Control+a")
    page.keyboard.insert_text(TYPED.replace("Typed", "Second"))
    page.wait_for_function("first => location.href !== first", arg=first)
    page.get_by_role("button", name="New record").click()
    expect_record(page, "")
    type_record(page, BROKEN)
    expect_text(page, "Not every line is in the notation")
    page.get_by_role("link", name="My games").first.click()
    page.locator(".games .state", has_text="1 problem").wait_for()
    expect_names(page, "Broken: Ann, Bob", "Second: Ann, Bob", "Typed: Ann, Bob")
    page.get_by_role("button", name="Second: Ann, Bob").click()
    page.wait_for_url("**/?game=*")
    expect_text(page, "Second: Ann, Bob")
    idle(page)
    page.go_back()
    page.get_by_role("button", name="Broken: Ann, Bob").click()
    expect_record(page, BROKEN)


def test_two_tabs_at_one_text(profile: BrowserContext, dashboard: Restartable) -> None:
    one = opened(profile, dashboard, "check")
    type_record(one)
    other = opened(profile, dashboard, "check")
    expect_record(other)
    one.get_by_role("textbox", name="Record").press("Control+End")
    one.keyboard.type("2. bob draw ? ?")
    expect_record(other, TYPED + "2. bob draw ? ?")
    assert profile.new_page().goto(f"{dashboard.url}/check?draft=0123456789ab")
    expect_text(profile.pages[-1], "This draft is not in this browser")


def test_what_was_kept_is_there_after_the_browser_was_killed(
    browser: Browser, dashboard: Restartable, tmp_path: Path
) -> None:
    command = [str(chromium()), "--headless=new", *QUIETLY, "--remote-debugging-port=0", f"--user-data-dir={tmp_path}"]
    for round_ in range(2):
        port = tmp_path / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            while not (port.exists() and port.read_text().count("\n")):
                assert process.poll() is None
                time.sleep(0.05)
            connected = browser.browser_type.connect_over_cdp(f"http://localhost:{port.read_text().split()[0]}")
            page = connected.contexts[0].new_page()
            page.goto(f"{dashboard.url}/check")
            if round_:
                expect_record(page)
            else:
                type_record(page)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_uploaded_games_stay_when_one_of_them_is_looked_at(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "mine")
    bring(page, GAMES[0], BROKEN)
    page.get_by_role("button", name=TITLE).click()
    page.wait_for_url("**/?game=*")
    page.locator(".replay").first.wait_for()
    expect_text(page, TITLE)
    page.reload()
    page.locator(".replay").first.wait_for()
    expect_text(page, TITLE)
    assert "There is no game" not in page.content()
    idle(page)
    page.go_back()
    expect_names(page, TITLE, "Broken: Ann, Bob")
    page.close()
    expect_names(opened(profile, dashboard, "mine"), TITLE, "Broken: Ann, Bob")


def test_a_pasted_game_and_one_that_is_still_typed(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "mine")
    box = fill_box(page, BROKEN)  # and nothing that tells the server of it
    page.wait_for_function(BOX_IS_KEPT)
    page.reload()
    expect_text(page, 'did you mean "draw"?')
    settled(page)
    assert box.input_value() == BROKEN
    assert names(page) == []
    fill_box(page, TYPED).press("Control+Enter")
    expect_names(page, "Typed: Ann, Bob")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.wait_for_url("**/?game=*")
    expect_text(page, "Typed: Ann, Bob")
    page.locator(".replay").first.wait_for()
    page.reload()
    page.locator(".replay").first.wait_for()
    expect_text(page, "Typed: Ann, Bob")
    idle(page)
    page.go_back()
    expect_names(page, "Typed: Ann, Bob")
    assert page.get_by_role("textbox", name="or paste them").input_value() == ""


def test_a_full_browser_says_so(profile: BrowserContext, dashboard: Restartable) -> None:
    profile.pages[0].close()  # so that the page below is closed at the end, and its devtools with it
    page = opened(profile, dashboard, "check")
    settled(page)
    devtools = profile.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": dashboard.url, "quotaSize": 1_000})
    text = TYPED + "; " + "x" * 60_000 + "\n"
    page.get_by_role("textbox", name="Record").fill(text)
    page.locator(".refused", has_text="the room that this browser gives to these pages is full").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the text").click()
    assert Path(waiting.value.path()).read_text(encoding="utf-8") == text
    page.get_by_role("link", name="My games").first.click()
    box = fill_box(page, text)
    page.get_by_role("alert").filter(has_text="is full").first.wait_for()
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": dashboard.url})
    box.fill(TYPED.replace("Typed", "Later"))
    page.get_by_role("alert").filter(has_text="is full").first.wait_for(state="hidden")


def test_rename_duplicate_download_delete_and_undo(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "mine")
    bring(page, GAMES[0], TYPED)
    tick(page, "Typed: Ann, Bob")
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_role("textbox", name="Name", exact=True)
    field.fill("<b>Mine</b>")
    field.press("Enter")
    expect_names(page, "<b>Mine</b>", TITLE)
    page.get_by_role("button", name="Duplicate").click()
    expect_names(page, "<b>Mine</b>", "<b>Mine</b> (copy)", TITLE)
    page.get_by_role("button", name="Delete").click()
    expect_text(page, "Deleted: <b>Mine</b>.")
    expect_names(page, "<b>Mine</b> (copy)", TITLE)
    page.reload()
    expect_text(page, "Deleted: <b>Mine</b>.")
    page.get_by_role("button", name="Undo").click()
    expect_names(page, "<b>Mine</b>", "<b>Mine</b> (copy)", TITLE)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download all").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert (text.count(TYPED), text.count(GAMES[0]), text.count("[Game ")) == (2, 1, 3)
    page.get_by_role("searchbox", name="Find among my games").fill("copy")
    expect_names(page, "<b>Mine</b> (copy)")


def test_a_database_is_begun_and_games_are_added(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "games")
    expect_text(page, "There is no database new.duckdb yet")
    page.get_by_role("button", name="Start a database here").click()
    expect_text(page, "There are no games in this database yet")
    page.get_by_role("link", name="My games").last.click()
    bring(page, *GAMES)
    page.get_by_role("checkbox", name="2 games").check()
    page.get_by_role("button", name="Add to the database").click()
    expect_text(page, "2 added")
    page.get_by_role("link", name="Games", exact=True).click()
    expect_text(page, "Games 1 to 2 of 2")
    with store.connect(dashboard.database) as connection:
        assert store.browse(connection).total == 2


def test_the_store_loses_neither_of_two_versions(profile: BrowserContext, dashboard: Restartable) -> None:
    page = opened(profile, dashboard, "_stcore/health")
    kept = page.evaluate(
        """async () => {
        const { browserStore } = await import("/recorder/browser_store.js");
        const first = await browserStore.put(browserStore.create({ text: "one", changed: 1 }));
        await browserStore.put({ ...first, text: "two", changed: 2 }, 1);
        await browserStore.put({ ...first, text: "three", changed: 3 }, 1);  // by a tab that knows the first only
        const late = await browserStore.update(first.id, { state: "sound" }, 1);
        const newer = await browserStore.put(browserStore.create({ form: 99, text: "of a later version" }));
        await browserStore.put({ ...newer, text: "changed here" }, newer.changed);
        return [late, (await browserStore.list()).map((game) => game.text).sort()];
    }"""
    )
    assert kept == [None, ["changed here", "of a later version", "three", "two"]]
