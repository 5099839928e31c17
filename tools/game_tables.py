"""The tables of a game in docs/games.md, from the classes that define them: ``make game-tables``."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ttrn.core.bots import Bots
from ttrn.core.facts import Facts
from ttrn.core.rules import RuleIds, Rules, Scoring, TicketRules
from ttrn.core.unseen import Unseen
from ttrn.core.valuing import Signs, Valuing
from ttrn.position.fields import PositionField, PositionTables
from ttrn.replays.tables import Records

PAGE: Final = Path(__file__).parents[1] / "docs" / "games.md"
CLASSES: Final = (
    RuleIds,
    Rules,
    TicketRules,
    Scoring,
    Records,
    PositionTables,
    PositionField,
    Facts,
    Unseen,
    Bots,
    Valuing,
    Signs,
)

_TABLE: Final = re.compile(r"(<!-- table of (\w+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """Give the fields of a class: name, type, and the text that stands under it, empty where there is none."""
    file = Path(__file__).parents[1].joinpath(*kind.__module__.split(".")).with_suffix(".py")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    (found,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__]
    for entry, below in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
            text = ""
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                text = inspect.cleandoc(str(below.value.value))
            yield entry.target.id, ast.unparse(entry.annotation), text


def table(kind: type) -> str:
    """Return the fields of a class as a table of Markdown."""
    lines = ["| field | type | what it is |", "|---|---|---|"]
    for name, annotation, text in fields(kind):
        said = " ".join(text.replace("``", "`").split())
        lines.append(f"| `{name}` | `{annotation.strip(chr(39))}` | {said} |".replace(" | None", r" \| None"))
    return "".join(f"{line}\n" for line in lines)


def renewed(page: str) -> str:
    """Return the page with its tables as the classes have them now."""
    by_name = {kind.__name__: kind for kind in CLASSES}
    return _TABLE.sub(lambda found: f"{found[1]}\n{table(by_name[found[2]])}\n{found[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
