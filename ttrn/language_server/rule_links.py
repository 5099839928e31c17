"""Where to read about a rule: the pages that come with ttrn, at the line of the rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ttrn.resources import resource

_PAGES: Final = ("rules.md", "notation.md")


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
