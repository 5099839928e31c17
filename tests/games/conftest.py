"""A game of another package: offered as an installed one offers it, by files on the path of Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ttrn import registry

OFFERED = Path(__file__).parent
"""The folder with the package ``usa_tunnels`` and what an installer writes beside it."""


def path_with_games() -> str:
    """Return a PYTHONPATH for processes that shall know the game."""
    return os.pathsep.join(filter(None, [str(OFFERED), os.environ.get("PYTHONPATH")]))


@pytest.fixture
def usa_tunnels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process, and those that it starts, know the game as long as a test runs."""
    monkeypatch.setenv("PYTHONPATH", path_with_games())
    monkeypatch.syspath_prepend(str(OFFERED))
    registry._offered.cache_clear()
    yield
    registry._offered.cache_clear()
    registry._games.pop("usa_tunnels", None)
    sys.modules.pop("usa_tunnels", None)
