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
    from ttrn.notation import Game, Index, Problem, Reading, Readings, dumps, loads, read

__version__ = "0.1.0"

__all__ = ["Game", "Index", "Problem", "Reading", "Readings", "dumps", "loads", "read"]

# Rooms are entered when something in them is first asked for: a program that only reads never waits for the rest.
_ROOMS = dict.fromkeys(__all__, "ttrn.notation")


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module 'ttrn' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
