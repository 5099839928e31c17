"""Tickets in any mix of two decks (MK-TICKET-1)."""

from __future__ import annotations

from ttrn.core.actions import DrawTickets
from ttrn.core.state import State, Violation
from ttrn.core.tickets import maybe_fewer
from ttrn.core.tickets_at_once import take_tickets_at_once


def mk_ticket_1(state: State, action: DrawTickets) -> Violation | None:
    """MK-TICKET-1: four tickets in any mix; fewer only when the decks hold fewer."""
    sizes = [deck.size for deck in state.ticket_decks]
    number = min(state.board.tables.play_tickets.take, sum(sizes))
    if state.uncounted and min(number, sum(sizes) - maybe_fewer(state)) <= sum(action.mix) <= number:
        return None  # how many each deck has left is not known
    if sum(action.mix) != number:
        some = f"{number} ticket{' is' if number == 1 else 's are'}"
        return Violation("MK-TICKET-1", f"{some} to be taken, not {sum(action.mix)}")
    for kind, size, wanted in zip(("short", "long"), sizes, action.mix, strict=True):
        if wanted > size:
            taken = f"{wanted} {kind} ticket{' is' if wanted == 1 else 's are'} taken"
            return Violation("MK-TICKET-1", f"{taken}, and {size or 'none'} {'is' if size < 2 else 'are'} left")
    return None


def take_mix_at_once(state: State, kept: tuple[int, ...], returned: tuple[int, ...]) -> bool:
    """Draw these tickets of both decks and keep the first of them if that is legal beyond doubt; return whether."""
    return take_tickets_at_once(state, kept, returned, mixed=True)
