"""A first guess at a program keeps its rows, or is none; what it cannot find the solver decides."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ttrn.hidden.budget import Budget
from ttrn.hidden.first_guess import MOST_VARIABLES, guess
from ttrn.hidden.linear_program import Program, keeps
from ttrn.hidden.solver import Solver


def program(seed: int) -> Program:
    """Return a small program, with an answer or without."""
    rng = random.Random(seed)
    made = Program()
    made.variables(rng.randint(2, 5), rng.randint(1, 3))
    for line in range(rng.randint(1, 5)):
        terms = [(variable, rng.choice((-1, 1, 1, 2))) for variable in range(len(made.uppers)) if rng.random() < 0.6]
        low = rng.randint(-1, 4)
        made.row(terms, low if rng.random() < 0.8 else None, low + rng.randint(0, 2), line)
    return made


@pytest.mark.parametrize("seed", range(200))
def test_a_guess_keeps_the_rows_and_the_solver_agrees(seed: int) -> None:
    made = program(seed)
    if made.broken is not None:
        return
    answers = [v for v in product(*[range(upper + 1) for upper in made.uppers]) if keeps(v, made.rows, made.uppers)]
    guessed = guess(made)
    assert guessed is None or tuple(guessed) in answers
    assert guessed == guess(made)
    solved = Solver(made, Budget()).solve()
    assert (solved is not None) == bool(answers)


def test_a_guess_finds_most_answers() -> None:
    made = [one for one in map(program, range(200)) if one.broken is None]
    found = [guess(one) is not None for one in made if Solver(one, Budget()).solve() is not None]
    assert sum(found) > 0.9 * len(found)


def test_large_programs_are_left_to_the_solver() -> None:
    made = Program()
    made.variables(MOST_VARIABLES + 1, 1)
    assert guess(made) is None
