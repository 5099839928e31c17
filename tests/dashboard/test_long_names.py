"""Names without an end, and names that turn the direction of writing: tamed wherever they are shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ttrn
from dashboard.shared.downloads import file_name
from dashboard.shared.selected_game import SelectedGame
from ttrn import store
from ttrn.resources import resource
from ttrn.viewer import viewer_data

if TYPE_CHECKING:
    from tests.dashboard.conftest import RunPage

LONG = "y" * 3_000
TURNED = "\u202eEvil "
WILD = re.compile("[\u202a-\u202e\u2066-\u2069]|y{301}")
SAMPLE = resource("sample_games", "real", "usa_4p_2.ttrn").read_text(encoding="utf-8")
RECORD = re.sub(r'^player (\w+) "[^"]*"', rf'player \1 "{TURNED}\1 {LONG}"', SAMPLE, flags=re.MULTILINE).replace(
    '[Game "usa"]', f'[Game "usa"]\n[Event "{TURNED}{LONG}"]\n[Annotator "{TURNED}{LONG}"]\n{{ {TURNED} }}', 1
)


@pytest.fixture(scope="module")
def wild(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one game with such names."""
    folder = tmp_path_factory.mktemp("wild")
    (folder / "wild.ttrn").write_text(RECORD, encoding="utf-8")
    store.load(folder / "wild.duckdb", store.items_of(folder / "wild.ttrn"), cores=1)
    return folder / "wild.duckdb"


@pytest.mark.parametrize(
    ("page", "parameters"),
    [
        ("replay", {}),
        ("games", {}),
        ("players", {}),
        ("statistics", {"topic": "records"}),
        ("check", {"game": "1"}),
    ],
)
def test_pages_tame_names(
    run_page: RunPage, wild: Path, monkeypatch: pytest.MonkeyPatch, page: str, parameters: dict[str, str]
) -> None:
    monkeypatch.setenv("TTRN_DATABASE", str(wild))
    app = run_page(page, **parameters)
    assert not app.exception
    texts = [str(element.value) for element in (*app.title, *app.subheader, *app.markdown, *app.caption)]
    texts += [option for box in app.selectbox for option in box.options]
    texts += [str(cell) for table in app.dataframe for row in table.value.to_numpy().tolist() for cell in row]
    assert any("Evil" in text for text in texts)
    assert not [text[:80] for text in texts if WILD.search(text)]


def test_the_viewer_and_files_tame_names() -> None:
    (game,) = ttrn.loads(RECORD).games
    assert not WILD.search(str(viewer_data(ttrn.replay(game))))
    assert len(file_name(SelectedGame.of(game), "ttrn")) < 80
