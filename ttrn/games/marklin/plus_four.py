"""Paying for routes where "+4" locomotives are wild on the long ones only (MK-CLAIM-1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ttrn.boards import Route
from ttrn.core import claims
from ttrn.core.actions import ClaimRoute
from ttrn.core.cards import LOCOMOTIVE, PASSENGER, PLUS_FOUR, a_card
from ttrn.core.claims import route_name, spaces
from ttrn.core.price import Price, colors_of
from ttrn.core.state import State, Violation

LONG: Final = 4
"""Routes of so many spaces or more take "+4" locomotives."""


def mk_claim_1(state: State, action: ClaimRoute) -> Violation | None:
    """MK-CLAIM-1: "+4" locomotives are wild on routes of 4 or more spaces only; passenger cards never pay."""
    route = state.board.routes[action.route]
    paid = action.paid
    if not paid[PASSENGER] and (not paid[PLUS_FOUR] or route.length >= LONG):
        return None
    kind = PASSENGER if paid[PASSENGER] else PLUS_FOUR
    reason = "never pays for a route" if paid[PASSENGER] else f"is wild on routes of {LONG} or more spaces only"
    what = f"{route_name(state, action.route)}, which has {spaces(route)}"
    return Violation("MK-CLAIM-1", f"{a_card(kind)} {reason}; it is paid for {what}")


CHECKS = (*claims.CHECKS[:-1], mk_claim_1, claims.CHECKS[-1])


def route_price(route: Route) -> Price:
    """CLAIM-2, MK-CLAIM-1: a card for each space, of the route's colour; "+4" ones are wild on long routes."""
    return _route_price(route.length, route.color)


@lru_cache(maxsize=4096)
def _route_price(length: int, color: str) -> Price:
    return Price(length, colors_of(color), (LOCOMOTIVE, PLUS_FOUR) if length >= LONG else (LOCOMOTIVE,))
