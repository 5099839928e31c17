"""A state lent to a bot: for as long as it decides, the table itself looks as the seat sees it, and nothing is copied.

This is for bots that come with ttrn, which neither change a view nor keep it; what they see is what
:func:`ttrn.play.view.seen_by` makes for others. In a playout most of the time would go into such copies.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ttrn.core.actions import Action, ClaimRoute, LayCards, TakeCard
from ttrn.core.cards import UNKNOWN, Counts
from ttrn.core.state import SCORING, SETUP, State
from ttrn.core.ticket_deck import TicketDeck
from ttrn.play.memory import Memory
from ttrn.play.view import Cover, View, hide_tickets


class _TicketsSeen:
    """All that a state says of tickets, as one seat sees it."""

    __slots__ = ("aside", "decks", "offered", "tickets", "unknown", "unsure")

    def __init__(self, state: State) -> None:
        self.aside = state.aside
        self.decks: list[TicketDeck] = state.ticket_decks
        self.offered = state.offered
        self.tickets = state.tickets
        self.unknown = state.unknown_tickets
        self.unsure = state.unsure_decks

    def put_into(self, state: State) -> None:
        """Let a state have these tickets."""
        state.aside = self.aside
        state.ticket_decks = self.decks
        state.offered = self.offered
        state.tickets = self.tickets
        state.unknown_tickets = self.unknown
        state.unsure_decks = self.unsure


class _HandSeen:
    """A hand as the others see it, and how many cards of each kind they do not see."""

    __slots__ = ("hidden", "shown")

    def __init__(self, hand: Counts, seen: Counts) -> None:
        self.shown = list(seen)
        self.hidden: list[int] = []
        unknown = hand[UNKNOWN]
        for kind in range(UNKNOWN):
            more = hand[kind] - seen[kind]
            unknown += more
            self.hidden.append(more)
        self.shown[UNKNOWN] = unknown


class Lender:
    """Lends the state of one game to bots; ``memory`` is what its players remember.

    From one decision to the next it keeps what has not changed: all actions must be carried out by it.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._seen: dict[int, _TicketsSeen] = {}
        """What each seat sees of the tickets, until some change hands."""
        self._hands: dict[int, _HandSeen] = {}
        """What all see of each hand, until its player does something."""

    def ask(
        self, bot: Callable[[View], Action], state: State, seat: int, rng: random.Random, legal: list[Action] | None
    ) -> Action:
        """Return what a bot decides; whatever it does, the state is afterwards as it was."""
        loan = _Loan(self, state, seat)
        try:
            return bot(View(seat, state, rng, legal, loan))
        finally:
            loan.end()

    def carry_out(self, state: State, action: Action, effect: Callable[[Action], object]) -> None:
        """Carry out an action of the player to move, and remember what everybody saw of it; a scoring is nobody's."""
        if state.phase == SCORING:
            self._hands.clear()
            effect(action)
        else:
            self._hands.pop(state.seat, None)
            self._memory.play(state, action, effect)
        if not isinstance(action, (TakeCard, ClaimRoute, LayCards)):
            self._seen.clear()

    def hide(self, state: State, seat: int) -> None:
        """Hide in a state what a seat may not know."""
        self._hide_cards(state, seat)
        self._hide_tickets(state, seat)

    def _hide_cards(self, state: State, seat: int) -> None:
        hands: list[Counts] = []
        hidden: list[list[int]] = []
        for other, hand in enumerate(state.hands):
            if other == seat:
                hands.append(hand)
                continue
            seen = self._hands.get(other)
            if seen is None:
                seen = self._hands[other] = _HandSeen(hand, self._memory.seen[other])
            hidden.append(seen.hidden)
            hands.append(seen.shown)
        pool: Counts = []
        for kind, number in enumerate(state.pool):
            for one in hidden:
                number += one[kind]  # noqa: PLW2901
            pool.append(number)
        state.hands, state.pool = hands, pool
        state.deck, state.ordered, state.chance.shuffle = [], False, None

    def _hide_tickets(self, state: State, seat: int) -> None:
        seen = self._seen.get(seat)
        if seen is not None:
            seen.put_into(state)
            return
        state.tickets = [list(tickets) for tickets in state.tickets]
        state.unknown_tickets = [list(row) for row in state.unknown_tickets]
        state.unsure_decks = set(state.unsure_decks)
        state.ticket_decks = [deck.covered() for deck in state.ticket_decks]
        hide_tickets(state, seat, self._memory)
        if state.phase != SETUP:
            self._seen[seat] = _TicketsSeen(state)


class _Loan(Cover):
    """A state lent for one decision: the truth is kept here while it is hidden, which some bots never ask for."""

    __slots__ = ("_deck", "_hands", "_lender", "_ordered", "_pool", "_seat", "_shuffle", "_state", "_tickets")

    def __init__(self, lender: Lender, state: State, seat: int) -> None:
        self._lender = lender
        self._state = state
        self._seat = seat
        self._tickets: _TicketsSeen | None = None

    def hide(self) -> None:
        """Hide what the seat may not know."""
        if self._tickets is not None:
            return
        state = self._state
        self._tickets = _TicketsSeen(state)
        self._hands, self._pool = state.hands, state.pool
        self._deck, self._ordered, self._shuffle = state.deck, state.ordered, state.chance.shuffle
        self._lender.hide(state, self._seat)

    def end(self) -> None:
        """Let the state be as it was."""
        if self._tickets is None:
            return
        state = self._state
        state.hands, state.pool = self._hands, self._pool
        state.deck, state.ordered, state.chance.shuffle = self._deck, self._ordered, self._shuffle
        self._tickets.put_into(state)
