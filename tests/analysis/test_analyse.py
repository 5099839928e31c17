"""Games analysed: by what was known then, with luck that is zero on average and adds up."""

from __future__ import annotations

import os
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev

import pytest

import ttrn
from ttrn.boards import board_names
from ttrn.core.cards import KINDS, LETTERS, UNKNOWN
from ttrn.notation import GameRecord
from ttrn.notation.records import Deck, Draw, Take, Turn
from ttrn.play import play_game

GAMES = int(os.environ.get("TTRN_LUCK", "2"))
"""How many games of each board are looked at for luck; ``make luck`` has many more."""


def test_a_view_is_judged_by_what_was_known_at_each_turn() -> None:
    """The record cut at a turn gives the same values: nothing that came later was used."""
    game = play_game("europe", ["planner", "greedy"], seed=4)
    for observer, worlds in (("bob", 2), ("public", 0)):
        whole = ttrn.analyse(game, observer, worlds=worlds)
        assert whole.basis == "a view"
        assert whole.turns[-1].spread == (0, 0)  # everybody has shown the tickets
        for turn in (1, 30):
            cut = ttrn.analyse(ttrn.redact(game, observer, until=turn), worlds=worlds)
            assert cut.turns[-1].win == whole.turns[turn - 1].win
            assert cut.turns[-1].score == whole.turns[turn - 1].score
            assert cut.turns[-1].doubt == whole.turns[turn - 1].doubt


@pytest.mark.parametrize("name", board_names())
def test_luck_has_mean_zero_and_adds_up(name: str) -> None:
    luck: list[float] = []
    points: list[float] = []
    for seed in range(GAMES):
        game = play_game(name, ["planner", "greedy", "planner"][: 2 + seed % 2], seed=f"luck {seed}")
        found = ttrn.analyse(game)
        outcome = ttrn.replay(game).outcome
        assert found.finished
        for seat, total in enumerate(found.luck):
            chances = [chance for turn in found.turns for chance in turn.chances]
            moved = sum(
                [
                    after.win[seat] - before.win[seat] - sum([chance.win[seat] for chance in after.chances])
                    for before, after in zip((found.start, *found.turns), found.turns, strict=False)
                ]
            )
            won = (seat in outcome.winners) / len(outcome.winners)
            assert found.start.win[seat] + sum([c.win[seat] for c in chances]) + moved == pytest.approx(won)
            assert found.start.win[seat] + total.win + found.rest(seat) == pytest.approx(won)
        for turn in found.turns:
            for chance in turn.chances:
                assert sum(chance.win) == pytest.approx(0)
                luck.append(chance.win[chance.seat])
                points.append(chance.score[chance.seat])
    for values in (luck, points):
        assert abs(fmean(values)) < 3 * stdev(values) / sqrt(len(values))


def test_luck_of_a_blind_card_is_its_value_less_the_mean_over_all_cards_left() -> None:
    """Each card that could have come up, put in its place: weighed by how many there are, their luck is zero."""
    game = play_game("usa", ["greedy", "greedy"], seed=6)
    at, turn = next((i, e) for i, e in enumerate(game.entries) if isinstance(e, Turn) and _blind_first(e))
    before = GameRecord(tuple([entry for entry in game.entries[:at] if not isinstance(entry, Deck)]))
    deck = ttrn.replay(before).final.pool[:UNKNOWN]
    total = 0.0
    values: set[float] = set()
    for kind in range(KINDS - 1):
        if deck[kind]:
            drawn = replace(turn, action=Draw((Take(LETTERS[kind], True),)), refill=None)
            found = ttrn.analyse(GameRecord((*before.entries, drawn))).turns[-1].chances
            assert [chance.kind for chance in found] == ["blind"]
            assert found[0].tries == 0
            total += deck[kind] * found[0].win[found[0].seat]
            values.add(round(found[0].win[found[0].seat], 9))
    assert total == pytest.approx(0, abs=1e-9)
    assert len(values) > 1


def _blind_first(turn: Turn) -> bool:
    return isinstance(turn.action, Draw) and turn.action.takes[0].blind


def test_hindsight_is_named_and_knows_more() -> None:
    game = play_game("usa", ["planner", "planner"], seed=8)
    seen = ttrn.redact(game, "ann")
    then, now = ttrn.analyse(seen, worlds=2), ttrn.analyse(seen, hindsight=True, worlds=2)
    assert (then.basis, now.basis) == ("a view", "hindsight")
    assert [turn.win for turn in then.turns] != [turn.win for turn in now.turns]
    assert then.turns[-1].win == now.turns[-1].win


def test_nothing_to_analyse_is_said() -> None:
    (game,) = ttrn.loads('[Game "usa"]\nplayer ann\nplayer bob\nscore ann=100 bob=90\n').games
    with pytest.raises(ValueError, match="no turns"):
        ttrn.analyse(game)
