"""Which hidden tickets somebody may hold: all that some order of the decks puts into that hand, and no others."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.core.state import State
from ttrn.hidden.budget import Budget
from ttrn.hidden.solver import Solver
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_offers import FRESH, Offer


class Pool(NamedTuple):
    """Hidden tickets of one seat that nobody can tell apart: how many, and which they may be."""

    seat: int
    hidden: int
    possible: list[int]


def hidden_pools(state: State, constraints: TicketConstraints, budget: Budget) -> list[Pool]:
    """Return the hidden tickets of all seats; where their backs show the deck, those of each deck by themselves.

    Raises:
        Undecided: the budget was spent.
    """
    found: list[Pool] = []
    backs = bool(state.board.tickets and state.board.tickets[0].deck) and not state.board.tables.play_tickets.decks
    possible = _possible(state, constraints, budget)
    for seat, numbers in enumerate(state.unknown_tickets):
        if not backs:
            found.append(Pool(seat, sum(numbers), possible[seat]))
            continue
        for deck, number in enumerate(numbers):
            of_deck = [ticket for ticket in possible[seat] if constraints.deck_of(ticket) == deck]
            found.append(Pool(seat, number, of_deck))
    return [pool for pool in found if pool.hidden and pool.possible]


def _possible(state: State, constraints: TicketConstraints, budget: Budget) -> list[list[int]]:
    """Return for each seat the tickets that may be hidden in its hand."""
    known = _known(state, constraints)
    hiding = [seat for seat in range(state.seats) if any(state.unknown_tickets[seat])]
    may = {
        (seat, ticket.index)
        for seat in hiding
        for ticket in state.board.tickets
        if ticket.index not in known and (not _plain(constraints) or _may_hold(constraints, seat, ticket.index))
    }
    if not _plain(constraints):
        may = _proved(state, constraints, may, budget)
    return [sorted([ticket for holder, ticket in may if holder == seat]) for seat in range(state.seats)]


def _known(state: State, constraints: TicketConstraints) -> set[int]:
    """Return the tickets that are known to be in somebody's hand, so that they are hidden in nobody's."""
    held = {ticket for own in state.tickets for ticket in own}
    held |= {ticket for shown in constraints.shown.values() for ticket in shown}
    return held | {ticket for offer in constraints.offers for ticket in offer.named[0]}


# --- where every ticket was drawn fresh ------------------------------------------------------------------------------


def _plain(constraints: TicketConstraints) -> bool:
    """Return whether no ticket can have come up twice: then each draw can be looked at for itself."""
    if any(group != FRESH for offer in constraints.offers for _, group, _ in offer.sources):
        return False
    return not constraints.shuffles_back or not any(offer.named[1] for offer in constraints.offers)


def _may_hold(constraints: TicketConstraints, seat: int, ticket: int) -> bool:
    """Return whether a ticket that nobody returned by name may be among those that a seat kept unseen."""
    if any(ticket in offer.named[1] for offer in constraints.offers):
        return False
    return any(_may_keep(constraints, offer, ticket) for offer in constraints.offers if offer.seat == seat)


def _may_keep(constraints: TicketConstraints, offer: Offer, ticket: int) -> bool:
    """Return whether a ticket may have been kept in a draw: unseen, from its deck, with its back."""
    deck = constraints.deck_of(ticket)
    unseen = offer.kept - len(offer.named[0])
    drawn = sum([number for source, _, number in offer.sources if source == deck])
    named = sum([constraints.deck_of(other) == deck for side in offer.named for other in side])
    other_backs = sum(offer.backs[0]) == unseen and not offer.backs[0][deck]
    return unseen > 0 and drawn > named and not other_backs


# --- where decks came round ------------------------------------------------------------------------------------------


def _proved(
    state: State, constraints: TicketConstraints, asked: set[tuple[int, int]], budget: Budget
) -> set[tuple[int, int]]:
    """Return which tickets can be held by which seats: those that some deal has there.

    Each question is for a deal with as many as possible of those that no deal has had yet; where it has none of them,
    there is none.
    """
    named = TicketConstraints(constraints.game, state.board, name_all=True).read()
    solver = Solver(named.program, budget)
    keeps: dict[tuple[int, int], list[int]] = {}
    for offer in named.offers:
        for ticket, variable in offer.keeps.items():
            if (offer.seat, ticket) in asked:
                keeps.setdefault((offer.seat, ticket), []).append(variable)
    found: set[tuple[int, int]] = set()
    while keeps:
        values = solver.solve({variable: -1 for variables in keeps.values() for variable in variables})
        held = (
            [] if values is None else [pair for pair, variables in keeps.items() if any(values[v] for v in variables)]
        )
        if not held:
            break
        found.update(held)
        for pair in held:
            del keeps[pair]
    return found
