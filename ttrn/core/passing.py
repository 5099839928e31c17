"""Passing: only when nothing else is legal (TURN-1)."""

from __future__ import annotations

from collections.abc import Callable

from ttrn.core.actions import Action, BuildStation, ClaimRoute, DrawTickets, LayCards, PassTurn, RidePassenger, TakeCard
from ttrn.core.cards import describe
from ttrn.core.claims import route_name
from ttrn.core.state import OVER, SECOND, State, Violation
from ttrn.core.turns import end_turn


def turn_1(state: State, _action: PassTurn) -> Violation | None:
    """TURN-1: nobody may pass while any action is legal; but whoever has left the table is skipped.

    In the middle of a draw it is the second card that is left out.
    """
    if state.house.skips or state.house.passing or state.phase == SECOND:
        return None
    for choices in state.rules.choices:
        found = [some[0] for some in choices(state) if some]
        if found and not (state.uncounted and isinstance(found[0], DrawTickets)):  # maybe none are left
            return Violation(
                "TURN-1", f"{state.names[state.seat]} may not pass while it is possible to {_what(state, found[0])}"
            )
    return None


def _what(state: State, action: Action) -> str:  # noqa: PLR0911  a table of one line per kind
    match action:
        case TakeCard():
            return "draw cards"
        case ClaimRoute():
            return f"claim {route_name(state, action.route)}"
        case DrawTickets():
            return "take tickets"
        case LayCards():
            return f"lay {describe(action.cards)} in the railyard"
        case BuildStation():
            return "build a station"
        case RidePassenger():
            return f"move the passenger in {state.board.cities[action.start].name}"
        case _:  # pragma: no cover  nothing else begins a turn
            return "do something"


CHECKS: tuple[Callable[[State, PassTurn], Violation | None], ...] = (turn_1,)


def pass_turn(state: State, _action: PassTurn) -> None:
    """Do nothing. When everybody has passed in a row nothing can change any more: the game is over (END-1, decided).

    Who passes though something could be done, at a table that allows it, does not count; nor does who leaves out the
    second card of a draw.
    """
    passes = state.passes + 1
    if state.phase == SECOND or (state.house.passing and any(any(choices(state)) for choices in state.rules.choices)):
        passes = 0
    end_turn(state)
    if state.house.skips:
        return  # whoever is skipped might have done something: such passes do not add up
    state.passes = passes
    if passes >= state.seats:
        state.phase = OVER
