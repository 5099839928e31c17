"""What each game adds to the replay of records: how its actions are resolved and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ttrn.games.cardgame.position import RAILYARD_POSITION
from ttrn.games.cardgame.records import RAILYARD_HANDLERS, RAILYARD_RESOLVERS, at_scoring, complete, go_on
from ttrn.games.europe.position import EUROPE_POSITION
from ttrn.games.europe.records import EUROPE_HANDLERS, EUROPE_RESOLVERS
from ttrn.games.marklin.position import RIDING_POSITION
from ttrn.games.marklin.records import RIDING_HANDLERS, RIDING_RESOLVERS
from ttrn.notation.records import Complete, Statement, WrittenAction
from ttrn.position.checks import tickets_add_up
from ttrn.position.fields import PositionDialect
from ttrn.replays.handlers import HANDLERS, Handler
from ttrn.replays.resolve import RESOLVERS, ResolveAction

if TYPE_CHECKING:
    from ttrn.replays.run import Run


def nothing_spent(run: Run, _line: Complete) -> None:
    """Note that a record tells of cards spent on a ticket."""
    run.state.note("SCORE-1", "in this game nothing is spent on tickets", "line")


class ReplayDialect(NamedTuple):
    """One game's tables for replaying records; they start from those of the core."""

    resolvers: Mapping[type[WrittenAction], ResolveAction]
    handlers: Mapping[type, Handler]
    position: PositionDialect
    """What the game adds to position lines."""
    complete: Callable[[Run, Complete], None] = nothing_spent
    """Checks the cards spent on a ticket, and takes note of them."""
    at_scoring: Callable[[Run, Statement], bool] = lambda _run, _line: False
    """Reads a line that belongs to a scoring after which the game goes on; tells whether it is one."""
    go_on: Callable[[Run], None] = lambda _run: None
    """Ends such a scoring: the next turn comes."""


DIALECTS: Mapping[str, ReplayDialect] = {
    "usa": ReplayDialect(RESOLVERS, HANDLERS, PositionDialect(checks=(tickets_add_up,))),
    "europe": ReplayDialect(EUROPE_RESOLVERS, EUROPE_HANDLERS, EUROPE_POSITION),
    "marklin": ReplayDialect(RIDING_RESOLVERS, RIDING_HANDLERS, RIDING_POSITION),
    "cardgame": ReplayDialect(RAILYARD_RESOLVERS, RAILYARD_HANDLERS, RAILYARD_POSITION, complete, at_scoring, go_on),
}
