"""The tickets that somebody may hold, ranked: which are possible follows from the record, the rest is a guess.

How likely each is is guessed by the habits of simulated players: how much what everybody sees of a player (see
:mod:`ttrn.core.ticket_signs`) told of the tickets in games whose tickets are known. It is no proof of anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from ttrn.core.state import State
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_habits import habits_of
from ttrn.hidden.ticket_offers import FRESH, Offer

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


class Pool(NamedTuple):
    """Hidden tickets of one seat that nobody can tell apart: how many, and which they may be."""

    seat: int
    hidden: int
    possible: list[int]


def rank_tickets(state: State, constraints: TicketConstraints) -> tuple[TicketOdds, ...]:
    """Return for each seat with hidden tickets what they may be, likeliest first."""
    found = pools(state, constraints)
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


def pools(state: State, constraints: TicketConstraints) -> list[Pool]:
    """Return the hidden tickets of all seats; where their backs show the deck, those of each deck by themselves."""
    found: list[Pool] = []
    backs = bool(state.board.tickets and state.board.tickets[0].deck) and not state.board.tables.play_tickets.decks
    taken = _named_elsewhere(state, constraints)
    for seat, numbers in enumerate(state.unknown_tickets):
        possible = [
            ticket.index
            for ticket in state.board.tickets
            if ticket.index not in taken and _may_hold(constraints, seat, ticket.index)
        ]
        if not backs:
            found.append(Pool(seat, sum(numbers), possible))
            continue
        for deck, number in enumerate(numbers):
            of_deck = [ticket for ticket in possible if constraints.deck_of(ticket) == deck]
            found.append(Pool(seat, number, of_deck))
    return [pool for pool in found if pool.hidden and pool.possible]


def _named_elsewhere(state: State, constraints: TicketConstraints) -> set[int]:
    """Return the tickets that are known to be in somebody's hand, so that they are hidden in nobody's."""
    held = {ticket for own in state.tickets for ticket in own}
    held |= {ticket for shown in constraints.shown.values() for ticket in shown}
    return held | {ticket for offer in constraints.offers for ticket in offer.named[0]}


def _may_hold(constraints: TicketConstraints, seat: int, ticket: int) -> bool:
    """Return whether a ticket came to a seat in some draw of which it kept tickets unseen."""
    deck = constraints.deck_of(ticket)
    for offer in constraints.offers:
        if offer.seat != seat or offer.kept <= len(offer.named[0]) or ticket in offer.named[1]:
            continue
        if sum(offer.backs[0]) == offer.kept - len(offer.named[0]) and not offer.backs[0][deck]:
            continue
        if any(source == deck and _may_come(constraints, offer, group, ticket) for source, group, _ in offer.sources):
            return True
    return False


def _may_come(constraints: TicketConstraints, offer: Offer, group: int, ticket: int) -> bool:
    """Return whether a ticket may have been among the fresh ones of a draw, or in a group that was returned before."""
    returned = [other for other in constraints.offers if ticket in other.named[1]]
    if group == FRESH:
        # A ticket that somebody is known to have returned was drawn fresh by them, unless it was shuffled in again.
        return all(other.setup and not offer.setup and constraints.shuffles_back for other in returned)
    source = constraints.offers[group]
    return source in returned or (not returned and source.returned > len(source.named[1]))


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
