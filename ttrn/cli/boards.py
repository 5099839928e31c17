"""The boards a command can use: those that come with ttrn, and one of the user's own."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.boards import Board, board_names, load_board, named_board
from ttrn.boards.names import did_you_mean
from ttrn.cli.command import Exit
from ttrn.cli.output import FAILED, Text, err, fail
from ttrn.notation import GameRecord, Problem
from ttrn.notation.problems import printable
from ttrn.replays.timeline import no_board


class BoardSet(NamedTuple):
    """The boards at hand. One of the user's own goes before a built-in one of the same name."""

    own: Board | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all boards, the user's own first."""
        own = (self.own.name,) if self.own else ()
        return tuple(dict.fromkeys((*own, *board_names())))

    def find(self, name: str) -> Board | None:
        """Return the board of a name, and nothing but a name: a record must not make us open a file of its choice."""
        if self.own is not None and self.own.name == name:
            return self.own
        return named_board(name)


def open_shelf(path: str) -> BoardSet:
    """Read the user's board file, if one is named; what is wrong with it is told, and ends the command."""
    return BoardSet(read_board(path)) if path else BoardSet()


def read_board(path: str) -> Board:
    """Read a board file; what is wrong with it is told with its place, and ends the command if it is no warning."""
    found, problems = load_board(path)
    for problem in problems:
        err.print(Text(printable(str(problem)), style="" if problem.warning else "red"))
    if found is None:
        fail(f"the board file {path} cannot be used")
        raise Exit(FAILED)
    return found


def unknown_board(game: GameRecord, shelf: BoardSet, file: str, number: int) -> Problem:
    """Return the problem of a game whose board nobody knows."""
    hint = did_you_mean(game.board, shelf.names).removeprefix("; ")
    return no_board(game, f'there is no board "{game.board}"', hint, file=file, number=number)
