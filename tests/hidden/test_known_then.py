"""What was known at a turn: nothing of later lines counts, and hindsight only adds to it."""

from __future__ import annotations

import random

import pytest

from tests.hidden.games import BOARDS, simulated
from ttrn.core.cards import UNKNOWN
from ttrn.hidden import PUBLIC, hand_bounds, infer, redact
from ttrn.hidden.known_then import record_until
from ttrn.notation import GameRecord, loads
from ttrn.replays import replay

SEEDS = range(6)

HEAD = '[Game "usa"]\nplayer ann\nplayer bob\n\nann deal RRRR\nbob deal ????\nmarket RGGBB\n\n'
TURNS = "1. ann draw ? ?\n2. bob draw ? ?\n3. ann draw ? ?\n4. bob claim SEA-POR P\n"


def one(text: str) -> GameRecord:
    (game,) = loads(text).games
    return game


def view_and_turn(name: str, seed: int) -> tuple[GameRecord, int]:
    game = simulated(name, seed)
    rng = random.Random(seed)
    return redact(game, rng.choice((PUBLIC, "ann"))), rng.randrange(len(game.turns) + 1)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_of_hands_at_a_turn_is_what_the_record_cut_there_says(name: str, seed: int) -> None:
    view, turn = view_and_turn(name, seed)
    then = hand_bounds(replay(view), turn)
    assert then == hand_bounds(replay(record_until(view, turn)), turn)
    later = hand_bounds(replay(view), turn, hindsight=True)
    assert then is not None
    assert later is not None
    for known, more in zip(then, later, strict=True):
        for kind in range(UNKNOWN):
            assert known.least[kind] <= more.least[kind] <= more.most[kind] <= known.most[kind]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_follows_until_a_turn_is_what_follows_from_the_record_cut_there(name: str, seed: int) -> None:
    view, turn = view_and_turn(name, seed)
    cut = record_until(view, turn)
    then, cut_then = infer(view, until=turn), infer(cut)
    assert (then.game, then.forced) == (cut_then.game, cut_then.forced)
    game = simulated(name, seed)
    observer = view.tags["View"]
    assert cut == redact(game, observer, until=turn)


def test_a_payment_proves_nothing_before_it_was_made() -> None:
    timeline = replay(one(HEAD + TURNS))
    pink = 5
    for turn, hindsight, least in ((2, False, 0), (2, True, 1), (4, False, 0), (4, True, 0)):
        bounds = hand_bounds(timeline, turn, hindsight=hindsight)
        assert bounds is not None
        assert bounds[1].least[pink] == least


def test_a_cut_record_has_what_is_stated_after_the_turn_and_nothing_of_the_end() -> None:
    text = f"{HEAD}1. ann draw ? ?\nassert bob hand PPRR\n; a word\n2. bob draw ? ?\nscore ann=1 bob=2\n"
    stated = one(text.replace('"usa"]', '"usa"]\n[Result "bob"]'))
    cut = record_until(stated, 1)
    assert [type(entry).__name__ for entry in cut.entries[-2:]] == ["Turn", "AssertCards"]
    assert "Result" not in cut.tags
    assert len(cut.places) == len(cut.entries)
    assert record_until(stated, 2) is stated
    bounds = hand_bounds(replay(stated), 1)
    assert bounds is not None
    assert bounds[1].least == bounds[1].most


def test_what_is_wrong_later_does_not_matter_before() -> None:
    timeline = replay(one(f"{HEAD}{TURNS}5. ann claim SEA-POR WW\n"))
    assert timeline.problems
    assert hand_bounds(timeline, 2) is not None
    assert hand_bounds(timeline, 2, hindsight=True) is None


@pytest.mark.parametrize("turn", [-1, 5])
def test_there_must_be_such_a_turn(turn: int) -> None:
    with pytest.raises(ValueError, match=f"this game has turns 1 to 4, not {turn}"):
        infer(one(HEAD + TURNS), until=turn)
