"""What one seat sees of a game: all that lies open, its own hand and tickets, and of the rest only how many there are.

A view is made anew for every decision and holds nothing of the table itself: its state is another one, in which the
hands of others are unknown cards (but for those that everybody saw them take), their tickets unknown tickets, and the
decks have no order. All functions of the rules work on it as on a state read from that player's own record.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from ttrn.boards import Board, Ticket
from ttrn.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    GiveUpTunnel,
    LayCards,
    PayTunnel,
    RidePassenger,
    TakeCard,
    unknown_ticket,
)
from ttrn.core.cards import BLIND, KINDS, LOCOMOTIVE, PASSENGER, UNKNOWN, Counts, kinds_of
from ttrn.core.engine import legal_actions, new_game
from ttrn.core.state import State
from ttrn.core.ticket_deck import TicketDeck, ticket_decks
from ttrn.core.tickets import deck_of
from ttrn.registry import find_game


class View:
    """A decision to be made: what the seat sees, and what it may do.

    ``state`` is the game as far as the seat knows it. ``rng`` is the seat's own source of chance: a bot that uses no
    other plays the same game again for the same seed.
    """

    __slots__ = ("_legal", "rng", "seat", "state")

    def __init__(self, seat: int, state: State, rng: random.Random, legal: list[Action] | None = None) -> None:
        self.seat = seat
        self.state = state
        self.rng = rng
        self._legal = legal

    def __repr__(self) -> str:
        return f"<View of {self.state.names[self.seat]}: {self.state!r}>"

    @property
    def legal(self) -> list[Action]:
        """Every legal action; of Märklin's rides only the shorter ones where there are very many."""
        if self._legal is None:
            self._legal = legal_actions(self.state)
        return self._legal

    @property
    def board(self) -> Board:
        """The board: cities, routes, tickets and tables."""
        return self.state.board

    @property
    def hand(self) -> Counts:
        """The seat's train cards, as counts of each kind."""
        return self.state.hands[self.seat]

    @property
    def market(self) -> Counts:
        """The face-up cards, as counts of each kind."""
        return self.state.market

    @property
    def trains(self) -> int:
        """How many trains the seat has left."""
        return self.state.trains[self.seat]

    @property
    def tickets(self) -> list[Ticket]:
        """The seat's tickets."""
        return [self.board.tickets[ticket] for ticket in self.state.tickets[self.seat]]

    @property
    def offered(self) -> list[Ticket]:
        """The tickets to choose from, while the seat has just drawn some."""
        return [self.board.tickets[ticket] for ticket in self.state.offered]


class Memory:
    """What the players remember: cards taken openly, which everybody saw, and the tickets that each one returned."""

    def __init__(self, seats: int, locomotives: int = 0) -> None:
        self.seen: list[Counts] = [[0] * KINDS for _ in range(seats)]
        for hand in self.seen:
            # Where everybody is given locomotives at the start, everybody knows.
            hand[LOCOMOTIVE] = locomotives
        """The cards of each hand that everybody saw being taken, less those paid since."""
        self.under: list[list[tuple[int, int]]] = []
        """For each deck of tickets: who put how many under it, in order. The last ones are still there."""
        self.at_start: list[list[int]] = [[] for _ in range(seats)]
        """The tickets that each seat did not keep at the start."""
        self._laid: tuple[int, ...] = ()

    def note(self, seat: int, action: Action) -> None:
        """Remember what an action showed to everybody."""
        match action:
            case TakeCard(card):
                if card != BLIND:
                    self.seen[seat][card] += 1
            case ClaimRoute(_, paid):
                self._laid = paid
                self._spent(seat, paid)
            case BuildStation(_, paid) | PayTunnel(paid):
                self._spent(seat, paid)
            case GiveUpTunnel():
                self.seen[seat] = [a + b for a, b in zip(self.seen[seat], self._laid, strict=True)]
            case LayCards(cards):
                self._spent(seat, cards)
            case RidePassenger(_, _, cards):
                self.seen[seat][PASSENGER] = max(0, self.seen[seat][PASSENGER] - cards)
            case _:
                pass

    def note_return(self, state: State, seat: int, tickets: list[int]) -> None:
        """Remember that a seat put tickets under the decks."""
        for number in range(len(state.ticket_decks)):
            if number == len(self.under):
                self.under.append([])
            size = sum([deck_of(state, ticket) == number for ticket in tickets])
            if size:
                self.under[number].append((seat, size))

    def own_groups(self, number: int, deck: TicketDeck, seat: int) -> list[bool]:
        """Tell for each group under a deck whether the seat put it there and nobody has drawn any of it since."""
        under = self.under[number] if number < len(self.under) else []
        there = under[len(under) - len(deck.groups) :]
        return [(seat, len(group)) == put for group, put in zip(deck.groups, there, strict=True)]

    def _spent(self, seat: int, paid: tuple[int, ...]) -> None:
        seen = self.seen[seat]
        for kind, number in kinds_of(paid):
            seen[kind] = max(0, seen[kind] - number)


