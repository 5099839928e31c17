"""Games of random legal actions, without bots and views: with their records, or by the engine alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import Action
from ttrn.core.engine import apply, legal_actions, legal_lists
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER, State
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Player, Score, Tag
from ttrn.play.dealing import DeckRecorder, begin, deck_lines, set_up
from ttrn.play.match import NAMES
from ttrn.play.shuffle import pick, pick_from
from ttrn.replays.recorder import completions

Choose: TypeAlias = Callable[[random.Random, list[Action]], Action]
"""Picks one of the legal actions."""

MAX_TURNS: Final = 5000
"""A random game that has not ended by then never will."""


def play_random(board: Board, players: int, seed: int, *, chance: bool = True, choose: Choose = pick) -> GameRecord:
    """Play a game of random legal actions and return its full record; the same seed gives the same game.

    With ``chance`` every card is written where it comes up; without, the order of the deck is given instead. With
    ``choose`` the choice need not be even-handed.

    Raises:
        RuntimeError: the game did not come to an end.
    """
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    names = NAMES[:players]
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
    state = begin(board, NAMES[:players], rng, None, None)
    while state.phase != OVER:
        if state.number > MAX_TURNS:
            raise RuntimeError(f"the game with seed {seed} does not end")
        apply(state, pick_from(rng, legal_lists(state)))
    return state
