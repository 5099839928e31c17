"""Reading takes time in proportion to the length of a line, whatever stands in it.

Processor times of a line and of one eight times as long are compared: linear growth makes eight of it, quadratic growth
sixty-four. A busy machine may spoil one measurement, not all of several.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from benchmarks.lines import ENDS, STARTS, UNITS, cost, line, read

SHORT, TIMES = 1_000, 8
SLACK = 3
"""Linear growth may look so many times as steep."""


def grows_too_fast(start: str, unit: str, end: str) -> bool:
    short, long = (line(start, unit, end, size) for size in (SHORT, SHORT * TIMES))
    return all(cost(read, long, rounds) > cost(read, short, rounds) * TIMES * SLACK for rounds in (1, 2, 4, 8))


@pytest.fixture(autouse=True)
def _no_pauses() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("start", STARTS)
def test_one_thing_again_and_again(start: str) -> None:
    ends = cycle(ENDS)
    assert [unit for unit in UNITS if grows_too_fast(start, unit, next(ends))] == []


@pytest.mark.parametrize("seed", range(20))
def test_several_things_in_turns(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        start, end = rng.choice(STARTS), rng.choice(ENDS)
        unit = "".join(rng.choices(UNITS, k=rng.randint(2, 4)))
        assert not grows_too_fast(start, unit, end), (start, unit, end)
