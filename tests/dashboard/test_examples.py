"""The examples in the docstrings of the dashboard."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "shared.escape",
        "shared.links",
        "shared.selected_game",
        "shared.filters",
        "charts.base",
        "charts.chance",
        "charts.cards",
        "charts.board_names",
    ],
)
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(import_module(f"dashboard.{name}"))
    assert found.attempted
    assert not found.failed
