"""The solver: whole numbers that keep all rows of a program, or the proof that there are none.

HiGHS, an open solver for linear programs in whole numbers, does the work; docs/hidden.md says why. It is imported when
it is first needed: games without unknowns, and those of which a first guess finds an answer, never wait for it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from ttrn.hidden.first_guess import guess
from ttrn.hidden.linear_program import LinearRow, Program

INFINITY: Final = float("inf")

CELL_BYTES: Final = 2000
"""About what the solver takes for each coefficient, with all its copies and bounds: measured, rounded up."""


def _peak() -> int:
    """Return how much memory the process has used at most so far, in bytes; 0 where the system does not say."""
    try:
        import resource  # noqa: PLC0415  not everywhere
    except ImportError:  # pragma: no cover
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class Budget:
    """How long a question may take, and how much memory the solver may use for it.

    The clock starts when the budget is made. ``spent`` is whether anything had to be left undecided because of it.
    """

    __slots__ = ("_end", "megabytes", "seconds", "spent")

    def __init__(self, seconds: float = 10.0, megabytes: int = 512) -> None:
        self.seconds = seconds
        self.megabytes = megabytes
        self.spent = False
        self._end = time.monotonic() + seconds

    def __repr__(self) -> str:
        return f"<Budget: {self.seconds:g} seconds, {self.megabytes} megabytes{', spent' if self.spent else ''}>"

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._end - time.monotonic())


class Undecided(Exception):  # noqa: N818  an answer, not a mistake
    """The budget was spent before there was an answer."""


@cache
def _highs() -> Any:
    import highspy  # noqa: PLC0415  a quarter of a second, which most commands need not wait for

    return highspy


class Solver:
    """A program given to the solver; ask it as often as you like, with more rows or something to strive for."""

    def __init__(self, program: Program, budget: Budget) -> None:
        self._program = program
        self._budget = budget
        self._whole = self._watched = False
        self._before = _peak()
        if sum([len(row.terms) for row in program.rows]) * CELL_BYTES > budget.megabytes * 1_000_000:
            budget.spent = True
            raise Undecided
        self._made: Any = None

    @property
    def _engine(self) -> Any:
        """The solver with the program in it, made when it is first asked."""
        if self._made is None:
            self._made = _engine(self._program)
        return self._made

    def solve(self, costs: dict[int, int] | None = None, more: list[LinearRow] | None = None) -> list[int] | None:
        """Return values that keep all rows and make the costs least; None if there are none.

        Raises:
            Undecided: the budget was spent.
        """
        if self._program.broken is not None:
            return None
        if not self._program.uppers:
            return []
        if not costs and not more:
            guessed = guess(self._program)
            if guessed is not None and keeps(guessed, self._program.rows, self._program.uppers):
                return guessed
        engine = self._engine
        rows = len(self._program.rows)
        for row in more or ():
            low, high = _bounds(row)
            engine.addRow(low, high, len(row.terms), [t[0] for t in row.terms], [float(t[1]) for t in row.terms])
        for variable, cost in (costs or {}).items():
            engine.changeColCost(variable, float(cost))
        try:
            return self._run([*self._program.rows, *(more or ())])
        finally:
            for variable in costs or {}:
                engine.changeColCost(variable, 0.0)
            if more:
                engine.deleteRows(len(more), list(range(rows, rows + len(more))))

    def _run(self, rows: list[LinearRow]) -> list[int] | None:
        """Solve it in fractions first: mostly the answer is in whole numbers, or there is none even so."""
        values = self._answer(whole=False)
        if values is not None and not keeps(values, rows, self._program.uppers):
            values = self._answer(whole=True)
            if values is not None and not keeps(values, rows, self._program.uppers):  # pragma: no cover
                self._budget.spent = True  # what the solver rounded is no answer
                raise Undecided
        return None if values is None else [round(value) for value in values]

    def _watch(self, event: Any) -> None:
        """Stop a search that takes more memory than it may."""
        if _peak() - self._before > self._budget.megabytes * 1_000_000:
            event.interrupt()

    def _answer(self, *, whole: bool) -> list[float] | None:
        highs, engine = _highs(), self._engine
        if whole != self._whole:
            kind = highs.HighsVarType.kInteger if whole else highs.HighsVarType.kContinuous
            for variable in range(len(self._program.uppers)):
                engine.changeColIntegrality(variable, kind)
            self._whole = whole
            if whole and not self._watched:
                self._watched = True
                engine.cbMipInterrupt += self._watch
        if not self._budget.left:
            self._budget.spent = True
            raise Undecided
        # The solver's clock counts all runs of an engine together.
        engine.setOptionValue("time_limit", engine.getRunTime() + self._budget.left)
        engine.run()
        status = engine.getModelStatus()
        if status == highs.HighsModelStatus.kInfeasible:
            return None
        if status != highs.HighsModelStatus.kOptimal:
            self._budget.spent = True
            raise Undecided
        return list(engine.getSolution().col_value)


def _engine(program: Program) -> Any:
    """Return a solver with the program in it."""
    highs = _highs()
    engine = highs.Highs()
    engine.setOptionValue("output_flag", False)
    engine.setOptionValue("threads", 1)
    lp = highs.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.uppers), len(program.rows)
    lp.col_cost_ = [0.0] * len(program.uppers)
    lp.col_lower_ = [0.0] * len(program.uppers)
    lp.col_upper_ = [float(upper) for upper in program.uppers]
    bounds = [_bounds(row) for row in program.rows]
    lp.row_lower_, lp.row_upper_ = [low for low, _ in bounds], [high for _, high in bounds]
    starts, index, value = [0], [], []
    for row in program.rows:
        for variable, factor in row.terms:
            index.append(variable)
            value.append(float(factor))
        starts.append(len(index))
    lp.a_matrix_.format_ = highs.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = starts, index, value
    engine.passModel(lp)
    return engine


def _bounds(row: LinearRow) -> tuple[float, float]:
    return (
        -INFINITY if row.low is None else float(row.low),
        INFINITY if row.high is None else float(row.high),
    )


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
