"""Rides with unseen cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.cards import PASSENGER
from ttrn.notation.records import Ride

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints


def ride(constraints: CardConstraints, seat: int, action: Ride) -> None:
    """Play passenger cards for a ride (MK-MOVE-2)."""
    if action.cards:
        constraints.play_cards(seat, action.cards, (PASSENGER,))
