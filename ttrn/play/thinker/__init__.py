"""The thinker: a bot that plays moves on in its head, in worlds that are possible for what it sees, before it moves."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import ceil, log2
from typing import Final, NamedTuple

from ttrn.core.actions import Action
from ttrn.core.state import CHOOSE, MAIN, SETUP, State
from ttrn.play.bots import CAREFUL_PLANNER
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker.comparing import Comparison
from ttrn.play.thinker.shortlist import shortlist
from ttrn.play.view import View

PLAYOUTS: Final = 200
"""How many games it plays in its head for a decision, where nothing else is said."""

EACH: Final = 10
"""So many playouts there must be for each move that is looked at, on average."""

LOOKS: Final = 1
"""In so many worlds the model looks at moves before."""

FEWEST: Final = 3
MOST: Final = 10
"""How many moves are compared."""

PRIOR: Final = -0.05
"""By how much another move is taken to be better than the planner's before anything is played: worse, that is."""

TRUST: Final = 0.03
"""The standard deviation of that guess."""

CLEAR: Final = 2.5
"""A move that is so many standard errors worse than the best one is dropped at once."""

LOOK: Final = 4
"""After so many worlds it is looked whether one is."""


class Limit(NamedTuple):
    """How long to think about a decision: so many playouts, or so many milliseconds if there is no such number."""

    playouts: int = PLAYOUTS
    milliseconds: int = 0


USUAL: Final = Limit()


class Thinker:
    """Compares a few moves by playouts of the planner, and plays the planner's move unless another proves better.

    With a limit in playouts the same view and chance give the same move; with one in milliseconds they need not.
    """

    def __init__(self, limit: Limit = USUAL) -> None:
        self._limit = limit
        self._planner = CAREFUL_PLANNER()

    def __call__(self, view: View) -> Action:
        """Choose the move that playouts favour."""
        first = self._planner(view)
        if view.state.phase not in (SETUP, CHOOSE, MAIN) or len(view.legal) < 2:
            return first
        seed = view.rng.getrandbits(64)
        dealer = Dealer(view.state)
        limit = self._limit
        number = max(FEWEST, min(MOST, limit.playouts // EACH)) if limit.playouts else MOST
        actions = shortlist(view, first, looks(dealer, seed), number)
        if len(actions) < 2:
            return first
        comparison = Comparison(dealer, actions, memory_of(view.state), seed)
        return actions[decide(comparison, limit)]


def looks(dealer: Dealer, seed: int) -> list[State]:
    """Return the worlds in which the model looks at moves to find those that are worth a thought."""
    return [dealer.deal(random.Random(f"{seed} look {number}")) for number in range(LOOKS)]  # noqa: S311  no secrets


def decide(comparison: Comparison, limit: Limit) -> int:
    """Return the number of the best action; the first one is to be played unless another proves better.

    Halving in turns: each round plays the actions that are left in more worlds, and drops the worse half of them. Those
    that are clearly worse are dropped before that.
    """
    left = list(range(len(comparison.actions)))
    end = time.monotonic() + limit.milliseconds / 1000
    worlds = 0
    rounds = ceil(log2(len(left)))
    for number in range(rounds):
        share = (limit.playouts - comparison.playouts) // (rounds - number)
        for _ in _until(end, number, rounds) if not limit.playouts else range(max(2, share // len(left))):
            comparison.play(worlds, left)
            worlds += 1
            if worlds % LOOK == 0 and worlds >= 2 * LOOK:
                left = _without_worse(comparison, left)
                if len(left) < 2:
                    return left[0]
        left.sort(key=lambda one: -_promise(comparison, one))
        better = left[: max(1, ceil(len(left) / 2))]
        left = better if 0 in better or 0 not in left else [*better, 0]
        if len(left) < 2:
            break
    return max(left, key=lambda one: _promise(comparison, one))


def _without_worse(comparison: Comparison, left: list[int]) -> list[int]:
    """Return the actions that are not clearly worse than the best one."""
    best = max(left, key=lambda one: _promise(comparison, one))
    behind = {one: comparison.better(best, one) for one in left if one != best}
    return [one for one in left if one == best or behind[one].mean <= CLEAR * behind[one].error]


def _until(end: float, number: int, rounds: int) -> Iterator[int]:
    """Count until a part of the time that is left has passed, at least to two."""
    start = time.monotonic()
    until = start + (end - start) / (rounds - number)
    count = 0
    while count < 2 or time.monotonic() < until:
        yield count
        count += 1


def _promise(comparison: Comparison, one: int) -> float:
    """Return by how much an action is taken to be better than the first one: what was played, weighed with a guess."""
    if not one:
        return 0.0
    found = comparison.better(one, 0)
    noise = found.error**2
    return (TRUST**2 * found.mean + noise * PRIOR) / (TRUST**2 + noise)
