"""Possible worlds of a position: the unseen cards dealt, and tickets by the habits of simulated players.

The cards are dealt from those that have no known place, each as likely as any other. So a world keeps all that the
position tells. What earlier lines tell of the deck that an unseen card came from is left out: ``ttrn odds``, which
heeds it, takes about a second for each turn.
"""

from __future__ import annotations

import random
from math import exp, log
from typing import Final

from ttrn.core.cards import UNKNOWN
from ttrn.core.state import State
from ttrn.core.tickets import deck_of
from ttrn.hidden.ticket_habits import habits_of

WORLDS: Final = 8
"""How many are looked at for each position."""


class Dealer:
    """Deals the unseen cards and tickets of the positions of one game; the same seed deals the same."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(f"worlds {seed}")  # noqa: S311  games, not secrets
        self._known: dict[tuple[int, ...], list[tuple[int, float]]] = {}

    def deal(self, state: State) -> State | None:
        """Return the position with every unseen card and ticket given; None where they do not add up."""
        twin = state.copy()
        cards = [kind for kind in range(UNKNOWN) for _ in range(twin.pool[kind])]
        piles = [*twin.hands, twin.market, twin.discards]
        if sum([pile[UNKNOWN] for pile in piles]) > len(cards):
            return None
        self._rng.shuffle(cards)
        for pile in piles:
            for _ in range(pile[UNKNOWN]):
                kind = cards.pop()
                pile[kind] += 1
                twin.pool[kind] -= 1
            pile[UNKNOWN] = 0
        twin.deck, twin.ordered = [], False
        for seat in range(twin.seats):
            if any(twin.unknown_tickets[seat]):
                self._deal_tickets(twin, seat)
        return twin

    def _deal_tickets(self, state: State, seat: int) -> None:
        """Give a seat tickets that nobody is known to hold: the likelier by what it has built, the sooner."""
        held = {ticket for own in state.tickets for ticket in own}
        # The largest of such numbers are a sample without replacement, each ticket by its weight.
        keys = [(log(1 - self._rng.random()) / weight, ticket) for ticket, weight in self._weights(state, seat)]
        unknown = state.unknown_tickets[seat]
        for _, ticket in sorted(keys, reverse=True):
            deck = deck_of(state, ticket) if len(unknown) > 1 else 0
            if unknown[deck] and ticket not in held:
                unknown[deck] -= 1
                state.tickets[seat].append(ticket)
        state.unknown_tickets[seat] = [0] * len(unknown)

    def _weights(self, state: State, seat: int) -> list[tuple[int, float]]:
        """Return how much speaks for each ticket; on a board with routes that changes with these only."""
        key = (seat, *state.owners)
        found = self._known.get(key)
        if found is None:
            board, signs, habits = state.board, state.game.unseen.ticket_signs, habits_of(state.board)
            found = [
                (ticket.index, exp(habits.score(signs.of(state, seat, ticket.index))) if habits else 1.0)
                for ticket in board.tickets
                if ticket.dealt
            ]
            if state.owners:
                self._known[key] = found
        return found
