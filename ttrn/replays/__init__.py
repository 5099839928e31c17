"""Replaying records: a timeline of states, and every rule that was broken, with its place."""

import sys
from types import ModuleType

from ttrn.boards import Board
from ttrn.notation.game import Game
from ttrn.replays.timeline import Timeline, check, replay

__all__ = ["Timeline", "check", "replay"]


class _Room(ModuleType):
    """This room has the name of the function in it: Python puts it in that one's place as soon as it is entered.

    So it answers like the function: ``ttrn.replay(game)`` works whatever was imported before.
    """

    def __call__(self, game: Game, board: Board | None = None, *, file: str = "", number: int = 0) -> Timeline:
        return replay(game, board, file=file, number=number)


sys.modules[__name__].__class__ = _Room
