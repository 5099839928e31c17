"""The beginning of a game between bots: shuffling, the deal, starting tickets; and records that keep the decks."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import Action, DrawTickets, KeepTickets
from ttrn.core.card_supply import fill_market
from ttrn.core.cards import LETTERS, letters
from ttrn.core.chance import decode_market
from ttrn.core.deal import deal_hands
from ttrn.core.engine import new_game, start
from ttrn.core.state import State
from ttrn.core.tickets import hold, mixes, put_back, take_from
from ttrn.notation.game import Entry
from ttrn.notation.records import Deal, Deck, Keep, Market, Pair
from ttrn.play.shuffle import pick, shuffle, shuffled
from ttrn.replays.recorder import Recorder
from ttrn.replays.resolve import ticket_pair

Start: TypeAlias = Callable[[State, int, list[Action]], Action]
"""Picks for a seat one of the ways to draw, and then to keep, starting tickets; ``state.offered`` are those drawn."""


def set_up(
    board: Board, names: tuple[str, ...], rng: random.Random, choose: Start | None = None
) -> tuple[State, list[Entry]]:
    """Shuffle and deal. Returns the state and the record of the setup.

    Starting tickets are chosen at random, or by ``choose``; where there is but one way to draw them, nobody is asked.
    """
    lines: list[Entry] = []
    return begin(board, names, rng, choose, lines), lines


def begin(
    board: Board, names: tuple[str, ...], rng: random.Random, choose: Start | None, lines: list[Entry] | None
) -> State:
    """Shuffle and deal as :func:`set_up` does; the record goes to ``lines``, where there are any."""
    choose = choose or (lambda _state, _seat, legal: pick(rng, legal))
    state = new_game(board, names)
    _shuffle_decks(state, rng)
    log: list[int] = []
    state.chance.log = log
    deal_hands(state)
    if not sum(state.market):
        fill_market(state)
    state.chance.log = None
    if lines is not None:
        lines += [Deal(name, letters(hand)) for name, hand in zip(names, state.hands, strict=True)]
        lines.append(Market(*decode_market(log)))
    finish_setup(state, choose, lines)
    return state


def finish_setup(state: State, choose: Start, lines: list[Entry] | None = None) -> None:
    """Let the seats choose starting tickets that have not yet: from the one on that is asked, which may have drawn."""
    for seat in range(state.seat, state.seats):
        kept, returned = _starting_tickets(state, seat, choose)
        if lines is not None:
            lines.append(Keep(state.names[seat], _pairs(state.board, kept), _pairs(state.board, returned)))
    state.seat = 0
    start(state)


def _shuffle_decks(state: State, rng: random.Random) -> None:
    """Put the train cards and the tickets into a random order, and each later deck of train cards too."""
    state.deck = [kind for kind, number in enumerate(state.pool) for _ in range(number)]
    shuffle(rng, state.deck)
    state.ordered = True
    state.chance.shuffle = lambda cards: shuffled(rng, cards)
    for deck in state.ticket_decks:
        deck.order = sorted([ticket for ticket in deck.unseen if state.board.tickets[ticket].dealt])
        shuffle(rng, deck.order)


def _starting_tickets(state: State, seat: int, choose: Start) -> tuple[list[int], list[int]]:
    """Let a seat draw its starting tickets; return those it keeps and those it gives back."""
    tables = state.board.tables.setup_tickets
    state.seat = seat
    if not state.offered:
        draws: list[Action] = [DrawTickets(mix) for mix in mixes(state, tables)]
        draw = draws[0] if len(draws) == 1 else choose(state, seat, draws)
        assert isinstance(draw, DrawTickets)
        for n, size in enumerate(draw.mix):
            taken = take_from(state, state.ticket_decks[n], n, size)
            state.offered += taken
            state.drawn += [n] * len(taken)
    offered = state.offered
    sizes = range(tables.keep, len(offered) + 1)
    keep = choose(state, seat, [KeepTickets(kept) for size in sizes for kept in combinations(offered, size)])
    assert isinstance(keep, KeepTickets)
    kept = list(keep.kept)
    returned = [ticket for ticket in offered if ticket not in kept]
    state.offered, state.drawn = [], []
    hold(state, seat, kept)
    put_back(state, returned)
    return kept, returned


def _pairs(board: Board, tickets: list[int]) -> tuple[Pair, ...]:
    return tuple([ticket_pair(board, ticket) for ticket in tickets])


def deck_lines(state: State) -> list[Deck]:
    """Return the order of the deck as a record gives it; nothing if the deal has used it up."""
    return [Deck("".join([LETTERS[card] for card in reversed(state.deck)]))] if state.deck else []


class DeckRecorder(Recorder):
    """A recorder that, with ``decks``, keeps the order of each new deck too, before the turn that first used it.

    With neither ``chance`` nor ``decks`` a record has none of the cards that come up.
    """

    def __init__(self, state: State, *, chance: bool = True, decks: bool = True) -> None:
        super().__init__(state, chance=chance)
        shuffle = state.chance.shuffle
        assert shuffle is not None
        # Not the recorder itself: it has the state, which has this function. All three would wait for the collector.
        turns, statements = self.turns, self.statements

        def noted(cards: list[int]) -> list[int]:
            order = shuffle(cards)
            if decks and order:
                deck = Deck("".join([LETTERS[card] for card in reversed(order)]), reshuffled=True)
                statements.append((len(turns), deck))
            return order

        state.chance.shuffle = noted
