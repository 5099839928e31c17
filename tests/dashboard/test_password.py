"""A dashboard with a password in a network: nothing is served without it, and guessing is limited."""

from __future__ import annotations

import asyncio
import hmac
import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

import pytest

from dashboard.start import gate
from dashboard.start.gate import FROM_ONE, IN_ALL, WINDOW, Tries
from dashboard.start.lan import scan_code
from tests.dashboard.conftest import start_server, stop
from ttrn.cli import dashboard as command

if TYPE_CHECKING:
    from starlette.types import Message

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")

PASSWORD = "grün & blue; 8 trains"  # noqa: S105  of a server that lives for a minute
ASKED = b"<h1>Password</h1>"
PATHS = [
    "/",
    "/games",
    "/_stcore/health",
    "/_stcore/host-config",
    "/static/js/none.js",
    "/media/x",
    "//x/",
    "/favicon.ico",
]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Visitor:
    """Somebody with a plain HTTP client, from some address of this computer."""

    def __init__(self, url: str, address: str = "127.0.0.1") -> None:
        self._host = urlsplit(url).netloc
        self._port = urlsplit(url).port or 80
        self._from = address
        self.cookie = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30, source_address=(self._from, 0))
        sent = {"Host": self._host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.cookie:
            sent["Cookie"] = self.cookie
        line.request(method, path, body or None, sent)
        answer = line.getresponse()
        found = Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        line.close()
        return found

    def log_in(self, password: str, path: str = "/", **headers: str) -> Answer:
        form = f"password={quote(password)}"
        return self.ask("POST", path, form, Content_Type="application/x-www-form-urlencoded", **headers)

    def connect(self, **headers: str) -> int:
        """Ask for the connection that the pages work with; return the status of the answer."""
        return self.ask(
            "GET",
            "/_stcore/stream",
            Connection="Upgrade",
            Upgrade="websocket",
            Sec_WebSocket_Version="13",
            Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg==",
            **headers,
        ).status


@pytest.fixture(scope="module")
def url(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A dashboard that listens everywhere, with a password from the variable."""
    log = tmp_path_factory.mktemp("lan") / "log.txt"
    process, found = start_server(database, "--lan", "--yes", "--headless", log=log, TTRN_PASSWORD=PASSWORD)
    yield found
    stop(process)
    said = log.read_text(encoding="utf-8")
    assert "everybody who knows the password can open this dashboard" in said
    assert "not encrypted" in said
    address = command.network_address() or "localhost"
    here = f"http://{address}:{urlsplit(found).port}"
    assert f"Other devices in this network open {here}, or scan:" in said
    assert "\n".join(scan_code(here)) in said
    assert PASSWORD not in said
    assert "Traceback" not in said


@pytest.fixture
def visitor(url: str) -> Visitor:
    return Visitor(url)


@pytest.fixture
def member(url: str) -> Visitor:
    """Somebody who has given the password."""
    found = Visitor(url)
    answer = found.log_in(PASSWORD)
    assert answer.status == 303
    found.cookie = answer.headers["set-cookie"].partition(";")[0]
    return found


@pytest.mark.parametrize("path", PATHS)
def test_without_the_cookie_there_is_only_the_question(visitor: Visitor, path: str) -> None:
    for method in ("GET", "HEAD", "PUT", "OPTIONS"):
        answer = visitor.ask(method, path)
        assert answer.status == 401
        assert (ASKED in answer.body) == (method != "HEAD")
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "script-src" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_without_the_cookie_there_is_no_connection(visitor: Visitor, member: Visitor) -> None:
    assert visitor.connect() == 403
    assert member.connect() == 101
    assert member.connect(Origin="https://example.org") == 403


def test_a_cookie_that_was_made_up_is_worth_nothing(visitor: Visitor, member: Visitor) -> None:
    name, _, value = member.cookie.partition("=")
    nonce, _, signature = value.partition(".")
    for forged in (
        "",
        ".",
        "x.y",
        f"{nonce}.",
        f".{signature}",
        f"x{nonce}.{signature}",
        f"{nonce}.{signature}0",
        "é.é",
    ):
        visitor.cookie = f"{name}={forged}".encode().decode("latin-1")
        assert visitor.ask("GET", "/").status == 401
        assert visitor.connect() == 403
    visitor.cookie = f"other=1; {member.cookie}; more=2"
    assert visitor.ask("GET", "/").status == 200


def test_the_password_opens_everything(visitor: Visitor, member: Visitor) -> None:
    answer = visitor.log_in(PASSWORD, "/games?board=usa&x=%22")
    assert (answer.status, answer.headers["location"]) == (303, "/games?board=usa&x=%22")
    parts = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(parts)
    assert member.ask("GET", "/_stcore/health").body == b"ok"
    page = member.ask("GET", "/games")
    assert page.status == 200
    assert ASKED not in page.body
    assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
    # Nobody is sent elsewhere.
    assert visitor.log_in(PASSWORD, "//example.org/x").headers["location"] == "/example.org/x"
    assert visitor.log_in(PASSWORD, "/\\example.org").headers["location"].startswith("/example.org")


def test_other_sites_and_large_forms_are_refused(visitor: Visitor) -> None:
    assert visitor.log_in(PASSWORD, Origin="https://example.org").status == 403
    assert visitor.log_in("x" * 100_000).status == 413
    assert visitor.ask("POST", "/").status == 401


@pytest.mark.skipif(sys.platform != "linux", reason="only there every address 127.x.y.z is this computer")
def test_guessing_is_limited_by_address(url: str, member: Visitor) -> None:
    guesser, other = Visitor(url, "127.7.7.7"), Visitor(url, "127.7.7.8")
    for _ in range(FROM_ONE):
        answer = guesser.log_in("wrong")
        assert answer.status == 401
        assert b"not the password" in answer.body
    answer = guesser.log_in(PASSWORD)  # too late, and it is not even compared
    assert answer.status == 429
    assert 0 < int(answer.headers["retry-after"]) <= WINDOW
    assert "set-cookie" not in answer.headers
    assert other.log_in(PASSWORD).status == 303
    assert member.ask("GET", "/_stcore/health").status == 200


def test_tries_are_limited_in_all_and_come_back() -> None:
    now = [0.0]
    tries = Tries(lambda: now[0])
    for n in range(IN_ALL):
        assert tries.wait(f"10.0.{n}.1") == 0
        now[0] += 1
        tries.wrong(f"10.0.{n}.1")
    assert tries.wait("10.9.9.9") == WINDOW - IN_ALL + 1
    now[0] += WINDOW - IN_ALL + 1
    assert tries.wait("10.9.9.9") == 0
    now[0] += WINDOW
    for n in range(FROM_ONE):
        tries.wrong(f"fe80::{n}%eth0")  # a network of IPv6 is one address
    assert tries.wait("fe80::9") == WINDOW
    assert tries.wait("fe81::9") == 0


@pytest.mark.parametrize("given", [PASSWORD, "", "x" * 3000])
def test_passwords_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    compared: list[tuple[int, int]] = []
    real = hmac.compare_digest

    def compare(a: bytes, b: bytes) -> bool:
        compared.append((len(a), len(b)))
        return real(a, b)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": f"password={quote(given)}".encode()}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": ("10.0.0.1", 1)}
    with ThreadPoolExecutor(1) as apart:  # the browser of other tests has a loop in this thread
        apart.submit(asyncio.run, gate.Gate(PASSWORD).answer(scope, receive, send)).result()
    assert sent[0]["status"] == (303 if given == PASSWORD else 401)
    assert compared == [(32, 32)]


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="only Linux tells what processes there are")
def test_the_password_is_in_no_process_list(url: str) -> None:
    """Nor in the variables of the server, as far as its own children would inherit them."""
    port = str(urlsplit(url).port).encode()
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it may have ended meanwhile
            lines.append(file.read_bytes())
    assert any(b"serve.py" in line and port in line for line in lines)
    assert not any(PASSWORD.encode() in line for line in lines)


def test_a_person_gives_the_password_in_a_browser(url: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{url}/games")
    page.get_by_label("Password").fill("wrong one")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("alert").get_by_text("This is not the password.").wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Games").first.wait_for()
    assert page.url == f"{url}/games"
    assert "ttrn" not in page.evaluate("document.cookie")
    assert "ttrn" in str(page.context.cookies())


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """Start no server, but tell with which words and which variables it would be."""
    found: list[tuple[list[str], dict[str, str]]] = []

    def execve(_program: str, words: list[str], environment: dict[str, str]) -> None:
        found.append((words, environment))
        raise SystemExit(0)

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.delenv("TTRN_PASSWORD", raising=False)
    return found


def run(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "ttrn", "dashboard", "--headless", *words]
    environment = {name: value for name, value in os.environ.items() if name != "TTRN_PASSWORD"}
    return subprocess.run(line, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=environment)


def free() -> str:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return str(probe.getsockname()[1])


def test_the_network_is_let_in_only_on_purpose() -> None:
    done = run("--lan", "--port", free())
    assert done.returncode == 2
    assert "everybody in your network can open this dashboard, without a password: look at" in done.stderr
    assert "--yes says that you mean it" in done.stderr
    done = run("--lan", "--yes", "--password", "--port", free())
    assert done.returncode == 2
    assert "set TTRN_PASSWORD, or use --password-file" in done.stderr


def test_what_the_server_is_told(
    started: list[tuple[list[str], dict[str, str]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "network_address", lambda: "192.0.2.7")
    port = int(free())
    with pytest.raises(SystemExit):
        command.dashboard(port=port, lan=True, yes=True)
    words, environment = started.pop()
    assert words[2:6] == [str(port), command._EVERYWHERE, "--lan", f"http://192.0.2.7:{port}"]
    assert "192.0.2.7" in words[6:]  # without a password, only under names of this computer
    assert environment["TTRN_ADD"] == "nobody"
    assert "TTRN_PASSWORD" not in environment
    secret = tmp_path / "secret"
    first = "from a file"
    secret.write_text(f"{first}\nsecond line\n")
    with pytest.raises(SystemExit):
        command.dashboard(port=port, lan=True, yes=True, password_file=str(secret))
    words, environment = started.pop()
    assert "--host" not in words
    assert environment["TTRN_PASSWORD"] == first
    assert first not in " ".join(words)


@pytest.mark.parametrize(("content", "said"), [("short", "5 characters; 6 are the fewest"), (None, "cannot be read")])
def test_passwords_that_are_none(tmp_path: Path, content: str | None, said: str) -> None:
    secret = tmp_path / "secret"
    if content is not None:
        secret.write_text(content)
    done = run("--password-file", str(secret), "--port", free())
    assert done.returncode == 2
    assert said in done.stderr


def test_the_code_can_be_scanned() -> None:
    """Dark is blank: the three corners, a square in a square, stand where scanners look for them."""
    rows = scan_code("http://192.168.178.23:8501")
    dots = [[char in upper for char in row] for row in rows for upper in (" ▄", " ▀")]
    corner = [row[2:9] for row in dots[2:9]]
    ring = [[max(abs(x - 3), abs(y - 3)) != 2 for x in range(7)] for y in range(7)]
    assert corner == ring
    assert [row[-9:-2] for row in dots[2:9]] == ring
    assert len({len(row) for row in rows}) == 1
