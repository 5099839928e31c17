"""ttrn: the notation, the rules engine and the game database for Ticket to Ride.

>>> import ttrn
>>> games, problems = ttrn.loads('''[Game "usa"]
... player ann
... 1. ann draw R>G ?''')
>>> games[0].turns[0].action.takes[0].card
'R'
"""

from ttrn.notation import Game, Index, Problem, Reading, Readings, dumps, loads, read

__version__ = "0.1.0"

__all__ = ["Game", "Index", "Problem", "Reading", "Readings", "dumps", "loads", "read"]
