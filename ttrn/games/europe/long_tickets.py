"""Tickets of two kinds, the long ones dealt at the start only (EU-SETUP-1)."""

from __future__ import annotations

from ttrn.core.actions import unknown_ticket
from ttrn.core.state import NOBODY, State
from ttrn.core.tickets import deck_of, unknown_of_deck

SHORT, LONG = 0, 1
"""The decks of tickets; the long ones are dealt at the start only."""


def name_decks(state: State, seat: int, kept: list[int], returned: list[int]) -> None:
    """EU-SETUP-1: one of the tickets dealt is long; where none is named, an unknown one is, maybe a kept one."""
    if LONG in [deck_of(state, ticket) for ticket in (*kept, *returned)]:
        return
    unknown, long = unknown_ticket(SHORT), unknown_ticket(LONG)
    for group in (kept, returned):
        if unknown in group:
            group[group.index(unknown)] = long
            if group is kept and unknown in returned:
                state.unsure_decks.add(seat)
            return


def unknown_deck(state: State, seat: int, ticket: int) -> int:
    """Return of which deck the unknown ticket of a seat is; one kept at the start may be of either deck."""
    number = unknown_of_deck(state, seat, ticket)
    if number == NOBODY and seat in state.unsure_decks and ticket in state.ticket_decks[SHORT].unseen:
        return LONG if state.unknown_tickets[seat][LONG] else NOBODY
    return number
