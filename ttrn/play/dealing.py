"""A table: shuffles, deals, and lets somebody choose until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Final, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import Action, DrawTickets, KeepTickets
from ttrn.core.card_supply import draw_card, fill_market
from ttrn.core.cards import LETTERS, letters
from ttrn.core.chance import decode_market
from ttrn.core.engine import apply, legal_actions, new_game, start
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER, State
from ttrn.core.tickets import hold, mixes, put_back, take_from
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Deal, Deck, Keep, Market, Pair, Player, Score, Tag
from ttrn.play.shuffle import pick, shuffle, shuffled
from ttrn.replays.recorder import Recorder, completions
from ttrn.replays.resolve import ticket_pair

Choose: TypeAlias = Callable[[random.Random, list[Action]], Action]
"""Picks one of the legal actions."""

MAX_TURNS: Final = 5000
"""A game between bots that has not ended by then never will."""


Start: TypeAlias = Callable[[State, int, list[Action]], Action]
"""Picks for a seat one of the ways to draw, and then to keep, starting tickets; ``state.offered`` are those drawn."""


def set_up(
    board: Board, names: tuple[str, ...], rng: random.Random, choose: Start | None = None
) -> tuple[State, list[Entry]]:
    """Shuffle and deal. Returns the state and the record of the setup.

    Starting tickets are chosen at random, or by ``choose``; where there is but one way to draw them, nobody is asked.
    """
    lines: list[Entry] = []
    return _begun(board, names, rng, choose, lines), lines


def _begun(
    board: Board, names: tuple[str, ...], rng: random.Random, choose: Start | None, lines: list[Entry] | None
) -> State:
    """Shuffle and deal, and write that down if there are lines to write on."""
    choose = choose or (lambda _state, _seat, legal: pick(rng, legal))
    state = new_game(board, names)
    state.deck = [kind for kind, number in enumerate(state.pool) for _ in range(number)]
    shuffle(rng, state.deck)
    state.ordered = True
    state.chance.shuffle = lambda cards: shuffled(rng, cards)
    for deck in state.ticket_decks:
        deck.order = sorted([ticket for ticket in deck.unseen if board.tickets[ticket].dealt])
        shuffle(rng, deck.order)
    for seat, name in enumerate(names):
        hand = state.hands[seat]
        for _ in range(board.tables.dealt_cards):
            hand[draw_card(state)] += 1
        if lines is not None:
            lines.append(Deal(name, letters(hand)))
    log: list[int] = []
    state.chance.log = log
    fill_market(state)
    state.chance.log = None
    if lines is not None:
        lines.append(Market(*decode_market(log)))
    for seat, name in enumerate(names):
        kept, returned = _starting_tickets(state, seat, choose)
        if lines is not None:
            lines.append(Keep(name, _pairs(board, kept), _pairs(board, returned)))
    start(state)
    return state


def _starting_tickets(state: State, seat: int, choose: Start) -> tuple[list[int], list[int]]:
    """Let a seat draw its starting tickets; return those it keeps and those it gives back."""
    tables = state.board.tables.setup_tickets
    state.seat = seat
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
    state.offered, state.drawn, state.seat = [], [], 0
    hold(state, seat, kept)
    put_back(state, returned)
    return kept, returned


def _pairs(board: Board, tickets: list[int]) -> tuple[Pair, ...]:
    return tuple([ticket_pair(board, ticket) for ticket in tickets])


def play_random(board: Board, players: int, seed: int, *, chance: bool = True, choose: Choose = pick) -> GameRecord:
    """Play a game of random legal actions and return its full record; the same seed gives the same game.

    With ``chance`` every card is written where it comes up; without, the order of the deck is given instead. With
    ``choose`` the choice need not be even-handed.

    Raises:
        RuntimeError: the game did not come to an end.
    """
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    names = ("ann", "bob", "cat", "dan", "eve")[:players]
    state, setup = set_up(board, names, rng)
    recorder = DeckRecorder(state, chance=chance, decks=not chance)
    opening = deck_lines(state)
    while state.phase != OVER:
        if state.number > MAX_TURNS:
            raise RuntimeError(f"the game with seed {seed} does not end")
        recorder.play(choose(rng, legal_actions(state)))
    head: list[Entry] = [Tag("Game", board.name), Tag("Seed", str(seed)), *[Player(name) for name in names], *setup]
    if not chance:
        head += opening
    outcome = score_game(state)
    score = Score(tuple([(names[seat.seat], seat.total) for seat in outcome.seats]))
    return GameRecord((*head, *recorder.lines(), *completions(state), score))


def simulate(board: Board, players: int, seed: int) -> State:
    """Play a game of random legal actions by the engine alone and return its end: nothing is written down.

    Raises:
        RuntimeError: the game did not come to an end.
    """
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    state = _begun(board, ("ann", "bob", "cat", "dan", "eve")[:players], rng, None, None)
    while state.phase != OVER:
        if state.number > MAX_TURNS:
            raise RuntimeError(f"the game with seed {seed} does not end")
        apply(state, pick(rng, legal_actions(state)))
    return state


def deck_lines(state: State) -> list[Deck]:
    """Return the order of the deck as a record gives it; nothing if the deal has used it up."""
    return [Deck("".join([LETTERS[card] for card in reversed(state.deck)]))] if state.deck else []


class DeckRecorder(Recorder):
    """A recorder that, with ``decks``, keeps the order of each new deck too, before the turn that first used it.

    With neither ``chance`` nor ``decks`` a record does not tell the cards at all.
    """

    def __init__(self, state: State, *, chance: bool = True, decks: bool = True) -> None:
        super().__init__(state, chance=chance)
        shuffle = state.chance.shuffle
        assert shuffle is not None

        def noted(cards: list[int]) -> list[int]:
            order = shuffle(cards)
            if decks and order:
                self.note(Deck("".join([LETTERS[card] for card in reversed(order)]), reshuffled=True))
            return order

        state.chance.shuffle = noted
