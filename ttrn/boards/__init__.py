"""Boards: cities, routes, tickets and tables, from documented data files (docs/boards.md).

>>> from ttrn.boards import board
>>> usa = board("usa")
>>> usa.city("new york").code
'NYC'
>>> [route.length for route in usa.routes_between(usa.city("SEA"), usa.city("Portland"))]
[1, 1]
"""

from ttrn.boards.load import board, board_names, load_board, named_board
from ttrn.boards.model import (
    CARD_LETTERS,
    COLORS,
    Board,
    City,
    Found,
    Route,
    Tables,
    Ticket,
    TicketDraw,
)
from ttrn.boards.problems import BoardError, BoardProblem

__all__ = [
    "CARD_LETTERS",
    "COLORS",
    "Board",
    "BoardError",
    "BoardProblem",
    "City",
    "Found",
    "Route",
    "Tables",
    "Ticket",
    "TicketDraw",
    "board",
    "board_names",
    "load_board",
    "named_board",
]
