"""A problem in whole numbers: variables with upper bounds, and linear rows between them, each with its line.

This is all that the solver sees of a game. Every row carries the number of the entry of the record that brought it, so
that an answer can be traced back to lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Terms: TypeAlias = list[tuple[int, int]]
"""Variables with their coefficients."""


class LinearRow(NamedTuple):
    """``low <= sum of terms <= high``; a bound that is missing is ``None``."""

    terms: Terms
    low: int | None
    high: int | None
    line: int


class Program:
    """Variables from 0 to an upper bound, and the rows that they must keep."""

    __slots__ = ("broken", "choices", "rows", "uppers")

    def __init__(self) -> None:
        self.uppers: list[int] = []
        self.rows: list[LinearRow] = []
        self.choices: list[list[int]] = []
        """Variables of which one at most is 1 and the others 0: where they are fractions, they are decided first."""
        self.broken: int | None = None
        """The first line that cannot be kept whatever the variables are."""

    def variables(self, number: int, upper: int) -> int:
        """Add variables; returns the first of them."""
        first = len(self.uppers)
        self.uppers += [upper] * number
        return first

    def row(self, terms: Iterable[tuple[int, int]], low: int | None, high: int | None, line: int) -> None:
        """Add a row; one without variables is judged at once."""
        factors: dict[int, int] = {}
        for variable, factor in terms:
            # Cards that went out and came back stand in a pile twice; the solver wants each variable once.
            factors[variable] = factors.get(variable, 0) + factor
        found = [term for term in factors.items() if term[1]]
        if found:
            self.rows.append(LinearRow(found, low, high, line))
        elif (low is not None and low > 0) or (high is not None and high < 0):
            self.fail(line)

    def fail(self, line: int) -> None:
        """Take note that a line cannot be kept."""
        if self.broken is None:
            self.broken = line


def keeps(values: Sequence[float], rows: list[LinearRow], uppers: list[int]) -> bool:
    """Return whether values, rounded to whole numbers, keep all rows: in whole numbers, so without any doubt."""
    found = [round(value) for value in values]
    if any(not 0 <= value <= upper for value, upper in zip(found, uppers, strict=True)):
        return False
    for row in rows:
        total = sum([found[variable] * factor for variable, factor in row.terms])
        if (row.low is not None and total < row.low) or (row.high is not None and total > row.high):
            return False
    return True
