"""Tournaments: who meets whom, how results are counted, and that the bots are as good as they are said to be."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrn.play.series import play_all
from ttrn.play.tournament import Result, Standings, mean_of, result_of, tables, wilson

BOARDS = ["usa", "europe", "marklin", "cardgame"]


def test_everybody_meets_everybody_in_every_seat_on_the_same_cards() -> None:
    games = list(tables(["a", "b", "c"], 2, 4, "usa", 1))
    assert Counter(game.bots for game in games) == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 2
    )
    assert {game.seed for game in games if game.bots == ("a", "b")} == {"1/1", "1/2"}
    assert {game.seed for game in games if game.bots == ("c", "b")} == {"1/1", "1/2"}


def test_results_are_counted() -> None:
    standings = Standings(["a", "b"])
    standings.add([Result(("a", "b"), (10, 7), (1, 2)), Result(("b", "a"), (5, 5), (1, 1))])
    assert standings.wins == {"a": 1.5, "b": 0.5}
    assert standings.won("a").share == 0.75
    assert standings.ahead("b", "a").share == 0.25
    assert standings.margin("a", "b").mean == 1.5
    assert standings.points("b").mean == 6.0


def test_a_bot_that_is_named_several_times_sits_there_several_times_and_a_table_is_one_game() -> None:
    games = list(tables(["a", "b", "b"], 3, 6, "usa", 1))
    assert Counter(game.bots for game in games) == dict.fromkeys([("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")], 2)
    standings = Standings(["a", "b", "b"])
    standings.add([Result(("b", "a", "b"), (9, 7, 3), (1, 2, 3))])
    assert standings.wins == {"a": 0.0, "b": 1.0}
    assert standings.won("b") == wilson(1.0, 2)
    assert standings.ahead("a", "b") == wilson(0.5, 1)
    assert standings.margin("a", "b").mean == 1.0


@given(st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_the_test_inverts(found: tuple[int, int]) -> None:
    """Wilson's interval holds exactly those truths of which the share is no more than 1.96 standard errors away."""
    successes, number = found
    interval = wilson(successes, number)
    assert 0 <= interval.low <= interval.share <= interval.high <= 1
    for truth in [k / 50 for k in range(1, 50)] if number else []:
        far = abs(successes / number - truth) / sqrt(truth * (1 - truth) / number)
        inside = interval.low - 0.001 <= truth <= interval.high + 0.001
        outside = truth <= interval.low + 0.001 or truth >= interval.high - 0.001
        assert inside if far <= 1.96 else outside


def test_a_mean_of_little_is_not_sure() -> None:
    assert mean_of([]) == (0.0, 0.0)
    assert mean_of([3]) == (3.0, 0.0)
    assert mean_of([2.0, 4.0]).mean == 3.0
    assert mean_of([2.0, 4.0]).margin == pytest.approx(1.96)


@pytest.mark.parametrize("name", BOARDS)
def test_the_planner_beats_the_greedy_and_the_greedy_the_random(name: str) -> None:
    """Four games of five on the boards, two of three with cards, even at the low end of the interval."""
    clear, games = (0.66, 50) if name == "cardgame" else (0.8, 24)
    for better, worse in (("planner", "greedy"), ("greedy", "random")):
        standings = Standings([better, worse])
        standings.add(play_all(tables([better, worse], 2, games, name, 1), result_of, 1))
        assert standings.ahead(better, worse).low > clear
        assert standings.margin(better, worse).mean > 20
