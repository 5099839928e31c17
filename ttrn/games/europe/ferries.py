"""Ferries: routes over water, where some spaces want a locomotive (EU-FERRY)."""

from __future__ import annotations

from ttrn.core.actions import ClaimRoute
from ttrn.core.cards import LOCOMOTIVE, UNKNOWN, describe, name_cards
from ttrn.core.claims import route_name
from ttrn.core.state import State, Violation


def ferry_1(state: State, action: ClaimRoute) -> Violation | None:
    """EU-FERRY-1: each locomotive symbol wants a locomotive; how many cards there are is looked at elsewhere."""
    route = state.board.routes[action.route]
    if not route.ferry:
        return None
    paid = action.paid
    name, what = state.names[state.seat], f"{route_name(state, action.route)} is a ferry and wants"
    if sum(paid) == route.length and paid[LOCOMOTIVE] + paid[UNKNOWN] < route.ferry:
        wanted = name_cards(LOCOMOTIVE, route.ferry)
        return Violation("EU-FERRY-1", f"{what} {wanted} among {route.length} cards; {name} pays {describe(paid)}")
    hand = state.hands[state.seat]
    if paid[UNKNOWN] and hand[LOCOMOTIVE] + hand[UNKNOWN] < route.ferry:
        wanted = name_cards(LOCOMOTIVE, route.ferry)
        return Violation("EU-FERRY-1", f"{what} {wanted}; {name} holds {describe(hand)}")
    return None
