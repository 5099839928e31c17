"""Reading a position: from a line of text to a state, or to what is wrong with it and where."""

from __future__ import annotations

import re
from typing import Final

from ttrn.boards import Board, board_names
from ttrn.boards import board as find_board
from ttrn.core.cards import BLIND, KINDS, LETTERS, UNKNOWN
from ttrn.core.state import ANSWER, CHOOSE, MAIN, NOBODY, OVER, SECOND, SETUP, UNKNOWN_HAND, State
from ttrn.core.ticket_deck import TicketDeck
from ttrn.notation.hints import did_you_mean
from ttrn.notation.lexicon import is_word
from ttrn.position.checks import CHECKS, loose_hands, tickets_add_up
from ttrn.position.fields import SEAT, TABLE, TURN, Places
from ttrn.position.tokens import (
    Codes,
    PositionProblem,
    Token,
    WrongPositionError,
    impossible,
    pieces,
    read_cards,
    read_counts,
    read_number,
    short,
)
from ttrn.registry import find_game, game_names

__all__ = ["PositionProblem", "loose_hands", "parse_position"]

_WORD = re.compile(r";|[^;\s]+")
_COMMON = {
    TURN: ("turn", "next", "last", "passes", "second", "offer"),
    SEAT: ("hand", "trains", "score", "tickets", "routes"),
    TABLE: ("market", "deck", "discards"),
}
"""The fields that all games have, by the part they stand in."""

Fields = dict[str, Token]

MAX_POSITION: Final = 20_000
"""How many characters a position may have; those of long games have a tenth of this."""


def parse_position(text: str, board: Board | None = None) -> State | PositionProblem:
    """Return the state that a line describes, or the first thing that is wrong with the line; it never raises.

    Fields may stand in any order within their part, cards may be written out (``RRR`` for ``R3``), and cities may be
    called by any name without blanks. Without a board it is looked up among those that come with ttrn.
    """
    if len(text) > MAX_POSITION:
        message = f"this position has {len(text):,} characters; one has at most {MAX_POSITION:,}"
        return PositionProblem("POSITION-1", message, column=0, width=1, hint="")
    try:
        return _Reader(text, board).read()
    except WrongPositionError as wrong:
        return wrong.problem


