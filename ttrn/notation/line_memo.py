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

_PLACES: Final = 1 << 17
"""At how many places the texts of a memo leave marks when they come up for the first time: 128 KB."""

_MOST_MARKS: Final = _PLACES // 4
"""How many marks there are before all are wiped off."""

T = TypeVar("T")


@final
class LineMemo(Generic[T]):
    """What texts mean that came up before: those of this generation, and of the one before.

    A text is kept when it comes up for the second time, for many never do: the first time leaves but a mark at the
    place of its hash (where another text may have left one, and then it is kept at once, which does no harm). What is
    kept without need costs more than its making: the collector of cycles walks it again and again.

    When a generation is full, the one before it is let go; what has come up again meanwhile has moved on. So memory
    stays flat over any archive, and so does the cost of a line. Threads may share a memo; at worst one does what
    another has done.

    >>> memo: LineMemo[int] = LineMemo()
    >>> memo.keep("draw R K", 1)
    >>> memo.find("draw R K")
    >>> memo.keep("draw R K", 1)
    >>> memo.find("draw R K")
    1
    """

    __slots__ = ("_count", "_marks", "before", "recent")

    def __init__(self) -> None:
        self.recent: dict[str, T] = {}
        """This generation, for whoever looks here first and cannot afford to call :meth:`find` each time."""
        self.before: dict[str, T] = {}
        """The generation before it, for whoever has looked there."""
        self._marks = bytearray(_PLACES)
        self._count = 0

    def find(self, text: str) -> T | None:
        """Return what a text means, if that is kept."""
        found = self.recent.get(text)
        if found is None:
            found = self.before.get(text)
            if found is not None:
                self.stay(text, found)
        return found

    def keep(self, text: str, meaning: T) -> None:
        """Keep what a text means that has come up before, unless it is long."""
        if len(text) > MEMO_LENGTH:
            return
        at = hash(text) % _PLACES
        if self._marks[at]:
            self.stay(text, meaning)
            return
        if self._count >= _MOST_MARKS:
            self._marks, self._count = bytearray(_PLACES), 0
        self._marks[at] = 1
        self._count += 1

    def stay(self, text: str, meaning: T) -> None:
        """Keep what a text means in this generation."""
        if len(self.recent) >= GENERATION:
            self.before, self.recent = self.recent, {}
        self.recent[text] = meaning

    def clear(self) -> None:
        """Forget everything."""
        self.before, self.recent = {}, {}
        self._marks, self._count = bytearray(_PLACES), 0


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
    """Make the turn of a plain line that is not among the recent ones; nothing if it needs a closer look.

    A turn is worth keeping only where its move has come up before.
    """
    player, _, rest = text.partition(" ")
    if player not in players:
        return None
    if len(rest) > SHARED_LENGTH:
        return _parsed_turn(text, player, rest)
    turn = TURNS.before.get(text)
    if turn is not None:
        TURNS.stay(text, turn)
        return turn
    known = MOVES.recent.get(rest) or MOVES.find(rest)
    if known is not None:
        turn = trusted_turn(player, known.action, known.refill, known.marks)
        TURNS.keep(text, turn)
    elif (action := plain_action(rest)) is not None:
        turn = trusted_turn(player, action, None, ())
        MOVES.keep(rest, turn)
    else:
        turn = _parsed_turn(text, player, rest)
    return turn


def _parsed_turn(text: str, player: str, move: str) -> Turn | None:
    if len(text) > MAX_LINE - len("999999. ") or not text.isprintable() or ";" in move or move.endswith(")"):
        return None
    turn = new_move(player, move)
    return None if isinstance(turn, Trouble) else turn
