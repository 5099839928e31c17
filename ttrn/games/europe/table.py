"""What some games have on the table besides: stations, a tunnel under way, tickets that left the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from ttrn.boards import Board
from ttrn.core.cards import KINDS, Counts
from ttrn.core.state import NOBODY, State


@dataclass(slots=True)
class Works:
    """Stations by city and by seat, the tunnel that is being claimed, tickets out of the game."""

    stations: list[int]
    """Whose station stands in each city."""
    built: list[int]
    """How many stations each seat has built."""
    route: int = NOBODY
    """The tunnel for which cards lie out."""
    laid: Counts = field(default_factory=lambda: [0] * KINDS)
    """The payment that lies out."""
    turned: Counts = field(default_factory=lambda: [0] * KINDS)
    """The cards turned over."""
    wait: bool = False
    """Whether an answer is expected even if nothing is due, because a record has one."""
    box: list[int] = field(default_factory=list)
    """Known tickets that left the game."""
    either: set[int] = field(default_factory=set)
    """The seats of which it is not known whether they kept the ticket of the second deck."""


def new_works(board: Board, seats: int) -> Works:
    """Return a table with nothing on it."""
    return Works([NOBODY] * len(board.cities), [0] * seats)


def copy_works(extra: object) -> Works:
    """Return works that can be changed on their own."""
    assert isinstance(extra, Works)
    return Works(
        list(extra.stations),
        list(extra.built),
        extra.route,
        list(extra.laid),
        list(extra.turned),
        extra.wait,
        list(extra.box),
        set(extra.either),
    )


def works(state: State) -> Works:
    """Return the works of a state."""
    extra = state.extra
    assert isinstance(extra, Works)
    return extra


def lying(state: State) -> list[Counts]:
    """Return the cards that lie out at a tunnel."""
    extra = works(state)
    return [extra.laid, extra.turned]


def lying_where(state: State) -> list[str]:
    """Return where they lie, in words."""
    return [f"laid out by {state.names[state.seat]}", "turned over"]
