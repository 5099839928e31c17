"""The tickets that somebody may hold, ranked: which are possible follows from the record, the rest is a guess.

How likely each is is guessed by the habits of simulated players: how much what everybody sees of a player (see
:mod:`ttrn.core.ticket_signs`) told of the tickets in games whose tickets are known. It is no proof of anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from ttrn.core.state import State
from ttrn.hidden.budget import Budget
from ttrn.hidden.possible_tickets import Pool, hidden_pools
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_habits import habits_of

HABITS: Final = "a guess by the habits of simulated players, not a proof"
UNIFORM: Final = "every possible ticket counted as equally likely: no habits are known for this game"


@dataclass(frozen=True, slots=True)
class RankedTicket:
    """A ticket that somebody may hold, and how likely that is guessed to be."""

    ticket: str
    """As it is written in a record."""
    index: int
    """Its number on the board."""
    points: int
    chance: float


@dataclass(frozen=True, slots=True)
class TicketOdds:
    """The hidden tickets of one seat: how many there are, and all that they may be, the likeliest first.

    The chances add up to the number; ``basis`` says in words what they rest on.
    """

    seat: int
    player: str
    hidden: int
    ranking: tuple[RankedTicket, ...]
    basis: str

    def __repr__(self) -> str:
        return f"<TicketOdds of {self.player}: {self.hidden} hidden of {len(self.ranking)} possible>"


def rank_tickets(state: State, constraints: TicketConstraints, budget: Budget) -> tuple[TicketOdds, ...]:
    """Return for each seat with hidden tickets what they may be, likeliest first.

    Raises:
        Undecided: the budget was spent before it was known which are possible.
    """
    found = hidden_pools(state, constraints, budget)
    habits = habits_of(state.board)
    signs = state.game.unseen.ticket_signs
    scores = [
        [habits.score(signs.of(state, pool.seat, ticket)) if habits else 0.0 for ticket in pool.possible]
        for pool in found
    ]
    chances = share_out(found, scores)
    ranked: list[TicketOdds] = []
    for seat, name in enumerate(state.names):
        own = [
            (chance, ticket)
            for pool, row in zip(found, chances, strict=True)
            if pool.seat == seat
            for ticket, chance in zip(pool.possible, row, strict=True)
        ]
        if own:
            board = state.board
            ranking = tuple(
                [
                    RankedTicket(board.ticket_text(board.tickets[ticket]), ticket, board.tickets[ticket].points, chance)
                    for chance, ticket in sorted(own, key=lambda item: (-item[0], item[1]))
                ]
            )
            hidden = sum(state.unknown_tickets[seat])
            ranked.append(TicketOdds(seat, name, hidden, ranking, HABITS if habits else UNIFORM))
    return tuple(ranked)


_ENOUGH: Final = 1e-9
_ROUNDS: Final = 200


def share_out(pools: Sequence[Pool], scores: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return how likely each ticket of each pool is held, so that each pool adds up to what is hidden in it.

    A ticket has one holder at most: it is with one of the pools in proportion to what the scores say, or with nobody.
    """
    weights = [[exp(score) for score in row] for row in scores]
    levels = [pool.hidden / max(1, len(pool.possible)) for pool in pools]
    chances: list[list[float]] = []
    for _ in range(_ROUNDS):
        nobody: dict[int, float] = {}
        for pool, level, row in zip(pools, levels, weights, strict=True):
            for ticket, weight in zip(pool.possible, row, strict=True):
                nobody[ticket] = nobody.get(ticket, 1.0) + level * weight
        chances = [
            [level * weight / nobody[ticket] for ticket, weight in zip(pool.possible, row, strict=True)]
            for pool, level, row in zip(pools, levels, weights, strict=True)
        ]
        wanted = [pool.hidden / sum(row) for pool, row in zip(pools, chances, strict=True)]
        if all(abs(ratio - 1) < _ENOUGH for ratio in wanted):
            break
        levels = [level * ratio for level, ratio in zip(levels, wanted, strict=True)]
    return chances
