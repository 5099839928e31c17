"""The thinker: it thinks of moves that can be made, plays the same for the same seed, and what it compares is fair."""

from __future__ import annotations

import random

import pytest

import ttrn
from ttrn.boards import board
from ttrn.core.actions import Action, TakeCard
from ttrn.core.state import MAIN
from ttrn.play.bots import BOTS, Bot, UnknownBotError, find_bot
from ttrn.play.match import play_match
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker import Limit, Thinker, decide, looks
from ttrn.play.thinker.comparing import Comparison, Result
from ttrn.play.thinker.shortlist import shortlist
from ttrn.play.view import View

BOARDS = ["usa", "europe", "marklin", "cardgame"]


class Sometimes:
    """Thinks at the start and at one turn of ten, so that a game does not take long; else it plans."""

    def __init__(self) -> None:
        self._thinker = find_bot("thinker:6").make()
        self._planner = BOTS["planner"]()

    def __call__(self, view: View) -> Action:
        thinks = view.state.phase != MAIN or view.state.number % 40 < 2
        return (self._thinker if thinks else self._planner)(view)


@pytest.mark.parametrize("name", BOARDS)
def test_the_same_seed_gives_the_same_sound_game_and_chance_is_the_views_own(name: str) -> None:
    games = [play_match(board(name), [find_bot("thinker:6")._replace(make=Sometimes)] * 2, "1").game for _ in range(2)]
    assert games[0] == games[1]
    assert ttrn.replay(games[0]).problems == ()
    assert games[0].tags["Bots"] == "thinker:6 thinker:6"


@pytest.mark.parametrize("name", BOARDS)
def test_shortlists_hold_legal_moves_that_differ_the_planners_first(name: str) -> None:
    looked = 0

    def look(view: View) -> Action:
        nonlocal looked
        first = BOTS["planner"]()(view)
        if view.state.phase == MAIN and view.state.number % 5 == 0:
            looked += 1
            found = shortlist(view, first, looks(Dealer(view.state), 1), 6)
            assert found[0] == first
            assert len(set(found)) == len(found) <= 6
            assert all(action in view.legal for action in found[1:])
            assert len(found) > 1 or len(view.legal) < 3
        return first

    play_match(board(name), [find_bot("planner")._replace(make=lambda: look), find_bot("planner")], "2")
    assert looked > 1


def position(name: str, turn: int) -> tuple[ttrn.State, list[Action]]:
    state = ttrn.replay(ttrn.play_game(name, ["planner", "planner"], seed=5)).state(turn)
    return state, ttrn.legal_actions(state)[:3]


def test_moves_are_compared_in_the_same_worlds_whatever_else_is_compared() -> None:
    state, actions = position("usa", 60)
    memory = memory_of(state)
    one, other = (Comparison(Dealer(state), those, memory, 7) for those in (actions, actions[:1]))
    for world in range(3):
        one.play(world, range(len(actions)))
        other.play(world, [0])
    assert one.results[0] == other.results[0]
    assert one.playouts == 9
    assert one.better(1, 0).mean == pytest.approx(one.value(1) - one.value(0))
    assert one.better(0, 0).mean == 0.0
    assert one.better(0, 0).error > 0  # three worlds prove nothing


class Fixed(Comparison):
    """A comparison in which each action comes to what it is said to, more or less."""

    def __init__(self, values: list[float]) -> None:
        self.actions = [TakeCard(number) for number in range(len(values))]
        self.results = [{} for _ in values]
        self.playouts = 0
        self._values = values
        self._rng = random.Random(3)

    def play(self, world: int, among: object) -> None:
        for number in among:  # type: ignore[attr-defined]
            self.playouts += 1
            value = self._values[number] + self._rng.gauss(0, 0.1)
            self.results[number][world] = Result(value, value)


def test_the_best_is_found_with_few_playouts_if_it_is_clear_and_the_first_is_kept_if_nothing_is() -> None:
    clear = Fixed([0.5, 0.3, 0.9, 0.4])
    assert decide(clear, Limit(400)) == 2
    assert clear.playouts < 200
    close = Fixed([0.5, 0.5, 0.501, 0.499])
    assert decide(close, Limit(60)) == 0
    assert close.playouts <= 60
    timed = Fixed([0.5, 0.9])
    assert decide(timed, Limit(0, 20)) == 1


def test_how_long_it_thinks_is_part_of_its_name() -> None:
    def limit(name: str) -> Limit:
        bot: Bot = find_bot(name).make()
        made = bot._usual()  # type: ignore[attr-defined]
        assert isinstance(made, Thinker)
        return made._limit

    assert limit("thinker") == Limit()
    assert limit("thinker:800") == Limit(800)
    assert limit("thinker:500ms") == Limit(0, 500)
    for wrong in ("thinker:", "thinker:fast", "thinker:0", "thinker:10 ms"):
        with pytest.raises(UnknownBotError, match="as thinker:200 or thinker:500ms"):
            find_bot(wrong)
    with pytest.raises(UnknownBotError, match="did you mean"):
        find_bot("thinkr")
