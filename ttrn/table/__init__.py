"""A table that a program, or a person, plays at: moves as text, the rules behind them, bots for the other seats.

>>> table = new_game("usa", ["ann", "bob"], seed=7)
>>> table.turn, table.hand("ann"), table.market
('ann', 'OPKW', 'YGBPL')
>>> print(table.legal_moves[0])
keep BOS-MIA SSM-NAS | DEN-ELP
>>> table.push(table.legal_moves[0])
>>> table.turn
'bob'
"""

from ttrn.replays.moves import IllegalMoveError, MoveError
from ttrn.table.new import new_game, table_at
from ttrn.table.table import Move, Table

__all__ = ["IllegalMoveError", "Move", "MoveError", "Table", "new_game", "table_at"]
