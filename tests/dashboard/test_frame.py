"""The frame: every page opens, with a browser and without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.dashboard.conftest import OpenPage, RunPage

PAGES = {
    "replay": "Replay",
    "games": "Games",
    "mine": "My games",
    "players": "Players",
    "statistics": "Statistics",
    "compare": "Compare",
    "check": "Check and explore",
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_runs(run_page: RunPage, name: str) -> None:
    app = run_page(name)
    assert not app.exception
    assert not app.error


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_at_its_address(open_page: OpenPage, name: str) -> None:
    page = open_page("" if name == "replay" else name)
    page.get_by_role("heading").first.wait_for()
    assert "Page not found" not in page.content()
