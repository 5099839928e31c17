"""Lines that were seen before: most turns of an archive come again and again, and are made once."""

from __future__ import annotations

from typing import Final, TypeVar

from ttrn.notation.build import Move
from ttrn.notation.records import Statement, Tag, Turn, trusted_turn
from ttrn.notation.source import MAX_LINE
from ttrn.notation.syntax import MEMO_LENGTH, MEMO_LIMIT, Trouble, parse

SHARED_LENGTH: Final = 23
"""How many characters a move may have for its turn to be remembered. Nine in ten turns are shorter, and come again and
again; the longer ones, tickets and tunnels, hardly ever do, and would fill the memory."""

T = TypeVar("T")

MOVES: Final[dict[str, Turn]] = {}
"""What follows the player, with a turn that says it: whose it is does not matter."""
TURNS: Final[dict[str, Turn]] = {}
"""What follows the number."""
STATEMENTS: Final[dict[str, Tag | Statement]] = {}
"""Whole lines."""


def forget() -> None:
    """Empty the memos of moves and turns; the benchmarks use it to measure from cold."""
    MOVES.clear()
    TURNS.clear()
    STATEMENTS.clear()


def new_move(player: str, text: str) -> Turn | Trouble:
    """Make the turn of a player and a move; a bad move gives its trouble."""
    move = parse("move", text)
    assert isinstance(move, Move | Trouble)
    if isinstance(move, Trouble):
        return move
    turn = trusted_turn(player, *move)
    return remember(MOVES, text, turn) if len(text) <= SHARED_LENGTH else turn


def new_turn(text: str, players: dict[str, None]) -> Turn | None:
    """Make the turn of a plain line that was not seen before; nothing if it needs a closer look."""
    player, _, rest = text.partition(" ")
    if player not in players:
        return None
    known = MOVES.get(rest)
    if known is not None:
        turn = trusted_turn(player, known.action, known.refill, known.marks)
    else:
        if len(text) > MAX_LINE - len("999999. ") or not text.isprintable() or ";" in rest or rest.endswith(")"):
            return None
        found = new_move(player, rest)
        if isinstance(found, Trouble):
            return None
        turn = found
    return remember(TURNS, text, turn) if len(rest) <= SHARED_LENGTH else turn


def remember(memo: dict[str, T], key: str, value: T) -> T:
    """Keep what a text means, unless it is long, and return it; a full memo starts afresh."""
    if len(memo) >= MEMO_LIMIT:
        memo.clear()
    if len(key) <= MEMO_LENGTH:
        memo[key] = value
    return value
