"""``ttrn dashboard``: the pages in a browser."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ttrn.cli.output import FAILED, fail
from ttrn.resources import resource

DATABASE = "TTRN_DATABASE"
"""The variable that tells the pages which database to show."""


def dashboard(
    database: Annotated[
        Path | None,
        typer.Argument(metavar="[GAMES.duckdb]", help="The database to show; without one, the sample games."),
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8501,
    headless: Annotated[bool, typer.Option("--headless", help="Do not open a browser.")] = False,
) -> None:
    """Replay games on their boards, browse a database and read its statistics in a browser."""
    if find_spec("streamlit") is None:
        fail('the dashboard needs more packages: pip install "ttrn[dashboard]"')
        raise typer.Exit(FAILED)
    if database is not None and not database.is_file():
        fail(f"there is no database {database}: make one with ttrn load")
        raise typer.Exit(FAILED)
    app = str(resource("dashboard", "app.py"))
    options = [
        f"--server.port={port}",
        f"--server.headless={str(headless).lower()}",
        "--browser.gatherUsageStats=false",
    ]
    environment = dict(os.environ) | ({DATABASE: str(database.resolve())} if database else {})
    os.execve(sys.executable, [sys.executable, "-m", "streamlit", "run", app, *options], environment)  # noqa: S606
