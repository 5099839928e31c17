"""Laying cards in one go, as a record tells it: most lays are plainly legal."""

from __future__ import annotations

from ttrn.core.cards import UNKNOWN, CardKinds
from ttrn.core.claims import covered
from ttrn.core.state import MAIN, State
from ttrn.core.turns import end_turn
from ttrn.games.cardgame.railyards import Railyards, YardRow, move, rob


def lay_at_once(state: State, rows: tuple[YardRow, ...], kinds: CardKinds) -> bool:
    """Lay cards, all of them seen, in rows that they make, if that is legal beyond doubt; return whether it was.

    It does what the checks and the effect of laying cards do; what it leaves alone is for those, but the move at the
    start of the turn has been made then.
    """
    if state.phase != MAIN:
        return False
    yards: Railyards = state.parts[Railyards]
    if not yards.moved:
        move(state, yards)
    seat, hand = state.seat, state.hands[state.seat]
    if not covered(hand, kinds) or not rows:
        return False
    robbed = _robbed(yards, seat, rows)
    if robbed is None:
        return False
    for other, there in robbed:
        rob(state, other, there)
    for kind, number in kinds:
        hand[kind] -= number
    own = yards.rows[seat]
    own.extend(rows)
    own.sort()
    end_turn(state)
    return True


def _robbed(yards: Railyards, seat: int, rows: tuple[YardRow, ...]) -> list[tuple[int, YardRow]] | None:
    """Return the rows that are robbed, and whose they are; None where these must not be laid, or that is not plain."""
    found: list[tuple[int, YardRow]] = []
    for other, theirs in enumerate(yards.rows):
        for there in theirs:
            color, cars, wild, unseen = there
            if color == UNKNOWN:
                return None
            for row in rows:
                if row.color == color:
                    if other == seat or row.cars + row.wild <= cars + wild + unseen:
                        return None
                    found.append((other, there))
    return found
