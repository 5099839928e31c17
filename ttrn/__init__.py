"""ttrn: the notation, the rules engine and the game database for Ticket to Ride.

>>> import ttrn
>>> games, problems = ttrn.loads('''[Game "usa"]
... player ann
... 1. ann draw R>G ?''')
>>> games[0].turns[0].action.takes[0].card
'R'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrn.analysis import Analysis, analyse
    from ttrn.boards import Board, BoardError, board
    from ttrn.core import State, Violation, apply, legal_actions, verify
    from ttrn.diagnosis import Diagnosis, diagnose
    from ttrn.draw import Picture, picture
    from ttrn.hidden import Budget, Clash, Inference, Judgement, Odds, check, infer, judge, merge, odds, redact
    from ttrn.imports import Imported, import_games
    from ttrn.notation import GameRecord, Index, Problem, Reading, Readings, Repaired, dumps, level, loads, read, repair
    from ttrn.play import BotError, View, play_from, play_game, redeal, remembered
    from ttrn.replays import Timeline, replay
    from ttrn.table import IllegalMoveError, Move, MoveError, Table, new_game

__version__ = "1.0.0"

__all__ = [
    "Analysis",
    "Board",
    "BoardError",
    "BotError",
    "Budget",
    "Clash",
    "Diagnosis",
    "GameRecord",
    "IllegalMoveError",
    "Imported",
    "Index",
    "Inference",
    "Judgement",
    "Move",
    "MoveError",
    "Odds",
    "Picture",
    "Problem",
    "Reading",
    "Readings",
    "Repaired",
    "State",
    "Table",
    "Timeline",
    "View",
    "Violation",
    "analyse",
    "apply",
    "board",
    "check",
    "diagnose",
    "dumps",
    "import_games",
    "infer",
    "judge",
    "legal_actions",
    "level",
    "loads",
    "merge",
    "new_game",
    "odds",
    "picture",
    "play_from",
    "play_game",
    "read",
    "redact",
    "redeal",
    "remembered",
    "repair",
    "replay",
    "verify",
]

# Rooms are entered when something in them is first asked for: a program that only reads never waits for the rest.
_ROOMS = {
    **dict.fromkeys(("Analysis", "analyse"), "ttrn.analysis"),
    **dict.fromkeys(("Board", "BoardError", "board"), "ttrn.boards"),
    **dict.fromkeys(
        (
            "GameRecord",
            "Index",
            "Problem",
            "Reading",
            "Readings",
            "Repaired",
            "dumps",
            "level",
            "loads",
            "read",
            "repair",
        ),
        "ttrn.notation",
    ),
    **dict.fromkeys(("Diagnosis", "diagnose"), "ttrn.diagnosis"),
    **dict.fromkeys(("Picture", "picture"), "ttrn.draw"),
    **dict.fromkeys(("Imported", "import_games"), "ttrn.imports"),
    **dict.fromkeys(("Budget", "Clash", "Inference", "Judgement", "Odds", "check"), "ttrn.hidden"),
    **dict.fromkeys(("infer", "judge", "merge", "odds", "redact"), "ttrn.hidden"),
    **dict.fromkeys(("BotError", "View", "play_from", "play_game", "redeal", "remembered"), "ttrn.play"),
    **dict.fromkeys(("Timeline", "replay"), "ttrn.replays"),
    **dict.fromkeys(("IllegalMoveError", "Move", "MoveError", "Table", "new_game"), "ttrn.table"),
    **dict.fromkeys(("State", "Violation", "apply", "legal_actions", "verify"), "ttrn.core"),
}


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module 'ttrn' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
