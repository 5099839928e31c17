"""The dashboard as users meet it: a server of its own on a small database, a real browser, and pages without one.

The browser is the system's Chromium. Without one these tests are skipped, unless ``TTRN_BROWSER=required`` is set: then
no test begins.
"""

from __future__ import annotations

import os
import pkgutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest

from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Page
    from streamlit.testing.v1 import AppTest

PATIENCE = 60_000
"""Milliseconds that a browser waits before it gives up: the machine may be busy with other tests."""

HOSTILE = """[Game "usa"]
[Event "<img src=x onerror=alert(1)>"]
[Site "[x](javascript:alert(1))"]
[Date "2026-03-04"]

player ann "**Ann** :material/train: $x^2$"
player bob "<script>alert(2)</script>"

ann deal RRBL
bob deal ????
market RGLKW

1. ann draw R>G ? ; <b>bold</b> [link](http://example.org)
2. bob draw ? K>W
"""

WRONG = """[Game "usa"]
[Event "Wrong"]

player ann "Ann"
player bob "Bob"

1. ann claim SEA-HEL RRR
"""


def _meet_the_installed_one() -> None:
    """Let ``dashboard`` be the one inside the package where a wheel is tested: what a test changes in it, pages see."""
    package = import_module("ttrn.dashboard")
    sys.modules["dashboard"] = package
    for module in pkgutil.walk_packages(package.__path__, "ttrn.dashboard."):
        if not module.name.startswith("ttrn.dashboard.start."):  # those run when they are imported
            sys.modules[module.name.removeprefix("ttrn.")] = import_module(module.name)


if find_spec("ttrn.dashboard"):
    _meet_the_installed_one()


class Server(NamedTuple):
    """A running dashboard: its address, the database that it shows, and the number of its process."""

    url: str
    database: Path
    process: int


OpenPage: TypeAlias = "Callable[..., Page]"
RunPage: TypeAlias = "Callable[..., AppTest]"


