"""The timeline of a game: any turn's state, every problem, the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from ttrn.boards import Board, BoardError, BoardProblem, board_names, named_board
from ttrn.boards.names import did_you_mean
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import State, Violation
from ttrn.notation.game import GameRecord, turn_range
from ttrn.notation.problems import Problem, amount
from ttrn.notation.records import Turn
from ttrn.replays.reckoning import Reckoning, reckon, winners_told
from ttrn.replays.run import Mark, Run

if TYPE_CHECKING:
    from ttrn.table import Table

BETWEEN_SNAPSHOTS: Final = 16
"""After so many turns a snapshot is kept, once somebody has asked for a state: a copy costs less than half a turn."""


class Timeline:
    """A game replayed. Making one runs the whole game once; states are found, and snapshots kept, when asked for."""

    def __init__(
        self, game: GameRecord, board: Board, file: str = "", number: int = 0, *, run: Run | None = None
    ) -> None:
        """Replay a game; ``run`` is one of this game that has come to its end already, if there is one."""
        self.game = game
        self.board = board
        self._where = (file, number)
        if run is None:
            run = Run(game, board, file, number)
            run.finish()
        self.problems: tuple[Problem, ...] = tuple(run.problems)
        self.final = run.state
        """The state after the last turn."""
        self.ending = run.ending
        """What the closing lines told."""
        self._snapshots: dict[int, Mark] = {}  # by how many turns come before it, once a state was asked for

    def __repr__(self) -> str:
        players, problems = amount(self.game.players, "player"), amount(self.problems, "problem")
        return f"<Timeline of {self.board.name}: {players}, {turn_range(self.game)}, {problems}>"

    def _repr_html_(self) -> str:
        """Return the replay, for notebooks. The room that makes it lies above this one, and few games are in one."""
        found: str = import_module("ttrn.notebook").timeline_html(self)
        return found

    def _repr_svg_(self) -> str | None:
        found: str | None = import_module("ttrn.notebook").svg_of(self)
        return found

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return self.game.first_turn + len(self.game.turns) - 1

    def state(self, number: int) -> State:
        """Return the state after a turn; the one before the first turn is that of the setup.

        Raises:
            IndexError: there is no such turn.
        """
        before = self.game.first_turn - 1
        if not before <= number <= self.last:
            raise IndexError(f"this game has {turn_range(self.game)}, not {number}")
        return self._state_after(number - before)

    def _state_after(self, turns: int) -> State:
        """Return the state after so many turns: from the snapshot before it, with new ones on the way.

        Each is kept under the number of its turns and nothing is taken away, so threads may share a timeline.
        """
        run = Run(self.game, self.board, *self._where)
        if run.lost:
            return run.state
        run.trial = True
        kept = self._snapshots
        if not kept:
            run.opening()
            kept[0] = run.mark()
        done = max([number for number in kept if number <= turns])
        run.back(kept[done])
        entries = self.game.entries
        places = [i for i, entry in enumerate(entries) if isinstance(entry, Turn)]
        at = places[done - 1] + 1 if done else next(iter(places), 0)
        while done < turns:
            run.feed(entries[at], 0)
            done += isinstance(entries[at], Turn)
            if done % BETWEEN_SNAPSHOTS == 0 and done not in kept:
                kept[done] = run.mark()
            at += 1
        return run.state

    def table(self, turn: int, *, seed: int | str | None = None) -> Table:
        """Return the table after a turn, to play on from there.

        What lies face down is shuffled, where it is known what that is. The record of the table goes on with this one.

        Raises:
            IndexError: there is no such turn.
        """
        # The room of tables lies above this one, and most timelines are never played on.
        found: Table = import_module("ttrn.table").table_at(self, turn, seed=seed)
        return found

    def steps(self) -> Iterator[tuple[int, Turn, State]]:
        """Walk through the game: each turn with its number and the state after it, which changes as you go on."""
        run = Run(self.game, self.board, *self._where)
        for number, turn in run.steps():
            yield number, turn, run.state

    def every_state(self, seen: Callable[[State], None]) -> None:
        """Show the state after each turn, in the order of the text: those of variations stand where they are written.

        The state changes as the game goes on. Nothing is shown where a position that cannot be read starts the game.
        """
        run = Run(self.game, self.board, *self._where)
        run.branched = lambda: seen(run.state)
        for _ in run.steps():
            seen(run.state)

    @cached_property
    def outcome(self) -> Outcome:
        """The reckoning at the last turn, whether or not the game is over.

        Of a record without all turns it is that of what the record shows; :attr:`reckoning` tells what is known.
        """
        return score_game(self.final)

    @cached_property
    def reckoning(self) -> Reckoning:
        """The end by its components, each with its source: computed, stated, noted at least, or unknown."""
        turns, result = bool(self.game.turns), winners_told(self.game)
        return reckon(self.final, self.ending, self.outcome, turns=turns, result=result)

    @cached_property
    def scores(self) -> list[list[int]]:
        """The points of each seat on the board's track after each turn."""
        return [list(state.scores) for _, _, state in self.steps()]


def board_of(game: GameRecord) -> Board:
    """Return the board that the Game tag names: a name, never a path, for a record must not make us open a file.

    Raises:
        BoardError: there is no board of this name.
    """
    found = named_board(game.board)
    if found is None:
        hint = did_you_mean(game.board, board_names())
        raise BoardError((BoardProblem(f'[Game "{game.board}"]', "", f"there is no board of this name{hint}"),))
    return found


def no_board(game: GameRecord, message: str, hint: str = "", *, file: str = "", number: int = 0) -> Problem:
    """Return the problem of a game whose board nobody knows, at its first line."""
    from ttrn.replays.problem_place import spot  # noqa: PLC0415  most boards are known

    line = game.places[0] if game.places else 0
    found = spot(game.entries[0], 0, game.text.partition("\n")[0], Violation("SETUP-1", message))
    return Problem("SETUP-1", message, file, line, found.column, found.width, found.text, hint, number)


def replay(game: GameRecord, board: Board | None = None, *, file: str = "", number: int = 0) -> Timeline:
    """Replay a game on its board, or on another one that is given.

    Raises:
        BoardError: the board that the Game tag names is not known.
    """
    return Timeline(game, board or board_of(game), file, number)


def rule_problems(
    game: GameRecord, board: Board | None = None, *, file: str = "", number: int = 0
) -> tuple[Problem, ...]:
    """Return what is wrong with a game by the rules alone, an unknown board included."""
    try:
        found = board or board_of(game)
    except BoardError as error:
        return (no_board(game, str(error), file=file, number=number),)
    return replay(game, found, file=file, number=number).problems
