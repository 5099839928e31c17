"""The engine's three verbs: what is legal, why something is not, and what follows."""

from __future__ import annotations

from ttrn.boards import Board
from ttrn.core import draws, tickets
from ttrn.core.actions import Action, KeepTickets, PassTurn, TakeCard
from ttrn.core.game import Check, Dialect
from ttrn.core.state import ANSWER, CHOOSE, MAIN, OVER, PHASES, SCORING, SECOND, SETUP, State, Violation
from ttrn.games.cardgame.rules import CARDGAME
from ttrn.games.europe.rules import EUROPE
from ttrn.games.marklin.rules import MARKLIN
from ttrn.games.usa.rules import USA

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (USA, EUROPE, MARKLIN, CARDGAME)}
"""The sets of rules that can be played, by the name a board file calls them."""

NO_SUCH_ACTION: tuple[Check, ...] = (
    lambda state, _action: Violation(action_rule(state.dialect), "there is no such action in this game"),
)
"""The checks of an action that a game does not know."""


def action_rule(dialect: Dialect) -> str:
    """Return the id of the rule that says what can be done in a turn."""
    return dialect.ids.get("action", "TURN-1")


def end_rule(dialect: Dialect) -> str:
    """Return the id of the rule that says when a game ends."""
    return dialect.ids.get("end", "END-1")


def new_game(board: Board, names: tuple[str, ...]) -> State:
    """Return the state before anything is dealt; the first seat moves first (SETUP-1).

    Raises:
        KeyError: the board is played with rules that the engine does not know.
    """
    return State(board, DIALECTS[board.rules], names)


def legal_actions(state: State) -> list[Action]:
    """Return every action that is legal now, as far as the known cards allow; passing only where nothing else is.

    Empty before the game starts and after it is over.
    """
    if state.phase == MAIN:
        found: list[Action] = []
        for choices in state.dialect.choices:
            found += choices(state)
        return found or [PassTurn()]
    if state.phase == SECOND:
        return draws.second_cards(state)
    if state.phase == CHOOSE:
        return tickets.ticket_choices(state)
    return state.dialect.answers(state) if state.phase in (ANSWER, SCORING) else []


def verify(state: State, action: Action) -> Violation | None:
    """Return the first rule that an action breaks, or nothing if it is legal."""
    kind = type(action)
    glance = state.dialect.surely_legal.get(kind)
    if glance is not None and glance(state, action):
        return None
    # At the start of a turn everything is in its place but a choice of tickets, or another answer.
    if state.phase != MAIN or kind is KeepTickets or kind in state.dialect.answer_kinds:
        wrong = out_of_turn(state, action)
        if wrong is not None:
            return wrong
    for check in state.dialect.checks.get(kind, NO_SUCH_ACTION):
        verdict = check(state, action)
        if verdict is not None:
            return verdict
    return None


def out_of_turn(state: State, action: Action) -> Violation | None:
    """TURN-1: a turn is exactly one action."""
    if state.phase == MAIN:
        right = not isinstance(action, (KeepTickets, *state.dialect.answer_kinds))
    elif state.phase == SECOND:
        right = isinstance(action, TakeCard)
    elif state.phase in (ANSWER, SCORING):
        right = isinstance(action, state.dialect.answer_kinds)
    else:
        right = state.phase == CHOOSE and isinstance(action, KeepTickets)
    if right:
        return None
    if state.phase == OVER:
        return Violation(end_rule(state.dialect), state.dialect.over(state))
    return Violation("TURN-1", f"this is not what the game waits for ({PHASES[state.phase]})", "action")


def apply(state: State, action: Action) -> None:
    """Carry out an action, in place. It is not checked: do that with :func:`verify` first.

    Something impossible is carried out as far as it can be, so that a checker can go on after a violation.
    """
    state.dialect.effects[type(action)](state, action)


def start(state: State) -> None:
    """Begin play after the setup."""
    assert state.phase == SETUP
    state.dialect.begin(state)
    state.phase = MAIN


__all__ = [
    "DIALECTS",
    "action_rule",
    "apply",
    "end_rule",
    "legal_actions",
    "new_game",
    "out_of_turn",
    "start",
    "verify",
]
