"""The solver: whole numbers that keep all rows of a program, or the proof that there are none.

HiGHS, an open solver for linear programs, does the work; docs/hidden.md says why. It is imported when it is first
needed: games without unknowns, and those of which a deal is found without it, never wait for it.

It is asked in fractions. Where its answer has some, one of them is made a whole number, the next below or above, and it
is asked again, until all are whole or none is left to try. It computes with rounded numbers, so nothing is taken on
trust: answers are held against every row in whole numbers, and that there is none must be proved by a certificate that
is added up in whole numbers too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from ttrn.hidden.budget import Budget
from ttrn.hidden.certificate import excludes
from ttrn.hidden.first_guess import guess
from ttrn.hidden.linear_program import LinearRow, Program, keeps
from ttrn.hidden.whole_numbers import Search

INFINITY: Final = float("inf")

CELL_BYTES: Final = 2000
"""About what the solver takes for each coefficient, with all its copies and bounds: measured, rounded up."""

_NO_LIMIT: Final = 2**31 - 1


def _peak() -> int:
    """Return how much memory the process has used at most so far, in bytes; 0 where the system does not say."""
    try:
        import resource  # noqa: PLC0415  not everywhere
    except ImportError:  # pragma: no cover
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@cache
def _highs() -> Any:
    import highspy  # noqa: PLC0415  a quarter of a second, which most commands need not wait for

    return highspy


class Solver:
    """A program given to the solver; ask it as often as you like, with more rows or something to strive for."""

    def __init__(self, program: Program, budget: Budget) -> None:
        """Take a program.

        Raises:
            Undecided: it is too large for the memory that the budget allows.
        """
        self._program = program
        self._budget = budget
        self._cells = sum([len(row.terms) for row in program.rows])
        self._whole = self._watched = False
        self._before = _peak()
        if self._cells * CELL_BYTES > budget.megabytes * 1_000_000:
            budget.give_up(f"a search would take more than {budget.megabytes} megabytes; --megabytes allows more")
        self._made: Any = None

    @property
    def _engine(self) -> Any:
        """The solver with the program in it, made when it is first asked."""
        if self._made is None:
            self._budget.charge(self._cells // 4)
            self._made = _engine(self._program)
        return self._made

    def solve_below(self, variable: int, upper: int) -> list[int] | None:
        """Return values that keep all rows, one of them not above a bound; None if there are none, which is proved.

        Raises:
            Undecided: the budget was spent, or there is no proof.
        """
        uppers = list(self._program.uppers)
        uppers[variable] = upper
        self.bound(variable, 0, upper)
        try:
            return self._search(self._program.rows, uppers)
        finally:
            self.bound(variable, 0, self._program.uppers[variable])

    def solve(self, costs: dict[int, int] | None = None, more: list[LinearRow] | None = None) -> list[int] | None:
        """Return values that keep all rows and make the costs least; None if there are none, which is proved.

        Raises:
            Undecided: the budget was spent, or there is no proof.
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
        asked = [*self._program.rows, *(more or ())]
        try:
            return self._best(asked) if costs else self._search(asked)
        finally:
            for variable in costs or {}:
                engine.changeColCost(variable, 0.0)
            if more:
                engine.deleteRows(len(more), list(range(rows, rows + len(more))))

    def _best(self, rows: list[LinearRow]) -> list[int] | None:
        """Return the values of least cost."""
        values = self.fractions()
        if values is None:
            return self._search(rows)  # which proves it
        if not keeps(values, rows, self._program.uppers):
            values = self.whole_numbers()
            if values is None:
                return self._search(rows)
            if not keeps(values, rows, self._program.uppers):  # pragma: no cover
                self._budget.give_up("what the solver rounded is no answer")
        return [round(value) for value in values]

    def _search(self, rows: list[LinearRow], uppers: list[int] | None = None) -> list[int] | None:
        """Return any values that keep the rows, and bounds other than the program's if there are any."""
        search = Search(self, rows, uppers or self._program.uppers, self._program.choices)
        try:
            return search.run()
        finally:
            search.restore()

    # --- what a search asks ------------------------------------------------------------------------------------------

    def bound(self, variable: int, low: int, high: int) -> None:
        """Hold a value between bounds from now on."""
        self._engine.changeColBounds(variable, float(low), float(high))

    def fractions(self) -> list[float] | None:
        """Return values that keep all rows, whole or not; None if the solver says that there are none."""
        self._set_whole(whole=False)
        each = 4 + self._cells // 1000
        self._budget.charge(self._cells // 20)
        self._engine.setOptionValue("simplex_iteration_limit", self._budget.left // each + 1)
        self._engine.run()
        self._budget.left -= each * max(0, self._engine.getInfo().simplex_iteration_count)
        return self._answer()

    def whole_numbers(self) -> list[float] | None:
        """Return whole values by the solver's own search; None if the solver says that there are none."""
        self._set_whole(whole=True)
        self._budget.charge(self._cells)
        self._engine.setOptionValue("simplex_iteration_limit", _NO_LIMIT)
        self._engine.run()
        return self._answer()

    def proves(self, rows: Sequence[LinearRow], lows: Sequence[int], highs: Sequence[int]) -> bool:
        """Return whether what the solver said last, that there are no values, is proved in whole numbers."""
        engine = self._engine
        _, found, factors = engine.getDualRay()
        if not found:
            # It saw it before it began to compute, and gives no reasons: let it compute.
            engine.setOptionValue("presolve", "off")
            engine.clearSolver()
            stays = self.fractions()
            engine.setOptionValue("presolve", "choose")
            if stays is not None:
                return False
            _, found, factors = engine.getDualRay()
        return bool(found) and excludes(rows, lows, highs, [float(factor) for factor in factors])

    def _set_whole(self, *, whole: bool) -> None:
        if whole == self._whole:
            return
        highs = _highs()
        kind = highs.HighsVarType.kInteger if whole else highs.HighsVarType.kContinuous
        for variable in range(len(self._program.uppers)):
            self._engine.changeColIntegrality(variable, kind)
        self._whole = whole
        if whole and not self._watched:
            self._watched = True
            self._engine.cbMipInterrupt += self._watch

    def _watch(self, event: Any) -> None:
        """Stop a search that takes more work or memory than it may; it is asked at the same steps every time."""
        self._budget.left -= self._cells // 2
        if self._budget.left < 0 or _peak() - self._before > self._budget.megabytes * 1_000_000:
            event.interrupt()

    def _answer(self) -> list[float] | None:
        status = self._engine.getModelStatus()
        if status == _highs().HighsModelStatus.kInfeasible:
            return None
        if status != _highs().HighsModelStatus.kOptimal:
            if self._budget.left > 0:
                self._budget.give_up(
                    f"the search took more than {self._budget.megabytes} megabytes; --megabytes allows more"
                )
            self._budget.give_up(self._budget.words)
        return list(self._engine.getSolution().col_value)


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
