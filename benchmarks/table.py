"""One table for all benchmarks."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from ttrn.core import state


class BenchmarkRow(NamedTuple):
    """One measurement: what, how much, beside what, and what to reach."""

    what: str
    figure: str
    ratio: str
    goal: str


CHESS: Final = 52_000
"""How many moves python-chess reads in a second on the machine for which goals were set that are no ratios."""

COMPILED: Final = not str(state.__file__).endswith(".py")
"""Whether the compiled build is measured."""


def goal_of(pure: str, compiled: str) -> str:
    """Return the goal of the build that is measured."""
    return compiled if COMPILED else pure


def there(speed: float, chess: float) -> str:
    """Tell what a speed comes to on the machine of the goals, where python-chess reads so many moves a second here."""
    found = speed * CHESS / chess
    return f"{found:,.0f} there" if found >= 100 else f"{found:.1f} there"


def show(title: str, rows: list[BenchmarkRow]) -> None:
    """Print the measurements."""
    build = "compiled" if COMPILED else "pure Python"
    table = Table(title=f"{title} ({build})", title_justify="left")
    for column in ("what", "figure", "ratio", "to reach"):
        table.add_column(column, justify="left" if column in ("what", "to reach") else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=130).print(table)
