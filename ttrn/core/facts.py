"""What a game has to show, as plain data: on its board, before its players, turn by turn.

Pictures, pages, commands and the database ask here, and name no game. What several mechanics may answer together is a
tuple of functions, one for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ttrn.core.state import State
from ttrn.core.ticket_progress import trains_needed, trains_text
from ttrn.notation.records import Turn

Json: TypeAlias = dict[str, Any]
"""Data for programs: what goes into JSON as it is."""


class Piece(NamedTuple):
    """Something of a player's that stands in a city."""

    what: str
    seat: int
    city: int


class SeatCards(NamedTuple):
    """The cards that lie before a player of a game without a map: in rows, the top card of each last, and in a pile."""

    rows: Sequence[Sequence[int]] = ()
    rows_name: str = ""
    pile: Sequence[int] = ()
    """Counts by kind of card."""
    pile_name: str = ""


class Section(NamedTuple):
    """A table of ``ttrn show``; without rows it is left out."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    right: tuple[str, ...] = ()
    """The columns of numbers."""


class TurnResult(NamedTuple):
    """What a turn brought besides what its line says."""

    points: int = 0
    """Scored at once, by the player whose turn it was."""
    lost: tuple[tuple[int, str], ...] = ()
    """The cards that other seats lost by it."""


class Event(NamedTuple):
    """A row of the database that a turn is the reason of, besides its move."""

    table: str
    """A table of docs/database.md that has the columns ``game``, ``turn`` and ``seat`` first."""
    seat: int
    values: tuple[object, ...]
    """The other columns, in their order."""


Watcher: TypeAlias = Callable[[Turn, int], list[Event]]
"""Returns what came of a turn of a seat; called after each turn of a game, it keeps what it compares the state with."""


def points_scored(before: Sequence[Json], after: Sequence[Json], seat: int) -> TurnResult:
    """Return the points that a turn of a seat brought, by what its frames say of all seats before and after it."""
    return TurnResult(after[seat]["score"] - before[seat]["score"])


@dataclass(frozen=True, slots=True)
class Facts:
    """One game's answers to the rooms that show a game: the defaults are those of a game of routes and tickets."""

    on_map: bool = True
    """Whether it is played on the routes of a map; else there are no trains and no paths, and a table is drawn."""
    seat_cards: Callable[[State, int], SeatCards] = lambda _state, _seat: SeatCards()
    """What lies before a seat on that table."""
    pieces: tuple[Callable[[State], list[Piece]], ...] = ()
    """What stands in the cities, in the order of the board."""
    tokens: Callable[[State], Mapping[int, Sequence[int]]] | None = None
    """The tokens left in each city that had some, by what they are worth, the top one first; None in other games."""
    seat_data: tuple[Callable[[State, int], Json], ...] = ()
    """A seat in ``ttrn show --json``, with codes and texts as a record has them."""
    frame_data: tuple[Callable[[State, int], Json], ...] = ()
    """A seat in the frames of the viewer, with numbers of cities and tickets (docs/viewer.md)."""
    sections: tuple[Callable[[State, Sequence[str]], Section], ...] = ()
    """Tables of ``ttrn show``; the players are called by these names."""
    progress: Callable[[State, int, int], int | None] = trains_needed
    """What a ticket of a seat still needs: trains, or cards without a map; 0 if complete, None if it cannot be."""
    progress_key: Callable[[State, int], object] = lambda state, _seat: tuple(state.owners)
    """What the progress of a seat's tickets depends on: as long as it is equal, so is the progress."""
    progress_text: Callable[[State, int, int], str] = trains_text
    """The same for people."""
    turn_result: Callable[[Sequence[Json], Sequence[Json], int], TurnResult] = points_scored
    """What a turn of a seat brought, by the data of all seats in the frames before and after it."""
    watch: tuple[Callable[[State], Watcher], ...] = ()
    """Each makes a watcher for a game that is being replayed; the state stays the same object all the time."""


def pieces_of(state: State) -> list[Piece]:
    """Return what stands in the cities."""
    return [piece for find in state.game.facts.pieces for piece in find(state)]
