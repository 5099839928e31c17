"""Two records of the position that a game starts from as one: what either saw, or how they contradict each other."""

from __future__ import annotations

from ttrn.boards import Board
from ttrn.core.cards import BLIND, LETTERS, counts, letters
from ttrn.core.state import State
from ttrn.core.tickets import deck_of
from ttrn.hidden.merge_cards import Clashing, hands
from ttrn.hidden.position_redaction import backs_differ, hold_unknown, redact_position
from ttrn.notation.writer import quote
from ttrn.position.fields import sequence, ticket_list
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.position.writer import format_position


def merge_positions(a: str, b: str, board: Board) -> str:
    """Return a position with all hands, tickets and orders that either of two records of it has.

    Raises:
        Clashing: they contradict each other, or one of them cannot be read.
    """
    joined, other = parse_position(a, board), parse_position(b, board)
    if isinstance(joined, PositionProblem) or isinstance(other, PositionProblem):
        raise Clashing("the position is", quote(a), quote(b))
    seen_a, seen_b = [redact_position(line, board, "public").split() for line in (a, b)]
    if seen_a != seen_b:
        one, two = next((x, y) for x, y in zip([*seen_a, "nothing"], [*seen_b, "nothing"], strict=False) if x != y)
        raise Clashing("the position has", one, two)
    for seat in range(joined.seats):
        _join_seat(joined, other, seat)
    _join_table(joined, other)
    line = format_position(joined)
    if isinstance(parse_position(line, board), PositionProblem):
        raise Clashing("the position is", quote(a), quote(b))
    return line


def _join_seat(joined: State, other: State, seat: int) -> None:
    """Add what the other record has of a hand and of its tickets."""
    name = joined.names[seat]
    if not joined.hand_sure(seat):
        joined.hands[seat] = other.hands[seat]
    elif other.hand_sure(seat):
        both = hands(letters(joined.hands[seat]), letters(other.hands[seat]), f"at the start {name} holds")
        joined.hands[seat] = counts(both)
    mine, others = set(joined.tickets[seat]), set(other.tickets[seat])
    if others > mine or (others == mine and seat not in other.unsure_decks):
        joined.tickets[seat], joined.unknown_tickets[seat] = other.tickets[seat], other.unknown_tickets[seat]
        joined.unsure_decks -= {seat} - other.unsure_decks
        joined.unsure_decks |= {seat} & other.unsure_decks
    elif not others <= mine:
        _join_tickets(joined, other, seat)


def _join_tickets(joined: State, other: State, seat: int) -> None:
    """Let a seat hold tickets of which each record names others."""
    known = sorted({*joined.tickets[seat], *other.tickets[seat]})
    number = len(joined.tickets[seat]) + sum(joined.unknown_tickets[seat]) - len(known)
    row = list(joined.unknown_tickets[seat])
    for ticket in set(known) - set(joined.tickets[seat]):
        row[deck_of(joined, ticket)] -= 1
    if number < 0 or (backs_differ(joined.board) and min(row) < 0):
        one, two = [ticket_list(state, state.tickets[seat]) for state in (joined, other)]
        raise Clashing(f"at the start {joined.names[seat]} holds", one, two)
    joined.tickets[seat] = known
    if backs_differ(joined.board):
        joined.unknown_tickets[seat] = row
    else:
        hold_unknown(joined, seat, number)


def _join_table(joined: State, other: State) -> None:
    """Add what the other record has of the decks, of what left the game, and of the turn under way."""
    if joined.ordered and other.ordered and joined.deck != other.deck:
        one, two = [sequence(reversed(state.deck)) for state in (joined, other)]
        raise Clashing("at the start the deck is", one, two)
    if other.ordered:
        joined.deck, joined.ordered = other.deck, True
    if joined.first_card != other.first_card and BLIND not in (joined.first_card, other.first_card):
        one, two = LETTERS[joined.first_card], LETTERS[other.first_card]
        raise Clashing(f"{joined.names[joined.seat]} has drawn", one, two)
    joined.first_card = max(joined.first_card, other.first_card)
    joined.offered = _join_group(joined, joined.offered, other.offered)
    joined.aside = sorted({*joined.aside, *other.aside})
    for deck, twin in zip(joined.ticket_decks, other.ticket_decks, strict=True):
        known = sorted([deck.order or [], twin.order or []], key=len)
        if known[1][len(known[1]) - len(known[0]) :] != known[0]:
            one, two = [ticket_list(joined, order[::-1]) for order in (deck.order or [], twin.order or [])]
            raise Clashing("at the start on top of the tickets are", one, two)
        deck.order = known[1] or None
        deck.groups = [_join_group(joined, x, y) for x, y in zip(deck.groups, twin.groups, strict=True)]
        deck.unseen &= twin.unseen


def _join_group(state: State, a: list[int], b: list[int]) -> list[int]:
    """Return tickets that lie together, as many as there are, those that either record names first."""
    known = sorted({ticket for ticket in (*a, *b) if ticket >= 0})
    unknown = sorted([ticket for ticket in a if ticket < 0], reverse=True)
    for ticket in known:
        if ticket not in a:
            back = -1 - deck_of(state, ticket)
            if back not in unknown:
                raise Clashing("at the start there lie", ticket_list(state, a), ticket_list(state, b))
            unknown.remove(back)
    return [*known, *unknown]