def seen_by(state: State, seat: int, memory: Memory) -> State:
    """Return the state as a seat knows it; nothing in it leads back to the state itself."""
    twin = state.copy()
    twin.deck = []
    twin.ordered = False
    twin.chance.shuffle = None
    for other in range(state.seats):
        if other != seat:
            _cover_hand(twin, other, memory.seen[other])
            _cover_tickets(twin, other)
    if state.seat != seat:
        twin.offered = [unknown_ticket(deck_of(state, ticket)) for ticket in state.offered]
    twin.aside = [unknown_ticket(deck_of(state, ticket)) for ticket in state.aside]
    for number, deck in enumerate(twin.ticket_decks):
        if deck.groups:
            _cover_groups(deck, number, memory.own_groups(number, deck, seat))
        deck.order = None
        deck.unseen = set(_tickets_of(state.board, number))
        deck.unseen.difference_update(twin.tickets[seat], twin.offered, *deck.groups)
    cover = _COVERS.get(state.game.name)
    if cover is not None:
        cover(twin, seat, memory)
    return twin


def _cover_tickets(twin: State, other: int) -> None:
    """Turn a player's tickets face down."""
    unknown = twin.unknown_tickets[other]
    if len(unknown) == 1:
        unknown[0] += len(twin.tickets[other])
    else:
        numbers = _deck_numbers(twin.board)
        for ticket in twin.tickets[other]:
            unknown[numbers[ticket]] += 1
    twin.tickets[other] = []


def _cover_hand(twin: State, other: int, seen: Counts) -> None:
    """Turn the cards in a hand face down, but for those that everybody saw."""
    hand, pool = twin.hands[other], twin.pool
    for kind in range(UNKNOWN):
        hidden = hand[kind] - seen[kind]
        if hidden:
            hand[kind] -= hidden
            hand[UNKNOWN] += hidden
            pool[kind] += hidden


def _cover_groups(deck: TicketDeck, number: int, own: list[bool]) -> None:
    """Hide what others put under a deck of tickets."""
    unknown = unknown_ticket(number)
    deck.groups = [group if mine else [unknown] * len(group) for group, mine in zip(deck.groups, own, strict=True)]


@lru_cache(maxsize=256)
def _tickets_of(board: Board, number: int) -> frozenset[int]:
    """Return the tickets that may be in a deck before anything is dealt."""
    return frozenset(ticket_decks(board, by_kind=find_game(board.rules).tickets.by_kind)[number].unseen)


@lru_cache(maxsize=64)
def _deck_numbers(board: Board) -> tuple[int, ...]:
    """Return for each ticket the number of the deck that it belongs to."""
    state = new_game(board, ())
    return tuple([deck_of(state, ticket.index) for ticket in board.tickets])


def _cover_works(twin: State, seat: int, memory: Memory) -> None:
    """Europe: which tickets left the game is each player's own knowledge, and so is who kept a long one."""
    twin.aside = list(memory.at_start[seat])
    for deck in twin.ticket_decks:
        deck.unseen.difference_update(twin.aside)
    for other in range(twin.seats):
        held = sum(twin.unknown_tickets[other])
        if other != seat and held:
            # Nobody sees which of the tickets kept is the long one, or whether it was kept at all.
            twin.unknown_tickets[other] = [held - 1, 1]
            if memory.at_start[other]:
                twin.unsure_decks.add(other)


_COVERS: dict[str, Callable[[State, int, Memory], None]] = {"europe": _cover_works}
"""What each game has to hide beyond the others, by the name of its rules."""