def sample_texts() -> str:
    """Return the sample games without the large archive, with a hostile and a wrong one among them."""
    files = sorted(resource("sample_games").rglob("*.ttrn"))
    return "\n".join([*[file.read_text(encoding="utf-8") for file in files], HOSTILE, WRONG])


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small database, to be read only: all sample games but the large archive, a hostile and a wrong one."""
    folder = tmp_path_factory.mktemp("dashboard")
    records = folder / "games.ttrn"
    records.write_text(sample_texts(), encoding="utf-8")
    store.load(folder / "games.duckdb", store.items_of(records), cores=1)
    return folder / "games.duckdb"


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def start_server(
    *arguments: str | Path, log: Path, port: int = 0, **environment: str
) -> tuple[subprocess.Popen[bytes], str]:
    """Start ``ttrn dashboard`` and wait until it answers; return the process and the address.

    It opens a browser that does nothing: without one Streamlit would be quieter than it is for people.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "ttrn", "dashboard", *map(str, arguments), "--port", str(port)]
    environment = {"BROWSER": "true"} | environment
    with log.open("wb") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream, env=dict(os.environ) | environment)
    url = f"http://localhost:{port}"
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:  # noqa: S310  our own server
                if answer.status == 200:
                    return process, url
        except urllib.error.HTTPError as error:
            if error.code == 401:  # it wants a password
                return process, url
        except OSError:
            time.sleep(0.1)
    stop(process)
    pytest.fail(f"the dashboard does not start: {log.read_text(encoding='utf-8')}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server that a test has started."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def server(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard that shows the small database; whatever it says but where it is fails the test run."""
    log = tmp_path_factory.mktemp("server") / "log.txt"
    # Streamlit advertises to people in whose home it finds certain programs.
    home = tmp_path_factory.mktemp("home")
    (home / ".cursor").mkdir()
    process, url = start_server(database, log=log, HOME=str(home))
    yield Server(url, database, process.pid)
    stop(process)
    assert log.read_text(encoding="utf-8").splitlines() == [f"The dashboard is at {url}; Ctrl+C ends it."]


@pytest.fixture(scope="module")
def recorder() -> Iterator[str]:
    """The recorder on a server of its own, which answers its taps: the rules in the browser have tests of their own."""
    import uvicorn  # noqa: PLC0415  not all tests need it
    from starlette.applications import Starlette  # noqa: PLC0415
    from starlette.responses import JSONResponse  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415

    from dashboard.start.recorder_routes import routes  # noqa: PLC0415

    alone = Route("/recorder/engine.json", lambda _: JSONResponse(None))
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=[alone, *routes()]), port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def ours(said: ConsoleMessage, url: str) -> bool:
    """Return whether a message is about the dashboard.

    Streamlit asks elsewhere for things that it can do without, and at the address of a page for its own server, which
    it then finds above.
    """
    where = said.location.get("url", "")
    return "/_stcore/" not in where and (where.startswith(url) or not where.startswith("http"))


class Tab:
    """A page that one test after the other gets, empty, with nothing kept in its browser.

    In a fresh profile a browser reads and compiles all scripts of Streamlit anew, which takes longer than most tests.
    """

    def __init__(self, browser: Browser) -> None:
        self.context = _profile(browser)
        self._page: Page | None = None

    def page(self) -> Page:
        """Return the page; another one if a test has closed it."""
        if self._page is None or self._page.is_closed():
            self._page = self.context.new_page()
        return self._page

    def clean(self, origins: Iterable[str]) -> None:
        """Leave the page and close all others, and forget what the browser has kept of these servers."""
        page = self.page()
        for other in self.context.pages:
            if other is not page:
                other.close()
        page.goto("about:blank")
        page.mouse.move(0, 0)
        self.context.clear_cookies()
        devtools = self.context.new_cdp_session(page)
        for origin in origins:
            devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        devtools.send("Page.resetNavigationHistory")
        devtools.detach()


def _profile(browser: Browser) -> BrowserContext:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Tab:
    """The page that most tests share, one after the other."""
    return Tab(browser)


class _Listener:
    """Hears of everything that goes wrong on pages of these servers."""

    def __init__(self, *urls: str) -> None:
        self.urls = set(urls)
        self.errors: list[str] = []

    def follow(self, page: Page) -> None:
        page.on("pageerror", self._failed)
        page.on("console", self._said)
        page.on("dialog", self._asked)

    def leave(self, page: Page) -> None:
        page.remove_listener("pageerror", self._failed)
        page.remove_listener("console", self._said)
        page.remove_listener("dialog", self._asked)

    def _failed(self, error: Error) -> None:
        self.errors.append(f"{error}")

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error" and any(ours(said, url) for url in self.urls):
            self.errors.append(f"{said.location}: {said.text}")

    def _asked(self, dialog: Dialog) -> None:
        self.errors.append(f"a dialog says {dialog.message}")
        dialog.dismiss()


@pytest.fixture
def open_page(browser: Browser, tab: Tab, server: Server) -> Iterator[OpenPage]:
    """Open an address of the dashboard, each time in a profile without a past; errors in the browser fail the test.

    ``script`` runs before those of the page. ``open_page("games?board=usa", width=390, dark=True)``.
    """
    pages: list[Page] = []
    listener = _Listener(server.url)

    def call(
        address: str = "",
        *,
        width: int = 1400,
        height: int = 900,
        dark: bool = False,
        url: str = server.url,
        script: str = "",
    ) -> Page:
        page = _profile(browser).new_page() if pages or script else tab.page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        if script:
            page.add_init_script(script)
        listener.urls.add(url)
        listener.follow(page)
        page.goto(f"{url}/{address}")
        return page

    yield call
    for page in pages:
        if page.context is tab.context:
            listener.leave(page)
            tab.clean(listener.urls)
        else:
            page.context.close()
    assert not listener.errors, "\n".join(listener.errors)


@pytest.fixture
def run_page(database: Path, monkeypatch: pytest.MonkeyPatch) -> RunPage:
    """Run a page without a browser: ``run_page("games", board="usa")``; the parameters are those of the address."""
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415  takes long, and not all tests need it
    from streamlit.util import calc_hash  # noqa: PLC0415

    monkeypatch.setenv("TTRN_DATABASE", str(database))

    def call(page: str, /, **parameters: str) -> AppTest:
        app = AppTest.from_file(str(resource("dashboard", "start", "app.py")), default_timeout=PATIENCE / 1000)
        # Pages are functions, for which there is no public way to be chosen.
        app._page_hash = calc_hash(page)
        for name, value in parameters.items():
            app.query_params[name] = value
        return app.run()

    return call
