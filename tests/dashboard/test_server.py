"""What the server says with every answer, whom it refuses, and what it never says."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from dashboard.pages.check.sql_panel import LIMITS
from dashboard.pages.statistics.topics import TOPICS
from tests.dashboard.test_browser import settled

if TYPE_CHECKING:
    from tests.dashboard.conftest import OpenPage, Server

pytestmark = pytest.mark.xdist_group("browser")

PAGES = [
    "",
    "games",
    "mine",
    "players",
    *[f"statistics?topic={topic}" for topic in TOPICS],
    "check",
    "check?view=ask+in+SQL&sql=SELECT+board,+count(*)+AS+n+FROM+games+GROUP+BY+1",
]


def handshake(url: str, origin: str) -> tuple[str, float]:
    """Ask for a connection as a page of an origin does; return the answer, and how many seconds it took."""
    where = urlsplit(url)
    begun = time.monotonic()
    with socket.create_connection((where.hostname or "", where.port or 80), timeout=30) as line:
        line.sendall(
            f"GET /_stcore/stream HTTP/1.1\r\nHost: {where.netloc}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        return line.recv(4_000).decode("latin-1").lower(), time.monotonic() - begun


def queries(server: Server) -> int:
    """Return how many queries the server is running, each in a process of its own."""
    children = Path(f"/proc/{server.process}/task").glob("*/children")
    numbers = [number for file in children for number in file.read_text().split()]
    return len([number for number in numbers if "query_process" in Path(f"/proc/{number}/cmdline").read_text()])


def wait_for_queries(server: Server, count: int) -> None:
    for _ in range(100):
        if queries(server) == count:
            return
        time.sleep(0.1)
    pytest.fail(f"{queries(server)} queries are running, not {count}")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells what processes there are")
def test_another_query_or_the_end_of_the_visit_ends_one(open_page: OpenPage, server: Server) -> None:
    slow = "SELECT sum(range) FROM range(1000000000000)"
    page = open_page(f"check?view=ask+in+SQL&sql={slow.replace(' ', '+')}")
    page.get_by_text("Asking …").wait_for()
    wait_for_queries(server, 1)
    area = page.get_by_role("textbox", name="Query")
    begun = time.monotonic()
    area.fill("SELECT 40 + 2 AS answer")
    area.press("Control+Enter")
    page.get_by_text("1 rows").wait_for()
    assert time.monotonic() - begun < LIMITS.seconds, "it was over by itself"
    wait_for_queries(server, 0)
    area.fill(slow)
    area.press("Control+Enter")
    wait_for_queries(server, 1)
    begun = time.monotonic()
    page.close()
    wait_for_queries(server, 0)
    assert time.monotonic() - begun < LIMITS.seconds, "it was over by itself"


@pytest.mark.parametrize("path", ["", "games", "_stcore/health", "_stcore/host-config", "media/none", "static/none.js"])
def test_every_answer_says_what_a_browser_may_do_with_it(server: Server, path: str) -> None:
    try:
        with urllib.request.urlopen(f"{server.url}/{path}", timeout=30) as answer:  # noqa: S310  our own server
            headers = answer.headers
    except urllib.error.HTTPError as error:
        headers = error.headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'self'" in policy
    assert "'unsafe-eval'" not in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "SAMEORIGIN"


def test_a_page_of_another_site_gets_no_connection_and_at_once(server: Server) -> None:
    said, _ = handshake(server.url, server.url)
    assert said.startswith("http/1.1 101")
    for stranger in ("https://example.org", "http://localhost:1", "null", "http://[", ""):
        answers = [handshake(server.url, stranger) for _ in range(3)]
        assert {said[:12] for said, _ in answers} == {"http/1.1 403"}, stranger
        # Streamlit asks the network for its own address, a second each time; a busy machine is not always so slow.
        assert min(seconds for _, seconds in answers) < 0.5


def test_a_page_of_another_site_cannot_show_the_pages(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(f"data:text/html,<iframe src='{server.url}/games'></iframe>")
    page.wait_for_timeout(500)
    assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]


def test_no_page_wants_more_than_the_policy_allows(open_page: OpenPage, server: Server) -> None:
    """Nor asks anywhere else; what the pages and their components do still works in all other tests."""
    page = open_page()
    broken: list[str] = []
    page.on("console", lambda said: broken.append(said.text) if "Content Security Policy" in said.text else None)
    page.on(
        "request", lambda sent: None if sent.url.startswith((server.url, "blob:", "data:")) else broken.append(sent.url)
    )
    for address in PAGES:
        page.goto(f"{server.url}/{address}", wait_until="commit")
        page.get_by_role("heading").first.wait_for()
        settled(page)
    page.get_by_test_id("stVegaLiteChart").locator("canvas, svg").first.wait_for()
    assert page.get_by_text("Help agents").count() == 0
    assert not broken, "\n".join(broken)
