"""Possible worlds of a state: what is unknown in it dealt at random, and every deck in a new order.

Unseen cards are dealt evenly: each of them is as likely in an unknown place as any other. Hidden tickets are dealt by
how well they fit to what everybody sees of a player, by the habits of simulated players (see docs/hidden.md).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Final

from ttrn.core.cards import KINDS, UNKNOWN
from ttrn.core.chance import Chance
from ttrn.core.state import State
from ttrn.hidden.ticket_habits import habits_of
from ttrn.play.shuffle import shuffle, shuffled

EVEN: Final = 1.0
"""The weight of a ticket where no habits are known."""


class Dealer:
    """Deals worlds that are possible for what a state knows; the state itself is never changed."""

    def __init__(self, state: State) -> None:
        """Look at a state; how likely each hidden ticket is is reckoned once for all worlds.

        Raises:
            ValueError: it knows too little, or contradicts itself: more cards are unknown than there can be.
        """
        hidden = sum([hand[UNKNOWN] for hand in state.hands]) + state.market[UNKNOWN] + state.discards[UNKNOWN]
        if hidden > sum(state.pool) or any(pile.cards[UNKNOWN] for pile in state.rules.open_piles(state)):
            raise ValueError("cards that this state does not know cannot be dealt: a line before it breaks a rule")
        self.state = state
        self._weights: list[dict[int, float]] = [self._weigh(seat) for seat in range(state.seats)]

    def _weigh(self, seat: int) -> dict[int, float]:
        """Return how likely a seat is to hold each ticket that nobody saw; nothing where none of its are hidden."""
        state = self.state
        if not any(state.unknown_tickets[seat]):
            return {}
        habits, signs = habits_of(state.board), state.game.unseen.ticket_signs
        unseen = sorted({ticket for deck in state.ticket_decks for ticket in deck.unseen})
        if habits is None:
            return dict.fromkeys(unseen, EVEN)
        return {ticket: exp(habits.score(signs.of(state, seat, ticket))) for ticket in unseen}

    def deal(self, rng: random.Random) -> State:
        """Return a world: a state in which everything is known, and in which later decks are shuffled by ``rng``."""
        twin = self.state.copy()
        twin.chance = Chance()
        twin.chance.shuffle = lambda cards: shuffled(rng, cards)
        _deal_cards(twin, rng)
        self._deal_tickets(twin, rng)
        twin.open_routes()
        return twin

    def _deal_tickets(self, twin: State, rng: random.Random) -> None:
        left = [
            sorted([ticket for ticket in deck.unseen if twin.board.tickets[ticket].dealt]) for deck in twin.ticket_decks
        ]
        for seat in sorted(range(twin.seats), key=lambda _: rng.random()):
            self._deal_to(twin, seat, left, rng)
        for number, deck in enumerate(twin.ticket_decks):
            rest = left[number]
            shuffle(rng, rest)
            twin.offered = _named(twin.offered, number, rest)
            deck.groups = [_named(group, number, rest) for group in deck.groups]
            twin.aside = _named(twin.aside, number, rest)
            deck.order = rest[: deck.fresh]
            deck.fresh = len(deck.order)
            deck.unseen = set(deck.order)
            deck.partial = 0
        twin.unsure_decks = set()
        twin.uncounted = frozenset()

    def _deal_to(self, twin: State, seat: int, left: list[list[int]], rng: random.Random) -> None:
        """Deal a seat its hidden tickets; one that may be of another deck is taken from any of them."""
        weights = self._weights[seat]
        for number, hidden in enumerate(twin.unknown_tickets[seat]):
            for _ in range(hidden):
                among = left if number and seat in twin.unsure_decks else [left[number]]
                tickets = [ticket for deck in among for ticket in deck]
                if not tickets:
                    continue
                ticket = weighted(rng, tickets, [weights.get(ticket, EVEN) for ticket in tickets])
                twin.tickets[seat].append(ticket)
                for deck in among:
                    if ticket in deck:
                        deck.remove(ticket)
        twin.unknown_tickets[seat] = [0] * len(twin.ticket_decks)


def redeal(state: State, rng: random.Random) -> State:
    """Return a world that is possible for what a state knows; see :class:`Dealer`, which deals several.

    Raises:
        ValueError: it knows too little, or contradicts itself.
    """
    return Dealer(state).deal(rng)


def fork(world: State, rng: random.Random) -> State:
    """Return a world to be played in by itself, in which later decks are shuffled by ``rng``."""
    twin = world.copy()
    twin.chance.shuffle = lambda cards: shuffled(rng, cards)
    return twin


def _deal_cards(twin: State, rng: random.Random) -> None:
    """Deal the cards that have no known place to all unknown ones; the rest is the deck."""
    cards = [kind for kind in range(UNKNOWN) for _ in range(twin.pool[kind])]
    shuffle(rng, cards)
    for pile in (*twin.hands, twin.market, twin.discards):
        for _ in range(pile[UNKNOWN]):
            pile[cards.pop()] += 1
        pile[UNKNOWN] = 0
    twin.deck = cards
    twin.deck_size = len(cards)
    twin.ordered = bool(cards)
    twin.market_unknown = twin.unseen = False
    twin.unsure = frozenset()
    pool = [0] * (KINDS - 1)
    for card in cards:
        pool[card] += 1
    twin.pool = pool


def _named(tickets: Sequence[int], deck: int, rest: list[int]) -> list[int]:
    """Return tickets with the unknown ones of a deck taken from the rest; those that are not there are left out."""
    found: list[int] = []
    for ticket in tickets:
        if ticket >= 0 or ticket != -1 - deck:
            found.append(ticket)
        elif rest:
            found.append(rest.pop())
    return found


def weighted(rng: random.Random, items: Sequence[int], weights: Sequence[float]) -> int:
    """Return one of some items, each as likely as its weight says; there must be one."""
    place = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        place -= weight
        if place < 0:
            return item
    return items[-1]
