"""The tables of docs/analysis.md, of how good the models are, from their files: ``make model``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from ttrn.boards import board, board_names
from ttrn.evaluation.model import FOLDER

PAGE: Final = Path(__file__).parents[1] / "docs" / "analysis.md"
VIEWS: Final = {"full": "all cards", "public": "the public view", "one": "one player's view"}

_TABLE: Final = re.compile(r"(<!-- accuracy -->\n).*?(<!-- end of accuracy -->)", re.DOTALL)


def models() -> dict[str, dict[str, Any]]:
    """Return the files by the title of the first board that has these rules."""
    found: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    for name in board_names():
        rules, file = board(name).rules, FOLDER / f"{board(name).rules}.json"
        if rules not in seen and file.is_file():
            seen.add(rules)
            found[name] = json.loads(file.read_text(encoding="utf-8"))
    return found


def table() -> str:
    """Return how good the models are on games that they were not learnt from, as Markdown."""
    lines = [
        "| board | by | log loss over uniform | planners only | Brier | calibration error by quarter | points off |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, found in models().items():
        for view, words in VIEWS.items():
            one = found["held out"][view]
            errors = " ".join([f"{error:.3f}" for error in one["calibration error by quarter"]])
            points = " ".join([f"{off:.0f}" for off in one["points off by quarter"]])
            lines.append(
                f"| {name} | {words} | {_with(one, '')} | {_with(one, 'planners ')} "
                f"| {one['brier']:.3f} | {errors} | {points} |"
            )
    made = [
        f"{name}: version `{found['version']}`, {found['games']:,} games, {found['held out']['games']} held out"
        for name, found in models().items()
    ]
    return "".join(f"{line}\n" for line in lines) + "\n" + "; ".join(made) + ".\n"


def _with(one: dict[str, Any], who: str) -> str:
    """Return a log loss over uniform with its standard error."""
    return f"{one[f'{who}over uniform']:.3f} ± {one[f'{who}stderr']:.3f}"


def renewed(page: str) -> str:
    """Return the page with the table as the files have it now."""
    return _TABLE.sub(lambda found: f"{found[1]}\n{table()}\n{found[2]}", page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
