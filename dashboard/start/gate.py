"""The password of a dashboard that other computers can reach: without it there is a page that asks for it, and no more.

Whoever has given it gets a cookie, which scripts cannot read and other sites' pages do not send. It is worth something
as long as the server runs: the key that it is signed with is made anew at each start.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import math
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

WINDOW: Final = 3600
"""So many seconds a wrong password counts."""
FROM_ONE: Final = 8
"""So many wrong ones may come from one address in that time."""
IN_ALL: Final = 60
"""So many may come from all addresses together: who guesses may have many."""
_LARGEST: Final = 4096
"""Bytes of a form; it holds a password."""

_STYLE: Final = """
body { font-family: system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem; line-height: 1.5 }
input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .6rem; margin-top: .6rem }
p[role=alert] { color: #b00020 }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #eee } p[role=alert] { color: #ff8a80 } }
"""
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Password</title><style>{style}</style></head>
<body><h1>Password</h1><p>This dashboard is for people who know it.</p>{told}
<form method="post"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button>Open</button></form></body>
</html>
"""
_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        f"style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


class Tries:
    """Who has given wrong passwords, and how often, within a time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque()

    def wait(self, address: str) -> int:
        """Return how many seconds this address has to wait before it may try again; 0 for none."""
        now = self._clock()
        while self._wrong and self._wrong[0][0] <= now - WINDOW:
            self._wrong.popleft()
        own = [when for when, who in self._wrong if who == _group(address)]
        ends = [own[-FROM_ONE]] if len(own) >= FROM_ONE else []
        ends += [self._wrong[-IN_ALL][0]] if len(self._wrong) >= IN_ALL else []
        return max([math.ceil(when + WINDOW - now) for when in ends], default=0)

    def wrong(self, address: str) -> None:
        """Take note of a wrong password; not more are kept than count."""
        self._wrong.append((self._clock(), _group(address)))
        if len(self._wrong) > IN_ALL:
            self._wrong.popleft()


def _group(address: str) -> str:
    """Return what counts as one address: of IPv6 the network, in which anybody may take as many as they like."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or found.exploded[:19])


class Gate:
    """Lets those through who know the password."""

    def __init__(self, password: str, tries: Tries | None = None) -> None:
        self._digest = _digest(password)
        self._key = secrets.token_bytes(32)
        self._tries = tries or Tries()

    def admits(self, scope: Scope) -> bool:
        """Return whether a request brings a cookie that this gate has given out."""
        cookies = _headers(scope).get(b"cookie", b"").decode("latin-1")
        for part in cookies.split(";"):
            name, _, value = part.strip().partition("=")
            nonce, _, signature = value.partition(".")
            if name == _cookie(scope) and hmac.compare_digest(signature.encode(), self._signed(nonce).encode()):
                return True
        return False

    def _signed(self, nonce: str) -> str:
        return hmac.new(self._key, nonce.encode(), hashlib.sha256).hexdigest()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of somebody who has not given the password: with the page, or by what the form brings."""
        if scope["method"] != "POST":
            await _page(scope, send, 401)
            return
        headers = _headers(scope)
        origin = headers.get(b"origin")
        if origin is not None and origin.partition(b"://")[2] != headers.get(b"host"):
            await _page(scope, send, 403, "Another site has sent this.")
            return
        body = await _body(receive)
        if body is None:
            await _page(scope, send, 413, "That is no password.")
            return
        given = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True).get("password", [""])[0]
        # Nothing is awaited between the question and the note: many tries at once are counted one by one.
        address = str((scope.get("client") or ("",))[0])
        seconds = self._tries.wait(address)
        if seconds:
            told = f"Too many wrong passwords. Try again in {math.ceil(seconds / 60)} minutes."
            await _page(scope, send, 429, told, {b"retry-after": str(seconds).encode()})
        elif not hmac.compare_digest(_digest(given), self._digest):
            self._tries.wrong(address)
            await _page(scope, send, 401, "This is not the password.")
        else:
            await self._let_in(scope, send)

    async def _let_in(self, scope: Scope, send: Send) -> None:
        nonce = secrets.token_urlsafe(24)
        cookie = f"{_cookie(scope)}={nonce}.{self._signed(nonce)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
        headers = [(b"location", _own_place(scope)), (b"set-cookie", cookie.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _digest(password: str) -> bytes:
    """Return a password as it is compared: the same number of bytes, however long it is."""
    return hashlib.sha256(password.encode("utf-8", "surrogatepass")).digest()


def _headers(scope: Scope) -> Mapping[bytes, bytes]:
    return {name.lower(): value for name, value in scope["headers"]}


def _cookie(scope: Scope) -> str:
    """Return the name of the cookie: browsers do not tell the ports of one host apart."""
    return f"ttrn_{(scope.get('server') or ('', 0))[1]}"


def _own_place(scope: Scope) -> bytes:
    """Return the address that was asked for, and none on another host."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    place = b"/" + path.lstrip(b"/\\").replace(b"\\", b"%5C")
    return place + (b"?" + query if query else b"")


async def _body(receive: Receive) -> bytes | None:
    """Return what a form brings; nothing if it is too large."""
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > _LARGEST:
            return None
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return body


async def _page(
    scope: Scope, send: Send, status: int, told: str = "", more: Mapping[bytes, bytes] | None = None
) -> None:
    """Send the page that asks for the password, with a sentence of what was wrong."""
    alert = f'<p role="alert">{told}</p>' if told else ""
    body = _PAGE.format(style=_STYLE, told=alert).encode()
    headers = {
        b"content-type": b"text/html; charset=utf-8",
        b"content-length": str(len(body)).encode(),
        b"content-security-policy": _POLICY.encode(),
        b"cache-control": b"no-store",
        **(more or {}),
    }
    await send({"type": "http.response.start", "status": status, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
