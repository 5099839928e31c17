"""The search for whole numbers with a solver that answers in fractions.

First some dives: one fraction after the other is made whole, choices between several things before everything else,
and what turns out wrong is undone at once or not at all. That finds an answer mostly, if there is one. Then all
branches are searched, depth first, so that it can be proved that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import floor
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ttrn.hidden.budget import Undecided
from ttrn.hidden.linear_program import LinearRow, keeps

if TYPE_CHECKING:
    from ttrn.hidden.solver import Solver

FEW_NODES: Final = 50
"""After so many programs in fractions the solver's own search for whole numbers is tried, which has other tricks."""

NOT_PROVED: Final = "no deal was found, but that there is none could not be proved in whole numbers"

_NEAR: Final = 1e-6
"""What is as near as this to a whole number counts as one, until it is held against the rows."""


class _Branch(NamedTuple):
    """A fraction that was made whole: the bounds of its value before, and those that are still to be tried."""

    variable: int
    before: tuple[int, int]
    other: tuple[int, int] | None


class _Open(NamedTuple):
    """A choice that is not made yet: the fraction of what it leans to most, its number, and that variable."""

    value: float
    number: int
    variable: int


Chooser: TypeAlias = Callable[[list[_Open]], _Open]


def _orders() -> Iterator[Chooser]:
    """Yield which choice a dive makes next: the last in time, the clearest, the first; then any, always the same."""
    yield from (lambda found: found[-1], max, lambda found: found[0])
    for seed in range(MORE_DIVES):
        yield Random(seed).choice  # noqa: S311  nothing here is secret


CLEAR: Final = 0.6
"""Choices that lean to something as much as this are made together with another one."""

MORE_DIVES: Final = 5
"""Dives in which the next choice is drawn by lot."""


class Search:
    """A search for values that keep some rows; it changes the solver's bounds, and gives them back."""

    def __init__(self, solver: Solver, rows: list[LinearRow], uppers: list[int], choices: list[list[int]]) -> None:
        self._solver = solver
        self._rows = rows
        self._uppers = uppers
        self._choices = choices
        self._lows = [0] * len(uppers)
        self._highs = list(uppers)
        self._branches: list[_Branch] = []
        self._touched: set[int] = set()
        self._proved = True

    def run(self) -> list[int] | None:
        """Return values that keep the rows; None if it is proved that there are none.

        Raises:
            Undecided: the budget was spent, or an end of the search is not proved to be one.
        """
        values = self._solver.fractions()
        if values is None:
            return self._no_answer(proved=self._solver.proves(self._rows, self._lows, self._highs))
        if _fraction(values) is None and keeps(values, self._rows, self._uppers):
            return [round(value) for value in values]
        for choose in _orders() if self._choices else ():
            found = self._dive(values, choose)
            self.restore()
            if found is not None:
                return found
        return self._all_branches()

    @staticmethod
    def _no_answer(*, proved: bool) -> None:
        if not proved:
            raise Undecided(NOT_PROVED)

    # --- dives -------------------------------------------------------------------------------------------------------

    def _dive(self, start: list[float], choose: Chooser) -> list[int] | None:
        """Make one fraction after the other whole, choices first; None where neither way is open."""
        values: list[float] | None = start
        while values is not None:
            found = [
                _Open(*max([(values[variable], number, variable) for variable in choice]))
                for number, choice in enumerate(self._choices)
                if any(_distance(values[variable]) > _NEAR for variable in choice)
            ]
            if found:
                variable = choose(found).variable
                clear = [choice.variable for choice in found if choice.value >= CLEAR and choice.variable != variable]
                together = self._together([variable, *clear]) if clear else None
                if together is not None:
                    values = together
                    continue
                ways = [(1, 1), (0, 0)]
            else:
                part = _fraction(values)
                if part is None:
                    break
                variable = part
                ways = list(self._two_ways(part, values[part]))
            values = self._first_open(variable, ways)
        if values is not None and keeps(values, self._rows, self._uppers):
            return [round(value) for value in values]
        return None

    def _together(self, variables: list[int]) -> list[float] | None:
        """Make several choices at once; return an answer with them, None if there is none: then they are undone."""
        for variable in variables:
            self._set(variable, (1, 1))
        values = self._solver.fractions()
        if values is None:
            for variable in variables:
                self._set(variable, (0, 1))
        return values

    def _first_open(self, variable: int, ways: list[tuple[int, int]]) -> list[float] | None:
        """Take the first of several bounds for a value with which there is an answer; return that answer."""
        for bounds in ways:
            self._set(variable, bounds)
            values = self._solver.fractions()
            if values is not None:
                return values
        return None

    # --- all branches ------------------------------------------------------------------------------------------------

    def _all_branches(self) -> list[int] | None:
        for number in count(1):
            values = self._solver.fractions()
            part = None if values is None else _fraction(values)
            if values is not None and part is not None:
                first, other = self._two_ways(part, values[part])
                self._branches.append(_Branch(part, (self._lows[part], self._highs[part]), other))
                self._set(part, first)
            elif values is not None and keeps(values, self._rows, self._uppers):
                return [round(value) for value in values]
            else:
                self._proved = (
                    self._proved and values is None and self._solver.proves(self._rows, self._lows, self._highs)
                )
                if not self._turn_back():
                    break
            if number == FEW_NODES:
                values = self._ask_for_whole_numbers()
                if values is not None and keeps(values, self._rows, self._uppers):
                    return [round(value) for value in values]
        return self._no_answer(proved=self._proved)

    def _two_ways(self, variable: int, value: float) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the two ways to make a value whole, the nearer one first."""
        below, above = (self._lows[variable], floor(value)), (floor(value) + 1, self._highs[variable])
        return (above, below) if value - floor(value) >= 0.5 else (below, above)

    def _turn_back(self) -> bool:
        """Go back to the last branch that has another side, and take that; return whether there is one."""
        while self._branches:
            variable, before, other = self._branches.pop()
            if other is not None:
                self._branches.append(_Branch(variable, before, None))
                self._set(variable, other)
                return True
            self._set(variable, before)
        return False

    def _set(self, variable: int, bounds: tuple[int, int]) -> None:
        self._lows[variable], self._highs[variable] = bounds
        self._touched.add(variable)
        self._solver.bound(variable, *bounds)

    def _ask_for_whole_numbers(self) -> list[float] | None:
        """Ask for whole numbers from the start; then go on where the search was: what it proved stays proved."""
        kept = {variable: (self._lows[variable], self._highs[variable]) for variable in self._touched}
        self.restore()
        values = self._solver.whole_numbers()
        for variable, bounds in kept.items():
            self._set(variable, bounds)
        return values

    def restore(self) -> None:
        """Give the solver the bounds of the program again."""
        for variable in self._touched:
            self._lows[variable], self._highs[variable] = 0, self._uppers[variable]
            self._solver.bound(variable, 0, self._uppers[variable])
        self._touched.clear()


def _distance(value: float) -> float:
    """Return how far a value is from a whole number."""
    return abs(value - round(value))


def _fraction(values: Sequence[float]) -> int | None:
    """Return the value that is furthest from a whole number; None if all are whole, or as near as can be told."""
    best, found = _NEAR, None
    for variable, value in enumerate(values):
        distance = abs(value - round(value))
        if distance > best:
            best, found = distance, variable
    return found
