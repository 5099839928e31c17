"""What one seat sees of a game: all that lies open, its own hand and tickets, and of the rest only how many there are.

A view is made anew for every decision and holds nothing of the table itself: its state is another one, in which the
hands of others are unknown cards (but for those that everybody saw them take), their tickets unknown tickets, and the
decks have no order. All functions of the rules work on it as on a state read from that player's own record.
"""

from __future__ import annotations

import random
from functools import lru_cache

from ttrn.boards import Board, Ticket
from ttrn.core.actions import Action, unknown_ticket
from ttrn.core.cards import UNKNOWN, Counts
from ttrn.core.engine import legal_actions, legal_lists, new_game
from ttrn.core.state import OVER, State
from ttrn.core.ticket_deck import TicketDeck, ticket_decks
from ttrn.core.tickets import deck_of
from ttrn.play.memory import Memory
from ttrn.play.shuffle import pick, pick_from
from ttrn.registry import find_game


class Cover:
    """Hides in a state what a seat may not know, once a bot asks for it."""

    __slots__ = ()

    def hide(self) -> None:
        """Hide it; what is hidden already stays so."""


class View:
    """A decision to be made: what the seat sees, and what it may do.

    ``rng`` is the seat's own source of chance: a bot that uses no other plays the same game again for the same seed.
    """

    __slots__ = ("_cover", "_legal", "_state", "rng", "seat")

    def __init__(
        self,
        seat: int,
        state: State,
        rng: random.Random,
        legal: list[Action] | None = None,
        cover: Cover | None = None,
    ) -> None:
        """Let a seat look at a state: as it knows it, or with a cover that hides the rest before it is shown."""
        self.seat = seat
        self._state = state
        self.rng = rng
        self._legal = legal
        self._cover = cover

    def __repr__(self) -> str:
        return f"<View of {self.state.names[self.seat]}: {self.state!r}>"

    @property
    def state(self) -> State:
        """The game as far as the seat knows it."""
        if self._cover is not None:
            self._cover.hide()
            self._cover = None
        return self._state

    # What follows is the seat's own or lies open, so that nothing need be hidden for it.

    @property
    def legal(self) -> list[Action]:
        """Every legal action; where a game has very many rides, only the shorter ones of them."""
        if self._legal is None:
            self._legal = legal_actions(self._state)
        return self._legal

    def any_legal(self) -> Action:
        """Return one of the legal actions, each as likely as the other."""
        return pick(self.rng, self._legal) if self._legal is not None else pick_from(self.rng, legal_lists(self._state))

    @property
    def board(self) -> Board:
        """The board: cities, routes, tickets and tables."""
        return self._state.board

    @property
    def hand(self) -> Counts:
        """The seat's train cards, as counts of each kind."""
        return self._state.hands[self.seat]

    @property
    def market(self) -> Counts:
        """The face-up cards, as counts of each kind."""
        return self._state.market

    @property
    def trains(self) -> int:
        """How many trains the seat has left."""
        return self._state.trains[self.seat]

    @property
    def tickets(self) -> list[Ticket]:
        """The seat's tickets."""
        return [self.board.tickets[ticket] for ticket in self.state.tickets[self.seat]]

    @property
    def offered(self) -> list[Ticket]:
        """The tickets to choose from, while the seat has just drawn some."""
        return [self.board.tickets[ticket] for ticket in self.state.offered]


def seen_by(state: State, seat: int, memory: Memory) -> State:
    """Return the state as a seat knows it; nothing in it leads back to the state itself.

    Once the game is over everybody has shown the tickets kept.
    """
    twin = state.copy()
    twin.deck = []
    twin.ordered = False
    twin.chance.shuffle = None
    for other in range(state.seats):
        if other != seat:
            _hide_hand(twin, other, memory.seen[other])
    hide_tickets(twin, seat, memory)
    return twin


def hide_tickets(twin: State, seat: int, memory: Memory) -> None:
    """Hide in a state what a seat may not know of tickets; no list or deck of them may be another state's too."""
    decks = _deck_numbers(twin.board)
    if twin.phase != OVER:
        for other in range(twin.seats):
            if other != seat:
                _hide_tickets(twin, other, decks)
    if twin.seat != seat:
        twin.offered = _face_down(twin.offered, decks)
    twin.aside = _face_down(twin.aside, decks)
    for number, deck in enumerate(twin.ticket_decks):
        if deck.groups:
            _hide_groups(deck, number, memory.own_groups(number, deck, seat))
        deck.order = None
        deck.unseen = set(_tickets_of(twin.board, number))
        deck.unseen.difference_update(*twin.tickets, twin.offered, *deck.groups)
    for hide in twin.game.bots.hide:
        hide(twin, seat, memory)


def _face_down(tickets: list[int], decks: tuple[int, ...]) -> list[int]:
    """Return unknown tickets of the same decks."""
    return [ticket if ticket < 0 else unknown_ticket(decks[ticket]) for ticket in tickets]


def _hide_tickets(twin: State, other: int, decks: tuple[int, ...]) -> None:
    """Turn a player's tickets face down."""
    unknown = twin.unknown_tickets[other]
    if len(unknown) == 1:
        unknown[0] += len(twin.tickets[other])
    else:
        for ticket in twin.tickets[other]:
            unknown[decks[ticket]] += 1
    twin.tickets[other] = []


def _hide_hand(twin: State, other: int, seen: Counts) -> None:
    """Turn the cards in a hand face down, but for those that everybody saw."""
    hand, pool = twin.hands[other], twin.pool
    for kind in range(UNKNOWN):
        hidden = hand[kind] - seen[kind]
        if hidden:
            hand[kind] -= hidden
            hand[UNKNOWN] += hidden
            pool[kind] += hidden


def _hide_groups(deck: TicketDeck, number: int, own: list[bool]) -> None:
    """Hide what others put under a deck of tickets."""
    unknown = unknown_ticket(number)
    deck.groups = [group if own[at] else [unknown] * len(group) for at, group in enumerate(deck.groups)]


@lru_cache(maxsize=256)
def _tickets_of(board: Board, number: int) -> frozenset[int]:
    """Return the tickets that may be in a deck before anything is dealt."""
    return frozenset(ticket_decks(board, by_kind=find_game(board.rules).tickets.by_kind)[number].unseen)


@lru_cache(maxsize=64)
def _deck_numbers(board: Board) -> tuple[int, ...]:
    """Return for each ticket the number of the deck that it belongs to."""
    state = new_game(board, ())
    return tuple([deck_of(state, ticket.index) for ticket in board.tickets])
