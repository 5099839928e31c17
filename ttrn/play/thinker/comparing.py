"""Moves compared by playing on: each of them in the same worlds, with the same cards to come, by planners."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from ttrn.core.actions import Action
from ttrn.core.scoring import Outcome
from ttrn.core.state import State
from ttrn.play.bots import BOTS, Bot
from ttrn.play.memory import Memory
from ttrn.play.onward import Onward
from ttrn.play.redeal import Dealer, fork

POINTS: Final = 12.0
"""So many points ahead of the best other player make a result three quarters of a win."""


class Result(NamedTuple):
    """What a playout came to for one seat."""

    win: float
    """Its share of the win: ties are shared."""
    value: float
    """From 0 to 1, by the points ahead of the best of the others: smoother than a win, so that fewer playouts tell."""


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
        policy: Callable[[], Bot] = BOTS["planner"],
    ) -> None:
        """Compare actions in a state as the player to move knows it, whose worlds the dealer deals."""
        self.actions = list(actions)
        self.results: list[dict[int, Result]] = [{} for _ in actions]
        """For each action, what came of it in each world, by the number of the world."""
        self.playouts = 0
        self._seat = dealer.state.seat
        self._memory = memory
        self._dealer = dealer
        self._seed = seed
        self._policy = policy

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
        bots = [self._policy() for _ in range(state.seats)]
        outcome = Onward(state, bots, self._memory.copy(), self._seed).play(first=action)
        return result_for(outcome, self._seat)

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
        if len(apart) < 2:
            return Difference(fmean(apart) if apart else 0.0, 1.0, len(apart))
        # Where all came out the same it is chance that they did: one more that differs by 1 is not excluded.
        spread = variance(apart) + 1 / len(apart) ** 2
        return Difference(fmean(apart), sqrt(spread / len(apart)), len(apart))


def result_for(outcome: Outcome, seat: int) -> Result:
    """Return what the end of a game is worth to a seat."""
    ranks = [player.rank for player in outcome.seats]
    win = 1 / ranks.count(1) if ranks[seat] == 1 else 0.0
    others = [player.total for player in outcome.seats if player.seat != seat]
    ahead = outcome.seats[seat].total - max(others, default=0)
    return Result(win, 1 / (1 + exp(-max(-30.0, min(30.0, ahead / POINTS)))))
