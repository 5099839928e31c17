"""Actions: what a player decides. A turn is one of them, or two where chance stands between (second card, tickets).

They name routes, cities and tickets by their index on the board and cards by counts, and carry no chance: what comes
up from a deck is the state's business.
"""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a face-up card of this kind, or the top card of the deck (``BLIND``)."""

    card: int


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route with these cards, as counts."""

    route: int
    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets; ``mix`` says how many of each deck where the player may choose."""

    mix: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep these of the tickets drawn; an unknown one is ``-1`` less the number of its deck."""

    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacePassenger:
    """Put a passenger in a city of the route just claimed, or none at all (``NO_CITY``)."""

    city: int


@dataclass(frozen=True, slots=True)
class RidePassenger:
    """Move the passenger that stands in a city along these routes, with so many passenger cards."""

    start: int
    routes: tuple[int, ...]
    cards: int = 0


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Do nothing, because nothing is legal."""


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pay the surcharge of a tunnel with these cards, as counts."""

    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GiveUpTunnel:
    """Take the payment for a tunnel back instead of paying the surcharge."""


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city with these cards, as counts."""

    city: int
    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay these cards in the player's railyard, as counts."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreTickets:
    """Count the tickets that everybody can complete now, and go on with a new deck: nobody's turn."""


Action: TypeAlias = (
    TakeCard
    | ClaimRoute
    | DrawTickets
    | KeepTickets
    | PassTurn
    | PayTunnel
    | GiveUpTunnel
    | BuildStation
    | PlacePassenger
    | RidePassenger
    | LayCards
    | ScoreTickets
)


def _made_again(action: Any) -> tuple[Any, ...]:
    """Return how an action is made again in another process."""
    return type(action), tuple([getattr(action, name) for name in action.__match_args__])


# By themselves compiled classes would set the fields of a new object, which frozen ones refuse.
for _kind in get_args(Action):
    copyreg.pickle(_kind, _made_again)

NO_CITY: Final = -1
"""In place of a city: none."""


def unknown_ticket(deck: int = 0) -> int:
    """Return the number that stands for an unknown ticket of a deck."""
    return -1 - deck
