"""Starts the server: Streamlit's own, behind a guard, while what the pages need is made ready beside it.

Streamlit runs the pages, and with them everything that they import, when the first reader comes. That reader would wait
two seconds more than all others.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from streamlit.starlette import App

_HERE: Final = ("localhost", "127.0.0.1")
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  only compared with
PASSWORD: Final = "TTRN_PASSWORD"  # noqa: S105  the name of a variable
"""The variable that has the password, if there is one."""
_BROWSER_AFTER: Final = 0.3
"""Seconds after which a browser is opened: the server listens as soon as its start is over."""


def _make_ready() -> None:
    # What fails here fails again, and is shown, when a page is opened; and the server may be on its way out.
    with suppress(Exception):
        import_module("ttrn.dashboard.main" if find_spec("ttrn.dashboard") else "dashboard.main")


def main() -> None:
    """Run the server: ``serve.py PORT ADDRESS [--headless] [--lan URL] [--host NAME]...``."""
    # Neither pages nor processes that they start have any business with it.
    password = os.environ.pop(PASSWORD, "")
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("address")
    parser.add_argument("--headless", action="store_true")
    parser.add_argument("--lan", default="")
    parser.add_argument("--host", action="append", default=[])
    wanted = parser.parse_args()
    sys.argv = sys.argv[:1]  # the rest is no business of the pages
    from uvicorn.config import LOGGING_CONFIG  # noqa: PLC0415  in the meantime

    home = "ttrn.dashboard.start" if find_spec("ttrn.dashboard") else "dashboard.start"
    pages = ("guard", "recorder_routes", "editor_routes", "panel_routes")
    guard, *served = [import_module(f"{home}.{name}") for name in pages]
    # Not sooner: where two threads import the same package, one of them may get half of it.
    threading.Thread(target=_make_ready, daemon=True).start()
    # It would tell when it starts, waits, and stops.
    LOGGING_CONFIG["loggers"]["uvicorn.error"]["level"] = "WARNING"

    @asynccontextmanager
    async def started(_: App) -> AsyncIterator[None]:
        url = f"http://{_host(wanted.address)}:{wanted.port}"
        others = ", for other computers under the name of this one" * (wanted.address in _EVERYWHERE and not wanted.lan)
        print(f"The dashboard is at {url}{others}; Ctrl+C ends it.", flush=True)  # noqa: T201  it is the terminal's
        if wanted.lan:
            print(import_module(f"{home}.lan").told(wanted.lan), flush=True)  # noqa: T201  as above
        if not wanted.headless:
            asyncio.get_running_loop().call_later(_BROWSER_AFTER, _open, url)
        yield

    routes = [route for each in served for route in each.routes()]
    app = guard.GuardedApp(Path(__file__).with_name("app.py"), lifespan=started, routes=routes)
    app.gate = guard.Gate(password) if password else None
    # A page from elsewhere must not reach this one under a name of its own.
    hosts = list(_HERE) if wanted.address in _HERE else wanted.host
    with suppress(KeyboardInterrupt):
        app.run(config=_options(wanted.port, wanted.address, hosts, headless=wanted.headless))


def _host(address: str) -> str:
    if address in _EVERYWHERE:
        return _HERE[0]
    return f"[{address}]" if ":" in address else address


def _open(url: str) -> None:
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _options(port: int, address: str, hosts: list[str], *, headless: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"server.port": port, "server.address": address, "server.headless": headless}
    if hosts:
        options["server.allowedHosts"] = hosts
    return options


if __name__ == "__main__":
    main()
