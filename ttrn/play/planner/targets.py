"""The routes that the planner is after: which it can pay for, and which cards bring it nearer to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ttrn.core.actions import ClaimRoute
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, PLUS_FOUR, Counts
from ttrn.core.engine import verify
from ttrn.core.state import NOBODY, State
from ttrn.games.marklin.plus_four import LONG
from ttrn.play.planner.costs import Plan, RouteCost, wild_cards
from ttrn.play.view import View

ATTACH: Final = 3.0
"""What a route is worth besides its points for each end at which it goes on from the player's own."""

BEST: Final = 4
"""So many routes the planner is after when no ticket asks for any."""


class Target(NamedTuple):
    """A route to be claimed: with which colour, how many cards of it are missing, and what it is worth."""

    route: int
    color: int
    missing: int
    weight: float


def planned(state: State, offers: Sequence[RouteCost], plan: Plan) -> list[Target]:
    """Return the routes that a plan still has to claim, with the hand's cards shared out among them."""
    found = [offers[pair] for pair in plan.pairs if offers[pair].route != NOBODY]
    if not found:
        return []
    tickets = state.board.tickets
    share = 2 * sum([tickets[ticket].points for ticket in plan.tickets]) / len(plan.pairs)
    routes = state.board.routes
    return shared_out(state, [(offer.route, share + routes[offer.route].points) for offer in found])


def shared_out(state: State, wanted: list[tuple[int, float]]) -> list[Target]:
    """Share out the hand among routes: those of one colour first, then gray ones, each with what is left most."""
    left = list(state.hands[state.seat])
    routes = state.board.routes
    wanted.sort(key=lambda item: (not routes[item[0]].color, -item[1], item[0]))
    found: list[Target] = []
    for index, weight in wanted:
        route = routes[index]
        color = LETTERS.index(route.color) if route.color else max(range(COLORS), key=left.__getitem__)
        plain = route.length - route.ferry
        have = min(plain, left[color])
        left[color] -= have
        found.append(Target(index, color, plain - have, weight))
    return found


def lucrative(view: View, offers: Sequence[RouteCost], turns: float) -> list[Target]:
    """Return the free routes that bring most for the turns they take, the best one first."""
    hand, routes = view.hand, view.board.routes
    wild = [wild_cards(hand, length) for length in range(1 + max([route.length for route in routes]))]
    mine = ends(view.state, view.seat)
    found: list[tuple[float, RouteCost]] = []
    for offer in offers:
        if offer.route == NOBODY:
            continue
        route = routes[offer.route]
        time = 1 + max(0, offer.missing - wild[route.length]) / 2
        if time <= turns + 1:
            points = route.points + ATTACH * ((route.a in mine) + (route.b in mine))
            found.append((-points / time, offer))
    found.sort(key=lambda item: (item[0], item[1].route))
    return [_target(view, offer, -weight) for weight, offer in found[:BEST]]


def _target(view: View, offer: RouteCost, weight: float) -> Target:
    route = view.board.routes[offer.route]
    return Target(offer.route, offer.color, max(0, route.length - route.ferry - view.hand[offer.color]), weight)


def affordable(view: View, targets: Sequence[Target], turns: float) -> ClaimRoute | None:
    """Return the claim of the target that can be paid now and is worth most."""
    state, hand = view.state, view.hand
    best: tuple[float, ClaimRoute] | None = None
    for target in targets:
        route = state.board.routes[target.route]
        wild = wild_cards(hand, route.length)
        if target.missing + route.ferry > wild:
            continue
        if route.tunnel and turns > 3 and hand[target.color] + wild <= route.length:
            # There is hardly a tunnel that costs nothing more.
            continue
        color = target.color if route.color else whole_color(hand, route.length - route.ferry, target.color)
        action = ClaimRoute(target.route, payment(hand, route.length, route.ferry, color))
        if (best is None or target.weight > best[0]) and verify(state, action) is None:
            best = (target.weight, action)
    return None if best is None else best[1]


def ends(state: State, seat: int) -> set[int]:
    """Return the cities that a player's routes lead to."""
    routes = state.board.routes
    return {city for index in state.routes_of(seat) for city in (routes[index].a, routes[index].b)}


def whole_color(hand: Counts, length: int, color: int) -> int:
    """Return a colour that pays for a gray route without locomotives, if this one does not and another does."""
    if hand[color] >= length:
        return color
    enough = [kind for kind in range(COLORS) if hand[kind] >= length]
    return min(enough, key=hand.__getitem__, default=color)


def payment(hand: Counts, length: int, ferry: int, color: int) -> tuple[int, ...]:
    """Return how to pay for a route with a colour: as few locomotives as possible, "+4" ones first."""
    paid = [0] * KINDS
    paid[color] = min(length - ferry, hand[color])
    wild = length - paid[color]
    if length >= LONG:
        paid[PLUS_FOUR] = min(wild, hand[PLUS_FOUR])
    paid[LOCOMOTIVE] = wild - paid[PLUS_FOUR]
    return tuple(paid)


def card_values(view: View, targets: Sequence[Target]) -> list[float]:
    """Return what one more card of each kind is worth: the more, the fewer a route still wants."""
    values = [0.0] * KINDS
    hand = view.hand
    routes = view.board.routes
    for target in targets:
        route = routes[target.route]
        length = route.length
        short = target.missing + route.ferry - wild_cards(hand, length)
        worth = target.weight / max(1, short)
        if target.missing or route.tunnel:
            values[target.color] = max(values[target.color], worth)
        values[LOCOMOTIVE] = max(values[LOCOMOTIVE], worth * 1.1)
        if length >= LONG:
            values[PLUS_FOUR] = max(values[PLUS_FOUR], worth)
        if not route.color and target.missing:
            # Any colour will do, if there is enough of it.
            for color in range(COLORS):
                short = length - hand[color] - wild_cards(hand, length)
                values[color] = max(values[color], target.weight / max(1, short) * 0.9)
    for color in range(COLORS):
        values[color] += 0.01 * hand[color]
    return values
