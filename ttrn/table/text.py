"""A table as a person reads it, in lines: what lies open, and of the hands the one of the player to move."""

from __future__ import annotations

from ttrn.core.cards import letters, listed
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER, SETUP, State
from ttrn.notation.records import WrittenAction
from ttrn.notation.writer import format_action, format_ticket
from ttrn.position.fields import SEAT, route_list
from ttrn.replays.writing import ticket_back, written_ticket


def ticket_text(state: State, ticket: int) -> str:
    """Return a ticket as a record names it."""
    return format_ticket(written_ticket(state.board, ticket))


def ticket_texts(state: State, seat: int) -> list[str]:
    """Return the tickets of a seat as a record names them, unknown ones last."""
    unknown = [ticket_back(state.board, deck) for deck, n in enumerate(state.unknown_tickets[seat]) for _ in range(n)]
    return [*[ticket_text(state, ticket) for ticket in state.tickets[seat]], *[format_ticket(back) for back in unknown]]


def table_text(state: State, begun: WrittenAction | None) -> str:
    """Return the table in lines, as the player sees it whose turn it is; after the end, as everybody does."""
    name = state.names[state.seat]
    if state.phase == OVER:
        outcome = score_game(state)
        winners = listed([state.names[seat] for seat in outcome.winners])
        head = f"{state.board.name}, over after turn {state.number - 1}: {winners} won"
    else:
        when = "starting tickets" if state.phase == SETUP else f"turn {state.number}"
        head = f"{state.board.name}, {when}: {name} is to move"
    rows = [head]
    rows += [f"so far: {format_action(begun)}"] if begun is not None else []
    rows += [f"to choose from: {' '.join([ticket_text(state, t) for t in state.offered])}"] if state.offered else []
    tickets = sum([deck.size for deck in state.ticket_decks])
    rows.append(f"market {letters(state.market) or '-'}, deck {state.deck_size}, tickets {tickets}")
    return "\n".join([*rows, *[_seat_text(state, seat) for seat in range(state.seats)]])


def _seat_text(state: State, seat: int) -> str:
    """Return a player in a line: everything of the one to move, of others what lies open."""
    own = seat == state.seat or state.phase == OVER
    hand, tickets = state.hands[seat], ticket_texts(state, seat)
    points = score_game(state).seats[seat].total if state.phase == OVER else state.scores[seat]
    words = [f"{points} points"]
    words += [f"{state.trains[seat]} trains"] if state.board.routes else []
    words.append(f"hand {letters(hand) or '-'}" if own else f"{sum(hand)} cards")
    words.append(f"tickets {' '.join(tickets) or '-'}" if own else f"{len(tickets)} tickets")
    words += [f"routes {route_list(state, state.routes_of(seat))}"] if state.routes_of(seat) else []
    for field in state.game.position.fields:
        value = field.write(state, seat) if field.part == SEAT else ""
        words += [f"{field.name} {value}"] if value else []
    return f"{'>' if seat == state.seat and state.phase != OVER else ' '} {state.names[seat]}: {', '.join(words)}"
