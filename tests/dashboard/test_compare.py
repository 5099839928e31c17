"""The page Compare: two moments side by side, and what happened between two turns of one game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ttrn
from dashboard.shared import links
from tests.dashboard.test_statistics_page import questions, said
from ttrn import store
from ttrn.notation import Claim
from ttrn.resources import resource

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from tests.dashboard.conftest import OpenPage, RunPage

(GAME,) = ttrn.loads(resource("sample_games", "real", "usa_4p_1.ttrn").read_text(encoding="utf-8")).games
BETWEEN = "What happened between these turns?"


def key_of(database: Path, **filters: Any) -> str:
    with store.connect(database) as connection:
        return store.browse(connection, store.Filters(**filters)).games[0].hash


@pytest.fixture(scope="module")
def key(database: Path) -> str:
    return key_of(database, board="usa", player="Player One", until="2026-04-30")


def turns(app: AppTest) -> list[int]:
    assert not app.exception
    assert not app.error
    return [int(one.value or 0) for one in app.number_input]


def test_two_turns_of_a_game(run_page: RunPage, key: str) -> None:
    app = run_page("compare", left=f"{key}:40", right=f"{key[:10]}:57")
    assert turns(app) == [40, 57]
    assert len(app.image) == 2
    timeline = ttrn.replay(GAME)
    before, after = timeline.state(40).scores, timeline.state(57).scores
    table = app.dataframe[0].value.to_dict("records")
    assert [row["gained"] for row in table] == [new - old for old, new in zip(before, after, strict=True)]
    claims = [40 + n for n, turn in enumerate(GAME.turns[40:57], 1) if isinstance(turn.action, Claim)]
    assert claims
    (told,) = [part.value for part in app.markdown if re.match(r"\d+\\\. ", part.value)]
    assert [int(number) for number in re.findall(r"^(\d+)\\\.", told, re.MULTILINE)] == claims


def test_the_order_of_the_turns_does_not_matter(run_page: RunPage, key: str) -> None:
    tables = [
        run_page("compare", left=f"{key}:{one}", right=f"{key}:{other}").dataframe[0].value.to_dict("records")
        for one, other in ((30, 60), (60, 30))
    ]
    assert tables[0] == tables[1]


def test_another_turn_is_chosen(run_page: RunPage, key: str) -> None:
    app = run_page("compare", left=f"{key}:40", right=f"{key}:57")
    app.number_input[0].set_value(41).run()
    assert turns(app) == [41, 57]
    assert app.query_params["left"] in (f"{key}:41", [f"{key}:41"])


def test_two_games(run_page: RunPage, database: Path, key: str) -> None:
    other = key_of(database, board="cardgame")
    app = run_page("compare", left=f"{key}:40", right=f"{other}:10")
    assert turns(app) == [40, 10]
    assert BETWEEN not in questions(app)
    app.selectbox[1].set_value(key).run()
    assert turns(app)[0] == 40
    assert BETWEEN in questions(app)


def test_what_is_not_known_is_not_shown_as_nothing(
    run_page: RunPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.duckdb"
    text = '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\nscore ann=90 bob=80\n'
    store.load(path, store.items_of(text), cores=1)
    monkeypatch.setenv("TTRN_DATABASE", str(path))
    app = run_page("compare", left="1")
    assert not app.exception
    assert "Ann wins with 90 points" in said(app).replace("\\", "")
    assert "0 points on the board" not in said(app)
    assert not app.image


@pytest.mark.parametrize(
    "moment", ["", ":", "0", ":40", "99999", "abcdef01:7", "<b>:1", "1:999999", "x:y:z", "'; DROP TABLE games", "1:-3"]
)
def test_odd_moments(run_page: RunPage, moment: str) -> None:
    for side in ({"left": moment}, {"left": "1:3", "right": moment}):
        app = run_page("compare", **side)
        assert not app.exception
        assert not app.error


@pytest.mark.xdist_group("browser")
def test_from_the_replay(open_page: OpenPage, key: str) -> None:
    page = open_page(f"?game={key}&turn=40", width=390)
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("heading", name=BETWEEN).wait_for()
    page.wait_for_url(re.compile(f"compare.*left={key}(%3A|:)40"))
    assert page.get_by_role("spinbutton").first.input_value() == "40"
    page.locator("[data-testid=stImage] img").nth(1).wait_for()
    assert page.locator("[data-testid=stImage] img").count() == 2
    page.wait_for_function("[...document.querySelectorAll('[data-testid=stImage] img')].every((i) => i.naturalWidth)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name=re.compile("increment|increase|\\+", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile(f"left={key}(%3A|:)41"))


@pytest.mark.xdist_group("browser")
def test_a_game_that_a_link_carries(open_page: OpenPage) -> None:
    text = '[Game "usa"]\n[Event "Carried"]\n\nplayer a "Zoe"\nplayer b "Bob"\n\n1. a draw ? ?\n2. b draw ? ?\n'
    page = open_page(f"?share={links.packed(text)}&turn=1")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("heading", name=BETWEEN).wait_for()
    page.get_by_text("Zoe draws 2 cards from the deck").wait_for()


@pytest.mark.xdist_group("browser")
def test_a_game_that_nobody_has(open_page: OpenPage, key: str) -> None:
    page = open_page(f"compare?left=abcdef01:7&right={key}:40")
    page.get_by_text('There is no game "abcdef01" here').wait_for()
    page.get_by_text("Player One", exact=False).first.wait_for()
