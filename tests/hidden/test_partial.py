"""Records that have only part of what their writers could have seen: never impossible if they are true."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.hidden.games import BOARDS, simulated
from tests.replays.test_unknowns import Bystander
from ttrn.boards import board
from ttrn.hidden import PUBLIC, Budget, infer, judge, redact
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE, UNDECIDED
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.records import Deal, Draw, Keep, Market, Score, Tag, Take, Turn
from ttrn.position.writer import format_position
from ttrn.replays import replay

SHORT = board(str(Path(__file__).parents[1] / "cases" / "boards" / "short.toml"))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(16))
def test_what_a_bystander_missed_makes_nothing_impossible(name: str, seed: int) -> None:
    game = simulated(name, seed)
    eyes = Bystander(board(name), seed)
    seen = [eyes.entry(entry) for entry in game.entries]
    judged = judge(GameRecord(tuple([entry for entry in seen if entry is not None])), budget=Budget(0.02))
    assert judged.status != IMPOSSIBLE, judged.problems
    if judged.status == CONSISTENT:
        assert judged.witness is not None
        assert judge(judged.witness.game).status == EXACT


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_lines_of_the_setup_may_be_missing(name: str, seed: int) -> None:
    view = redact(simulated(name, seed), PUBLIC, until=20)
    rng = random.Random(seed)
    keep = Keep if name != "marklin" else type(None)  # of which decks they are only the line says
    kept = [entry for entry in view.entries if not isinstance(entry, Deal | Market | keep) or rng.random() < 0.5]
    judged = judge(GameRecord(tuple(kept)))
    assert judged.status in (CONSISTENT, UNDECIDED)
    if judged.status == CONSISTENT:
        assert judged.witness is not None
        assert judge(judged.witness.game).status == EXACT


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_may_start_from_a_position_with_unknowns(name: str, seed: int) -> None:
    game = simulated(name, seed)
    rng = random.Random(seed)
    at = rng.randrange(1, len(game.turns) - 1)
    tags = (Tag("Game", name), Tag("Position", format_position(replay(game).state(at))))
    full = GameRecord((*tags, *game.players, *game.turns[at:]), at + 1)
    for observer in (PUBLIC, "ann"):
        view = redact(full, observer)
        judged = judge(view)
        assert judged.status in (CONSISTENT, EXACT), judged.problems
        if judged.witness is not None:
            assert judge(judged.witness.game).status == EXACT
            assert dumps(redact(judged.witness.game, observer)) == dumps(view)
        assert infer(view).judgement.status == judged.status


def test_a_game_may_start_in_the_last_turns_before_a_new_deck() -> None:
    """What lies before the players in the position makes up the new deck, with what is laid after it."""
    game = simulated("cardgame", 1, 4)
    last = next(i for i, turn in enumerate(game.turns) if replay(game).state(i + 1).last_turns > 0)
    first = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    for at in range(last + 1, last + 4):
        tags = (Tag("Game", "cardgame"), Tag("Position", format_position(replay(game).state(at))))
        full = GameRecord((*tags, *game.players, *game.entries[first[at] : first[at + 12]]), at + 1)
        for observer in (PUBLIC, "ann"):
            judged = judge(redact(full, observer))
            assert judged.status == CONSISTENT, judged.reason or judged.problems


BARE = """[Game "short"]

player ann
player bob

ann deal RRGG
bob deal ????
market LLRGB
ann keep ? | ?
bob keep ? | ?

1. ann draw R G
2. bob draw B G
"""


def test_a_market_replaced_without_a_word_is_thought_of() -> None:
    """After `draw R` a third locomotive may have come, and gone with the others: so blue and green may lie there."""
    game = loads(BARE).games[0]
    assert judge(game, SHORT).status == CONSISTENT
    turn = replace(game.turns[0], action=Draw(tuple([replace(t, replacement="?") for t in _takes(game.turns[0])])))
    entries = [turn if entry == game.turns[0] else entry for entry in game.entries]
    assert judge(GameRecord(tuple(entries)), SHORT).status == CONSISTENT


def _takes(turn: Turn) -> tuple[Take, ...]:
    assert isinstance(turn.action, Draw)
    return turn.action.takes


def test_undecided_where_only_an_unseen_flush_would_help() -> None:
    """Both locomotives lie there, and a third one is said to; without a flush in between there is no room for four."""
    text = BARE.replace("1. ann draw R G\n2. bob draw B G\n", "1. ann draw R G\nassert market RRRRR\n")
    judged = judge(loads(text).games[0], SHORT)
    assert judged.status == UNDECIDED
    assert "unless the market was replaced where no line says so" in judged.reason


def test_scores_prove_tickets() -> None:
    game = simulated("usa", 3, 2)
    view = redact(game, "ann")
    hidden = GameRecord(tuple([entry for entry in view.entries if "Reveal" not in type(entry).__name__]))
    assert any(isinstance(entry, Score) for entry in hidden.entries)
    judged = judge(hidden)
    assert judged.status == CONSISTENT
    assert judged.witness is not None
    assert judge(judged.witness.game).status == EXACT


TRACKS = """[Game "usa"]

player ann
player bob
player cat
player dan

ann deal RRRR
bob deal ????

1. ann claim SLC-DEN RRR
2. bob claim SLC-DEN ???
"""


def test_an_unseen_payment_is_for_the_track_that_is_left() -> None:
    """Ann has the red track: bob has paid for the yellow one, though the deck has more red cards than he needs."""
    judged = judge(loads(TRACKS).games[0])
    assert judged.status == CONSISTENT
    assert judged.witness is not None
    assert judge(judged.witness.game).status == EXACT
