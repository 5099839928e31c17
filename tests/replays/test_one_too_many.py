"""A card more than a game has: the message tells where all others lie."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide, mutate
from ttrn.boards import board
from ttrn.play import play_random
from ttrn.replays import replay

BOARDS = Path(__file__).parents[1] / "cases" / "boards"
TOLD = re.compile(r"number (\d+): the game has (\d+) \((.*)\)$")
PLACE = re.compile(
    r"(\d+) (?:in the hand of \w+|in the \w+ of \w+|face up|discarded|in this line|laid out by \w+|turned over)"
)


@pytest.mark.parametrize("name", ["short", "fjord", "brocken", "locos"])
def test_the_places_add_up(name: str) -> None:
    on = board(str(BOARDS / f"{name}.toml"))
    found = 0
    for seed in range(200):
        rng = random.Random(seed)
        game = mutate(play_random(on, 2, seed, choose=as_people_do), rng)
        for problem in replay(hide(game, rng, seed % 4 * 2), on).problems:
            told = TOLD.search(problem.message)
            if told:
                places = [PLACE.fullmatch(place) for place in told[3].split(", ")]
                assert all(places), problem.message
                assert sum(int(place[1]) for place in places if place) == int(told[2]) == int(told[1]) - 1
                found += 1
    assert found
