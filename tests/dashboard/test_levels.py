"""The pages over games of which little was kept: nothing fails, and each section says how many games it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import ttrn
from dashboard.pages.statistics.topics import TOPICS
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from ttrn import store
from ttrn.boards import board
from ttrn.notation import Entry
from ttrn.play import play_random
from ttrn.replays import Timeline

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import RunPage

pytestmark = pytest.mark.slow

LEVELS = ("places", "result", "sheet", "board", "claims", "full")


def lines(timeline: Timeline, level: str) -> list[Entry]:
    kept: dict[str, list[Entry]] = {
        "places": [rank_line(timeline)],
        "result": [score_line(timeline)],
        "sheet": [*sheet_lines(timeline), score_line(timeline)],
        "board": [*board_lines(timeline), FINISHED],
        "claims": [*claim_lines(timeline), score_line(timeline)],
    }
    return kept[level]


@pytest.fixture(scope="module", params=["each alone", *LEVELS[:-1]])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A database with a game of each level, and databases with games of one level only."""
    chosen = LEVELS if request.param == "each alone" else (request.param,) * 2
    games = []
    for seed, level in enumerate(chosen):
        timeline = ttrn.replay(play_random(board("europe"), 3, seed))
        games.append(
            timeline.game
            if level == "full"
            else record(timeline, *lines(timeline, level), level=level * (level == "claims"))
        )
    path = tmp_path_factory.mktemp("levels") / "games.duckdb"
    store.load(path, store.items_of("\n".join(map(ttrn.dumps, games))), cores=1)
    return request.param, path


def test_every_page_knows_what_it_can_tell(
    run_page: RunPage, kept: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, path = kept
    monkeypatch.setenv("TTRN_DATABASE", str(path))
    said: dict[str, str] = {}
    for topic in TOPICS:
        app = run_page("statistics", topic=topic)
        assert not app.exception, (topic, app.exception)
        assert not app.error, topic
        said[topic] = "\n".join([part.value for part in app.caption])
    for page in ("players", "games"):
        app = run_page(page)
        assert not app.exception, (page, app.exception)
        assert not app.error, page
    if name == "each alone":
        assert "1 of the 6 games knows all turns" in said["length"]
        assert "Of 15 of the 18 seats the final score is known" in said["scores"]
        assert "Of 9 of the 18 seats it is known where the points come from" in said["scores"]
        assert "Of 6 of the 18 seats it is known which tickets were kept" in said["tickets"]
        assert "2 of the 6 games know who has which route" in said["routes"]