class _Reader:
    """One line being read; ``places`` remembers where each field stood, for the checks of the whole."""

    def __init__(self, text: str, board: Board | None) -> None:
        self._parts = _split(text)
        if not self._parts:
            raise WrongPositionError(Token("", 1), "the position is empty", 'it starts with a board, like "usa"')
        self._end = Token("", len(text.rstrip()) + 1)
        self._head = self._parts[0]
        self._board = _board(self._head[0], board)
        self._game = find_game(self._board.rules)
        self._own = self._game.position
        self.places = Places(self._game, self._board)

    def read(self) -> State:
        seats = [part for part in self._parts[1:] if "=" not in part[0].text]
        tables = [part for part in self._parts[1:] if "=" in part[0].text]
        state = State(self._board, self._game, self._names(seats))
        if not tables or self._parts[-1] is not tables[0]:
            place = tables[0][0] if tables else self._end
            raise WrongPositionError(place, "one part with deck and tickets comes last", _HINT)
        self._codes = Codes(state)
        self._read_head(state)
        for seat, part in enumerate(seats):
            self._read_seat(state, seat, part)
        self._read_table(state, tables[0])
        self._settle_phase(state)
        self._own.derive(state)
        for check in (*CHECKS, *self._own.checks, tickets_add_up):
            check(state, self.places)
        return state

    def _names(self, seats: list[list[Token]]) -> tuple[str, ...]:
        tables = self._board.tables
        names: list[str] = []
        for name, *_ in seats:
            if not is_word("ID", name.text):
                raise WrongPositionError(name, f'"{name.text}" cannot be a player\'s id', "an id is a lower-case word")
            if name.text in names:
                raise WrongPositionError(name, f'there is a seat "{name.text}" already')
            self.places[name.text, ""] = name
            names.append(name.text)
        if not tables.min_players <= len(names) <= tables.max_players:
            limits = f"{tables.min_players} to {tables.max_players}"
            raise WrongPositionError(self._end, f"this game is for {limits} players; the position has {len(names)}")
        return tuple(names)

    def _fields(self, words: list[Token], owner: str, part: str) -> Fields:
        """Return the fields of a part by name; each stands once and is known."""
        known = self._known(part)
        found: Fields = {}
        for word in words:
            name, sign, value = word.text.partition("=")
            if name not in known:
                raise self._unknown_field(word, name, part)
            if name in found:
                raise WrongPositionError(word, f'there is a field "{name}" here already')
            if not sign or not value:
                raise WrongPositionError(word, f'the field "{name}" has no value', f'write "{name}=…" without blanks')
            found[name] = self.places[owner, name] = Token(value, word.column + len(name) + 1)
        return found

    def _known(self, part: str) -> list[str]:
        """Return the names of the fields that can stand in a part."""
        decks = self.places.decks if part == TABLE else ()
        routes = () if self._board.tables.trains else ("trains", "routes")
        common = [name for name in _COMMON[part] if name not in routes]
        return [*common, *decks, *[field.name for field in self._own.fields if field.part == part]]

    def _unknown_field(self, word: Token, name: str, part: str) -> WrongPositionError:
        for other in _COMMON:
            if name in self._known(other):
                return WrongPositionError(word, f'the field "{name}" stands in the part of {other}')
        if not self._board.tables.trains and name in ("trains", "routes"):
            return WrongPositionError(word, f"there are no {name} in this game")
        elsewhere = {field.name: field.what for game in game_names() for field in find_game(game).position.fields}
        if name in elsewhere:
            return WrongPositionError(word, f"there are no {elsewhere[name]} in this game")
        known = self._known(part)
        hint = did_you_mean(name, known) or f"the fields here are {', '.join(known)}"
        return WrongPositionError(word, f'there is no field "{short(name)}" here', hint)

    def _read_own(self, state: State, part: str, fields: Fields, place: Token, seat: int = 0) -> None:
        """Read the fields that the game adds to a part."""
        for field in self._own.fields:
            if field.part == part and (field.required or field.name in fields):
                field.read(self._codes, state, seat, _required(fields, field.name, place))

    # --- parts -------------------------------------------------------------------------------------------------------

    def _read_head(self, state: State) -> None:
        fields = self._fields(self._head[1:], "", TURN)
        turn, seat = _required(fields, "turn", self._head[0]), _required(fields, "next", self._head[0])
        if turn.text != "setup":
            state.phase = MAIN
            state.number = read_number(turn, 'a turn\'s number, or "setup"', least=1)
        if seat.text not in state.names:
            hint = did_you_mean(seat.text, list(state.names))
            raise WrongPositionError(seat, f'no seat has the id "{seat.text}"', hint)
        state.seat = state.names.index(seat.text)
        if "last" in fields:
            state.last_turns = read_number(fields["last"], "how many turns are left")
        if "passes" in fields:
            state.passes = read_number(fields["passes"], "how many players have passed in a row", least=1)
        if "second" in fields:
            state.first_card = _first_card(fields["second"])
        if "offer" in fields:
            state.offered = self._codes.tickets(fields["offer"])
            state.drawn = [self._codes.deck_of(ticket) for ticket in state.offered]
        self._read_own(state, TURN, fields, self._head[0])

    def _read_seat(self, state: State, seat: int, part: list[Token]) -> None:
        name, *words = part
        fields = self._fields(words, name.text, SEAT)
        state.hands[seat] = [0] * KINDS
        if "hand" in fields:
            hand = fields["hand"]
            loose = hand.text.startswith("*")
            state.hands[seat] = read_counts(Token(hand.text[1:], hand.column + 1) if loose else hand)
            # As many as there are: whatever the player goes on to pay, it may be among them.
            state.hands[seat][UNKNOWN] += UNKNOWN_HAND if loose else 0
        if state.board.tables.trains:
            state.trains[seat] = read_number(_required(fields, "trains", name), "how many trains are left")
        state.scores[seat] = read_number(_required(fields, "score", name), "the points scored so far")
        for ticket in self._codes.tickets(fields["tickets"]) if "tickets" in fields else ():
            if ticket < 0:
                state.unknown_tickets[seat][-1 - ticket] += 1
            else:
                state.tickets[seat].append(ticket)
        for route, word in self._codes.routes(fields["routes"]) if "routes" in fields else ():
            if state.owners[route] != NOBODY:
                owner = state.names[state.owners[route]]
                raise impossible(word, f"{word.text} belongs to {owner} already")
            state.own(route, seat)
        self._read_own(state, SEAT, fields, name, seat)

    def _read_table(self, state: State, words: list[Token]) -> None:
        fields = self._fields(words, "", TABLE)
        deck = _required(fields, "deck", words[0])
        if deck.text == "~":
            state.market_unknown = True
            for name in ("market", "discards"):
                if name in fields:
                    raise WrongPositionError(fields[name], f'with "deck=~" nothing is known of the {name}')
            state.market[UNKNOWN] = state.board.tables.market
        else:
            state.market = read_counts(fields["market"]) if "market" in fields else state.market
            state.discards = read_counts(fields["discards"]) if "discards" in fields else state.discards
            _read_deck(state, deck)
        state.gaps = sum(state.market) < state.market_size
        for number, name in enumerate(self.places.decks):
            self._read_ticket_deck(state, number, _required(fields, name, words[0]))
        self._read_own(state, TABLE, fields, words[0])

    def _read_ticket_deck(self, state: State, number: int, value: Token) -> None:
        deck: TicketDeck = state.ticket_decks[number]
        top, *groups = [self._codes.tickets(part) for part in pieces(value, "/")] or [[]]
        known = [ticket for ticket in top if ticket >= 0]
        if any(ticket < 0 for ticket in top[: len(known)]):
            raise WrongPositionError(value, "known tickets lie on top of unknown ones, in the fresh part of the deck")
        for ticket in [*top, *[ticket for group in groups for ticket in group]]:
            if self._codes.deck_of(ticket) != number:
                raise WrongPositionError(value, "a ticket of another deck is in this one")
        if not all(groups):
            raise WrongPositionError(value, "a group of tickets under the deck has at least one")
        deck.fresh = len(top)
        deck.order = known[::-1] or None
        deck.groups = groups

    def _settle_phase(self, state: State) -> None:
        """Tell from the fields that were there what the position waits for."""
        if state.phase == SETUP:
            return
        if state.last_turns == 0 or state.passes >= state.seats:
            state.phase = OVER
        elif state.offered:
            state.phase = CHOOSE
        elif state.first_card >= BLIND:
            state.phase = SECOND
        elif any(field.waits and ("", field.name) in self.places for field in self._own.fields):
            state.phase = ANSWER


