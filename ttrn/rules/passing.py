"""Passing: only when nothing else is legal (TURN-1)."""

from __future__ import annotations

from ttrn.rules.actions import PassTurn
from ttrn.rules.state import State, Verdict
from ttrn.rules.turns import end_turn


def turn_1(state: State, _action: PassTurn) -> Verdict | None:
    """TURN-1: nobody may pass while any action is legal."""
    for choices in state.dialect.choices:
        if choices(state):
            return Verdict("TURN-1", f"{state.names[state.seat]} may not pass: there is a legal action")
    return None


CHECKS = (turn_1,)


def pass_turn(state: State, _action: PassTurn) -> None:
    """Do nothing."""
    end_turn(state)
