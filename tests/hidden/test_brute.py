"""The exact model beside a brute force, over small decks: spoiled records are impossible exactly when it says so."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.hidden.agreement import Agreement
from tests.hidden.brute import agreed, completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide, hide_tickets, mutate, mutate_tickets
from ttrn.boards import Board, board
from ttrn.hidden import infer, judge
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.notation import GameRecord, dumps
from ttrn.notation.game import Variation
from ttrn.notation.records import Comment, Tag
from ttrn.play import play_random
from ttrn.replays import replay

CASES = Path(__file__).parents[1] / "cases" / "boards"
SMALL = ("short", "fjord", "brocken")
MANY = 400
"""More deals than these are not looked at to find out what they agree on."""


@cache
def small(name: str) -> Board:
    return board(str(CASES / f"{name}.toml"))


def spoiled(name: str, seed: int) -> GameRecord:
    """Return a record of a few turns with some cards unseen, two in three times with something changed."""
    rng = random.Random(seed)
    game = play_random(small(name), 2, seed, choose=as_people_do)
    return hide(mutate(game, rng, spoil=bool(seed % 3)), rng, 4)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(40))
def test_impossible_exactly_when_no_deal_is_found(name: str, seed: int) -> None:
    game = spoiled(name, seed)
    judged = judge(game, small(name))
    possible = next(completions(game, small(name)), None) is not None
    assert judged.status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("first", range(100, 400, 30))
def test_lines_that_are_fine_alone_contradict_each_other_exactly_when_no_deal_is_found(name: str, first: int) -> None:
    for seed in range(first, first + 30):
        game = spoiled(name, seed)
        if not replay(game, small(name)).problems:
            judged = judge(game, small(name))
            possible = next(completions(game, small(name)), None) is not None
            assert judged.status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)
            assert [problem.rule for problem in judged.problems] == ([] if possible else ["WORLD-1"])


def test_such_contradictions_are_among_the_spoiled_records() -> None:
    games = [(spoiled("fjord", seed), small("fjord")) for seed in range(100, 400)]
    assert sum(judge(game, on).status == IMPOSSIBLE and not replay(game, on).problems for game, on in games) >= 15


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_forced_exactly_when_all_deals_agree(name: str, seed: int) -> None:
    game = spoiled(name, seed)
    found = infer(game, small(name)).game
    deals = list(islice(completions(game, small(name)), MANY))
    for deal in deals:
        assert_fits(found, deal, small(name))
    if deals and len(deals) < MANY:
        assert dumps(agreed(game, deals)) == dumps(found)


def assert_fits(found: GameRecord, deal: GameRecord, on: Board) -> None:
    for line, entry in zip(found.entries, deal.entries, strict=True):
        if not isinstance(line, Tag | Comment | Variation):
            assert not isinstance(entry, Tag | Comment | Variation)
            assert Agreement(on, in_order=True).holds(line, entry)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(25))
def test_tickets_are_impossible_exactly_when_no_order_is_found(name: str, seed: int) -> None:
    rng = random.Random(seed)
    full = play_random(small(name), 2, seed)
    game = hide_tickets(mutate_tickets(full, small(name), rng), small(name), rng)
    judged = judge(game, small(name))
    possible = next(completions(game, small(name)), None) is not None
    assert judged.status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)
