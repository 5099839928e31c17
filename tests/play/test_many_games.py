"""Many games between all bots on all boards: sound, exact, ended by the rules, with nothing lost at any turn.

``TTRN_GAMES=10000`` plays so many on each board instead of the few of an ordinary run: ``make nightly``.
"""

from __future__ import annotations

import os
import random

import pytest

import ttrn
from tests.play.conservation import assert_conserved
from ttrn.boards import board
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER
from ttrn.play import play_random, simulate
from ttrn.play.bots import BOTS, find_bot
from ttrn.play.match import play_match
from ttrn.registry import game_names

BOARDS = ["usa", "europe", "marklin", "cardgame"]
GAMES = int(os.environ.get("TTRN_GAMES", "80"))
PARTS = 8
"""Into so many parts the games of a board are cut, so that all cores have something to do."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BOARDS)
def test_games_are_sound_and_nothing_is_lost(name: str, part: int) -> None:
    on = board(name)
    for number in range(part, GAMES, PARTS):
        rng = random.Random(f"{name} {number}")
        players = rng.randint(on.tables.min_players, on.tables.max_players)
        seats = [find_bot(rng.choice(list(BOTS))) for _ in range(players)]
        match = play_match(on, seats, f"many/{number}")
        (game,), problems = ttrn.loads(ttrn.dumps(match.game))
        assert (game, problems) == (match.game, ()), number
        timeline = ttrn.replay(game)
        assert timeline.problems == (), f"{number}: {timeline.problems[0].render()}"
        for _, _, state in timeline.steps():
            assert_conserved(state)
        assert_conserved(match.state)
        assert timeline.final.phase == OVER
        assert timeline.final.exact
        assert timeline.outcome == match.outcome


@pytest.mark.parametrize("name", game_names())
def test_a_simulated_game_is_the_one_that_is_written_down(name: str) -> None:
    state = simulate(board(name), 3, 5)
    timeline = ttrn.replay(play_random(board(name), 3, 5))
    assert (state.phase, state.scores, state.number) == (OVER, timeline.final.scores, timeline.final.number)
    assert score_game(state) == timeline.outcome
