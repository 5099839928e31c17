"""Hidden tickets, ranked: all that are possible and no others, and guesses that are better than none."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import BOARDS
from tests.hidden.mutate import hide_tickets
from tests.hidden.test_brute import TABLES, small
from tools.habits import fit, moments, quality
from ttrn.boards import board
from ttrn.hidden import Budget, odds
from ttrn.hidden.possible_tickets import Pool, hidden_pools
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_habits import habits_of
from ttrn.hidden.ticket_odds import HABITS, UNIFORM, share_out
from ttrn.notation import GameRecord, dumps
from ttrn.notation.records import Score
from ttrn.play import play_game, play_random
from ttrn.registry import find_game
from ttrn.replays import replay

SMALL = list(dict.fromkeys([name for name, _ in TABLES]))
MANY = 3000


def without_the_end(game: GameRecord, turns: int) -> GameRecord:
    """Return the first lines of a record."""
    entries = [entry for entry in game.entries if not isinstance(entry, Score)]
    last = [i for i, entry in enumerate(entries) if entry in game.turns][turns - 1]
    return GameRecord(tuple(entries[: last + 1]))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(25))
def test_all_tickets_that_somebody_may_hold_are_ranked_and_no_others(name: str, seed: int) -> None:
    on = small(name)
    rng = random.Random(seed)
    full = play_random(on, 2, seed)
    game = hide_tickets(without_the_end(full, rng.randint(1, min(8, len(full.turns)))), on, rng)
    deals = list(islice(completions(game, on), MANY))
    if len(deals) == MANY or not deals:
        return
    state = replay(game, on).final
    known = [set(own) for own in state.tickets]
    possible: list[set[int]] = [set() for _ in known]
    for deal in deals:
        for seat, own in enumerate(replay(deal, on).final.tickets):
            possible[seat] |= set(own) - known[seat]
    ranked: list[set[int]] = [set() for _ in known]
    for pool in hidden_pools(state, TicketConstraints(game, on).read(), Budget()):
        ranked[pool.seat] |= set(pool.possible)
    assert ranked == possible, dumps(game)


def test_chances_add_up_and_nobody_shares_a_ticket() -> None:
    given = [Pool(0, 2, [0, 1, 2, 3]), Pool(1, 1, [2, 3, 4])]
    chances = share_out(given, [[2.0, 0.0, 0.0, -1.0], [0.0, 3.0, 0.0]])
    assert [sum(row) for row in chances] == pytest.approx([2, 1])
    assert chances[0][2] + chances[1][0] < 1
    assert chances[0] == sorted(chances[0], reverse=True)
    assert share_out([Pool(0, 1, [7])], [[0.0]])[0][0] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("name", BOARDS)
def test_a_ranking_says_what_it_rests_on(name: str) -> None:
    game = play_game(name, ["planner"] * 2, seed=5)
    found = odds(game, len(game.turns) // 2, "public", error=1.0)
    assert [tickets.player for tickets in found.tickets] == ["ann", "bob"]
    for tickets in found.tickets:
        assert tickets.basis == HABITS
        assert "not a proof" in tickets.basis
        chances = [ranked.chance for ranked in tickets.ranking]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) == pytest.approx(tickets.hidden, abs=0.01)


def test_without_habits_all_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrn.hidden.ticket_odds.habits_of", lambda _board: None)
    found = odds(play_game("usa", ["random"] * 2, seed=5), 3, "ann", error=1.0).tickets[0]
    assert found.basis == UNIFORM
    assert found.ranking[0].chance == pytest.approx(found.ranking[-1].chance)


@pytest.mark.parametrize("name", BOARDS)
def test_habits_are_better_than_none(name: str) -> None:
    """On games that they were not learnt from."""
    habits = habits_of(board(name))
    assert habits is not None
    seen = [moment for game in moments(board(name), 5000, 5005) for moment in game]
    guessed, alike = quality(seen, habits.weights), quality(seen, [0.0] * len(habits.weights))
    assert guessed["log loss"] < alike["log loss"]
    assert guessed["held among first five"] > alike["held among first five"]


def test_habits_are_those_that_games_teach() -> None:
    """A few games lead the same way as the many that the file was made from."""
    names = find_game("usa").unseen.ticket_signs.names
    weights = dict(zip(names, fit([m for game in moments(board("usa"), 6000, 6006) for m in game], 10), strict=True))
    assert weights["both ends touched"] > weights["one end touched"] > 0
