"""Simulated games, whose truth is known, as every observer saw them: consistent, with a witness, and nothing inferred
that is not true. ``make worlds`` plays thousands of them.
"""

from __future__ import annotations

import os
import random

import pytest

from tests.hidden.agreement import Agreement
from tests.hidden.games import BOARDS, simulated
from ttrn.boards import board
from ttrn.core.cards import UNKNOWN
from ttrn.hidden import PUBLIC, Clash, hand_bounds, infer, judge, merge, redact
from ttrn.hidden import possible_deals as deals
from ttrn.hidden.judgement import CONSISTENT, EXACT
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.solver import Solver
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.game import Variation
from ttrn.notation.records import Comment, Reveal, Tag
from ttrn.replays import replay

SEEDS = range(int(os.environ.get("TTRN_WORLDS", "102")) // len(BOARDS))


def views(game: GameRecord, seed: int) -> list[tuple[str, int | None]]:
    """Return every observer with the end of what is looked at: the whole game, or up to some turn."""
    rng = random.Random(seed)
    observers = (PUBLIC, *[player.id for player in game.players])
    return [(observer, rng.choice((None, rng.randrange(len(game.turns))))) for observer in observers]


def assert_true(found: GameRecord, truth: GameRecord) -> None:
    """Hold every line of a record against the full one."""
    agreement = Agreement(board(truth.board), in_order=True)
    full = [entry for entry in truth.entries if not isinstance(entry, Tag | Reveal)]
    lines = [entry for entry in found.entries if not isinstance(entry, Tag | Reveal)]
    for line, entry in zip(lines, full, strict=False):
        assert not isinstance(line, Tag | Comment | Variation)
        assert not isinstance(entry, Tag | Comment | Variation)
        assert agreement.holds(line, entry)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_of_a_game_is_possible(name: str, seed: int) -> None:
    game = simulated(name, seed)
    assert judge(game).status == EXACT
    for observer, until in views(game, seed):
        view = redact(game, observer, until=until)
        judged = judge(view)
        assert judged.status in (CONSISTENT, EXACT), (observer, until, judged.problems, judged.reason)
        if judged.witness is None:
            continue
        witness = judged.witness.game
        assert judge(witness).status == EXACT
        # A witness differs from the truth only in what the observer cannot see.
        assert dumps(redact(witness, observer, until=until)) == dumps(view)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_inferred_is_true(name: str, seed: int) -> None:
    game = simulated(name, seed)
    observer, until = random.Random(seed).choice(views(game, seed))
    view = redact(game, observer, until=until)
    found = infer(view)
    assert_true(found.game, game)
    assert_true(view, found.game)
    assert bool(found.forced) == (found.game != view)
    if found.judgement.witness is not None:
        # Whoever saw no more cannot know more: another game that looks the same gives the same.
        twin = redact(found.judgement.witness.game, observer, until=until)
        assert infer(twin).game == found.game


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", list(SEEDS)[::4])
def test_hands_are_within_their_bounds(name: str, seed: int) -> None:
    game = simulated(name, seed)
    view = redact(game, random.Random(seed).choice((PUBLIC, "ann")))
    turn = random.Random(seed).randrange(len(game.turns) + 1)
    truth = replay(game).state(turn).hands
    bounds = hand_bounds(replay(view), turn)
    assert bounds is not None
    for hand, bound in zip(truth, bounds, strict=True):
        for kind in range(UNKNOWN):
            assert bound.least[kind] <= hand[kind] <= bound.most[kind]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", list(SEEDS)[::2])
def test_the_views_of_all_players_make_up_the_game(name: str, seed: int) -> None:
    game = simulated(name, seed)
    merged = merge([redact(game, player.id) for player in game.players])
    assert not isinstance(merged, Clash)
    lines = [entry for entry in merged.entries if not isinstance(entry, Tag | Reveal)]
    assert lines == [entry for entry in game.entries if not isinstance(entry, Tag)]
    assert judge(merged).status == EXACT


def test_games_that_hardly_began_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may hold a hundred thousand that are all the same."""
    asked: list[object] = []

    class Counted(Solver):
        def solve(self, costs: dict[int, int] | None = None, more: list[LinearRow] | None = None) -> list[int] | None:
            asked.append(self)
            return super().solve(costs, more)

    monkeypatch.setattr(deals, "Solver", Counted)
    for name in ("ann", "bob"):
        text = f'[Game "usa"]\n[Event "for {name}"]\n\nplayer {name}\nplayer eve\n'
        judged = [judge(game) for game in loads(text * 50).games]
        assert {judgement.status for judgement in judged} == {CONSISTENT}
        assert all(judgement.witness and judgement.witness.game.players[0].id == name for judgement in judged)
    assert 0 < len(asked) <= 4
