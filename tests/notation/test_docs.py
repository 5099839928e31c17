"""The tables of docs/notation.md are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ttrn.notation.game import MAX_DEPTH, MAX_TURN
from ttrn.notation.lexicon import keywords
from ttrn.notation.problems import RULES
from ttrn.notation.reader import MAX_PROBLEMS
from ttrn.notation.source import MAX_GAME, MAX_LINE
from ttrn.replays.warnings import WARNINGS

ROOT = Path(__file__).parents[2]
SPECIFICATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def test_the_rules_are_listed() -> None:
    for rule, text in {**RULES, **WARNINGS}.items():
        assert f"| `{rule}` | {text} |" in SPECIFICATION


@pytest.mark.parametrize("limit", [MAX_LINE, MAX_GAME, MAX_DEPTH, MAX_TURN, MAX_PROBLEMS])
def test_the_limits_are_listed(limit: int) -> None:
    assert f"| {limit:,}" in SPECIFICATION


def test_the_words_that_are_no_ids_are_listed() -> None:
    listed = SPECIFICATION.partition("These words cannot be ids:")[2].partition(".\n")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == set(keywords().values()) - {"hand"} | {"public", "full"}
