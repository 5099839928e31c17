"""One table for all benchmarks."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Row(NamedTuple):
    """One measurement: what, how much, beside what, and what to reach."""

    what: str
    figure: str
    ratio: str
    goal: str


def show(title: str, rows: list[Row]) -> None:
    """Print the measurements."""
    table = Table(title=title, title_justify="left")
    for column in ("what", "figure", "ratio", "to reach"):
        table.add_column(column, justify="left" if column in ("what", "to reach") else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=130).print(table)
