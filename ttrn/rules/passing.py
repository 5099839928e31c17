"""Passing: only when nothing else is legal (TURN-1)."""

from __future__ import annotations

from ttrn.rules.actions import PassTurn
from ttrn.rules.state import OVER, State, Verdict
from ttrn.rules.turns import end_turn


def turn_1(state: State, _action: PassTurn) -> Verdict | None:
    """TURN-1: nobody may pass while any action is legal."""
    for choices in state.dialect.choices:
        if choices(state):
            return Verdict("TURN-1", f"{state.names[state.seat]} may not pass: there is a legal action")
    return None


CHECKS = (turn_1,)


def pass_turn(state: State, _action: PassTurn) -> None:
    """Do nothing. When everybody has passed in a row nothing can change any more: the game is over (END-1, decided)."""
    passes = state.passes + 1
    end_turn(state)
    state.passes = passes
    if passes >= state.seats:
        state.phase = OVER
