"""Which rows of a program exclude each other, as few of them as can be had, and how often each must be counted.

Rows that have no solution, not even in fractions, can be multiplied and added up until nothing is left but a false
statement about numbers. The multiples are looked for with the solver, and checked in whole numbers: rows that are
returned prove what they are said to, whatever the solver rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Final, NamedTuple

from ttrn.hidden.certificate import excludes
from ttrn.hidden.linear_program import LinearRow, Program

MOST_PARTS: Final = 1000
"""The largest denominator that a multiple is taken for; the solver's are of small whole numbers."""

Weigh = Callable[[int], float]
"""How little a row is wanted, by its number."""


class UsedRow(NamedTuple):
    """A row that is needed: its number among the rows, from which side it binds, and how often it is counted."""

    row: int
    from_below: bool
    """Whether it is the lower bound of the row that counts."""
    times: int


def excluding_rows(
    program: Program, more: Sequence[LinearRow] = (), weigh: Weigh = lambda _row: 1.0
) -> list[UsedRow] | None:
    """Return rows that exclude each other, none of which can be left out; those of ``more`` are counted on.

    Of several such sets it is one with little weight. None where there is no such set: the rows have a solution in
    fractions. A program that is broken has none either, since it is no row that cannot be kept.
    """
    rows = [*program.rows, *more]
    sides = [(i, True) for i, row in enumerate(rows) if row.low is not None]
    sides += [(i, False) for i, row in enumerate(rows) if row.high is not None]
    values = _solve(rows, program.uppers, sides, weigh)
    if values is None:
        return None
    times = [Fraction(value).limit_denominator(MOST_PARTS) for value in values[: len(sides)]]
    whole = lcm(*[number.denominator for number in times])
    found = [
        UsedRow(row, from_below, int(number * whole))
        for (row, from_below), number in zip(sides, times, strict=True)
        if number > 0
    ]
    factors = [0.0] * len(rows)
    for each in found:
        factors[each.row] += each.times if each.from_below else -each.times
    return found if excludes(rows, [0] * len(program.uppers), program.uppers, factors) else None


def add_up(rows: Sequence[LinearRow], used: Sequence[UsedRow]) -> tuple[int, dict[int, int]]:
    """Return the sum of used rows: what the variables, with these factors, must come to at least."""
    wanted = 0
    factors: dict[int, int] = {}
    for number, from_below, times in used:
        row = rows[number]
        bound = row.low if from_below else row.high
        assert bound is not None
        sign = times if from_below else -times
        wanted += sign * bound
        for variable, factor in row.terms:
            factors[variable] = factors.get(variable, 0) + sign * factor
    return wanted, factors


def _solve(
    rows: Sequence[LinearRow], uppers: Sequence[int], sides: Sequence[tuple[int, bool]], weigh: Weigh
) -> list[float] | None:
    """Return multiples of the sides of the rows, and of the bounds of the variables, that add up to an excess of 1.

    Those with the least weight stand in a corner of all that do; no row of a corner can be left out.
    """
    import highspy  # noqa: PLC0415  a quarter of a second, and only reasons need it here

    solver: Any = highspy
    excess_row = len(uppers)
    starts, index, value = [0], [], []
    for number, from_below in sides:
        sign = 1.0 if from_below else -1.0
        for variable, factor in rows[number].terms:
            index.append(variable)
            value.append(sign * factor)
        bound = rows[number].low if from_below else rows[number].high
        if bound:
            index.append(excess_row)
            value.append(sign * bound)
        starts.append(len(index))
    for variable, upper in enumerate(uppers):
        index += [variable, excess_row]
        value += [-1.0, -float(upper)]
        starts.append(len(index))
    lp = solver.HighsLp()
    lp.num_col_, lp.num_row_ = len(sides) + len(uppers), excess_row + 1
    lp.col_cost_ = [*[weigh(number) for number, _ in sides], *[_BOUND_WEIGHT] * len(uppers)]
    lp.col_lower_ = [0.0] * lp.num_col_
    lp.col_upper_ = [solver.kHighsInf] * lp.num_col_
    lp.row_lower_ = [*[-solver.kHighsInf] * excess_row, 1.0]
    lp.row_upper_ = [*[0.0] * excess_row, 1.0]
    lp.a_matrix_.format_ = solver.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = starts, index, value
    engine: Any = solver.Highs()
    engine.setOptionValue("output_flag", False)
    engine.setOptionValue("threads", 1)
    engine.setOptionValue("simplex_iteration_limit", _MOST_STEPS)
    engine.passModel(lp)
    engine.run()
    if engine.getModelStatus() != solver.HighsModelStatus.kOptimal:
        return None
    return list(engine.getSolution().col_value)


_BOUND_WEIGHT: Final = 0.01
"""The bounds of variables need few words: cards are of one of the kinds that there are."""

_MOST_STEPS: Final = 20_000
"""Far more than any record of ours has taken; a reason that is harder to find is told by its lines."""
