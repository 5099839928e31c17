"""Lines that were seen before: most turns of an archive come again and again, and are made once."""

from __future__ import annotations

from typing import Final, Generic, TypeVar, final

from ttrn.notation.build import Move
from ttrn.notation.records import Statement, Tag, Turn, trusted_turn
from ttrn.notation.source import MAX_LINE
from ttrn.notation.syntax import MEMO_LENGTH, Trouble, parse, plain_action

SHARED_LENGTH: Final = 23
"""How many characters a move may have for its turn to be remembered. Nine in ten turns are shorter, and come again and
again; the longer ones, tickets and tunnels, hardly ever do, and would fill the memory."""

GENERATION: Final = 65_536
"""How many texts a memo takes in before it lets go of those that have not come up meanwhile."""

T = TypeVar("T")


@final
class LineMemo(Generic[T]):
    """What texts mean that came up before: those of this generation, and of the one before.

    When a generation is full, the one before it is let go; what has come up again meanwhile has moved on. So memory
    stays flat over any archive, and so does the cost of a line. Threads may share a memo; at worst one does what
    another has done.

    >>> memo: LineMemo[int] = LineMemo()
    >>> memo.keep("draw R K", 1)
    >>> memo.find("draw R K")
    1
    """

    __slots__ = ("before", "recent")

    def __init__(self) -> None:
        self.recent: dict[str, T] = {}
        """This generation, for whoever looks here first and cannot afford to call :meth:`find` each time."""
        self.before: dict[str, T] = {}
        """The generation before it, for whoever has looked there."""

    def find(self, text: str) -> T | None:
        """Return what a text means, if that is kept."""
        found = self.recent.get(text)
        if found is None:
            found = self.before.get(text)
            if found is not None:
                self.keep(text, found)
        return found

    def keep(self, text: str, meaning: T) -> None:
        """Keep what a text means, unless it is long."""
        if len(text) <= MEMO_LENGTH:
            if len(self.recent) >= GENERATION:
                self.before, self.recent = self.recent, {}
            self.recent[text] = meaning

    def clear(self) -> None:
        """Forget everything."""
        self.before, self.recent = {}, {}


MOVES: Final[LineMemo[Turn]] = LineMemo()
"""What follows the player, with a turn that says it: whose it is does not matter."""
TURNS: Final[LineMemo[Turn]] = LineMemo()
"""What follows the number."""
STATEMENTS: Final[LineMemo[Tag | Statement]] = LineMemo()
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
    if len(text) <= SHARED_LENGTH:
        MOVES.keep(text, turn)
    return turn


def new_turn(text: str, players: dict[str, None]) -> Turn | None:
    """Make the turn of a plain line that is not among the recent ones; nothing if it needs a closer look."""
    player, _, rest = text.partition(" ")
    if player not in players:
        return None
    if len(rest) > SHARED_LENGTH:
        return _parsed_turn(text, player, rest)
    turn = TURNS.before.get(text)
    if turn is not None:
        TURNS.keep(text, turn)
        return turn
    known = MOVES.recent.get(rest) or MOVES.find(rest)
    if known is not None:
        turn = trusted_turn(player, known.action, known.refill, known.marks)
    elif (action := plain_action(rest)) is not None:
        turn = trusted_turn(player, action, None, ())
        MOVES.keep(rest, turn)
    else:
        turn = _parsed_turn(text, player, rest)
    if turn is not None:
        TURNS.keep(text, turn)
    return turn


def _parsed_turn(text: str, player: str, move: str) -> Turn | None:
    if len(text) > MAX_LINE - len("999999. ") or not text.isprintable() or ";" in move or move.endswith(")"):
        return None
    turn = new_move(player, move)
    return None if isinstance(turn, Trouble) else turn
