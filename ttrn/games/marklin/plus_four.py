"""Paying for routes where "+4" locomotives are wild on the long ones only (MK-CLAIM-1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ttrn.boards import Route
from ttrn.core.actions import Action, ClaimRoute
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, PASSENGER, PLUS_FOUR, UNKNOWN, Counts, a_card, kinds_of
from ttrn.core.claim_list import list_claims
from ttrn.core.claims import (
    claim_1,
    claim_3,
    claim_5,
    claim_6,
    held,
    route_name,
    spaces,
    unfit_payment,
    unseen_payment,
    wrong_payment,
)
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


def claim_2(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-2: as many cards as spaces, of one colour, with those wild cards that the route takes; and hold them."""
    route = state.board.routes[action.route]
    paid = action.paid
    wrong = unfit_payment(route.length, route.color, _as_usual(paid))
    if wrong:
        return wrong_payment(state, action, wrong)
    return held(state, paid) or (_unseen_payment(state, route, paid) if paid[UNKNOWN] else None)


def _unseen_payment(state: State, route: Route, paid: Sequence[int]) -> Violation | None:
    """CLAIM-2: a payment that was not seen must be possible; where "+4" locomotives are wild they are as good."""
    hand = state.hands[state.seat]
    colors = [kind for kind in range(COLORS) if paid[kind]] or list(range(COLORS))
    best = max([hand[kind] for kind in colors if not route.color or LETTERS[kind] == route.color])
    if route.length >= LONG and best + hand[PLUS_FOUR] + hand[LOCOMOTIVE] + hand[UNKNOWN] >= route.length:
        return None
    return unseen_payment(state, route, paid)


CHECKS = (claim_1, claim_5, claim_6, claim_3, mk_claim_1, claim_2)


@lru_cache(maxsize=65_536)
def fitting(length: int, color: str, _ferry: int, paid: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the cards of a payment by kind if all were seen and they pay for such a route, else nothing."""
    if paid[UNKNOWN] or paid[PASSENGER] or (paid[PLUS_FOUR] and length < LONG):
        return ()
    return () if unfit_payment(length, color, _as_usual(paid)) else kinds_of(paid)


def _as_usual(paid: tuple[int, ...]) -> tuple[int, ...]:
    """Return a payment with the "+4" locomotives as plain ones."""
    cards = list(paid)
    cards[LOCOMOTIVE] += cards[PLUS_FOUR]
    cards[PLUS_FOUR] = 0
    return tuple(cards)


def payments(hand: Counts, route: Route) -> list[tuple[int, ...]]:
    """Return every way to pay for a route from a hand of known cards."""
    length = route.length
    plus = hand[PLUS_FOUR] if length >= LONG else 0
    locomotives = hand[LOCOMOTIVE]
    colors = [LETTERS.index(route.color)] if route.color else range(COLORS)
    found: list[tuple[int, ...]] = []
    for color in colors:
        for wild in range(max(0, length - hand[color]), min(locomotives + plus, length - 1) + 1):
            found += [_paid(color, length - wild, wild - four, four) for four in _split(wild, locomotives, plus)]
    if locomotives + plus >= length:
        found += [_paid(0, 0, length - four, four) for four in _split(length, locomotives, plus)]
    return found


def _split(wild: int, locomotives: int, plus: int) -> range:
    """Return how many of the wild cards may be "+4" locomotives."""
    return range(max(0, wild - locomotives), min(wild, plus) + 1)


def _paid(color: int, number: int, locomotives: int, plus: int) -> tuple[int, ...]:
    paid = [0] * KINDS
    paid[color] = number
    paid[LOCOMOTIVE] = locomotives
    paid[PLUS_FOUR] = plus
    return tuple(paid)


def claims(state: State) -> list[Action]:
    """Return all claims that the known cards of the player's hand allow."""
    return list_claims(state, payments)
