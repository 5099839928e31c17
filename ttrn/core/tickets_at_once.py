"""Drawing tickets and keeping some in one go, as a record tells it: most draws are from the top of a fresh deck."""

from __future__ import annotations

from ttrn.core.state import MAIN, State
from ttrn.core.tickets import deck_of, put_under_own
from ttrn.core.turns import end_turn


def take_tickets_at_once(
    state: State, kept: tuple[int, ...], returned: tuple[int, ...], *, mixed: bool = False
) -> bool:
    """Draw these tickets and keep the first of them if that is legal beyond doubt; return whether it was.

    They are all known, and were unseen on top of their deck, which has enough of them: the first deck, or where they
    may be ``mixed`` any. It does what the checks and effects of drawing and keeping do, and naming the tickets drawn
    (``name_offered``); what it leaves alone is for those.
    """
    draw, decks = state.board.tables.play_tickets, state.ticket_decks
    named = kept + returned
    number = len(named)
    if state.phase != MAIN or state.uncounted or number != draw.take or len(kept) < draw.keep:
        return False
    fresh = [deck.fresh for deck in decks]
    for ticket in named:
        at = deck_of(state, ticket) if len(decks) > 1 else 0
        deck = decks[at]
        fresh[at] -= 1
        if ticket not in deck.unseen or fresh[at] < 0 or deck.order or (at and not mixed):
            return False
    if len(set(named)) < number:
        return False
    for at, deck in enumerate(decks):
        deck.fresh = fresh[at]
        deck.unseen.difference_update(named)
    state.tickets[state.seat] += kept
    if returned:
        put_under_own(state, list(returned))
    end_turn(state)
    return True
