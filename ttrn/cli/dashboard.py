"""``ttrn dashboard``: the pages in a browser."""

from __future__ import annotations

import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

from ttrn import store
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.output import FAILED, fail
from ttrn.resources import resource

DATABASE: Final = "TTRN_DATABASE"
"""The variable that tells the pages which database to show."""

ADD: Final = "TTRN_ADD"
"""The variable that tells the pages who may add games to it."""

_HERE: Final = ("localhost", "127.0.0.1")


def dashboard(
    database: Annotated[
        Path | None,
        Argument(
            metavar="[GAMES.duckdb]",
            help="The database to show, or to begin; without one, the sample games.",
        ),
    ] = None,
    port: Annotated[int, Option(min=1, max=65535, help="The port to listen at.")] = 8501,
    address: Annotated[str, Option(help="The address to listen at; 0.0.0.0 lets other computers in.")] = "localhost",
    headless: Annotated[bool, Option("--headless", help="Do not open a browser.")] = False,
    add: Annotated[
        bool,
        Option(
            "--add",
            help="Let everybody who can open the pages add games to the database; without it only whoever sits at this "
            "computer may, and nobody if other computers are let in.",
        ),
    ] = False,
) -> None:
    """Replay games on their boards, browse a database and read its statistics in a browser."""
    _check(database, address, port, begin=add or address in _HERE)
    options = [str(port), address, *(["--headless"] if headless else [])]
    environment = dict(os.environ) | ({DATABASE: str(database.resolve())} if database else {})
    environment[ADD] = "everybody" if add else "owner" if address in _HERE else "nobody"
    serve = str(resource("dashboard", "start", "serve.py"))
    os.execve(sys.executable, [sys.executable, serve, *options], environment)  # noqa: S606


def _check(database: Path | None, address: str, port: int, *, begin: bool) -> None:
    """Tell what keeps the pages from being shown before anything is started, and end the command."""
    if find_spec("streamlit") is None:
        fail('the dashboard needs more packages: pip install "ttrn[dashboard]"')
        raise Exit(FAILED)
    if database is not None:
        try:
            # One that is not there yet can be begun from the pages.
            if database.exists() or not begin or not os.access(database.resolve().parent, os.W_OK):
                store.connect(database).close()
        except store.DatabaseError as error:
            fail(str(error))
            raise Exit(FAILED) from None
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fail(f"the dashboard cannot listen at {address}:{port}: {reason}; --port chooses another port")
        raise Exit(FAILED) from None
