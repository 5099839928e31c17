"""A table: shuffles, deals, and lets somebody choose until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

from ttrn.boards import Board
from ttrn.notation.game import Entry, Game
from ttrn.notation.records import Deal, Deck, Keep, Market, Player, Score, Tag
from ttrn.play.recorder import Recorder, completions
from ttrn.replay.resolve import ticket_pair
from ttrn.rules.actions import Action
from ttrn.rules.cards import LETTERS, letters
from ttrn.rules.engine import legal_actions, new_game, start
from ttrn.rules.state import OVER, State
from ttrn.rules.supply import draw_card, fill_market, split_log
from ttrn.rules.tickets import hold, mixes, take_from

Choose: TypeAlias = Callable[[random.Random, list[Action]], Action]
"""Picks one of the legal actions."""

MAX_TURNS = 5000
"""A game between bots that has not ended by then never will."""


def set_up(board: Board, names: tuple[str, ...], rng: random.Random) -> tuple[State, list[Entry]]:
    """Shuffle and deal; starting tickets are chosen at random. Returns the state and the record of the setup."""
    state = new_game(board, names)
    state.deck = [kind for kind, number in enumerate(state.pool) for _ in range(number)]
    rng.shuffle(state.deck)
    state.ordered = True
    state.shuffle = lambda cards: rng.sample(cards, len(cards))
    for deck in state.ticket_decks:
        deck.order = sorted([ticket for ticket in deck.unseen if board.tickets[ticket].dealt])
        rng.shuffle(deck.order)
    lines: list[Entry] = []
    for seat, name in enumerate(names):
        for _ in range(board.tables.dealt_cards):
            state.hands[seat][draw_card(state)] += 1
        lines.append(Deal(name, letters(state.hands[seat])))
    lines.append(_open_market(state))
    lines.extend([_starting_tickets(state, seat, rng) for seat in range(len(names))])
    start(state)
    return state, lines


def _open_market(state: State) -> Market:
    log: list[int] = []
    state.log = log
    fill_market(state)
    state.log = None
    return Market(*split_log(log))


def _starting_tickets(state: State, seat: int, rng: random.Random) -> Keep:
    tables = state.board.tables.setup_tickets
    options = mixes(state, tables)
    mix = options[0] if len(options) == 1 else rng.choice(options)
    offered = [ticket for n, size in enumerate(mix) for ticket in take_from(state, state.ticket_decks[n], n, size)]
    sizes = range(tables.keep, len(offered) + 1)
    kept = rng.choice([choice for size in sizes for choice in combinations(offered, size)])
    returned = [ticket for ticket in offered if ticket not in kept]
    hold(state, seat, list(kept))
    state.dialect.put_back(state, returned)
    pairs = [tuple([ticket_pair(state.board, ticket) for ticket in tickets]) for tickets in (kept, returned)]
    return Keep(state.names[seat], pairs[0], pairs[1])


def play_random(
    board: Board, players: int, seed: int, *, chance: bool = True, choose: Choose = random.Random.choice
) -> Game:
    """Play a game of random legal actions and return its full record; the same seed gives the same game.

    With ``chance`` every card is written where it comes up; without, the order of the deck is given instead. With
    ``choose`` the choice need not be even-handed.

    Raises:
        RuntimeError: the game did not come to an end.
    """
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    names = ("ann", "bob", "cat", "dan", "eve")[:players]
    state, setup = set_up(board, names, rng)
    recorder = _Shuffles(state, chance=chance)
    opening = _deck_line(state)
    while state.phase != OVER:
        if state.number > MAX_TURNS:
            raise RuntimeError(f"the game with seed {seed} does not end")
        recorder.play(choose(rng, legal_actions(state)))
    head: list[Entry] = [Tag("Game", board.name), Tag("Seed", str(seed)), *(Player(name) for name in names), *setup]
    if not chance:
        head.append(opening)
    settlement = state.dialect.settle(state)
    score = Score(tuple([(names[seat.seat], seat.total) for seat in settlement.seats]))
    return Game((*head, *recorder.lines(), *completions(state), score))


def _deck_line(state: State) -> Deck:
    return Deck("".join([LETTERS[card] for card in reversed(state.deck)]))


class _Shuffles(Recorder):
    """A recorder that also keeps the order of every reshuffled deck, before the turn that first used it.

    It is written only where nothing else tells chance.
    """

    def __init__(self, state: State, *, chance: bool) -> None:
        super().__init__(state, chance=chance)
        shuffle = state.shuffle
        assert shuffle is not None

        def noted(cards: list[int]) -> list[int]:
            order = shuffle(cards)
            if not chance:
                self.note(Deck("".join([LETTERS[card] for card in reversed(order)]), reshuffled=True))
            return order

        state.shuffle = noted
