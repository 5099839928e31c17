"""Moves compared by playing on: each of them in the same worlds, with the same cards to come, by planners.

A playout ends after some rounds with what the model of positions makes of it, or with the end of the game. Playing on
for a while shows what the model does not see of a move; most of what comes later is chance, the same for all moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from ttrn.core.actions import Action
from ttrn.core.state import State
from ttrn.evaluation import evaluate, has_model
from ttrn.play.bots import BOTS, CAREFUL_PLANNER, Bot
from ttrn.play.memory import Memory
from ttrn.play.onward import Onward
from ttrn.play.redeal import Dealer, fork

ROUNDS: Final = 4
"""After so many rounds a playout is judged by the model; in shorter ones it likes whoever has just claimed too much."""

TO_THE_END: Final = 0
"""In place of a number of rounds: playouts go on until the game is over."""

POINTS: Final = 12.0
"""So many points ahead of another player count as three quarters of coming out ahead."""

SPREAD: Final = 0.1
"""How far two moves differ in one world, usually: a standard deviation."""


class Result(NamedTuple):
    """What a playout came to for one seat."""

    win: float
    """Its share of the win, or how likely it is."""
    value: float
    """From 0 to 1, by the points ahead of each of the others: smoother than a win, so that fewer playouts tell."""


class Difference(NamedTuple):
    """By how much one move is better than another, over the worlds in which both were played."""

    mean: float
    error: float
    """Its standard error; 1 where it cannot be told yet."""
    worlds: int


class Comparison:
    """What became of some moves of the player to move, world by world; the same seed gives the same worlds."""

    def __init__(
        self,
        dealer: Dealer,
        actions: Sequence[Action],
        memory: Memory,
        seed: int,
        *,
        rounds: int = ROUNDS,
        policy: Callable[[], Bot] = CAREFUL_PLANNER,
    ) -> None:
        """Compare actions in a state as the player to move knows it, whose worlds the dealer deals.

        The player to move goes on by ``policy``, the others are planners.
        Playouts end after so many rounds, or with the game where that is ``TO_THE_END`` or there is no model.
        """
        self.actions = list(actions)
        self.results: list[dict[int, Result]] = [{} for _ in actions]
        """For each action, what came of it in each world, by the number of the world."""
        self.playouts = 0
        self._seat = dealer.state.seat
        self._memory = memory
        self._dealer = dealer
        self._seed = seed
        self._policy = policy
        self._turns = rounds * dealer.state.seats if has_model(dealer.state.board) else TO_THE_END

    def play(self, world: int, among: Sequence[int]) -> None:
        """Play some of the actions on in one more world."""
        key = f"{self._seed} {world}"
        dealt = self._dealer.deal(random.Random(key))  # noqa: S311  games, not secrets
        for number in among:
            if world not in self.results[number]:
                self.playouts += 1
                self.results[number][world] = self._playout(dealt, key, self.actions[number])

    def _playout(self, dealt: State, key: str, action: Action) -> Result:
        state = fork(dealt, random.Random(key))  # noqa: S311  games, not secrets
        bots = [(self._policy if seat == self._seat else BOTS["planner"])() for seat in range(state.seats)]
        onward = Onward(state, bots, self._memory.copy(), self._seed)
        if self._turns:
            onward.play_turns(self._turns, action)
        else:
            onward.play(action)
        return result_for(state, self._seat)

    def value(self, number: int) -> float:
        """Return what an action came to on average, from 0 to 1."""
        found = self.results[number].values()
        return fmean([result.value for result in found]) if found else 0.0

    def win(self, number: int) -> float:
        """Return in which share of its playouts an action won."""
        found = self.results[number].values()
        return fmean([result.win for result in found]) if found else 0.0

    def better(
        self, one: int, other: int, measure: Callable[[Result], float] = lambda result: result.value
    ) -> Difference:
        """Return by how much one action did better than another in the worlds that both were played in."""
        mine, yours = self.results[one], self.results[other]
        apart = [measure(mine[world]) - measure(yours[world]) for world in mine if world in yours]
        return Difference(fmean(apart) if apart else 0.0, standard_error(apart), len(apart))


def standard_error(found: Sequence[float]) -> float:
    """Return the standard error of the mean over some worlds of what came of playouts; 1 where it cannot be told yet.

    A few worlds tell little of how much they vary, none of them where all came out the same: what is usual counts as
    much as two of them.
    """
    if len(found) < 2:
        return 1.0
    spread = ((len(found) - 1) * variance(found) + 2 * SPREAD**2) / (len(found) + 1)
    return sqrt(spread / len(found))


def result_for(state: State, seat: int) -> Result:
    """Return what a position is worth to a seat: the result where it is over, else what the model expects."""
    found = evaluate(state)
    mine, steepness = found.score[seat], max(POINTS, found.spread[seat])
    ahead = [(mine - theirs) / steepness for other, theirs in enumerate(found.score) if other != seat]
    return Result(found.win[seat], fmean([1 / (1 + exp(-max(-30.0, min(30.0, lead)))) for lead in ahead] or [1.0]))
