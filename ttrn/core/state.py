"""The state of a game: everything on the table and in the hands, as far as it is known.

A state is changed in place by :mod:`ttrn.core.engine`; take a :meth:`State.copy` to keep one. Cards that nobody who
wrote the record saw are counted as unknown: a state holds what is known, it never guesses.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, Counts
from ttrn.core.chance import Chance
from ttrn.core.house_rules import RULEBOOK
from ttrn.core.open_routes import OpenGroup, OpenRoutes, openings
from ttrn.core.price import board_prices
from ttrn.core.ticket_deck import TicketDeck, ticket_decks

if TYPE_CHECKING:
    from ttrn.core.game import Game
    from ttrn.core.rules import Rules

SETUP: Final = 0
MAIN: Final = 1
SECOND: Final = 2
CHOOSE: Final = 3
OVER: Final = 4
ANSWER: Final = 5
SCORING: Final = 6
PHASES: Final = ("setup", "turn", "second card", "choice of tickets", "over", "answer to what came up", "scoring")
"""What the state waits for: the deal, an action, a second card, which tickets to keep, nothing; or, where a game has
such things, what to do about something that came up in the middle of an action, or a scoring after which it goes on."""

NOBODY: Final = -1

UNKNOWN_HAND: Final = 1000
"""How many unknown cards stand for a hand that a violation made unsure: more than anybody can ever pay."""


Part: TypeAlias = Literal[
    "",
    "line",
    "player",
    "action",
    "card",
    "route",
    "first city",
    "second city",
    "paid",
    "turned",
    "passenger",
    "ticket",
    "component",
    "refill",
]
"""Which part of a turn, or of a line of the setup, a verdict is about, where its rule does not tell that."""


class Violation(NamedTuple):
    """A rule that was broken, and how, in words that a player understands."""

    rule: str
    message: str
    part: Part = ""
    at: int = 0
    """Which one it is about, of several cards taken, tickets, routes or scores; counts from 0."""


_SHARED: Final = (
    "deck_size",
    "first_card",
    "gaps",
    "house",
    "last_turns",
    "market_size",
    "market_unknown",
    "number",
    "ordered",
    "passes",
    "phase",
    "seat",
    "uncounted",
    "unseen",
    "unsure",
)
"""The fields that a copy takes over as they are: they are replaced, never changed."""

_LISTS: Final = (
    "aside",
    "deck",
    "discards",
    "drawn",
    "market",
    "offered",
    "owners",
    "pool",
    "scores",
    "trains",
)
"""The fields that are plain lists."""


class State:
    """A game at one moment; see the comments for each field."""

    __slots__ = (
        "aside",
        "board",
        "chance",
        "deck",
        "deck_size",
        "discards",
        "drawn",
        "first_card",
        "game",
        "gaps",
        "hands",
        "house",
        "last_turns",
        "market",
        "market_size",
        "market_unknown",
        "names",
        "number",
        "offered",
        "openings",
        "ordered",
        "owners",
        "parts",
        "passes",
        "phase",
        "pool",
        "prices",
        "rules",
        "scores",
        "seat",
        "seats",
        "ticket_decks",
        "tickets",
        "trains",
        "uncounted",
        "unknown_tickets",
        "unseen",
        "unsure",
        "unsure_decks",
    )

    def __init__(self, board: Board, game: Game, names: tuple[str, ...], *, like: State | None = None) -> None:
        """Begin a game; of ``like`` the decks of tickets are taken over and what the game has beyond the others."""
        tables = board.tables
        seats = len(names)
        self.board = board
        self.game = game
        self.rules: Rules = game.rules  # asked at every action
        self.prices = board_prices(board, game.rules.price)  # what each route costs
        self.house = RULEBOOK  # in what this table differs
        self.names = names
        self.seats = seats
        self.seat = 0  # whose turn it is
        self.number = 1  # of the turn
        self.phase = SETUP
        self.hands: list[Counts] = [[0] * KINDS for _ in names] if like is None else []
        self.market: Counts = [0] * KINDS
        self.market_size = tables.market
        self.gaps = True  # whether the market has gaps: nothing was left to fill them, or it has not been turned up
        self.discards: Counts = [0] * KINDS
        self.deck_size = tables.deck_size
        self.ordered = False  # whether the order of the deck is known
        self.deck: list[int] = []  # that order, the top card last
        # How many cards of each kind have no known place: in the deck, or unknown in a hand, market or pile.
        self.pool: Counts = [tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]] if like is None else []
        # Once a replacement was not recorded, a flush may have gone unseen: market, pile and deck size are unsure.
        self.market_unknown = False
        self.unseen = False  # whether any card or ticket came up, or was paid, that the record does not have
        self.unsure: frozenset[int] = frozenset()  # kinds of cards of which a violation made the numbers doubtful
        self.trains = [tables.trains] * seats
        self.scores = [0] * seats
        self.owners = [NOBODY] * len(board.routes)  # changed by own() alone
        self.openings: OpenRoutes | None = None  # the routes that are open, once somebody has asked for them
        self.tickets: list[list[int]] = [[] for _ in names] if like is None else []
        self.ticket_decks: list[TicketDeck] = (
            ticket_decks(board, by_kind=game.tickets.by_kind)
            if like is None
            else [deck.copy() for deck in like.ticket_decks]
        )
        self.unknown_tickets = [[0] * len(self.ticket_decks) for _ in names] if like is None else []
        self.uncounted: frozenset[int] = frozenset()  # seats of whom no line tells how many tickets they kept at first
        self.unsure_decks: set[int] = set()  # seats of whom an unknown starting ticket may be of another deck
        self.aside: list[int] = []  # starting tickets not kept: out of the game, or on their way back into the decks
        self.offered: list[int] = []  # tickets drawn, to choose from
        self.drawn: list[int] = []  # from which deck each of them came
        self.first_card = BLANK  # what the first take of this turn was
        self.last_turns = -1  # how many turns are left after the end was triggered
        self.passes = 0  # how many players have passed in a row
        self.chance: Chance = Chance() if like is None else like.chance.copy()
        # What this game has on the table beyond the others, by class.
        self.parts: dict[type, Any] = {
            part.kind: part.new(board, seats) if like is None else part.copy(like.parts[part.kind])
            for part in game.rules.parts
        }
        if tables.dealt_locomotives and like is None:
            self._hand_out(tables.dealt_locomotives)

    def __repr__(self) -> str:
        who = self.names[self.seat] if self.names else "nobody"
        waits = "" if self.phase == MAIN else f", {PHASES[self.phase]}"
        return f"<State of {self.board.name}: turn {self.number}, {who} next{waits}>"

    def _repr_svg_(self) -> str | None:
        """Return the board, for notebooks. The room that draws it lies above this one, and few states are in one."""
        found: str | None = import_module("ttrn.notebook").svg_of(self)
        return found

    def _hand_out(self, number: int) -> None:
        """Give each player locomotives before the deck is shuffled, where a game begins so."""
        self.deck_size -= number * self.seats
        self.pool[LOCOMOTIVE] -= number * self.seats
        for hand in self.hands:
            hand[LOCOMOTIVE] = number

    def copy(self) -> State:
        """Return a state that can be changed on its own."""
        twin = State(self.board, self.game, self.names, like=self)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, list(getattr(self, name)))
        twin.hands = [list(hand) for hand in self.hands]
        twin.tickets = [list(tickets) for tickets in self.tickets]
        twin.unsure_decks = set(self.unsure_decks)
        twin.unknown_tickets = [list(row) for row in self.unknown_tickets]
        twin.openings = None if self.openings is None else self.openings.copy()
        return twin

    def own(self, route: int, seat: int) -> None:
        """Give a route to a seat, or to nobody."""
        if self.openings is not None:
            if seat == NOBODY or self.owners[route] != NOBODY:
                self.openings = None
            else:
                self.openings.take(route, seat)
        self.owners[route] = seat

    def open_routes(self) -> list[OpenGroup]:
        """Return the routes that the player may claim, by group, whatever cards and trains there are."""
        if self.openings is None:
            self.openings = openings(self.board, self.owners, self.seats)
        return self.openings.of(self.seat)

    def note(self, rule: str, message: str, part: Part = "", at: int = 0) -> None:
        """Take note of a broken rule; in the middle of a draw it is about the second card."""
        self.chance.notes.append(Violation(rule, message, part, at or int(self.phase == SECOND)))

    @property
    def exact(self) -> bool:
        """Whether every card and ticket outside the decks is known."""
        piles = [*self.hands, self.market, self.discards, *[pile.cards for pile in self.rules.open_piles(self)]]
        unknown_tickets = any(any(row) for row in self.unknown_tickets)
        return not self.market_unknown and not unknown_tickets and not any(pile[UNKNOWN] for pile in piles)

    def hand_sure(self, seat: int) -> bool:
        """Return whether the number of cards in a hand can be relied on: a violation ends that."""
        return self.hands[seat][UNKNOWN] < UNKNOWN_HAND // 2

    @property
    def hands_sure(self) -> bool:
        """Whether the number of cards in every hand can be relied on."""
        return all(self.hand_sure(seat) for seat in range(self.seats))

    def routes_of(self, seat: int) -> list[int]:
        """Return the routes of a seat."""
        return [route for route, owner in enumerate(self.owners) if owner == seat]

    def routes_by_seat(self) -> list[list[int]]:
        """Return the routes of each seat."""
        found: list[list[int]] = [[] for _ in self.names]
        for route, owner in enumerate(self.owners):
            if owner != NOBODY:
                found[owner].append(route)
        return found


BLANK: Final = -2
"""In place of the first card of a turn: none was taken yet."""
