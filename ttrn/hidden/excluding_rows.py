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

MOST_TRIED: Final = 24
"""Of more rows than these it is not tried to leave some out: nobody reads so many, and it takes its time."""

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
    """Return rows that exclude each other; those of ``more`` are counted on from the program's.

    They are few: if no more than ``MOST_TRIED`` are needed at first, none of those returned can be left out.
    Of several such sets it is one with little weight. None where there is no such set: the rows have a solution in
    fractions. A program that is broken has none either, since it is no row that cannot be kept.
    """
    rows = [*program.rows, *more]
    found = _exclude(rows, program.uppers, range(len(rows)), weigh)
    if found is None or len(found) > MOST_TRIED:
        return found
    # The solver takes those that exclude each other by most, which need not be the fewest.
    needed = sorted({each.row for each in found}, key=weigh, reverse=True)
    for left_out in needed:
        fewer = [each.row for each in found if each.row != left_out]
        if len(fewer) < len(found):
            found = _exclude(rows, program.uppers, fewer, weigh) or found
    return found


def _exclude(
    rows: Sequence[LinearRow], uppers: Sequence[int], among: Sequence[int], weigh: Weigh
) -> list[UsedRow] | None:
    """Return which of some rows exclude each other, checked in whole numbers."""
    sides = [(i, True) for i in among if rows[i].low is not None]
    sides += [(i, False) for i in among if rows[i].high is not None]
    values = _solve(rows, uppers, sides, weigh)
    if values is None:
        return None
    times = [Fraction(value).limit_denominator(MOST_PARTS) for value in values]
    whole = lcm(*[number.denominator for number in times])
    found = [
        UsedRow(row, from_below, int(number * whole))
        for (row, from_below), number in zip(sides, times, strict=True)
        if number > 0
    ]
    factors = [0.0] * len(rows)
    for each in found:
        factors[each.row] += each.times if each.from_below else -each.times
    return found if excludes(rows, [0] * len(uppers), uppers, factors) else None


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
    """Return multiples of the sides of the rows that, with the bounds of the variables, add up to an excess of 1."""
    import highspy  # noqa: PLC0415  a quarter of a second, and only reasons need it here

    solver: Any = highspy
    variables = {variable: i for i, variable in enumerate({v: None for n, _ in sides for v, _ in rows[n].terms})}
    excess = len(variables)
    starts, index, value = [0], [], []
    for number, from_below in sides:
        sign = 1.0 if from_below else -1.0
        for variable, factor in rows[number].terms:
            index.append(variables[variable])
            value.append(sign * factor)
        bound = rows[number].low if from_below else rows[number].high
        if bound:
            index.append(excess)
            value.append(sign * bound)
        starts.append(len(index))
    for variable, column in variables.items():
        index += [column, excess]
        value += [-1.0, -float(uppers[variable])]
        starts.append(len(index))
    lp = solver.HighsLp()
    lp.num_col_, lp.num_row_ = len(sides) + excess, excess + 1
    lp.col_cost_ = [*[weigh(number) for number, _ in sides], *[_BOUND_WEIGHT] * excess]
    lp.col_lower_ = [0.0] * lp.num_col_
    lp.col_upper_ = [solver.kHighsInf] * lp.num_col_
    lp.row_lower_ = [*[-solver.kHighsInf] * excess, 1.0]
    lp.row_upper_ = [*[0.0] * excess, 1.0]
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
    return list(engine.getSolution().col_value)[: len(sides)]


_BOUND_WEIGHT: Final = 0.01
"""The bounds of variables need few words: cards are of one of the kinds that there are."""

_MOST_STEPS: Final = 20_000
"""Far more than any record of ours has taken; a reason that is harder to find is told by its lines."""
