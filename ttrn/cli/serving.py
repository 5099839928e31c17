"""``ttrn dashboard``: the pages in a browser."""

from __future__ import annotations

import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from ttrn import store
from ttrn.cli.output import FAILED, fail
from ttrn.resources import resource

DATABASE: Final = "TTRN_DATABASE"
"""The variable that tells the pages which database to show."""

MAX_UPLOAD: Final = 20
"""How many megabytes a file may have that is given to a page."""

_OPTIONS: Final = {
    "browser.gatherUsageStats": "false",
    # What went wrong is told in words by the pages, and in full in the log of the server.
    "client.showErrorDetails": "none",
    "client.toolbarMode": "viewer",
    "server.fileWatcherType": "none",
    "server.maxUploadSize": str(MAX_UPLOAD),
    "server.showEmailPrompt": "false",
    "theme.light.primaryColor": "#9c4a1a",
    "theme.light.backgroundColor": "#fdfbf6",
    "theme.light.secondaryBackgroundColor": "#f3eee2",
    "theme.light.textColor": "#2b2620",
    "theme.dark.primaryColor": "#e0955f",
    "theme.dark.backgroundColor": "#17191c",
    "theme.dark.secondaryBackgroundColor": "#22262b",
    "theme.dark.textColor": "#ece7dd",
}
"""What Streamlit is told; the colours are those of the maps."""


def dashboard(
    database: Annotated[
        Path | None,
        typer.Argument(metavar="[GAMES.duckdb]", help="The database to show; without one, the sample games."),
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8501,
    address: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets other computers in.")
    ] = "localhost",
    headless: Annotated[bool, typer.Option("--headless", help="Do not open a browser.")] = False,
) -> None:
    """Replay games on their boards, browse a database and read its statistics in a browser."""
    _check(database, address, port)
    chosen = {"server.port": port, "server.address": address, "server.headless": str(headless).lower()}
    options = [f"--{name}={value}" for name, value in (_OPTIONS | chosen).items()]
    environment = dict(os.environ) | ({DATABASE: str(database.resolve())} if database else {})
    app = str(resource("dashboard", "start", "app.py"))
    os.execve(sys.executable, [sys.executable, "-m", "streamlit", "run", app, *options], environment)  # noqa: S606


def _check(database: Path | None, address: str, port: int) -> None:
    """Tell what keeps the pages from being shown before anything is started, and end the command."""
    if find_spec("streamlit") is None:
        fail('the dashboard needs more packages: pip install "ttrn[dashboard]"')
        raise typer.Exit(FAILED)
    if database is not None:
        try:
            store.connect(database).close()
        except store.DatabaseError as error:
            fail(str(error))
            raise typer.Exit(FAILED) from None
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fail(f"the dashboard cannot listen at {address}:{port}: {reason}; --port chooses another port")
        raise typer.Exit(FAILED) from None
