"""A deal of the tickets at a glance, for records in which the deck never came round: most of them.

While every ticket was drawn fresh, whoever shows tickets in the end may have drawn them at any time. The guess is
checked against all rows like the solver's answers; where it does not keep them, the solver is asked.
"""

from __future__ import annotations

from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_offers import FRESH, Offer


def guess(constraints: TicketConstraints) -> list[int] | None:
    """Return values for the variables of the constraints; None where a glance is not enough."""
    if constraints.program.broken is not None or any(
        group != FRESH for o in constraints.offers for _, group, _ in o.sources
    ):
        return None
    values = [0] * len(constraints.program.uppers)
    named = {ticket for offer in constraints.offers for side in offer.named for ticket in side}
    left = {seat: [ticket for ticket in shown if ticket not in named] for seat, shown in constraints.shown.items()}
    for offer in constraints.offers:
        _draw(constraints, offer, left.get(offer.seat, []), values)
    return values


def _draw(constraints: TicketConstraints, offer: Offer, shown: list[int], values: list[int]) -> None:
    """Let a seat draw what the line names, then what it shows in the end, then any others."""
    room = [0] * len(constraints.decks)
    for deck, _, number in offer.sources:
        room[deck] += number
    for side, tickets in enumerate(offer.named):
        for ticket in tickets:
            _take(constraints, offer, (side, ticket), room, values)
    free = [offer.kept - len(offer.named[0]), offer.returned - len(offer.named[1])]
    backs = [list(side) for side in offer.backs]
    for ticket in list(shown):
        deck = constraints.deck_of(ticket)
        if free[0] and room[deck] and (not any(backs[0]) or backs[0][deck]):
            shown.remove(ticket)
            free[0] -= 1
            backs[0][deck] -= backs[0][deck] > 0
            _take(constraints, offer, (0, ticket), room, values)
    for side in (0, 1):
        for _ in range(free[side]):
            wanted = [deck for deck, number in enumerate(backs[side]) if number and room[deck]]
            deck = (wanted or [deck for deck, number in enumerate(room) if number] or [0])[0]
            backs[side][deck] -= backs[side][deck] > 0
            _take(constraints, offer, (side, -1 - deck), room, values)


def _take(
    constraints: TicketConstraints, offer: Offer, choice: tuple[int, int], room: list[int], values: list[int]
) -> None:
    """Take one ticket, or an unnamed one, and keep or return it."""
    side, ticket = choice
    room[constraints.deck_of(ticket)] -= 1
    variable = (offer.returns if side else offer.keeps).get(ticket)
    if variable is not None and (ticket, FRESH) in offer.comes:
        values[variable] += 1
        values[offer.comes[ticket, FRESH]] += 1
