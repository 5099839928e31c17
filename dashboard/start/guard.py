"""What stands before the server: every answer says what a browser may do with it, and strangers' pages are refused.

The pages load nothing from elsewhere, and no other site has a reason to show them in a frame or to talk to their
server.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit
from streamlit import config
from streamlit.starlette import App

from .gate import Gate

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def policy() -> str:
    """Return the content policy: scripts, styles, pictures and connections of this server only.

    What Streamlit wants beyond that: the script in its own page (known by its hash), styles that scripts set, and
    scripts, pictures and workers that it makes itself in the browser (``blob:``, ``data:``).
    """
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    known = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in _INLINE.findall(page)]
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", "blob:", *[f"'sha256-{digest}'" for digest in known]])
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )


class GuardedApp(App):
    """The application with these words on every answer, and without connections from other sites' pages.

    Where there is a ``gate``, nothing is answered but the question for the password until it lets somebody through.
    """

    gate: Gate | None = None

    @cached_property
    def _headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (b"content-security-policy", policy().encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"SAMEORIGIN"),
            (b"referrer-policy", b"same-origin"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        stranger = scope["type"] != "lifespan" and self.gate is not None and not self.gate.admits(scope)
        if scope["type"] == "websocket" and (stranger or not is_own(scope)):
            await receive()
            # Before it is accepted this is an answer 403. Streamlit would ask the network for its own address first.
            await send({"type": "websocket.close", "code": 1008})
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [name for name, _ in message.get("headers", ())]
                added = [header for header in self._headers if header[0] not in given]
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        if stranger:
            assert self.gate is not None
            await self.gate.answer(scope, receive, sent)
            return
        await super().__call__(scope, receive, sent)


def is_own(scope: Scope) -> bool:
    """Return whether a page of this server asks, or one that the settings allow, or no page at all."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None:
        return True
    return origin.partition("://")[2] == headers.get(b"host") or origin in config.get_option(
        "server.corsAllowedOrigins"
    )
