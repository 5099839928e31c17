"""The words of a position line: numbers, cards, cities, routes and tickets, each with its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from ttrn.boards import City
from ttrn.core.cards import KINDS, LETTERS, Counts
from ttrn.core.state import State

_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_CARD = re.compile(r"([ROYGBPKWLFT?])([1-9][0-9]{0,2})?")
_UNKNOWN_TICKET = re.compile(r"\?([a-z]?)([1-9][0-9]?)?")


class Token(NamedTuple):
    """A word of a position and its column, which counts from 1."""

    text: str
    column: int


class PositionProblem(NamedTuple):
    """What is wrong with a position; ``column`` counts from 1 (0: the whole of it), ``width`` is how much is wrong."""

    rule: str
    message: str
    column: int
    width: int
    hint: str


class WrongPositionError(Exception):
    """A position cannot be read; it never leaves the reader."""

    def __init__(self, word: Token, message: str, hint: str = "", rule: str = "POSITION-1") -> None:
        super().__init__(message)
        self.problem = PositionProblem(rule, message, word.column, max(1, len(word.text)), hint)


def impossible(word: Token, message: str, hint: str = "") -> WrongPositionError:
    """Return the error that no game can come to what a word says (POSITION-2)."""
    return WrongPositionError(word, message, hint, "POSITION-2")


def short(word: str) -> str:
    """Return a word of the line as a message quotes it."""
    return word if len(word) <= 30 else word[:29] + "…"


def read_number(word: Token, what: str, least: int = 0) -> int:
    """Return a number.

    Raises:
        WrongPositionError: it is none, or too small.
    """
    if not _NUMBER.fullmatch(word.text) or int(word.text) < least:
        raise WrongPositionError(word, f'expected {what}, found "{short(word.text)}"')
    return int(word.text)


def pieces(value: Token, sign: str) -> list[Token]:
    """Return the pieces of a value between signs, with their places; ``-`` for the whole has none."""
    if value.text == "-":
        return []
    column = value.column
    found: list[Token] = []
    for text in value.text.split(sign):
        found.append(Token(text, column))
        column += len(text) + 1
    return found


def read_cards(value: Token) -> list[tuple[int, int]]:
    """Return a run of cards as kinds and how many of each, in order.

    Raises:
        WrongPositionError: there is something else in it.
    """
    found: list[tuple[int, int]] = []
    at = 0 if value.text != "-" else 1
    while at < len(value.text):
        run = _CARD.match(value.text, at)
        if not run:
            rest = Token(value.text[at:], value.column + at)
            capital = _CARD.match(value.text[at].upper())
            hint = "cards are capital letters" if capital else "R O Y G B P K W are colours, L locomotives, ? unknown"
            raise WrongPositionError(rest, f'expected cards like "R3L?", found "{short(rest.text)}"', hint)
        found.append((LETTERS.index(run[1]), int(run[2] or 1)))
        at = run.end()
    return found


def read_counts(value: Token) -> Counts:
    """Return a run of cards as counts.

    Raises:
        WrongPositionError: there is something else in it.
    """
    counts = [0] * KINDS
    for kind, number in read_cards(value):
        counts[kind] += number
    return counts


class Codes:
    """Reads what a board has codes for, into the state of a line.

    A known ticket has one place only: each that is read leaves those of its deck that have none. All methods raise
    :class:`WrongPositionError` with the place of what is wrong.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._board = state.board
        self._deck_of = {ticket: number for number, deck in enumerate(state.ticket_decks) for ticket in deck.unseen}
        self._letters = [deck.name[:1] for deck in state.ticket_decks]

    def deck_of(self, ticket: int) -> int:
        """Return the number of the deck that a ticket belongs to, known or unknown."""
        return -1 - ticket if ticket < 0 else self._deck_of[ticket]

    def tickets(self, value: Token) -> list[int]:
        """Return tickets in order, unknown ones as negative numbers."""
        found: list[int] = []
        for word in pieces(value, ","):
            unknown = _UNKNOWN_TICKET.fullmatch(word.text)
            if unknown:
                found += [-1 - self._unknown_deck(word, unknown[1])] * int(unknown[2] or 1)
                continue
            ticket = self._ticket(word)
            deck = self._deck_of.get(ticket)
            if deck is None:
                raise impossible(word, f"{word.text} is not in the deck of this game")
            if ticket not in self._state.ticket_decks[deck].unseen:
                raise impossible(word, f"{word.text} is in two places")
            self._state.ticket_decks[deck].unseen.discard(ticket)
            found.append(ticket)
        return found

    def _unknown_deck(self, word: Token, letter: str) -> int:
        letters = self._letters
        if letter in letters:
            return letters.index(letter)
        wanted = " or ".join([f'"?{name}"' for name in letters])
        raise WrongPositionError(word, f'an unknown ticket is {wanted}, not "{word.text}"')

    def _ticket(self, word: Token) -> int:
        (a, b), number = self._pair(word, "a ticket", "LAX-NYC")
        ticket = self._board.ticket_between(a, b, number or 1)
        if ticket is None:
            raise WrongPositionError(word, f"no ticket joins {a.name} and {b.name}")
        return ticket.index

    def routes(self, value: Token) -> list[tuple[int, Token]]:
        """Return routes with their places."""
        return [(self.route(word), word) for word in pieces(value, ",")]

    def route(self, word: Token) -> int:
        """Return a route; where a pair has several tracks the word says which."""
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

    def city(self, word: Token) -> City:
        """Return a city by its code or any name without blanks."""
        city = self._board.city(word.text)
        if city is None:
            near = self._board.suggest_city(word.text)
            hint = f'did you mean "{near}"?' if near else ""
            raise WrongPositionError(word, f'there is no city "{short(word.text)}" on this board', hint)
        return city

    def _pair(self, word: Token, what: str, example: str) -> tuple[tuple[City, City], int]:
        found = re.fullmatch(r"([^-#]+)-([^-#]+)(?:#([1-9]))?", word.text)
        if not found:
            seen = f'"{short(word.text)}"' if word.text else "nothing"
            raise WrongPositionError(word, f'expected {what} like "{example}", found {seen}')
        a, b = [self.city(Token(found[group], word.column + found.start(group))) for group in (1, 2)]
        return (a, b), int(found[3] or 0)


__all__ = [
    "Codes",
    "PositionProblem",
    "Token",
    "WrongPositionError",
    "impossible",
    "pieces",
    "read_cards",
    "read_counts",
    "read_number",
    "short",
]
