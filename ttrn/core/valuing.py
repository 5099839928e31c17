"""What a game adds to the evaluation of its positions: numbers that tell how a seat stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ttrn.core.state import State


class Signs(NamedTuple):
    """Some numbers about a seat: their names, and what they are in a state."""

    names: tuple[str, ...]
    """What they are called, in a word or two."""
    of: Callable[[State, int], list[float]]
    """Returns a number for each name."""
    compared: bool = False
    """Whether the lead over the best of the others is told besides."""


def turns_of_trains(state: State) -> float:
    """Guess how many turns each player has before somebody runs out of trains."""
    if state.last_turns >= 0:
        return state.last_turns / state.seats
    least = 60.0
    for seat in range(state.seats):
        trains, cards = state.trains[seat], sum(state.hands[seat])
        least = min(least, max(0, trains - 2 - cards) / 1.5 + min(max(0, trains - 2), cards) / 4 + 1)
    return least


@dataclass(frozen=True, slots=True)
class Valuing:
    """One game's part in how a position is evaluated."""

    turns: Callable[[State], float] = turns_of_trains
    """A guess at how many turns each player has left."""
    worth: Callable[[State, int], float] = lambda state, seat: float(state.scores[seat])
    """The points of a seat as everybody sees them, with what cards and pieces on the table bring at the end."""
    hopes: Callable[[State, int], float] | None = None
    """What hand and tickets of a seat will bring, roughly; by its plan of routes where a game says nothing."""
    public: tuple[Signs, ...] = ()
    """What everybody sees of a seat, beyond points, trains, routes and the number of cards and tickets."""
    private: tuple[Signs, ...] = ()
    """What follows from a seat's hand and tickets, asked only where both are known."""
    forget: tuple[Callable[[State], None], ...] = ()
    """Takes out of a state what a record told it ahead of time, so that chance can be tried again from there."""
