"""What a game adds to the bots that play it.

The bots know cards, routes and tickets; what else there is to decide in a game, and what of it is hidden, they ask the
game. What they hand to it (views, memories) is of a room above this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrn.core.actions import Action
from ttrn.core.state import State

if TYPE_CHECKING:
    from ttrn.play.bots import Bot
    from ttrn.play.memory import Memory
    from ttrn.play.view import View


class Loan(NamedTuple):
    """The use of an opponent's route: how many more a player may have, and what the next one costs."""

    left: int
    cards: int
    points: int


class Gain(NamedTuple):
    """What an action brings at once."""

    points: int
    saved: int
    """Which of two actions that bring as much is better: the one for which this is more."""


@dataclass(frozen=True, slots=True)
class Bots:
    """One game's part in how bots play."""

    own: Mapping[str, Callable[[], Bot]] = field(default_factory=dict)
    """Bots that take the place of the usual ones in this game, by name: for a game in which no routes are claimed."""
    hide: tuple[Callable[[State, int, Memory], None], ...] = ()
    """Hides what a seat may not know of tickets, beyond those in hands and decks.

    It may change what a state knows of tickets and of their decks, and nothing else: the rest is lent, not copied.
    """
    answer: Callable[[View], Action] = lambda view: view.legal[0]
    """Decides in the middle of an action about something that came up."""
    gains: Mapping[type[Action], Callable[[State, Any], Gain]] = field(default_factory=dict)
    """What actions other than claims bring at once."""
    moves: tuple[Callable[[View, float], Action | None], ...] = ()
    """Something besides claims and draws that is worth a turn, with so many turns to go; None where nothing is.

    The planner asks again only after it has claimed something, and towards the end.
    """
    loan: Callable[[State, int], Loan | None] = lambda _state, _seat: None
    """What it takes a seat to use an opponent's route; None where it cannot."""
    borrow: Callable[[View, list[int]], Action | None] = lambda _view, _pairs: None
    """What makes one of these pairs of cities usable, whose routes are an opponent's; None where nothing does now."""
