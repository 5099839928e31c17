"""A first guess at a program: most small ones have so many answers that going straight for one finds it.

It saves the solver, which takes longer to import than a small record takes to check. A guess that fails says nothing.
"""

from __future__ import annotations

from typing import Final

from ttrn.hidden.linear_program import LinearRow, Program

MOST_VARIABLES: Final = 300
"""Larger programs are the solver's: there a guess takes long, and mostly fails."""


def guess(program: Program) -> list[int] | None:
    """Return values that keep all rows, or None if none were met; the same program gives the same values.

    All values start at nothing. As long as a row is broken, the value that mends it and breaks others least is moved
    by one, and of those that do equally well the smallest.
    """
    if len(program.uppers) > MOST_VARIABLES:
        return None
    attempt = _Attempt(program)
    broken = [row for row in range(len(program.rows)) if attempt.gap(row)]
    for _ in range(2 * len(program.uppers) + 20):
        broken = [row for row in broken if attempt.gap(row)]
        if not broken:
            return attempt.values
        step = attempt.best_step(broken[0])
        if step is None:
            return None
        broken += attempt.move(*step)
    return None


class _Attempt:
    """Values, and how far each row is from being kept by them."""

    def __init__(self, program: Program) -> None:
        self.values = [0] * len(program.uppers)
        self._uppers = program.uppers
        self._rows = program.rows
        self._totals = [0] * len(program.rows)
        self._rows_of: list[list[tuple[int, int]]] = [[] for _ in program.uppers]
        for place, row in enumerate(program.rows):
            for variable, factor in row.terms:
                self._rows_of[variable].append((place, factor))

    def gap(self, place: int, more: int = 0) -> int:
        """Return what a row is short of, below 0 if it has too much; ``more`` is added to it first."""
        return _gap(self._rows[place], self._totals[place] + more)

    def best_step(self, place: int) -> tuple[int, int] | None:
        """Return the variable and the direction that mend a row best, None if there is no way."""
        short = self.gap(place) > 0
        best: tuple[int, int, int, int] | None = None
        for variable, factor in self._rows[place].terms:
            step = 1 if short == (factor > 0) else -1
            value = self.values[variable]
            if 0 <= value + step <= self._uppers[variable]:
                harm = sum(
                    [abs(self.gap(row, step * own)) - abs(self.gap(row)) for row, own in self._rows_of[variable]]
                )
                best = min(best or (harm, value, variable, step), (harm, value, variable, step))
        return None if best is None else best[2:]

    def move(self, variable: int, step: int) -> list[int]:
        """Change a value; return the rows that are broken by it."""
        self.values[variable] += step
        changed = self._rows_of[variable]
        kept = [row for row, _ in changed if not self.gap(row)]
        for row, factor in changed:
            self._totals[row] += step * factor
        return [row for row in kept if self.gap(row)]


def _gap(row: LinearRow, total: int) -> int:
    if row.low is not None and total < row.low:
        return row.low - total
    if row.high is not None and total > row.high:
        return row.high - total
    return 0
