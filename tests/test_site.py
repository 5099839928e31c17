"""The documentation site: every page that is written has its place, and every rule an example."""

from __future__ import annotations

import re
from pathlib import Path

from tools.site import cases
from ttrn.core.rulebook import all_rules

ROOT = Path(__file__).parent.parent


def test_every_page_has_a_place_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    named = re.findall(r"[\w/]+\.md", menu)
    assert len(named) == len(set(named))
    assert {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} <= set(named)


def test_rules_have_examples_that_break_them_with_the_message() -> None:
    found = list(cases())
    assert {case.rule for case in found} == all_rules().keys()
    wrong = [case for case in found if case.wrong]
    assert wrong
    assert not [case for case in wrong if "`" in case.wrong or not case.text.startswith("[Game")]
