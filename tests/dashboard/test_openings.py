"""The explorer of openings: a start stands in the address, and choosing goes deeper, with the games behind it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from dashboard.charts.board_names import names_of
from tests.dashboard.stepping import idle
from tests.dashboard.test_browser import settled
from tests.dashboard.test_statistics_page import questions, said
from ttrn import store

if TYPE_CHECKING:
    from tests.dashboard.conftest import OpenPage, RunPage

NAMES = names_of("usa")


def starts(database: Path, name: str, **filters: str) -> list[dict[str, object]]:
    with store.connect(database) as connection:
        answer = store.ask(connection, name, store.Filters(board="usa", **filters))  # type: ignore[arg-type]
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def figures(run_page: RunPage, **start: str) -> dict[str, str]:
    app = run_page("statistics", board="usa", topic="openings", **start)
    assert not app.exception
    assert not app.error
    return {metric.label: str(metric.value) for metric in app.metric}


def test_a_start_in_the_address(run_page: RunPage, database: Path) -> None:
    ticket = str(starts(database, "opening_tickets")[0]["ticket"])
    route = str(starts(database, "opening_claims", kept=ticket)[0]["route"])
    for start in ({"kept": ticket}, {"begun": route}, {"kept": ticket, "begun": route}):
        (row,) = starts(database, "opening_results", **start)
        found = figures(run_page, **start)
        assert (found["Players"], found["Games"]) == (f"{row['seats']}", f"{row['games']}")


def test_names_from_the_other_end_and_of_other_boards(run_page: RunPage, database: Path) -> None:
    route = str(starts(database, "opening_claims")[0]["route"])
    back = "-".join(reversed(route.lower().split("-")))
    app = run_page("statistics", board="usa", topic="openings", begun=f"{back},LON-PAR", kept="<b>,x")
    assert not app.exception
    assert app.query_params["begun"] in (route, [route])
    assert "kept" not in app.query_params
    told = "".join(warning.value for warning in app.warning).replace("\\", "")
    assert 'kept "<b>,x", but it wants names of this board' in told
    assert 'begun "' in told
    assert "Which route is claimed next, as claim 2?" in questions(app)
    assert not run_page("statistics", board="usa", topic="openings", begun=back).warning


def test_another_board_forgets_the_start(run_page: RunPage, database: Path) -> None:
    route = str(starts(database, "opening_claims")[0]["route"])
    app = run_page("statistics", board="usa", topic="openings", begun=route)
    app.selectbox(key="statistics board").set_value("marklin").run()
    assert not app.exception
    assert "begun" not in app.query_params
    assert "Which route is claimed first?" in questions(app)


def test_a_start_that_nobody_played(run_page: RunPage) -> None:
    every = ",".join(NAMES.board.ticket_text(ticket) for ticket in NAMES.board.tickets[:9]) if NAMES.board else ""
    app = run_page("statistics", board="usa", topic="openings", kept=every)
    assert not app.exception
    assert "No game that knows it begins like this" in said(app)


@pytest.mark.xdist_group("browser")
def test_deeper_and_back(open_page: OpenPage, database: Path) -> None:
    first = starts(database, "opening_claims")[0]["route"]
    second = starts(database, "opening_claims", begun=str(first))[0]["route"]
    page = open_page("statistics?board=usa&topic=openings", width=390)
    row = page.locator(".rows a", has_text=NAMES.pair(str(first))).first
    row.click()
    page.get_by_role("heading", name="Which route is claimed next, as claim 2?").wait_for()
    page.wait_for_url(re.compile(re.escape(urlencode({"begun": first}))))
    page.locator(".rows a", has_text=NAMES.pair(str(second))).first.click()
    page.get_by_role("heading", name="as claim 3?").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    idle(page)
    page.go_back()
    page.get_by_role("heading", name="as claim 2?").wait_for()
    page.locator("[data-testid=stPageLink-NavLink]", has_text="Before claim 1").click()
    page.get_by_role("heading", name="Which route is claimed first?").wait_for()


@pytest.mark.xdist_group("browser")
def test_the_games_behind_a_start(open_page: OpenPage, database: Path) -> None:
    row = starts(database, "opening_claims")[0]
    (game, *_) = starts(database, "opening_games", begun=str(row["route"]))
    page = open_page(f"statistics?{urlencode({'board': 'usa', 'topic': 'openings', 'begun': row['route']})}")
    page.locator("[data-testid=stPageLink-NavLink]", has_text="All games that began like this").click()
    page.get_by_text(re.compile(r"Games 1 to \d+ of")).wait_for()
    with store.connect(database) as connection:
        filters = store.Filters(board="usa", begun=str(row["route"]), verdict=store.COUNTED)
        total = store.browse(connection, filters).total
    assert f"of {total} (of" in page.get_by_text(re.compile("Games 1 to")).inner_text()
    idle(page)
    page.go_back()
    page.get_by_role("heading", name="Which games began like this?").wait_for()
    settled(page)
    page.get_by_role("list", name="Games").get_by_role("link").first.click()
    page.wait_for_url(re.compile(f"game={game['hash']}.*turn={game['turn']}"))
