"""The engine's three verbs: what is legal, why something is not, and what follows."""

from __future__ import annotations

from typing import Final

from ttrn.boards import Board
from ttrn.core import draws, tickets
from ttrn.core.actions import Action, KeepTickets, PassTurn, TakeCard
from ttrn.core.rules import Check
from ttrn.core.state import ANSWER, CHOOSE, MAIN, OVER, PHASES, SCORING, SECOND, SETUP, State, Violation
from ttrn.registry import find_game

NO_SUCH_ACTION: tuple[Check, ...] = (
    lambda state, _action: Violation(state.game.ids.action, "there is no such action in this game"),
)
"""The checks of an action that a game does not know."""


def new_game(board: Board, names: tuple[str, ...]) -> State:
    """Return the state before anything is dealt; the first seat moves first (SETUP-1).

    Raises:
        LookupError: the board is played with rules that the engine does not know.
    """
    return State(board, find_game(board.rules), names)


def legal_actions(state: State) -> list[Action]:
    """Return every action that is legal now, as far as the known cards allow; passing only where nothing else is.

    Where a table lets people pass, or leave out the second card of a draw, passing comes last. Empty before the game
    starts and after it is over.
    """
    found: list[Action] = []
    for some in legal_lists(state):
        found += some
    return found


def legal_lists(state: State) -> list[list[Action]]:
    """Return every legal action, in several lists one after the other: they are shared, and nobody may change them.

    Whoever wants one of the actions need not join them, which takes longer than finding them.
    """
    if state.phase == MAIN:
        found: list[list[Action]] = []
        for choices in state.rules.choices:
            found += choices(state)
        if state.house.passing or not _anything(found):
            found.append(_PASSING)
        return found
    if state.phase == SECOND:
        takes = draws.second_cards(state)
        return [takes, _PASSING] if state.house.optional_second else [takes]
    if state.phase == CHOOSE:
        return [tickets.ticket_choices(state)]
    return [state.rules.answers(state)] if state.phase in (ANSWER, SCORING) else []


_PASSING: Final[list[Action]] = [PassTurn()]


def _anything(lists: list[list[Action]]) -> bool:
    """Return whether there is anything in some lists; mostly the first one tells."""
    for some in lists:  # noqa: SIM110  a generator would take longer
        if some:
            return True
    return False


def verify(state: State, action: Action) -> Violation | None:
    """Return the first rule that an action breaks; None if it is legal."""
    kind = type(action)
    glance = state.rules.surely_legal.get(kind)
    if glance is not None and glance(state, action):
        return None
    # At the start of a turn everything is in its place but a choice of tickets, or another answer.
    if state.phase != MAIN or kind is KeepTickets or kind in state.rules.answer_kinds:
        wrong = out_of_turn(state, action)
        if wrong is not None:
            return wrong
    for check in state.rules.checks.get(kind, NO_SUCH_ACTION):
        verdict = check(state, action)
        if verdict is not None:
            return verdict
    return None


def out_of_turn(state: State, action: Action) -> Violation | None:
    """TURN-1: a turn is exactly one action."""
    if state.phase == MAIN:
        right = not isinstance(action, (KeepTickets, *state.rules.answer_kinds))
    elif state.phase == SECOND:
        right = isinstance(action, TakeCard) or (state.house.optional_second and isinstance(action, PassTurn))
    elif state.phase in (ANSWER, SCORING):
        right = isinstance(action, state.rules.answer_kinds)
    else:
        right = state.phase == CHOOSE and isinstance(action, KeepTickets)
    if right:
        return None
    if state.phase == OVER:
        return Violation(state.game.ids.end, state.rules.why_over(state))
    return Violation("TURN-1", f"this is not what the game waits for ({PHASES[state.phase]})", "action")


def apply(state: State, action: Action) -> None:
    """Carry out an action, in place. It is not checked: do that with :func:`verify` first.

    Something impossible is carried out as far as it can be, so that a checker can go on after a violation.
    """
    state.rules.effects[type(action)](state, action)


def start(state: State) -> None:
    """Begin play after the setup."""
    assert state.phase == SETUP
    tickets.all_have_chosen(state)
    state.phase = MAIN


__all__ = [
    "apply",
    "legal_actions",
    "legal_lists",
    "new_game",
    "out_of_turn",
    "start",
    "verify",
]
