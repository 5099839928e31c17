"""Redaction of a position line: a state as one observer sees it."""

from __future__ import annotations

from ttrn.boards import Board
from ttrn.core.actions import unknown_ticket
from ttrn.core.cards import KINDS, UNKNOWN
from ttrn.core.state import State
from ttrn.core.tickets import deck_of
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.position.writer import format_position


def redact_position(line: str, board: Board, observer: str) -> str:
    """Return a position line with what the observer cannot see unknown: hands, tickets, decks and their orders.

    Raises:
        ValueError: the line cannot be read, so it is not known what it gives away.
    """
    state = parse_position(line, board)
    if isinstance(state, PositionProblem):
        reason = f"the position of this game cannot be read, so it cannot be redacted: {state.message}"
        raise ValueError(reason)  # noqa: TRY004  the text is wrong, not its type
    hidden = state.game.position.conceal(state)
    for seat, name in enumerate(state.names):
        if name != observer:
            hidden += _close_hand(state, seat)
    if state.names[state.seat] != observer:
        hidden += state.offered
        state.offered = [-1 - deck_of(state, ticket) for ticket in state.offered]
        state.first_card = UNKNOWN if state.first_card >= 0 else state.first_card
    state.ordered = False
    state.deck = []
    for number, deck in enumerate(state.ticket_decks):
        deck.order = None
        hidden += [ticket for group in deck.groups for ticket in group]
        deck.groups = [[-1 - number] * len(group) for group in deck.groups]
    for ticket in hidden:
        if ticket >= 0:
            # It may be anywhere now.
            state.ticket_decks[deck_of(state, ticket)].unseen.add(ticket)
    return format_position(state)


def backs_differ(board: Board) -> bool:
    """Return whether the backs of tickets are seen to differ: where players choose from which deck they take."""
    return bool(board.tickets and board.tickets[0].deck) and not board.tables.play_tickets.decks


def _close_hand(state: State, seat: int) -> list[int]:
    """Make a hand and its tickets unknown; return the tickets."""
    number = sum(state.hands[seat])
    state.hands[seat] = [0] * KINDS
    state.hands[seat][UNKNOWN] = number
    closed, state.tickets[seat] = state.tickets[seat], []
    held = len(closed) + sum(state.unknown_tickets[seat])
    if backs_differ(state.board):
        for ticket in closed:
            state.unknown_tickets[seat][deck_of(state, ticket)] += 1
    else:
        hold_unknown(state, seat, held)
    return closed


def hold_unknown(state: State, seat: int, number: int) -> None:
    """Let a seat hold so many unknown tickets beside those that are known of it, where their backs do not differ.

    It is as in a record that has but their number; whether some were given back at the start it does not have either.
    """
    held, given_back = [*state.tickets[seat], *[unknown_ticket()] * number], [unknown_ticket()]
    state.unsure_decks.discard(seat)
    state.game.tickets.name_decks(state, seat, held, given_back)
    decks = [deck_of(state, ticket) for ticket in held if ticket < 0]
    state.unknown_tickets[seat] = [decks.count(deck) for deck in range(len(state.ticket_decks))]
