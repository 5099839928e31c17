"""Chance at the table is that of the standard library, draw for draw: seeds mean the same games as ever."""

from __future__ import annotations

import random

import pytest

from ttrn.play.shuffle import pick, shuffle, shuffled


@pytest.mark.parametrize("size", [0, 1, 2, 5, 6, 21, 30, 110, 139])
def test_draws_are_those_of_the_standard_library(size: int) -> None:
    mine, other = random.Random(size), random.Random(size)
    for _ in range(20):
        cards = list(range(size))
        assert shuffled(mine, list(cards)) == other.sample(cards, size)
        copy = list(cards)
        shuffle(mine, cards)
        other.shuffle(copy)
        assert cards == copy
        if cards:
            assert pick(mine, cards) == other.choice(copy)
    assert mine.random() == other.random()
