"""The tiny board that other tests change and break."""

from pathlib import Path

import pytest

from ttrn.boards import Board, board

HERE = Path(__file__).parent


@pytest.fixture(params=["usa", "europe", "marklin", "cardgame"])
def any_board(request: pytest.FixtureRequest) -> Board:
    return board(request.param)


@pytest.fixture
def island() -> Board:
    return board(HERE / "fifth.toml")
