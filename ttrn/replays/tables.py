"""What a game adds to the replay of records: how its actions are read, carried out and written again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ttrn.core.actions import Action
from ttrn.core.state import State, Violation
from ttrn.notation.records import Complete, Statement, WrittenAction
from ttrn.replays.choosing import CHOOSERS, Chooser, Question
from ttrn.replays.handlers import HANDLERS, Handler
from ttrn.replays.moves import ACTIONS, ActionsOf
from ttrn.replays.resolve import RESOLVERS, ResolveAction
from ttrn.replays.writing import WRITERS, WriteAction

if TYPE_CHECKING:
    from ttrn.replays.run import Run


def _nothing_spent(run: Run, _line: Complete) -> None:
    """Note that a record has cards spent on a ticket."""
    run.state.note("SCORE-1", "in this game nothing is spent on tickets", "line")


def _nothing(_state: State) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Records:
    """One game's tables for replaying records; the defaults are those of the base."""

    read: Mapping[type[WrittenAction], ResolveAction] = field(default_factory=lambda: RESOLVERS)
    """From what a record says to the engine's terms, by kind of written action."""
    write: Mapping[type[Action], WriteAction] = field(default_factory=lambda: WRITERS)
    """The way back: from the engine's actions to what a record says, by kind of action."""
    choose: Mapping[type[Action], Chooser] = field(default_factory=lambda: CHOOSERS)
    """How an action is chosen step by step by somebody who records a game, by kind of action."""
    completed: Callable[[State, WrittenAction], tuple[WrittenAction, ...]] = lambda _state, _written: ()
    """The other ways in which a record may have an action, by what its player still decides about it."""
    actions: Mapping[type, ActionsOf] = field(default_factory=lambda: ACTIONS)
    """What an action that is resolved means at a table, where somebody plays, by its class."""
    handle: Mapping[type, Handler] = field(default_factory=lambda: HANDLERS)
    """How an action in the engine's terms is checked and carried out, by its class."""
    finish: Mapping[type, Handler] = field(default_factory=lambda: NOTHING_TO_FINISH)
    """How such an action finishes the turn that a position waits for in phase ``ANSWER``, by its class."""
    give_up: Callable[[State], None] = _nothing
    """Ends that turn where a record does something else instead."""
    complete: Callable[[Run, Complete], None] = _nothing_spent
    """Checks the cards spent on a ticket, and takes note of them."""
    spendable: Callable[[State, int], bool] = lambda _state, _seat: False
    """Whether a seat may still have tickets on which it spends cards at the scoring that is due."""
    ask_spent: Callable[[State, int], Generator[Question, str, Complete]] | None = None
    """Asks somebody who records a game for such a ticket of a seat, and for the cards."""
    place_station: Callable[[State, int, int], Violation | None] | None = None
    """Puts a station of a seat into a city of the final board, or returns why none can stand there."""
    at_scoring: Callable[[Run, Statement], bool] = lambda _run, _line: False
    """Reads a line that belongs to a scoring after which the game goes on; returns whether it is one."""
    go_on: Callable[[Run], None] = lambda _run: None
    """Ends such a scoring: the next turn comes."""


NOTHING_TO_FINISH: Final[Mapping[type, Handler]] = {}
