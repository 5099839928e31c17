"""A game of another package opens in the replay like those of ttrn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ttrn
from tests.dashboard.conftest import Server, start_server, stop
from tests.games.conftest import path_with_games, usa_tunnels  # noqa: F401  a fixture
from ttrn import store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def tunnels_server(browser: Browser, tmp_path: Path, usa_tunnels: None) -> Iterator[Server]:  # noqa: ARG001, F811
    """A dashboard that shows one game, which ends in a tie."""
    records = tmp_path / "tie.ttrn"
    records.write_text(ttrn.dumps([ttrn.play_game("usa_tunnels", ["greedy", "greedy"], 3)]), encoding="utf-8")
    database, log = tmp_path / "games.duckdb", tmp_path / "log.txt"
    store.load(database, store.items_of(records), cores=1)
    process, url = start_server(database, log=log, PYTHONPATH=path_with_games())
    yield Server(url, database, process.pid)
    stop(process)
    assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


def test_it_is_replayed_listed_and_counted(tunnels_server: Server, open_page: OpenPage) -> None:
    page = open_page("?turn=0", url=tunnels_server.url)
    page.locator(".replay .now .where").filter(has_text="Setup").wait_for()
    assert page.locator(".board .route.tunnel").count() == 18
    page.get_by_role("button", name="To the end").click()
    page.locator(".sheet .verdict").filter(has_text="on points, by the bonus card for the longest path").wait_for()
    assert page.locator(".route.tunnel[data-owner]").count()
    page.goto(f"{tunnels_server.url}/games?board=usa_tunnels")
    page.get_by_text("Games 1 to 1 of 1").wait_for()
    page.goto(f"{tunnels_server.url}/statistics?board=usa_tunnels&topic=routes")
    page.get_by_text("1 game of").first.wait_for()
