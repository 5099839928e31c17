"""Replaying records: a timeline of states, and every rule that was broken, with its place."""

import sys
from types import ModuleType

from ttrn.boards import Board
from ttrn.notation import Game
from ttrn.replay.timeline import Timeline, check, replay

__all__ = ["Timeline", "check", "replay"]


class _Room(ModuleType):
    """A module that can be called: once it is imported, ``ttrn.replay`` means it and no longer the function."""

    def __call__(self, game: Game, board: Board | None = None, *, file: str = "", number: int = 0) -> Timeline:
        return replay(game, board, file=file, number=number)


sys.modules[__name__].__class__ = _Room
