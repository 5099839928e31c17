"""The exact model beside a brute force, over small decks: spoiled records are impossible exactly when it says so."""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import dropwhile, islice
from pathlib import Path

import pytest

from tests.hidden.agreement import Agreement
from tests.hidden.brute import agreed, completions, possible
from tests.hidden.games import as_people_do
from tests.hidden.mutate import contradict, hide, hide_tickets, mutate, mutate_tickets
from ttrn.boards import Board, board
from ttrn.hidden import infer, judge
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.notation import GameRecord, dumps
from ttrn.notation.game import Variation
from ttrn.notation.records import Comment, Market, Tag, Turn
from ttrn.play import play_random
from ttrn.replays import replay

pytestmark = pytest.mark.slow

CASES = Path(__file__).parents[1] / "cases" / "boards"
TABLES = (
    ("short", 2),
    ("short", 3),
    ("fjord", 2),
    ("brocken", 2),
    ("locos", 2),
    ("depot", 2),
    ("depot", 3),
    ("depot", 4),
)
"""Small boards with numbers of players that have cards enough."""
HIDDEN = 6
"""So many cards are hidden at most."""
MANY = 400
"""More deals than these are not looked at to find out what they agree on."""


@cache
def small(name: str) -> Board:
    return board(str(CASES / f"{name}.toml"))


def kinds(name: str) -> str:
    return "".join(small(name).tables.train_cards)


@cache
def spoiled(name: str, players: int, seed: int) -> GameRecord:
    """Return a record of a few turns with some cards unseen, two in three times with something changed."""
    rng = random.Random(seed)
    game = play_random(small(name), players, seed, choose=as_people_do)
    return hide(mutate(game, rng, kinds=kinds(name), spoil=bool(seed % 3)), rng, rng.randint(2, HIDDEN))


@cache
def contradicting(name: str, players: int, seed: int) -> GameRecord:
    """Return a record whose lines may be fine alone, but in which somebody spends other cards than those drawn."""
    rng = random.Random(seed)
    return contradict(play_random(small(name), players, seed, choose=as_people_do), rng, kinds=kinds(name))


def assert_judged_right(game: GameRecord, on: Board) -> bool:
    """Compare the verdict with the brute force; return whether lines that are fine alone contradict each other."""
    alone = not replay(game, on).problems
    judged = judge(game, on)
    assert judged.status in ((CONSISTENT, EXACT) if possible(game, on) else (IMPOSSIBLE,)), dumps(game)
    if alone:
        assert [problem.rule for problem in judged.problems] in ([], ["WORLD-1"]), dumps(game)
    return alone and judged.status == IMPOSSIBLE


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("first", [0, 30])
def test_impossible_exactly_when_no_deal_is_found(name: str, players: int, first: int) -> None:
    for seed in range(first, first + 30):
        assert_judged_right(spoiled(name, players, seed), small(name))


CONTRADICTIONS = (("short", 2, 30), ("short", 3, 50), ("fjord", 2, 100), ("locos", 2, 120))
"""Boards with the number of contradictions that are to be found on them, of 300."""
LOOKED_FOR = int(os.environ.get("TTRN_CONTRADICTIONS", "100"))
"""So many are looked for in all; ``make worlds`` looks for 3,000."""


@pytest.mark.parametrize(("name", "players", "wanted"), CONTRADICTIONS)
def test_lines_that_are_fine_alone_contradict_each_other_exactly_when_no_deal_is_found(
    name: str, players: int, wanted: int
) -> None:
    wanted = wanted * LOOKED_FOR // 300
    found = seed = 0
    while found < wanted:
        game = contradicting(name, players, seed)
        seed += 1
        found += not replay(game, small(name)).problems and assert_judged_right(game, small(name))
        assert seed < 20 * wanted, "too few contradictions come up"


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(0, 60, 6))
def test_forced_exactly_when_all_deals_agree(name: str, players: int, seed: int) -> None:
    game = spoiled(name, players, seed)
    found = infer(game, small(name)).game
    deals = list(islice(completions(game, small(name)), MANY))
    for deal in deals:
        assert_fits(found, deal, small(name))
    # The cards of a market in mid-game are written in no order: what is forced there is not written.
    mid_game = list(dropwhile(lambda entry: not isinstance(entry, Turn), game.entries))
    in_order = not any(isinstance(entry, Market) and "?" in entry.cards for entry in mid_game)
    if deals and len(deals) < MANY and in_order:
        assert dumps(agreed(game, deals)) == dumps(found)


def assert_fits(found: GameRecord, deal: GameRecord, on: Board) -> None:
    for line, entry in zip(found.entries, deal.entries, strict=True):
        if not isinstance(line, Tag | Comment | Variation):
            assert not isinstance(entry, Tag | Comment | Variation)
            assert Agreement(on, in_order=True).holds(line, entry)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("first", [0, 15])
def test_tickets_are_impossible_exactly_when_no_order_is_found(name: str, players: int, first: int) -> None:
    for seed in range(first, first + 15):
        rng = random.Random(seed)
        full = play_random(small(name), players, seed)
        game = hide_tickets(mutate_tickets(full, small(name), rng), small(name), rng)
        judged = judge(game, small(name))
        found = possible(game, small(name))
        assert judged.status in ((CONSISTENT, EXACT) if found else (IMPOSSIBLE,)), dumps(game)
