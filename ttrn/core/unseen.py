"""What a game adds to the search for deals of unseen cards: how its own actions and deals move cards.

Its functions are handed the constraints that are being collected, and move cards with the methods of those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ttrn.core.state import State
from ttrn.core.ticket_signs import ROUTE_SIGNS, TicketSigns
from ttrn.graph.network import Network
from ttrn.notation.records import WrittenAction

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints
    from ttrn.notation.game import Entry

Pay: TypeAlias = "Callable[[CardConstraints, int, Any], None]"
"""What an action of a seat does with cards."""

NewPart: TypeAlias = Callable[[int, State | None], Any]
"""Returns what is counted, for a number of seats: as it is in a position, or at the start of a game (None)."""


class Completed(NamedTuple):
    """Which tickets of the board a seat would complete at the end if it held them."""

    ways: list[frozenset[int]]
    """Once for each way in which they may be counted; the way that brings the most points counts. Empty where nothing
    can be said."""
    excluded: frozenset[int] = frozenset()
    """Tickets that the seat does not hold if this is how they are counted."""
    doubt: str = ""
    """Why they may be counted otherwise too, if they may."""


def joined_by_routes(state: State, seat: int) -> Completed:
    """Return the tickets whose cities the routes of a seat join."""
    groups = Network(state.board, state.routes_of(seat)).groups
    return Completed([frozenset([ticket.index for ticket in state.board.tickets if groups.joined(ticket.a, ticket.b)])])


@dataclass(frozen=True, slots=True)
class Unseen:
    """One game's part in what unseen cards can be; the defaults are those of the base."""

    pay: Mapping[type[WrittenAction], Pay] = field(default_factory=lambda: NO_PAYMENTS)
    """What actions do with cards that the base does not have, or has otherwise, by kind of written action."""
    parts: Mapping[type, NewPart] = field(default_factory=lambda: NO_PARTS)
    """What is counted besides cards, by its class; ``constraints.parts`` has it under that."""
    end_turn: Callable[[CardConstraints], None] = lambda _constraints: None
    """What happens at the end of each turn, before the gaps in the market are filled."""
    new_deal: Callable[[CardConstraints, Entry], bool] = lambda _constraints, _entry: False
    """Deals in mid-game where that is due before an entry; returns whether the entry is a line of such a deal."""
    completed: Callable[[State, int], Completed] = joined_by_routes
    """Which tickets of the board a seat would complete at the end if it held them."""
    ticket_signs: TicketSigns = ROUTE_SIGNS
    """What everybody sees of a player that hints at hidden tickets."""


NO_PAYMENTS: Final[Mapping[type[WrittenAction], Pay]] = {}
NO_PARTS: Final[Mapping[type, NewPart]] = {}
