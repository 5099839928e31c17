"""The solver: whole numbers or the proof that there are none, within its budget."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ttrn.hidden import solver
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.linear_program import LinearRow, Program, keeps
from ttrn.hidden.solver import Solver


def random_program(seed: int) -> Program:
    """Return a few variables with a few rows that may or may not go together."""
    rng = random.Random(seed)
    program = Program()
    program.variables(4, 3)
    for _ in range(rng.randint(2, 6)):
        terms = [(variable, rng.choice((-2, -1, 1, 2))) for variable in rng.sample(range(4), rng.randint(1, 3))]
        low = rng.randint(-3, 4)
        program.row(terms, low, rng.choice((None, low, low + 1)), 0)
    return program


@pytest.mark.parametrize("seed", range(120))
def test_the_same_as_trying_everything(seed: int) -> None:
    program = random_program(seed)
    every = [list(values) for values in product(range(4), repeat=4)]
    found = Solver(program, Budget()).solve({0: 1})
    possible = [values for values in every if keeps(values, program.rows, program.uppers)]
    assert (found is None) == (not possible)
    if found is not None:
        assert found in possible
        assert found[0] == min(values[0] for values in possible)


def test_more_rows_are_for_one_question_only() -> None:
    program = Program()
    program.variables(2, 5)
    program.row([(0, 1), (1, 1)], 5, 5, 0)
    asked = Solver(program, Budget())
    assert asked.solve(more=[LinearRow([(0, 1)], None, 0, 0), LinearRow([(1, 1)], None, 4, 0)]) is None
    assert asked.solve({0: 1}) == [0, 5]
    assert asked.solve({0: -1}) == [5, 0]


def hard_program() -> Program:
    """Return a problem that no search finishes soon: market splitting."""
    rng = random.Random(1)
    program = Program()
    program.variables(40, 1)
    for _ in range(5):
        weights = [rng.randrange(100) for _ in range(40)]
        program.row(list(enumerate(weights)), sum(weights) // 2, sum(weights) // 2, 0)
    return program


def test_the_budget_is_kept_and_always_ends_at_the_same_step() -> None:
    left: set[int] = set()
    for _ in range(3):
        budget = Budget(effort=0.02)
        with pytest.raises(Undecided, match=r"--effort 0\.2 searches longer"):
            Solver(hard_program(), budget).solve()
        assert budget.spent
        left.add(budget.left)
    assert len(left) == 1
    assert -20_000 < left.pop() <= 0


def test_memory_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = iter(range(0, 10**15, 10**9))  # a process that grows by a gigabyte whenever it is asked
    monkeypatch.setattr(solver, "_peak", lambda: next(peaks))
    budget = Budget(megabytes=100)
    with pytest.raises(Undecided, match="--megabytes allows more"):
        Solver(hard_program(), budget).solve()
    assert budget.spent
    assert budget.left > 0


def test_what_is_too_large_is_not_begun() -> None:
    program = Program()
    program.variables(1000, 1)
    program.row([(variable, 1) for variable in range(1000)], 1, 2, 0)
    with pytest.raises(Undecided):
        Solver(program, Budget(megabytes=1))
