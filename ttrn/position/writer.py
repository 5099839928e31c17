"""A position: a state as one line of text, in the spirit of chess's FEN (docs/positions.md).

``format_position`` and ``parse_position`` are inverse to each other: what can be derived from the rest is not written,
or is checked when it is read.
"""

from __future__ import annotations

from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.core.state import CHOOSE, SECOND, SETUP, State
from ttrn.core.ticket_deck import TicketDeck
from ttrn.position.fields import SEAT, TABLE, TURN, PositionTables, deck_fields, route_list, runs, sequence, ticket_list
from ttrn.position.reader import PositionProblem, loose_hands, parse_position

__all__ = ["PositionProblem", "format_position", "loose_hands", "parse_position"]


def format_position(state: State) -> str:
    """Return a state as one line; equal states give equal lines, and ``parse_position`` gives the state back.

    A state after a violation is written as it is, even where the line says something impossible (13 red cards): reading
    it will tell. The state must be one between two actions, not one in the middle of carrying one out.
    """
    seats = [_seat(state, seat) for seat in range(state.seats)]
    return "; ".join([_head(state), *seats, _table(state)])


def _own(state: State) -> PositionTables:
    return state.game.position


def _own_fields(state: State, part: str, seat: int = 0) -> list[str]:
    """Return the fields that the game adds to a part."""
    return [_field(field.name, field.write(state, seat)) for field in _own(state).fields if field.part == part]


def _head(state: State) -> str:
    words = [state.board.name, "turn=" + ("setup" if state.phase == SETUP else str(state.number))]
    words.append(f"next={state.names[state.seat]}")
    if state.last_turns >= 0:
        words.append(f"last={state.last_turns}")
    if state.passes:
        words.append(f"passes={state.passes}")
    if state.phase == SECOND:
        words.append(f"second={LETTERS[state.first_card]}")
    if state.phase == CHOOSE:
        words.append(f"offer={ticket_list(state, state.offered)}")
    return " ".join([*words, *filter(None, _own_fields(state, TURN))])


def _seat(state: State, seat: int) -> str:
    hand = state.hands[seat]
    cards = "*" + runs(hand[:UNKNOWN]) if seat in loose_hands(state) else runs(hand)
    unknown = [-1 - deck for deck, number in enumerate(state.unknown_tickets[seat]) for _ in range(number)]
    tickets = ticket_list(state, [*sorted(state.tickets[seat]), *unknown])
    routes = route_list(state, state.routes_of(seat))
    trains = f"trains={state.trains[seat]}" if state.board.tables.trains else ""
    fields = [_field("hand", cards), trains, f"score={state.scores[seat]}"]
    fields += [_field("tickets", tickets), _field("routes", routes), *_own_fields(state, SEAT, seat)]
    return " ".join([state.names[seat], *filter(None, fields)])


def _table(state: State) -> str:
    if state.market_unknown:
        fields = ["deck=~"]
    else:
        known = state.ordered and state.deck_size > 0
        deck = sequence(reversed(state.deck)) if known else str(state.deck_size)
        fields = [_field("market", runs(state.market)), f"deck={deck}", _field("discards", runs(state.discards))]
    decks = zip(deck_fields(state.game, state.board), state.ticket_decks, strict=False)
    fields += [f"{name}={_ticket_deck(state, deck)}" for name, deck in decks]
    fields += _own_fields(state, TABLE)
    return " ".join(filter(None, fields))


def _field(name: str, value: str) -> str:
    return f"{name}={value}" if value else ""


def _ticket_deck(state: State, deck: TicketDeck) -> str:
    """Return a deck from top to bottom: the fresh cards, then each group that was put under it."""
    unknown = -1 - state.ticket_decks.index(deck)
    known = (deck.order or [])[::-1]
    fresh = [*known, *[unknown] * (deck.fresh - len(known))]
    return "/".join([ticket_list(state, part) or "-" for part in [fresh, *deck.groups]])
