"""Games of random bots whose every decision is looked at: the truth, and what the seat sees of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ttrn.boards import board
from ttrn.core.actions import Action, KeepTickets
from ttrn.core.engine import apply, legal_actions
from ttrn.core.state import OVER, SCORING, State
from ttrn.play.dealing import set_up
from ttrn.play.match import NAMES
from ttrn.play.memory import Memory
from ttrn.play.simple_bots import Random
from ttrn.play.view import View, seen_by

Look = Callable[[State, int, Memory, State], None]
"""Looks at one decision: the truth, whose it is, what is remembered, and what that seat sees."""


def play_watched(look: Look, name: str, players: int, seed: str) -> None:
    """Play the game that a match of as many random bots with this seed is, decision by decision."""
    on = board(name)
    memory = Memory(players, on.tables.dealt_locomotives)
    rngs = [random.Random(f"{seed} {player}") for player in NAMES[:players]]

    def decide(state: State, seat: int, legal: list[Action] | None = None) -> Action:
        seen = seen_by(state, seat, memory)
        look(state, seat, memory, seen)
        return Random()(View(seat, seen, rngs[seat], legal))

    def start(state: State, seat: int, legal: list[Action]) -> Action:
        action = decide(state, seat, legal)
        if isinstance(action, KeepTickets):
            memory.keep_at_start(state, seat, action.kept)
        return action

    state, _ = set_up(on, NAMES[:players], random.Random(seed), start)
    while state.phase != OVER:
        if state.phase == SCORING:
            apply(state, legal_actions(state)[0])
        else:
            memory.play(state, decide(state, state.seat), partial(apply, state))
