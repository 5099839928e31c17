"""Lines that few games have, with unseen cards: a market that a payment frees, a tunnel with no card left.

The exact model beside a brute force, as in ``test_brute``.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide
from tests.hidden.test_brute import small
from ttrn.hidden import judge, merge
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.hidden.merging import Clash
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.records import Claim, Refill, Turn
from ttrn.play import play_random
from ttrn.replays import replay

FREED = """[Game "locos"]
player ann
player bob
ann deal RRRR
bob deal GGGG
market LLLLL
ann keep ASH-BRO
bob keep ASH-COL
1. ann draw ?L ?L
2. bob draw ?L
3. ann claim ASH-BRO RRR >/RRRLL
4. bob draw R>L ?L
5. ann draw R>L R>-
"""

TUNNELS = range(60)


def one(text: str) -> GameRecord:
    (game,) = loads(text).games
    return game


def agrees(game: GameRecord, name: str) -> str:
    possible = next(completions(game, small(name)), None) is not None
    status = judge(game, small(name)).status
    assert status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)
    return status


def with_refill(game: GameRecord, refill: Refill | None) -> GameRecord:
    entries = [
        replace(entry, refill=refill) if isinstance(entry, Turn) and entry.refill else entry for entry in game.entries
    ]
    return GameRecord(tuple(entries))


def test_a_market_that_a_payment_frees_is_exact() -> None:
    game = one(FREED)
    assert judge(game, small("locos")).status == EXACT
    assert dumps(game).count(" >/RRRLL\n") == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_freed_market_with_unseen_cards(seed: int) -> None:
    game = hide(one(FREED), random.Random(seed), 3)
    assert agrees(game, "locos") == CONSISTENT
    agrees(with_refill(game, Refill("", ("RR?LL",))), "locos")
    agrees(with_refill(game, Refill("", ("RLL?L",))), "locos")
    agrees(with_refill(game, Refill("", ("RGRLL",))), "locos")


def test_a_new_market_that_nothing_frees_is_impossible() -> None:
    game = one(FREED.replace("RRRR", "R???").replace("claim ASH-BRO RRR >/RRRLL", "claim ASH-BRO ??? >/?????"))
    assert agrees(game, "locos") == CONSISTENT
    few = one(FREED.replace("RRRR", "RR??").replace("claim ASH-BRO RRR >/RRRLL", "claim ASH-COL ? >/?????"))
    assert agrees(few, "locos") == IMPOSSIBLE


def test_tunnels_with_no_card_left() -> None:
    name, found = "fjord", 0
    for seed in TUNNELS:
        game = play_random(small(name), 2, seed, choose=as_people_do)
        none_left = [turn for turn in game.turns if isinstance(turn.action, Claim) and turn.action.turned == "-"]
        if not none_left:
            continue
        found += 1
        assert judge(game, small(name)).status == EXACT
        agrees(hide(game, random.Random(seed), 2), name)
    assert found


def test_who_says_that_no_card_was_left_is_merged_with_who_says_nothing() -> None:
    text = """[Game "fjord"]
player ann
player bob
ann deal RRRR
bob deal GGGL
market RGGLL
1. ann draw ?L ?L
2. bob claim ASH-BRO GG {}
"""
    told, untold = one(text.format("!-")), one(text.format(""))
    assert replay(told, small("fjord")).problems == ()
    merged = merge([told, untold], small("fjord"))
    assert isinstance(merged, GameRecord)
    assert merged.turns[-1].action == told.turns[-1].action
    other = one(text.format("!?"))
    assert isinstance(merge([told, other], small("fjord")), Clash)
    assert judge(other, small("fjord")).status == IMPOSSIBLE
