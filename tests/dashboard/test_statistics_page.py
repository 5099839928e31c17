"""The Statistics page: its questions on every board, its filters in the address, its charts in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from dashboard.charts.board_names import BoardNames, names_of
from dashboard.charts.routes import MEASURES
from dashboard.pages.statistics.topics import TOPICS
from dashboard.shared.escape import plain
from tests.dashboard import strangers
from tests.dashboard.conftest import start_server, stop
from ttrn import store
from ttrn.boards import board_names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page
    from streamlit.testing.v1 import AppTest

    from tests.dashboard.conftest import OpenPage, RunPage

BOARDS = board_names()
QUESTIONS = {
    "routes": "Which routes does everybody want?",
    "tickets": "Which tickets are worth keeping?",
    "seats": "Does it matter who begins?",
    "openings": "Which tickets are kept at the start?",
    "scores": "What is a good score?",
    "length": "How long is a game?",
    "cards": "Do winners draw blind or face up?",
    "records": "Which games stand out?",
}


def questions(app: AppTest) -> list[str]:
    return [heading.value for heading in app.subheader]


def said(app: AppTest) -> str:
    return "\n".join([*[part.value for part in app.markdown], *[part.value for part in app.info]])


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("topic", QUESTIONS)
def test_every_topic_on_every_board(run_page: RunPage, board: str, topic: str) -> None:
    app = run_page("statistics", board=board, topic=topic)
    assert not app.exception
    assert not app.error
    if topic == "routes" and not names_of(board).has_routes:
        assert "has no routes" in said(app).replace("\\", "")
        assert questions(app) == [QUESTIONS["tickets"], "How many tickets should one complete?"]
    else:
        assert QUESTIONS[topic] in questions(app)
    if board == "cardgame":
        assert not {"Which route is claimed first?", "Which colours pay for routes?"} & set(questions(app))


def test_every_question_has_an_answer(run_page: RunPage) -> None:
    for topic in TOPICS:
        app = run_page("statistics", board="usa", topic=topic)
        answers = [part.value for part in app.markdown]
        assert len(answers) > len(questions(app)), topic
        assert all(answer.strip() for answer in answers)


@pytest.mark.parametrize("name", MEASURES)
def test_every_map(run_page: RunPage, name: str) -> None:
    app = run_page("statistics", board="europe", map=name)
    assert questions(app) == [MEASURES[name].question]


def test_filters_in_the_address(run_page: RunPage, database: Path) -> None:
    app = run_page("statistics", board="usa", players="4", kind="human", topic="length")
    with store.connect(database) as connection:
        filters = store.Filters(board="usa", player_count=4, kind="human")
        answer = store.ask(connection, "game_lengths", filters)
    games = sum(row[answer.columns.index("games")] for row in answer.rows)
    assert f"**{games} games** of USA" in said(app)
    assert dict(app.query_params) == {"board": "usa", "players": "4", "kind": "human", "topic": "length"}


def test_a_filter_that_is_changed_goes_into_the_address(run_page: RunPage) -> None:
    app = run_page("statistics", topic="length")
    app.selectbox(key="statistics board").set_value("europe").run()
    assert app.query_params["board"] == "europe"
    assert "of Europe" in said(app)
    number = app.selectbox(key="statistics players").options[0].partition(" ")[0]
    app.selectbox(key="statistics players").set_value(number).run()
    assert app.query_params["players"] == number
    assert not app.exception


def test_another_board_forgets_what_it_does_not_have(run_page: RunPage) -> None:
    app = run_page("statistics", board="usa", players="4", topic="seats")
    app.selectbox(key="statistics board").set_value("cardgame").run()
    assert not app.exception
    offered = app.selectbox(key="statistics players").options
    kept = app.query_params.get("players")
    assert (kept == "4") == any(option.startswith("4 players") for option in offered)


ODD = [
    {"board": "atlantis"},
    {"board": ""},
    {"players": "many"},
    {"players": "99"},
    {"kind": "robot"},
    {"since": "yesterday", "until": "2026-02-31"},
    {"since": "0001-01-01"},
    {"information": "<b>"},
    {"topic": "weather"},
    {"map": "weather"},
    {"board": "cardgame", "map": "wins"},
    {"topic": "../../etc/passwd"},
]


@pytest.mark.parametrize("parameters", ODD, ids=str)
def test_odd_parameters(run_page: RunPage, parameters: dict[str, str]) -> None:
    app = run_page("statistics", **parameters)
    assert not app.exception
    assert not app.error
    assert questions(app)


@pytest.mark.parametrize(
    "parameters", [{"event": "'; DROP TABLE games"}, {"player": "Nobody"}, {"since": "2099-01-01"}]
)
def test_filters_that_leave_nothing(run_page: RunPage, parameters: dict[str, str]) -> None:
    app = run_page("statistics", board="usa", **parameters)
    assert not app.exception
    assert not questions(app)
    assert "Take a filter away" in said(app)


@pytest.fixture(scope="module")
def odd_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of strangers."""
    path = tmp_path_factory.mktemp("strangers") / "games.duckdb"
    store.load(path, store.items_of(strangers.text()), cores=1)
    return path


