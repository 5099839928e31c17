"""The Players page: everybody who played has one, and nobody else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from tests.dashboard import strangers
from tests.dashboard.test_statistics_page import drawn, questions, said
from ttrn import store
from ttrn.boards import board_names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import OpenPage, RunPage

ALWAYS = {
    "Is the rating rising?",
    "Against whom does it go well?",
    "Where do the points come from?",
    "Which tickets are kept, and completed?",
    "Which games were the best?",
}


def everybody(database: Path, **filters: str) -> list[str]:
    with store.connect(database) as connection:
        return [row[0] for row in store.ask(connection, "active_players", store.Filters(**filters)).rows]  # type: ignore[arg-type]


def test_without_a_name_it_is_the_most_active_player(run_page: RunPage, database: Path) -> None:
    app = run_page("players")
    assert not app.exception
    assert app.selectbox(key="players player").value == everybody(database)[0]
    assert set(questions(app)) >= ALWAYS


@pytest.mark.parametrize("board", board_names())
def test_a_player_on_each_board(run_page: RunPage, database: Path, board: str) -> None:
    player = everybody(database, board=board)[0]
    app = run_page("players", player=player, board=board)
    assert not app.exception
    assert not app.error
    assert set(questions(app)) >= ALWAYS
    assert ("Which routes are the favourites?" in questions(app)) == (board != "cardgame")
    assert app.query_params["player"] == player


def test_another_player_is_chosen(run_page: RunPage, database: Path) -> None:
    app = run_page("players")
    other = everybody(database)[1]
    app.selectbox(key="players player").set_value(other).run()
    assert not app.exception
    assert app.query_params["player"] == other
    assert other in questions(app)[0].replace("\\", "")


def test_the_record_is_that_of_the_store(run_page: RunPage, database: Path) -> None:
    player = everybody(database, board="usa")[0]
    with store.connect(database) as connection:
        answer = store.ask(connection, "player_record", store.Filters(player=player))
    total = dict(zip(answer.columns, answer.rows[0], strict=True))
    app = run_page("players", player=player)
    figures = {metric.label: metric.value for metric in app.metric}
    assert figures["Games"] == f"{total['games']:,}"
    assert figures["Wins"] == f"{total['wins']:,}"


@pytest.mark.parametrize("player", ["Nobody", "<b>x</b>", "'; DROP TABLE games; --", "x" * 5000, "\u202e\x00"])
def test_nobody(run_page: RunPage, player: str) -> None:
    app = run_page("players", player=player)
    assert not app.exception
    assert not app.error
    assert not questions(app)
    assert "No finished game" in said(app)


def test_a_slip_of_the_pen(run_page: RunPage, database: Path) -> None:
    name = everybody(database)[0]
    app = run_page("players", player=name[:-1] + "x")
    assert f'Did you mean "{name}"' in said(app).replace("\\", "")


@pytest.mark.parametrize("board", ["atlantis", "", "<b>"])
def test_odd_boards(run_page: RunPage, board: str) -> None:
    app = run_page("players", board=board)
    assert not app.exception
    assert set(questions(app)) >= ALWAYS


def test_strangers(run_page: RunPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of(strangers.text()), cores=1)
    monkeypatch.setenv("TTRN_DATABASE", str(path))
    for player in (strangers.ANN, strangers.BOB):
        app = run_page("players", player=player)
        assert not app.exception
        assert set(questions(app)) >= ALWAYS
        shown = said(app) + "\n".join(questions(app))
        assert "<img" not in shown.replace("\\<", "")
        assert "<script" not in shown.replace("\\<", "")


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("width", [390, 1400])
def test_the_page_in_a_browser(open_page: OpenPage, database: Path, width: int) -> None:
    player = everybody(database, board="usa")[0]
    page = open_page(f"players?{urlencode({'player': player, 'board': 'usa'})}", width=width)
    page.get_by_role("heading", name="How good is").wait_for()
    drawn(page)
    page.locator(".heat-map [data-route]").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.xdist_group("browser")
def test_a_best_game_is_replayed(open_page: OpenPage) -> None:
    page = open_page("players")
    page.get_by_role("heading", name="Which games were the best?").wait_for()
    page.locator("[data-testid=stPageLink-NavLink]", has_text="Replay").first.click()
    page.wait_for_url(re.compile("game="))


def pairs(database: Path, name: str, player: str, against: str) -> list[dict[str, Any]]:
    with store.connect(database) as connection:
        answer = store.ask(connection, name, store.Filters(player=player, against=against))
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_two_players_against_each_other(run_page: RunPage, database: Path) -> None:
    app = run_page("players", player="Player Four", against="Player One")
    assert not app.exception
    assert not app.error
    assert len(questions(app)) == 3
    assert "How good is" not in questions(app)[0]
    total = pairs(database, "opponent_record", "Player Four", "Player One")[0]
    figures = {metric.label.replace("\\", ""): metric.value for metric in app.metric}
    assert total["games"] == 2
    assert figures["Games together"] == "2"
    assert figures["Player Four ahead"] == str(total["ahead"])
    assert figures["Player One ahead"] == str(total["behind"])
    by_board = app.dataframe[0].value.to_dict("records")
    assert [(row["board"], row["players"], row["games"]) for row in by_board] == [("USA", 4, 2)]


@pytest.mark.parametrize("against", ["Nobody", "Player Four", "<b>x</b>", "'; DROP TABLE games; --", "x" * 5000])
def test_two_who_never_met(run_page: RunPage, against: str) -> None:
    app = run_page("players", player="Player Four", against=against)
    assert not app.exception
    assert not app.error
    assert not questions(app)
    assert "No game tells who" in said(app)


@pytest.mark.xdist_group("browser")
def test_from_player_to_opponent_to_a_game_of_both(open_page: OpenPage, database: Path) -> None:
    player = "Player Four"
    page = open_page(f"players?{urlencode({'player': player})}", width=390)
    page.locator("[data-testid=stPageLink-NavLink]", has_text="Against Player One").first.click()
    page.get_by_role("heading", name="Who is ahead, Player Four or Player One?").wait_for()
    page.wait_for_url(re.compile(r"against=Player.One"))
    page.get_by_role("list", name="Games").get_by_role("link").first.wait_for()
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("list", name="Games").get_by_role("link").first.click()
    newest = pairs(database, "opponent_games", player, "Player One")[0]
    page.wait_for_url(re.compile(f"game={newest['hash']}"))


@pytest.mark.xdist_group("browser")
def test_all_games_of_two_players(open_page: OpenPage) -> None:
    page = open_page(f"players?{urlencode({'player': 'Player Four', 'against': 'Player One'})}")
    page.locator("[data-testid=stPageLink-NavLink]", has_text="All games of both").click()
    page.get_by_text("Games 1 to 2 of 2").wait_for()
    assert "against=Player" in page.url
