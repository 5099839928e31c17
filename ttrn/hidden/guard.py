"""A mistake of ours about one game must not cost the others: it becomes a problem of that game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from ttrn.boards import Board, BoardError, BoardProblem
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Problem
from ttrn.registry import find_game


@contextmanager
def guarded(game: GameRecord, board: Board, *, file: str = "", number: int = 0) -> Iterator[list[Problem]]:
    """Judge a game under guard: what fails inside ends the block, and stands in the list that this returns.

    With ``TTRN_DEBUG`` in the environment it is raised as it is.

    Raises:
        BoardError: nobody knows the rules of the board, which is no mistake about this game.
    """
    try:
        find_game(board.rules)
    except LookupError as error:
        raise BoardError((BoardProblem(board.name, "rules", str(error)),)) from None
    failures: list[Problem] = []
    try:
        yield failures
    except BoardError:
        raise
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        message = f"ttrn itself failed on this game, please report it ({type(error).__name__}: {error})"
        failures.append(Problem("INTERNAL", message, file, game.places[0] if game.places else 0, game=number))
