"""What a game adds to position lines, as a table of fields and small functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards.model import DECKS, Board
from ttrn.core.cards import LETTERS
from ttrn.core.game import Game
from ttrn.core.state import State
from ttrn.position.tokens import Codes, Token

TURN: Final = "the board and the turn"
SEAT: Final = "a seat"
TABLE: Final = "the table"
"""The parts of a line that a field can stand in."""


class PositionField(NamedTuple):
    """One field of a game's own; it is written after those that all games have, in the order of the table."""

    part: str
    """``TURN``, ``SEAT`` or ``TABLE``."""
    name: str
    """What stands before the sign of equality."""
    what: str
    """What it is about, in the plural: "there are no … in this game" is the answer where another game has the field."""
    write: Callable[[State, int], str]
    """Returns its value for a seat (0 outside of seats); an empty one is left out."""
    read: Callable[[Codes, State, int, Token], None]
    """Puts its value into the state, for a seat; raises ``WrongPositionError`` with the place of what is wrong."""
    required: bool = False
    """Whether a line without it is refused."""
    waits: str = ""
    """Where the field says that a turn is not finished, what the position waits for ("a tunnel"): phase ``ANSWER``."""


class Places(dict[tuple[str, str], Token]):
    """Where the value of each field stands, by the seat ("" outside of seats) and the name of the field."""

    def __init__(self, game: Game, board: Board) -> None:
        super().__init__()
        self.own = game.position
        self.decks = deck_fields(game, board)


Check: TypeAlias = Callable[[State, Places], None]
"""Raises ``WrongPositionError`` (``impossible``) where something in a state that was read does not add up."""


def _nothing(_state: State) -> None:
    pass


@dataclass(frozen=True, slots=True)
class PositionTables:
    """What one game adds to position lines."""

    fields: tuple[PositionField, ...] = ()
    """The game's own fields, in the order in which they are written."""
    derive: Callable[[State], None] = _nothing
    """Fills in, before the checks, what follows from the fields and is not written."""
    checks: tuple[Check, ...] = ()
    """What has to add up besides; after the checks of the core."""
    tickets_add_up: bool = True
    """Whether every ticket is in a hand, in its deck, drawn or completed: in some games tickets leave."""
    points: Callable[[State, int], int] = lambda _state, _seat: 0
    """The points of a seat so far other than those for routes."""
    conceal: Callable[[State], list[int]] = lambda _state: []
    """Takes the known tickets that lie face down outside of hands and decks off the table, and returns them."""


def deck_fields(game: Game, board: Board) -> tuple[str, ...]:
    """Return the fields of the ticket decks, in the order of the state's; decks without one are empty during play."""
    return DECKS if game.tickets.by_kind and not board.tables.play_tickets.decks else ("tickets",)


# --- writing ---------------------------------------------------------------------------------------------------------


def runs(cards: Sequence[int]) -> str:
    """Return counts of cards as letters with numbers.

    >>> runs([2, 0, 0, 0, 1])
    'R2B'
    """
    return "".join([times(LETTERS[kind], number) for kind, number in enumerate(cards) if number])


def sequence(cards: Iterable[int]) -> str:
    """Return cards in order as letters with numbers.

    >>> sequence([0, 0, 4, 0])
    'R2BR'
    """
    return "".join([times(LETTERS[kind], len(list(run))) for kind, run in groupby(cards)])


def times(sign: str, number: int) -> str:
    """Return a sign with how often it stands there.

    >>> times("?", 1), times("?", 4)
    ('?', '?4')
    """
    return sign if number == 1 else f"{sign}{number}"


def ticket_list(state: State, tickets: Iterable[int]) -> str:
    """Return tickets in order, unknown ones with numbers."""
    words: list[str] = []
    for ticket, same in groupby(tickets):
        number = len(list(same))
        if ticket < 0:
            words.append(times(f"?{state.ticket_decks[-1 - ticket].name[:1]}", number))
        else:
            words += [state.board.ticket_text(state.board.tickets[ticket])] * number
    return ",".join(words)


def route_list(state: State, routes: Iterable[int]) -> str:
    """Return routes as a list of codes."""
    return ",".join([state.board.route_text(state.board.routes[route]) for route in routes])


def city_list(state: State, cities: Iterable[int]) -> str:
    """Return cities as a list of codes."""
    return ",".join([state.board.cities[city].code for city in cities])
