"""A tournament: every bot meets every other in every seat, and what came of it, with how sure one can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from ttrn.play.series import Fixture, play_fixture

SURE: Final = 1.96
"""So many standard errors to each side hold the truth in 95 of 100 cases."""


class Result(NamedTuple):
    """One game of a tournament: who sat where, the total of each, and the place that each took."""

    bots: tuple[str, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class Share(NamedTuple):
    """A share of games with its 95% confidence interval."""

    share: float
    low: float
    high: float


class Mean(NamedTuple):
    """A mean with the half width of its 95% confidence interval."""

    mean: float
    margin: float


def tables(bots: Sequence[str], players: int, games: int, name: str, seed: int) -> Iterator[Fixture]:
    """Return the games of a tournament: so many for each choice of bots that can sit at one table.

    All orders of seats take turns, on the same cards: what the seat and the deal bring evens out. A bot that is named
    several times can sit there several times.
    """
    for group in groups(bots, players):
        orders = list(dict.fromkeys(permutations(group)))
        for number in range(games):
            deal, order = divmod(number, len(orders))
            yield Fixture(name, orders[order], f"{seed}/{deal + 1}")


def groups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return the choices of bots that can sit at one table."""
    return list(dict.fromkeys(combinations(bots, players)))


def result_of(fixture: Fixture) -> Result:
    """Play one game of a tournament."""
    seats = play_fixture(fixture).outcome.seats
    return Result(fixture.bots, tuple([seat.total for seat in seats]), tuple([seat.rank for seat in seats]))


@dataclass(slots=True)
class Duel:
    """How one bot did against another at the same tables."""

    games: int = 0
    ahead: float = 0.0
    """Games in which it came out ahead; a shared place counts half."""
    margins: list[float] = field(default_factory=list)


class Standings:
    """What a tournament comes to, as far as it has been played."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(dict.fromkeys(bots))
        self.wins: dict[str, float] = dict.fromkeys(bots, 0.0)
        self.totals: dict[str, list[int]] = {bot: [] for bot in bots}
        self.duels: dict[tuple[str, str], Duel] = {(a, b): Duel() for a in bots for b in bots if a != b}

    def add(self, results: Iterable[Result]) -> None:
        """Count games."""
        for bots, totals, ranks in results:
            winners = ranks.count(1)
            for bot, total, rank in zip(bots, totals, ranks, strict=True):
                self.totals[bot].append(total)
                self.wins[bot] += (rank == 1) / winners
            for bot, other in permutations(dict.fromkeys(bots), 2):
                # A table is one game, however many of them sit at it: what happens there is not independent.
                pairs = [(i, j) for i, j in permutations(range(len(bots)), 2) if (bots[i], bots[j]) == (bot, other)]
                duel = self.duels[bot, other]
                duel.games += 1
                duel.ahead += fmean([(ranks[i] < ranks[j]) + 0.5 * (ranks[i] == ranks[j]) for i, j in pairs])
                duel.margins.append(fmean([totals[i] - totals[j] for i, j in pairs]))

    def won(self, bot: str) -> Share:
        """Return the share of its games that a bot won; a shared win counts in part."""
        return wilson(self.wins[bot], len(self.totals[bot]))

    def points(self, bot: str) -> Mean:
        """Return a bot's points per game."""
        return mean_of(self.totals[bot])

    def ahead(self, bot: str, other: str) -> Share:
        """Return the share of games at the same table in which one bot came out ahead of another."""
        duel = self.duels[bot, other]
        return wilson(duel.ahead, duel.games)

    def margin(self, bot: str, other: str) -> Mean:
        """Return by how many points one bot came out ahead of another."""
        return mean_of(self.duels[bot, other].margins)


def wilson(successes: float, number: int) -> Share:
    """Return a share with its 95% confidence interval, after Wilson: it holds for shares near 0 and 1 too.

    >>> wilson(9, 10)
    Share(share=0.9, low=0.596, high=0.982)
    >>> wilson(0, 0)
    Share(share=0.0, low=0.0, high=1.0)
    """
    if not number:
        return Share(0.0, 0.0, 1.0)
    share, z2 = successes / number, SURE * SURE
    middle = share + z2 / (2 * number)
    half = SURE * sqrt(share * (1 - share) / number + z2 / (4 * number * number))
    scale = 1 + z2 / number
    low, high = max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
    return Share(share, round(low, 3), round(high, 3))


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of some values with the half width of its 95% confidence interval; 0 of nothing."""
    if len(values) < 2:
        return Mean(fmean(values) if values else 0.0, 0.0)
    return Mean(fmean(values), SURE * stdev(values) / sqrt(len(values)))
