"""Once the game is over nothing is turned up any more: gaps that the last payment could fill stay open (DECK-2)."""

from __future__ import annotations

import random

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide
from tests.hidden.test_brute import small
from ttrn.core.state import OVER
from ttrn.hidden import infer, judge
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.notation import GameRecord, dumps
from ttrn.play import play_random
from ttrn.replays import replay

GAMES = (
    *[("short", seed) for seed in (231, 263, 287)],
    *[("fjord", seed) for seed in (47, 97, 109, 136, 178, 215, 270)],
)
"""Games that end with a payment while there are gaps in the market, which nothing could fill before."""


def full(name: str, seed: int) -> GameRecord:
    return play_random(small(name), 2, seed, choose=as_people_do)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_gaps_stay_open_and_the_record_is_exact(name: str, seed: int) -> None:
    game = full(name, seed)
    final = replay(game, small(name)).final
    assert final.phase == OVER
    assert sum(final.market) < small(name).tables.market
    assert sum(final.discards) > 0
    assert game.turns[-1].refill is None
    assert judge(game, small(name)).status == EXACT


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_with_unseen_cards_the_model_agrees_with_a_brute_force(name: str, seed: int) -> None:
    for cards in (1, 2, 4):
        game = hide(full(name, seed), random.Random(seed), cards)
        possible = next(completions(game, small(name)), None) is not None
        status = judge(game, small(name)).status
        assert status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)


def test_nothing_is_written_into_the_last_turn() -> None:
    for name, seed in GAMES:
        found = infer(hide(full(name, seed), random.Random(seed), 2), small(name))
        assert found.game.turns[-1].refill is None
