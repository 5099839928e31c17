"""The planner's turns: what it does when, and what it remembers from one to the next."""

from __future__ import annotations

from typing import Final, NamedTuple

from ttrn.core.actions import Action, TakeCard
from ttrn.core.cards import BLIND, KINDS, LOCOMOTIVE, UNKNOWN
from ttrn.core.draws import TAKES, first_cards, second_cards
from ttrn.core.state import ANSWER, MAIN, NOBODY, SECOND
from ttrn.play.planner.costs import CARD, EMPTY, LEAST, TURN, Plan, RouteCost, plan_for, route_costs
from ttrn.play.planner.paths import CLOSED
from ttrn.play.planner.targets import ANY, affordable, card_values, lucrative, planned
from ttrn.play.planner.tickets import SPARE, choose_tickets, draw_tickets, leading, open_tickets, promising, turns_left
from ttrn.play.simple_bots import most_now
from ttrn.play.view import View

FRESH: Final = 2
"""After so many turns a plan is made anew: the hand has changed, and other paths may be cheaper now."""

HURRY: Final = 6
"""With so few turns left everything is thought through at every turn."""


class Style(NamedTuple):
    """In what planners differ."""

    spare: int = SPARE
    """Trains that a plan at the start leaves over, for the paths around what others will have claimed."""
    card: float = CARD
    """What a card is worth in points."""
    thrift: int = ANY
    """So many wild cards a route may take in place of coloured ones while there is time to collect."""
    late: float = 0.0
    """With so few turns left there is none."""


USUAL: Final = Style()


class Planner:
    """Plans for its tickets and replans when others are in the way."""

    def __init__(self, style: Style = USUAL) -> None:
        self._style = style
        self._plan: Plan = EMPTY
        self._values: list[float] = [0.0] * KINDS
        self._tickets: list[int] = []
        self._age = FRESH
        # With how many trains left (and tickets held) tickets, new ones, and moves of the game's own were last thought
        # of: until a claim takes some, or tickets come, nothing changes.
        self._claimed: tuple[int, tuple[int, ...]] = (NOBODY, ())
        self._open: list[int] = []
        self._hopeless = NOBODY
        self._moved = NOBODY

    @property
    def open(self) -> list[int]:
        """The tickets that were not complete when it last planned."""
        return self._open

    def __call__(self, view: View) -> Action:
        """Choose the action that the plan asks for."""
        phase = view.state.phase
        if phase == MAIN:
            return self._turn(view)
        if phase == SECOND:
            return self._draw(view)
        if phase == ANSWER:
            return view.state.game.bots.answer(view)
        return choose_tickets(view, self._costs(view), self._style.spare)

    # --- a turn ------------------------------------------------------------------------------------------------------

    def _turn(self, view: View) -> Action:
        state = view.state
        if state.last_turns >= 0:
            points, best = most_now(view)
            return best if points else self._draw(view)
        costs = self._costs(view)
        turns = turns_left(state)
        plan = self._planned(view, costs, turns)
        targets = planned(state, costs, plan)
        thrift = self._style.thrift if turns > self._style.late else ANY
        found = self._own_move(view, turns) or affordable(view, targets, turns, thrift)
        if found is None and not targets:
            # What is left of the plan can only be borrowed.
            found = state.game.bots.borrow(view, list(plan.pairs)) or self._new_tickets(view, costs, turns)
            if found is None:
                targets = lucrative(view, costs, turns)
                found = affordable(view, targets[:1], turns, thrift)
        if found is not None:
            return found
        self._values = card_values(view, targets)
        return self._draw(view)

    def _costs(self, view: View) -> list[RouteCost]:
        """Return for each pair of cities what it costs, by what a card is worth to this planner."""
        costs, card, routes = route_costs(view.state, view.seat), self._style.card, view.board.routes
        if card == CARD:
            return costs
        for pair, known in enumerate(costs):
            if known.route != NOBODY:
                cost = max(LEAST, TURN + card * known.missing - routes[known.route].points)
                costs[pair] = RouteCost(cost, known.route, known.color, known.missing)
        return costs

    def _planned(self, view: View, costs: list[RouteCost], turns: float) -> Plan:
        """Return the plan; a new one if there are new tickets, somebody is in the way, or time has passed."""
        tickets = self._open_tickets(view)
        self._age += 1
        if self._age >= FRESH or turns < HURRY or tickets != self._tickets or self._in_the_way(costs):
            self._age = 0
            self._tickets = tickets
            self._plan = plan_for(view.state, costs, tickets, view.trains, turns)
        else:
            left, plan = self._left(costs), self._plan
            if len(left) < len(plan.pairs):
                self._plan = Plan(plan.value, plan.tickets, tuple(left), plan.trains)
        return self._plan

    def _in_the_way(self, costs: list[RouteCost]) -> bool:
        """Return whether others have claimed something that the plan needs."""
        for pair in self._plan.pairs:
            cost = costs[pair]
            if cost.cost >= CLOSED or (cost.cost and cost.color == NOBODY):
                return True
        return False

    def _open_tickets(self, view: View) -> list[int]:
        """Return the tickets that are not complete; they change with the claims, and with new tickets."""
        known = (view.trains, tuple(view.state.tickets[view.seat]))
        if known != self._claimed:
            self._claimed = known
            self._open = open_tickets(view.state)
        return self._open

    def _left(self, costs: list[RouteCost]) -> list[int]:
        """Return the pairs of the plan that are not joined yet."""
        return [pair for pair in self._plan.pairs if costs[pair].cost]

    def _new_tickets(self, view: View, costs: list[RouteCost], turns: float) -> Action | None:
        """Draw tickets if they promise enough; whoever leads races for the end instead."""
        if view.trains != self._hopeless:
            if not leading(view, self._open) and promising(view, costs, turns):
                return draw_tickets(view)
            self._hopeless = view.trains
        return None

    def _own_move(self, view: View, turns: float) -> Action | None:
        """Make a move of the game's own if that is worth the turn; what it is worth changes with the claims."""
        if view.trains == self._moved and turns >= HURRY:
            return None
        self._moved = view.trains
        for move in view.state.game.bots.moves:
            found = move(view, turns)
            if found is not None:
                return found
        return None

    def _draw(self, view: View) -> Action:
        """Take the card that is worth most to the targets."""
        state = view.state
        legal = second_cards(state) if state.phase == SECOND else first_cards(state)
        takes = [take.card for take in legal if isinstance(take, TakeCard)]
        if not takes:
            points, best = most_now(view)
            return best if points else view.legal[-1]
        values = self._values
        pool = state.pool
        blind = 0.0
        for kind in range(UNKNOWN):
            blind += values[kind] * pool[kind]
        blind = blind / (sum(pool) or 1) + 0.001
        worth = {card: blind if card == BLIND else values[card] for card in takes}
        if LOCOMOTIVE in worth:
            # It is the whole turn: two other cards stand against it.
            others = sorted([value for card, value in worth.items() if card != LOCOMOTIVE], reverse=True)
            second = max([*others[1:2], blind]) if others else 0.0
            if others and worth[LOCOMOTIVE] < others[0] + second:
                del worth[LOCOMOTIVE]
        return TAKES[max(worth, key=lambda card: (worth[card], -card))]
