"""The routes that the planner is after: which it can pay for, and which cards bring it nearer to them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from ttrn.core.actions import ClaimRoute
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, Counts
from ttrn.core.engine import verify
from ttrn.core.price import Price
from ttrn.core.state import NOBODY, State
from ttrn.play.planner.costs import Plan, RouteCost, routes_of
from ttrn.play.view import View

ATTACH: Final = 3.0
"""What a route is worth besides its points for each end at which it goes on from the player's own."""

ANY: Final = 99
"""More wild cards than anybody can have."""

BEST: Final = 4
"""So many routes the planner is after when no ticket asks for any."""


class Target:
    """A route to be claimed: with which colour, how many cards of it are missing, and what it is worth."""

    __slots__ = ("color", "missing", "route", "weight")

    def __init__(self, route: int, color: int, missing: int, weight: float) -> None:
        self.route = route
        self.color = color
        self.missing = missing
        self.weight = weight


def planned(state: State, costs: list[RouteCost], plan: Plan) -> list[Target]:
    """Return the routes that a plan still has to claim, with the hand's cards shared out among them."""
    found = [costs[pair].route for pair in plan.pairs if costs[pair].route != NOBODY]
    if not found:
        return []
    tickets = state.board.tickets
    share = 2 * sum([tickets[ticket].points for ticket in plan.tickets]) / len(plan.pairs)
    routes = state.board.routes
    return shared_out(state, [(route, share + routes[route].points) for route in found])


def shared_out(state: State, wanted: list[tuple[int, float]]) -> list[Target]:
    """Share out the hand among routes: those of one colour first, then gray ones, each with what is left most."""
    left = list(state.hands[state.seat])
    known = state.prices
    wanted.sort(key=lambda item: (len(known[item[0]].colors) > 1, -item[1], item[0]))
    found: list[Target] = []
    for index, weight in wanted:
        price = known[index]
        color = price.colors[0] if len(price.colors) == 1 else max(price.colors, key=left.__getitem__)
        plain = price.number - price.locomotives
        have = min(plain, left[color])
        left[color] -= have
        found.append(Target(index, color, plain - have, weight))
    return found


def lucrative(view: View, costs: list[RouteCost], turns: float) -> list[Target]:
    """Return the free routes that bring most for the turns they take, the best one first."""
    state, hand, routes = view.state, view.hand, routes_of(view.state)
    wilds = [sum([hand[kind] for kind in kinds]) for kinds in routes.wild_kinds]
    mine = ends(state, view.seat)
    best: list[tuple[float, int]] = []
    chosen: dict[int, RouteCost] = {}
    last = 0.0  # nothing is worth less
    for cost in costs:
        index = cost.route
        if index == NOBODY:
            continue
        short = cost.missing - wilds[routes.wild[index]]
        time = 1 + (max(0, short)) / 2
        # Most are worth too little wherever they lead.
        if time <= turns + 1 and -(routes.points[index] + 2 * ATTACH) / time <= last:
            a, b = routes.ends[index]
            points = routes.points[index] + ATTACH * ((a in mine) + (b in mine))
            weight = -points / time
            if weight <= last:
                chosen[index] = cost
                insort(best, (weight, index))
                if len(best) > BEST:
                    best.pop()
                    last = best[-1][0]
    return [_target(hand, state.prices[index], chosen[index], -weight) for weight, index in best]


def _target(hand: Counts, price: Price, cost: RouteCost, weight: float) -> Target:
    return Target(cost.route, cost.color, max(0, price.number - price.locomotives - hand[cost.color]), weight)


def affordable(view: View, targets: Sequence[Target], turns: float, thrift: int) -> ClaimRoute | None:
    """Return the claim of the target that can be paid now and is worth most.

    Those that take more wild cards than ``thrift`` in place of coloured ones are left out.
    """
    state, hand, routes = view.state, view.hand, routes_of(view.state)
    best: tuple[float, ClaimRoute] | None = None
    for target in targets:
        price = state.prices[target.route]
        wild = wild_cards(hand, price)
        if target.missing > min(thrift, wild - price.locomotives) or (best is not None and target.weight <= best[0]):
            continue
        if routes.tunnels[target.route] and turns > 3 and hand[target.color] + wild <= price.number:
            # There is hardly a tunnel that costs nothing more.
            continue
        action = ClaimRoute(target.route, payment(hand, price, whole_color(hand, price, target.color)))
        if verify(state, action) is None:
            best = (target.weight, action)
    return None if best is None else best[1]


def wild_cards(hand: Counts, price: Price) -> int:
    """Return how many cards of a hand stand for any colour in a price."""
    found = 0
    for kind in price.wild:
        found += hand[kind]
    return found


def ends(state: State, seat: int) -> set[int]:
    """Return the cities that a player's routes lead to."""
    found: set[int] = set()
    cities = routes_of(state).ends
    for index, owner in enumerate(state.owners):
        if owner == seat:
            found.update(cities[index])
    return found


def whole_color(hand: Counts, price: Price, color: int) -> int:
    """Return a colour that pays for a gray route without wild cards, if this one does not and another does."""
    number = price.number - price.locomotives
    if hand[color] >= number:
        return color
    return min([kind for kind in price.colors if hand[kind] >= number], key=hand.__getitem__, default=color)


def payment(hand: Counts, price: Price, color: int) -> tuple[int, ...]:
    """Return how to pay with a colour: as few wild cards as possible, of them those first that are no locomotives."""
    paid = [0] * KINDS
    paid[color] = min(price.number - price.locomotives, hand[color])
    wild = price.number - paid[color]
    for kind in price.wild:
        if kind != LOCOMOTIVE:
            paid[kind] = min(wild - price.locomotives, hand[kind])
            wild -= paid[kind]
    paid[LOCOMOTIVE] = wild
    return tuple(paid)


def card_values(view: View, targets: Sequence[Target]) -> list[float]:
    """Return what one more card of each kind is worth: the more, the fewer a route still wants."""
    values = [0.0] * KINDS
    state, hand, routes = view.state, view.hand, routes_of(view.state)
    for target in targets:
        price = state.prices[target.route]
        wild = wild_cards(hand, price)
        worth = target.weight / max(1, target.missing + price.locomotives - wild)
        if target.missing or routes.tunnels[target.route]:
            values[target.color] = max(values[target.color], worth)
        for kind in price.wild:
            values[kind] = max(values[kind], worth * 1.1 if kind == LOCOMOTIVE else worth)
        if len(price.colors) > 1 and target.missing:
            # Any colour will do, if there is enough of it.
            for color in price.colors:
                short = price.number - hand[color] - wild
                values[color] = max(values[color], target.weight / max(1, short) * 0.9)
    for color in range(COLORS):
        values[color] += 0.01 * hand[color]
    return values
