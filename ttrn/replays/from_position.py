"""A record that starts from a position: the state it begins with, and what such a record cannot have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ttrn.boards import Board
from ttrn.core.state import ANSWER, CHOOSE, PHASES, SECOND, SETUP, State
from ttrn.core.tickets import put_under
from ttrn.core.turns import end_turn
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Deal, Keep, Market, Player, Tag, Turn
from ttrn.notation.writer import quote
from ttrn.position.fields import PositionTables
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.replays.handlers import Handler
from ttrn.replays.resolve import ResolvedDraw, ResolvedTickets
from ttrn.replays.setup import Setup
from ttrn.replays.tables import Records

if TYPE_CHECKING:
    from ttrn.replays.run import Run


class Opening(NamedTuple):
    """How a record starts from its Position tag: the state, and what is wrong with the line or does not fit to it.

    Without a state the game cannot be replayed. The problem's column counts within the tag as it is written.
    """

    state: State | None
    problem: PositionProblem | None


def position_tag(game: GameRecord) -> Tag | None:
    """Return the Position tag of a game, if it has one; tags stand above the players."""
    for entry in game.entries:
        if isinstance(entry, Player | Turn):
            return None
        if isinstance(entry, Tag) and entry.name == "Position":
            return entry
    return None


def open_position(game: GameRecord, tag: Tag, board: Board) -> Opening:
    """Return the state that a game starts from; its players and its first turn must be those of the position."""
    found = parse_position(tag.value, board)
    if isinstance(found, PositionProblem):
        if not found.column:  # the whole of it
            return Opening(None, found)
        # One quote stands before the text in any case; quotes and backslashes in it are escaped.
        before = quote(tag.value[: found.column - 1])[:-1]
        return Opening(None, found._replace(column=len(f"[{tag.name} {before}") + 1))
    players = tuple([player.id for player in game.players])
    if players != found.names:
        here, there = ", ".join(players) or "nobody", ", ".join(found.names)
        return Opening(None, _unfit(f"the position has the seats {there}; the record's players are {here}"))
    if found.phase == SETUP:
        return Opening(None, _unfit("the position is one before the cards are dealt: a game cannot start from it"))
    if game.turns and game.first_turn != found.number:
        text = f"turn {found.number} comes next in the position; the record starts with turn {game.first_turn}"
        return Opening(found, _unfit(text))
    return Opening(found, None)


def _unfit(message: str) -> PositionProblem:
    return PositionProblem("POSITION-3", message, column=0, width=1, hint="")


class NoSetup(Setup):
    """The setup of a game that starts from a position: nothing is dealt (POSITION-3)."""

    def deal(self, seat: int, line: Deal) -> None:
        """Refuse a deal."""
        del seat, line
        self._refuse()

    def market(self, line: Market) -> None:
        """Refuse a market."""
        del line
        self._refuse()

    def keep(self, seat: int, line: Keep) -> None:
        """Refuse starting tickets."""
        del seat, line
        self._refuse()

    def _refuse(self) -> None:
        self.state.note("POSITION-3", "the game starts from a position: nothing is dealt before its first turn", "line")


def finishing(records: Records, position: PositionTables) -> Records:
    """Return the tables of a game that may start in the middle of a turn: only the rest of it can come then."""
    handle = {
        kind: _finishing(handler, records.finish.get(kind), records, position)
        for kind, handler in records.handle.items()
    }
    return replace(records, handle=handle)


def _finishing(handler: Handler, finish: Handler | None, records: Records, position: PositionTables) -> Handler:
    """Return what handles an action: it may be the rest of a turn, where there is a way to finish one."""

    def handle(run: Run, action: object, seat: int) -> None:
        rest = finish if run.state.phase == ANSWER else handler
        if rest is not None and finishes_turn(run.state, action):
            rest(run, action, seat)
        else:
            break_off(run.state, records, position)

    return handle


def finishes_turn(state: State, action: object) -> bool:
    """Return whether an action can come now; in the middle of a turn only its rest can."""
    rest = {SECOND: ResolvedDraw, CHOOSE: ResolvedTickets}.get(state.phase)
    return rest is None or isinstance(action, rest)


def break_off(state: State, records: Records, position: PositionTables) -> None:
    """Note that the turn of the position was not finished (TURN-1), and end it."""
    waits = [field.waits for field in position.fields if field.waits and field.write(state, state.seat)]
    what = waits[0] if waits else PHASES[state.phase]
    state.note("TURN-1", f"the turn in the position is to be finished first ({what})", "action")
    if state.phase == ANSWER:
        records.give_up(state)
        return
    put_under(state, ())
    end_turn(state)
