"""Chances from sampled worlds, each with its standard error."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from ttrn.hidden.sampling import Chain
from ttrn.hidden.worlds import HiddenHand, Worlds

CHAINS: Final = 4
ROUNDS: Final = 28
MOST_ROUNDS: Final = 64
"""How many rounds are made where the chances are still rough after the usual number."""
ROUGH: Final = 0.015
FEWEST_ROUNDS: Final = 4
"""The rounds of a chain make so many batches too, whose means are compared with each other."""
STEPS: Final = 5_000
"""How many steps a chain makes in a round."""
BETWEEN: Final = 50
"""Steps between two worlds that are counted: neighbours are nearly the same."""
SETTLING: Final = 1_500
ERROR: Final = 0.006
"""The standard error that is striven for, where nothing else is said."""


class Estimate(NamedTuple):
    """What sampled worlds say of one kind of cards in one hand."""

    expected: float
    at_least: tuple[float, ...]
    """The chance of at least one card, two, three and so on, up to the most that came up."""
    error: float
    """The largest standard error of these chances."""


class Estimates(NamedTuple):
    """What sampled worlds say of hidden hands: for each of ``Worlds.hands`` an estimate for each kind."""

    hands: list[list[Estimate]]
    samples: int
    """How many worlds were counted."""


class _Batch:
    """How often a hand held so many cards of a kind, over some worlds."""

    def __init__(self, hands: int, kinds: int) -> None:
        self.worlds = 0
        self.held: list[list[dict[int, int]]] = [[{} for _ in range(kinds)] for _ in range(hands)]

    def count(self, counts: list[list[int]], hands: Sequence[HiddenHand]) -> None:
        self.worlds += 1
        for hand, held in zip(hands, self.held, strict=True):
            for found, *column in zip(held, hand.known, *[counts[bunch] for bunch in hand.bunches], strict=True):
                number = sum(column)
                found[number] = found.get(number, 0) + 1


def estimate(worlds: Worlds, seed: int, error: float = ERROR) -> Estimates:
    """Sample worlds until every chance has at most this standard error, or enough rounds have been made.

    The same worlds and the same seed give the same numbers.
    """
    chains = [Chain(worlds, f"{seed} {number}") for number in range(CHAINS)]
    for chain in chains:
        chain.settle(SETTLING)
    batches: list[list[_Batch]] = [[] for _ in chains]
    for number in range(1, 1 if chains[0].fixed else MOST_ROUNDS):
        for chain, own in zip(chains, batches, strict=True):
            own.append(_round(chain, worlds))
        if number % FEWEST_ROUNDS == 0:
            found = _estimates(worlds, batches)
            worst = max([each.error for hand in found.hands for each in hand], default=0.0)
            if worst <= (error if number < ROUNDS else max(error, ROUGH)):
                return found
    for chain, own in zip(chains, batches, strict=True):
        own.append(_round(chain, worlds))
    return _estimates(worlds, batches)


def _round(chain: Chain, worlds: Worlds) -> _Batch:
    batch = _Batch(len(worlds.hands), len(worlds.kinds))
    for _ in range(1 if chain.fixed else STEPS // BETWEEN):
        chain.run(BETWEEN)
        if not chain.broken:
            batch.count(chain.counts, worlds.hands)
    return batch


def _estimates(worlds: Worlds, batches: list[list[_Batch]]) -> Estimates:
    """Add everything up; long batches of several rounds are compared, since worlds that follow each other are alike."""
    long = [part for own in batches for part in _parts(own)]
    samples = sum([batch.worlds for part in long for batch in part])
    hands = [
        [_one(long, samples, hand, kind) for kind in range(len(worlds.kinds))] for hand in range(len(worlds.hands))
    ]
    return Estimates(hands, samples)


def _parts(batches: list[_Batch]) -> list[list[_Batch]]:
    size = max(1, len(batches) // FEWEST_ROUNDS)
    return [batches[start : start + size] for start in range(0, len(batches), size)]


def _one(parts: list[list[_Batch]], samples: int, hand: int, kind: int) -> Estimate:
    tallies: list[dict[int, int]] = []
    for part in parts:
        tally: dict[int, int] = {}
        for batch in part:
            for number, times in batch.held[hand][kind].items():
                tally[number] = tally.get(number, 0) + times
        tallies.append(tally)
    most = max([number for tally in tallies for number in tally], default=0)
    expected = sum([number * times for tally in tallies for number, times in tally.items()]) / max(1, samples)
    chances: list[float] = []
    error = 0.0
    for least in range(1, most + 1):
        above = [sum([times for number, times in tally.items() if number >= least]) for tally in tallies]
        chances.append(sum(above) / samples)
        error = max(error, _error(above, [sum(tally.values()) for tally in tallies]))
    return Estimate(expected, tuple(chances), error)


def _error(above: list[int], worlds: list[int]) -> float:
    """Return the standard error of a share, from batches that differ in size.

    It is never less than that of worlds which have nothing to do with each other: batches may be alike by chance.
    """
    total, batches = sum(worlds), len(worlds)
    if batches < 2:
        return 0.0
    mean = sum(above) / total
    spread = sum([(found - mean * size) ** 2 for found, size in zip(above, worlds, strict=True)])
    return max(sqrt(spread * batches / (batches - 1)) / total, sqrt(mean * (1 - mean) / total))