def test_nothing_is_finished(run_page: RunPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of('[Game "usa"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n'), cores=1)
    monkeypatch.setenv("TTRN_DATABASE", str(path))
    for page in ("statistics", "players"):
        app = run_page(page)
        assert not app.exception
        assert "Of no game" in said(app)


@pytest.mark.parametrize("board", BOARDS)
def test_strangers(run_page: RunPage, odd_database: Path, monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    monkeypatch.setenv("TTRN_DATABASE", str(odd_database))
    for topic in ("records", "scores"):
        app = run_page("statistics", board=board, topic=topic)
        assert not app.exception
        text = said(app)
        assert "<img" not in text.replace("\\<", "")
        assert "](javascript" not in text.replace("\\]", "").replace("\\(", "")


def test_a_link_to_an_opening_is_plain_text(run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardNames, "pair", lambda _names, _pair: "*St.* & $x$")
    app = run_page("statistics", board="usa", topic="openings", begun="POR-SEA")
    assert not app.exception
    labels = [link.proto.label for link in app.get("page_link")]
    assert [label for label in labels if label.startswith("Before")] == [f"Before claim 1: {plain('*St.* & $x$')}"]


# --- in a browser ----------------------------------------------------------------------------------------------------


def drawn(page: Page) -> None:
    """Wait for a chart that has something in it."""
    page.locator(".js-plotly-plot .overplot path").first.wait_for(state="attached")


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("topic", ["tickets", "seats", "scores"])
def test_charts_are_drawn(open_page: OpenPage, topic: str) -> None:
    page = open_page(f"statistics?board=usa&topic={topic}")
    page.get_by_role("heading", name=QUESTIONS[topic]).wait_for()
    drawn(page)


@pytest.mark.xdist_group("browser")
def test_the_map_shows_its_numbers(open_page: OpenPage) -> None:
    page = open_page("statistics?board=usa", width=390, dark=True)
    route = page.locator(".heat-map [data-route]").first
    route.wait_for()
    assert page.locator(".heat-map [data-route]").count() == len(names_of("usa").board.routes)  # type: ignore[union-attr]
    route.dispatch_event("click")
    page.get_by_text("an even share").first.wait_for()
    # The map scrolls by itself; the page is not wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.xdist_group("browser")
def test_the_map_stays_with_the_measure_that_is_chosen(open_page: OpenPage) -> None:
    page = open_page("statistics?board=usa")
    legend = page.locator(".heat-map .foot text").first
    legend.filter(has_text=MEASURES["claimed"].legend).wait_for()
    for name in ("round", "wins"):
        # A map of before that is still painted would come back within its second.
        page.get_by_role("radio", name=MEASURES[name].name).click()
        legend.filter(has_text=MEASURES[name].legend).wait_for()
    seen = set()
    for _ in range(44):
        seen.add(legend.text_content())
        page.wait_for_timeout(50)
    assert seen == {MEASURES["wins"].legend}


@pytest.mark.xdist_group("browser")
def test_a_link_to_the_games(open_page: OpenPage) -> None:
    page = open_page("statistics?board=europe&topic=seats")
    said = page.get_by_text(re.compile(r"^[0-9,]+ games? of")).first.inner_text()
    page.get_by_text("See the games behind these figures").click()
    page.wait_for_url("**/games?verdict=counted&board=europe")
    number = said.split()[0]
    page.get_by_text(re.compile(rf"Games 1 to [0-9]+ of {number}\b")).wait_for()


@pytest.mark.xdist_group("browser")
def test_a_record_is_replayed(open_page: OpenPage) -> None:
    page = open_page("statistics?board=usa&topic=records")
    page.get_by_role("heading", name=QUESTIONS["records"]).wait_for()
    page.locator("[data-testid=stPageLink-NavLink]", has_text="Replay").first.click()
    page.wait_for_url(re.compile("game="))


@pytest.fixture(scope="module")
def odd_server(odd_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, url = start_server(odd_database, log=tmp_path_factory.mktemp("log") / "log.txt")
    yield url
    stop(process)


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("address", ["statistics?board=usa&topic=records", "players"])
def test_strangers_in_a_browser(open_page: OpenPage, odd_server: str, address: str) -> None:
    """Whoever plays, and whatever the event is called: it is text. A dialog or an error would fail this."""
    page = open_page(address, url=odd_server)
    page.get_by_role("heading", level=3).first.wait_for()
    page.get_by_text("<img src=x onerror=").first.wait_for()
    if address == "players":
        drawn(page)
        page.locator(".js-plotly-plot", has_text="<script>").first.wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href^=javascript]").count() == 0
