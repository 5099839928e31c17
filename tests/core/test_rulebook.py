"""The table of rules, the source that cites them and the page that lists them are in step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ttrn.core import state
from ttrn.core.rulebook import COMMON, all_rules
from ttrn.registry import find_game, game_names

RULES = all_rules()
ROOT = Path(__file__).parents[2]
SOURCES = [
    path for room in ("core", "games", "replays", "hidden") for path in sorted((ROOT / "ttrn" / room).rglob("*.py"))
]
# Position lines have rules of their own, about how they are written: docs/positions.md and tests/position hold them.
CITED = re.compile(r'"((?!POSITION-)(?:[A-Z]+-)+\d+)"')
LISTED = re.compile(r"^\| ((?:[A-Z]+-)+\d+) \| (.+?) \|", re.MULTILINE)


def page() -> str:
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [path for path in SOURCES if path.name != "rulebook.py"], ids=lambda path: path.stem)
def test_every_rule_that_a_verdict_cites_is_in_the_table(path: Path) -> None:
    assert set(CITED.findall(path.read_text(encoding="utf-8"))) <= set(RULES)


def test_every_rule_in_the_table_is_cited_by_a_verdict() -> None:
    cited = {rule for path in SOURCES if path.name != "rulebook.py" for rule in CITED.findall(path.read_text("utf-8"))}
    assert set(RULES) == cited


@pytest.mark.parametrize("name", game_names())
def test_a_game_cites_its_own_rules_and_common_ones(name: str) -> None:
    game = find_game(name)
    assert {rule for rule in game.ids if rule} <= {*game.rulebook, *COMMON}
    assert len({rule.partition("-")[0] for rule in game.rulebook}) == 1
    assert not set(game.rulebook) & set(COMMON)


def test_the_page_lists_the_table_word_for_word() -> None:
    assert dict(LISTED.findall(page())) == dict(RULES)


def test_a_rule_is_one_sentence() -> None:
    assert not [text for text in RULES.values() if not re.fullmatch(r"[A-Z][^.]*\.", text)]


@pytest.mark.skipif(state.__file__.endswith(".so"), reason="compiled functions have no docstrings")
def test_every_check_says_which_rule_it_is() -> None:
    for name in game_names():
        for checks in find_game(name).rules.checks.values():
            for check in checks:
                named = re.match(r"([A-Z0-9-]+): ", check.__doc__ or "")
                assert named, check
                assert named[1] in RULES
