"""Analysed games on the pages: each figure with how it was made, and the way to have games analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import ttrn
from dashboard.charts.base import share
from dashboard.shared import analysing
from tests.dashboard.test_statistics_page import questions, said
from tests.store.analysed import games
from ttrn import store
from ttrn.store.filters import Filters

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import RunPage

ASKED = [
    "Which games were turned round?",
    "Which games were the most exciting?",
    "Which wins were the luckiest?",
    "Which games were the closest?",
    "Luck or skill?",
]


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of which some are analysed: two with all cards, one by what Ann saw, and one that is not."""
    path = tmp_path_factory.mktemp("analysed") / "games.duckdb"
    texts = [ttrn.dumps(games()[place]) for place in (0, 4, 5, 6)]
    store.load(path, store.items_of("\n".join(texts[:3])), cores=1, analyse=True)
    store.load(path, store.items_of(texts[3]), cores=1)
    return path


def test_the_figures_are_those_of_the_store(run_page: RunPage, analysed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTRN_DATABASE", str(analysed))
    with store.connect(analysed) as connection:
        on = Filters(board="cardgame")
        first = {name: store.ask(connection, name, on, limit=1) for name in ("comebacks", "closest_games")}
        made = store.how_analysed(connection, on)
        (ann,) = [row for row in store.ask(connection, "luck_and_skill").rows if row[0] == "Ann"]
    app = run_page("statistics", board="cardgame", topic="analysis")
    assert not app.exception
    assert questions(app) == ASKED
    text = said(app).replace("\\", "")
    lowest, turn = first["comebacks"].rows[0][1:3]
    assert f"**{share(lowest, 1)}** after turn {turn}" in text
    assert f"By points one that **{first['closest_games'].rows[0][1]} points** decided." in text
    how = [caption.value.replace("\\", "") for caption in app.caption]
    assert how.count(made.words) == len(ASKED)
    assert made.games == made.judged == 3
    app = run_page("players", player="Ann")
    assert not app.exception
    assert "Luck or skill?" in questions(app)
    assert f"**{ann[3]:+.2f} wins a game**" in said(app).replace("\\", "")
    assert any("Analysed: 3 of 4 games" in caption.value.replace("\\", "") for caption in app.caption)


def test_what_is_not_analysed_says_so_and_its_owner_can_begin(
    run_page: RunPage, analysed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTRN_DATABASE", str(analysed))
    app = run_page("statistics", board="marklin", topic="analysis")
    assert not questions(app)
    assert "No game is analysed yet" in said(app)
    assert "ttrn analyse games.duckdb" in said(app).replace("\\", "")
    assert not app.button
    monkeypatch.setenv("TTRN_ADD", "everybody")
    started: list[str] = []
    monkeypatch.setattr(analysing, "_start", lambda: started.append("begun"))
    (button,) = run_page("statistics", board="marklin", topic="analysis").button
    assert not button.click().run().exception
    assert started == ["begun"]
