"""What a rule says, and where to read more: the pages that come with ttrn, at the line of the rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ttrn.core.rulebook import all_rules
from ttrn.notation.problems import RULES
from ttrn.replays.warnings import WARNINGS
from ttrn.resources import resource

_PAGES: Final = ("rules.md", "notation.md")


def sentence_of(rule: str) -> str:
    """Return a rule in one sentence, nothing for one that is not known."""
    found = RULES.get(rule) or WARNINGS.get(rule)
    return f"{found[0].upper()}{found[1:]}." if found else all_rules().get(rule, "")


def link_of(rule: str) -> str:
    """Return the address of the line of the document that a rule stands in; nothing where it is in none."""
    page, line = _lines().get(rule, ("", 0))
    return f"{Path(page).as_uri()}#L{line}" if page else ""


@cache
def _lines() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for name in _PAGES:
        try:
            path = resource("docs", name)
        except FileNotFoundError:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("| ") and line.count("|") > 2:
                found.setdefault(line.split("|")[1].strip(" `"), (str(path.resolve()), number))
    return found