_HINT = 'for example "market=RGLKW deck=87 tickets=?24"'


def _split(text: str) -> list[list[Token]]:
    """Return the words of each part; parts without any are left out."""
    parts: list[list[Token]] = [[]]
    for found in _WORD.finditer(text):
        if found[0] == ";":
            parts.append([])
        else:
            parts[-1].append(Token(found[0], found.start() + 1))
    return [part for part in parts if part]


def _board(word: Token, board: Board | None) -> Board:
    if board is None:
        if word.text not in board_names():
            hint = did_you_mean(word.text, list(board_names()))
            raise WrongPositionError(word, f'there is no board "{short(word.text)}"', hint)
        board = find_board(word.text)
    elif word.text != board.name:
        raise WrongPositionError(word, f'the position is one of "{short(word.text)}", the board is "{board.name}"')
    return board


def _required(fields: Fields, name: str, place: Token) -> Token:
    if name not in fields:
        raise WrongPositionError(place, f'the field "{name}" is missing here')
    return fields[name]


def _read_deck(state: State, value: Token) -> None:
    if value.text[0].isdecimal():
        state.deck_size = read_number(value, "the number of cards in the deck")
        return
    state.deck = [kind for kind, number in read_cards(value) for _ in range(number)][::-1]
    state.deck_size = len(state.deck)
    state.ordered = bool(state.deck)


def _first_card(word: Token) -> int:
    if len(word.text) != 1 or word.text not in LETTERS:
        text = f'expected the first card of the turn, "?" for one not seen, found "{short(word.text)}"'
        raise WrongPositionError(word, text)
    # A locomotive can only have been drawn blind: a face-up one ends the turn.
    kind = LETTERS.index(word.text)
    return BLIND if kind == UNKNOWN else kind
