"""Reading a position: from a line of text to a state, or to what is wrong with it and where."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ttrn.boards import Board, City, board_names
from ttrn.boards import board as find_board
from ttrn.notation.hints import did_you_mean
from ttrn.notation.lexicon import is_word
from ttrn.replay.position_checks import (
    CHECKS,
    PositionProblem,
    Word,
    WrongPositionError,
    deck_names,
    loose_hands,
)
from ttrn.rules.cards import BLIND, KINDS, LETTERS, UNKNOWN, Counts
from ttrn.rules.engine import DIALECTS
from ttrn.rules.state import CHOOSE, LOOSE_HAND, MAIN, NOBODY, OVER, SECOND, SETUP, State, TicketDeck

__all__ = ["PositionProblem", "deck_names", "loose_hands", "parse_position"]

_WORD = re.compile(r";|[^;\s]+")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_CARD = re.compile(r"([ROYGBPKWLFT?])([1-9][0-9]{0,2})?")
_UNKNOWN_TICKET = re.compile(r"\?([a-z]?)([1-9][0-9]?)?")

_HEAD = ("turn", "next", "last", "passes", "second", "offer")
_SEAT = ("hand", "trains", "score", "tickets", "routes")
_TABLE = ("market", "deck", "discards")
_ELSEWHERE = {
    "stations": "stations",
    "tunnel": "tunnels",
    "removed": "tickets that leave the game",
    "passengers": "passengers",
    "stands": "passengers",
    "goods": "merchandise",
    "yard": "railyards",
    "track": "on-the-track stacks",
    "done": "tickets completed before the end",
    "round": "second rounds",
}
"""The fields that other games have beyond these, and what they are about."""

Fields = dict[str, Word]


def parse_position(text: str, board: Board | None = None) -> State | PositionProblem:
    """Return the state that a line describes, or the first thing that is wrong with the line; it never raises.

    Fields may stand in any order within their part, cards may be written out (``RRR`` for ``R3``), and cities may be
    called by any name without blanks. Without a board it is looked up among those that come with ttrn.
    """
    try:
        return _Reader(text, board).read()
    except WrongPositionError as wrong:
        return wrong.problem


class _Reader:
    """One line being read; ``places`` remembers where each field stood, for the checks of the whole."""

    def __init__(self, text: str, board: Board | None) -> None:
        self._parts = _split(text)
        if not self._parts:
            raise WrongPositionError(Word("", 1), "the position is empty", 'it starts with a board, like "usa"')
        self._end = Word("", len(text.rstrip()) + 1)
        self._head = self._parts[0]
        self._board = _board(self._head[0], board)
        self.places: dict[tuple[str, str], Word] = {}

    def read(self) -> State:
        seats = [part for part in self._parts[1:] if "=" not in part[0].text]
        tables = [part for part in self._parts[1:] if "=" in part[0].text]
        state = State(self._board, DIALECTS[self._board.rules], self._names(seats))
        if state.extra is not None:
            text = f"positions of the {self._board.rules} game are not in this version of ttrn"
            raise WrongPositionError(self._head[0], text)
        if not tables or self._parts[-1] is not tables[0]:
            place = tables[0][0] if tables else self._end
            raise WrongPositionError(place, "one part with deck and tickets comes last", _HINT)
        self._decks = {ticket: number for number, deck in enumerate(state.ticket_decks) for ticket in deck.unseen}
        self._read_head(state)
        for seat, part in enumerate(seats):
            self._read_seat(state, seat, part)
        self._read_table(state, tables[0])
        _settle_phase(state)
        for check in CHECKS:
            check(state, self.places)
        return state

    def _names(self, seats: list[list[Word]]) -> tuple[str, ...]:
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

    def _fields(self, words: list[Word], owner: str, known: Sequence[str]) -> Fields:
        """Return the fields of a part by name; each stands once and is known."""
        found: Fields = {}
        for word in words:
            name, sign, value = word.text.partition("=")
            if name not in known:
                raise _unknown_field(word, name, known)
            if name in found:
                raise WrongPositionError(word, f'there is a field "{name}" here already')
            if not sign or not value:
                raise WrongPositionError(word, f'the field "{name}" has no value', f'write "{name}=…" without blanks')
            found[name] = self.places[owner, name] = Word(value, word.column + len(name) + 1)
        return found

    # --- parts -------------------------------------------------------------------------------------------------------

    def _read_head(self, state: State) -> None:
        fields = self._fields(self._head[1:], "", _HEAD)
        turn, seat = _required(fields, "turn", self._head[0]), _required(fields, "next", self._head[0])
        if turn.text != "setup":
            state.phase = MAIN
            state.number = _number(turn, 'a turn\'s number, or "setup"', least=1)
        if seat.text not in state.names:
            hint = did_you_mean(seat.text, list(state.names))
            raise WrongPositionError(seat, f'no seat has the id "{seat.text}"', hint)
        state.seat = state.names.index(seat.text)
        if "last" in fields:
            state.last_turns = _number(fields["last"], "how many turns are left")
        if "passes" in fields:
            state.passes = _number(fields["passes"], "how many players have passed in a row", least=1)
        if "second" in fields:
            state.first_card = _first_card(fields["second"])
        if "offer" in fields:
            state.offered = self._tickets(state, fields["offer"])
            state.drawn = [-1 - ticket if ticket < 0 else self._decks[ticket] for ticket in state.offered]

    def _read_seat(self, state: State, seat: int, part: list[Word]) -> None:
        name, *words = part
        fields = self._fields(words, name.text, _SEAT)
        if "hand" in fields:
            hand = fields["hand"]
            loose = hand.text.startswith("*")
            cards = _cards(Word(hand.text[1:], hand.column + 1) if loose else hand)
            state.hands[seat] = _counts(cards)
            # As many as there are: whatever the player goes on to pay, it may be among them.
            state.hands[seat][UNKNOWN] += LOOSE_HAND if loose else 0
        if state.board.tables.trains:
            state.trains[seat] = _number(_required(fields, "trains", name), "how many trains are left")
        state.scores[seat] = _number(_required(fields, "score", name), "the points for routes so far")
        for ticket in self._tickets(state, fields["tickets"]) if "tickets" in fields else ():
            if ticket < 0:
                state.unknown_tickets[seat][-1 - ticket] += 1
            else:
                state.tickets[seat].append(ticket)
        for route, word in self._routes(fields["routes"]) if "routes" in fields else ():
            if state.owners[route] != NOBODY:
                owner = state.names[state.owners[route]]
                raise WrongPositionError(word, f"{word.text} belongs to {owner} already", rule="POSITION-2")
            state.owners[route] = seat

    def _read_table(self, state: State, words: list[Word]) -> None:
        names = deck_names(state.ticket_decks)
        fields = self._fields(words, "", [*_TABLE, *names])
        deck = _required(fields, "deck", words[0])
        if deck.text == "~":
            state.blurred = True
            for name in ("market", "discards"):
                if name in fields:
                    raise WrongPositionError(fields[name], f'with "deck=~" nothing is known of the {name}')
            state.market[UNKNOWN] = state.board.tables.market
        else:
            state.market = _counts(_cards(fields["market"])) if "market" in fields else state.market
            state.discards = _counts(_cards(fields["discards"])) if "discards" in fields else state.discards
            _read_deck(state, deck)
        for number, name in enumerate(names):
            self._read_ticket_deck(state, number, _required(fields, name, words[0]))

    def _read_ticket_deck(self, state: State, number: int, value: Word) -> None:
        deck: TicketDeck = state.ticket_decks[number]
        top, *groups = [self._tickets(state, part) for part in _pieces(value, "/")]
        known = [ticket for ticket in top if ticket >= 0]
        if any(ticket < 0 for ticket in top[: len(known)]):
            raise WrongPositionError(value, "known tickets lie on top of unknown ones, in the fresh part of the deck")
        for ticket in [*top, *[ticket for group in groups for ticket in group]]:
            if (-1 - ticket if ticket < 0 else self._decks[ticket]) != number:
                raise WrongPositionError(value, "a ticket of another deck is in this one")
        if not all(groups):
            raise WrongPositionError(value, "a group of tickets under the deck has at least one")
        deck.fresh = len(top)
        deck.order = known[::-1] or None
        deck.groups = groups

    # --- values ------------------------------------------------------------------------------------------------------

    def _tickets(self, state: State, value: Word) -> list[int]:
        """Return tickets in order; a known one has one place only and leaves those without a place."""
        if value.text == "-":
            return []
        letters = [name[0] for name in deck_names(state.ticket_decks)]
        found: list[int] = []
        for word in _pieces(value, ","):
            unknown = _UNKNOWN_TICKET.fullmatch(word.text)
            if unknown:
                number = _unknown_deck(word, unknown[1], letters)
                found += [-1 - number] * int(unknown[2] or 1)
                continue
            ticket = self._ticket(word)
            deck = self._decks.get(ticket)
            if deck is None:
                raise WrongPositionError(word, f"{word.text} is not in the deck of this game", rule="POSITION-2")
            if ticket not in state.ticket_decks[deck].unseen:
                raise WrongPositionError(word, f"{word.text} is in two places", rule="POSITION-2")
            state.ticket_decks[deck].unseen.discard(ticket)
            found.append(ticket)
        return found

    def _ticket(self, word: Word) -> int:
        ends, number = self._pair(word, "a ticket", "LAX-NYC")
        ticket = self._board.ticket_between(*ends, number or 1)
        if ticket is None:
            raise WrongPositionError(word, f"no ticket joins {ends[0].name} and {ends[1].name}")
        return ticket.index

    def _routes(self, value: Word) -> list[tuple[int, Word]]:
        return [(self._route(word), word) for word in _pieces(value, ",")] if value.text != "-" else []

    def _route(self, word: Word) -> int:
        ends, number = self._pair(word, "a route", "SEA-POR#1")
        tracks = self._board.routes_between(*ends)
        if not tracks:
            raise WrongPositionError(word, f"no route joins {ends[0].name} and {ends[1].name}")
        if number > len(tracks):
            raise WrongPositionError(word, f"{word.text}: there is only track {len(tracks)}")
        if not number and len(tracks) > 1:
            hint = f'write "{word.text}#1" to "#{len(tracks)}"'
            raise WrongPositionError(word, f"{word.text} has {len(tracks)} tracks: say which", hint)
        return tracks[max(0, number - 1)].index

    def _pair(self, word: Word, what: str, example: str) -> tuple[tuple[City, City], int]:
        found = re.fullmatch(r"([^-#]+)-([^-#]+)(?:#([1-9]))?", word.text)
        if not found:
            seen = f'"{_short(word.text)}"' if word.text else "nothing"
            raise WrongPositionError(word, f'expected {what} like "{example}", found {seen}')
        ends: list[City] = []
        for group in (1, 2):
            city = self._board.city(found[group])
            if city is None:
                near = self._board.suggest_city(found[group])
                place = Word(found[group], word.column + found.start(group))
                hint = f'did you mean "{near}"?' if near else ""
                raise WrongPositionError(place, f'there is no city "{_short(found[group])}" on this board', hint)
            ends.append(city)
        return (ends[0], ends[1]), int(found[3] or 0)


_HINT = 'for example "market=RGLKW deck=87 tickets=?24"'


def _split(text: str) -> list[list[Word]]:
    """Return the words of each part; parts without any are left out."""
    parts: list[list[Word]] = [[]]
    for found in _WORD.finditer(text):
        if found[0] == ";":
            parts.append([])
        else:
            parts[-1].append(Word(found[0], found.start() + 1))
    return [part for part in parts if part]


def _board(word: Word, board: Board | None) -> Board:
    if board is None:
        if word.text not in board_names():
            hint = did_you_mean(word.text, list(board_names()))
            raise WrongPositionError(word, f'there is no board "{_short(word.text)}"', hint)
        board = find_board(word.text)
    elif word.text != board.name:
        raise WrongPositionError(word, f'the position is one of "{_short(word.text)}", the board is "{board.name}"')
    if board.rules not in DIALECTS:
        raise WrongPositionError(word, f"the rules of this board ({board.rules}) are not in this version")
    return board


def _unknown_field(word: Word, name: str, known: Sequence[str]) -> WrongPositionError:
    if name in _ELSEWHERE:
        return WrongPositionError(word, f"there are no {_ELSEWHERE[name]} in this game")
    hint = did_you_mean(name, list(known)) or f"the fields here are {', '.join(known)}"
    return WrongPositionError(word, f'there is no field "{_short(name)}" here', hint)


def _required(fields: Fields, name: str, place: Word) -> Word:
    if name not in fields:
        raise WrongPositionError(place, f'the field "{name}" is missing here')
    return fields[name]


def _number(word: Word, what: str, least: int = 0) -> int:
    if not _NUMBER.fullmatch(word.text) or int(word.text) < least:
        raise WrongPositionError(word, f'expected {what}, found "{_short(word.text)}"')
    return int(word.text)


def _pieces(value: Word, sign: str) -> list[Word]:
    """Return the pieces of a list with their places."""
    column = value.column
    found: list[Word] = []
    for text in value.text.split(sign):
        found.append(Word(text, column))
        column += len(text) + 1
    return found


def _cards(value: Word) -> list[tuple[int, int]]:
    """Return a run of cards as kinds and how many of each, in order."""
    found: list[tuple[int, int]] = []
    at = 0 if value.text != "-" else 1
    while at < len(value.text):
        run = _CARD.match(value.text, at)
        if not run:
            rest = Word(value.text[at:], value.column + at)
            capital = _CARD.match(value.text[at].upper())
            hint = "cards are capital letters" if capital else "R O Y G B P K W are colours, L locomotives, ? unknown"
            raise WrongPositionError(rest, f'expected cards like "R3L?", found "{_short(rest.text)}"', hint)
        found.append((LETTERS.index(run[1]), int(run[2] or 1)))
        at = run.end()
    return found


def _counts(cards: list[tuple[int, int]]) -> Counts:
    counts = [0] * KINDS
    for kind, number in cards:
        counts[kind] += number
    return counts


def _read_deck(state: State, value: Word) -> None:
    if value.text[0].isdecimal():
        state.deck_size = _number(value, "the number of cards in the deck")
        return
    state.deck = [kind for kind, number in _cards(value) for _ in range(number)][::-1]
    state.deck_size = len(state.deck)
    state.ordered = bool(state.deck)


def _first_card(word: Word) -> int:
    if len(word.text) != 1 or word.text not in LETTERS:
        text = f'expected the first card of the turn, "?" for one not seen, found "{_short(word.text)}"'
        raise WrongPositionError(word, text)
    # A locomotive can only have been drawn blind: a face-up one ends the turn.
    kind = LETTERS.index(word.text)
    return BLIND if kind == UNKNOWN else kind


def _unknown_deck(word: Word, letter: str, letters: list[str]) -> int:
    if len(letters) == 1 and not letter:
        return 0
    if len(letters) > 1 and letter in letters:
        return letters.index(letter)
    wanted = " or ".join(f'"?{name}"' for name in letters) if len(letters) > 1 else '"?"'
    raise WrongPositionError(word, f'an unknown ticket is {wanted}, not "{word.text}"')


def _settle_phase(state: State) -> None:
    """Tell from the fields that were there what the position waits for."""
    if state.phase == SETUP:
        return
    if state.last_turns == 0 or state.passes >= state.seats:
        state.phase = OVER
    elif state.offered:
        state.phase = CHOOSE
    elif state.first_card >= BLIND:
        state.phase = SECOND


def _short(word: str) -> str:
    return word if len(word) <= 30 else word[:29] + "…"
