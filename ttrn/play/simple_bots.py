"""Three simple bots: one that plays at random, one that takes the points at hand, one that collects first."""

from __future__ import annotations

from ttrn.core.actions import Action, ClaimRoute, DrawTickets, KeepTickets, TakeCard
from ttrn.core.cards import BLIND, COLORS, LOCOMOTIVE
from ttrn.core.draws import first_cards, second_cards
from ttrn.core.state import MAIN, SECOND, State
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.play.view import View

FULL_HAND = 20
"""With so many cards the hoarder begins to build."""

EMPTY_HAND = 7
"""With so few it collects again."""

HURRY = 12
"""When somebody has so few trains left, collecting is over."""


class Random:
    """Plays any legal action, each as likely as the other."""

    def __call__(self, view: View) -> Action:
        """Choose at random."""
        return view.any_legal()


class Greedy:
    """Takes the most points it can have this turn, and draws what it has most of when there are none."""

    def __call__(self, view: View) -> Action:
        """Choose the action that brings the most points now."""
        if view.state.phase != MAIN:
            return answer(view)
        points, best = most_now(view)
        return best if points else draw_plenty(view)


class Hoarder:
    """Collects a large hand, lays it down in the longest routes, and collects again."""

    def __init__(self) -> None:
        self._building = False

    def __call__(self, view: View) -> Action:
        """Collect, or build the longest route that the hand pays for."""
        if view.state.phase != MAIN:
            return answer(view)
        size = sum(view.hand)
        if size >= FULL_HAND or min(view.state.trains) <= HURRY:
            self._building = True
        elif size <= EMPTY_HAND:
            self._building = False
        draw = draw_plenty(view)
        if self._building or not isinstance(draw, TakeCard):
            points, best = most_now(view)
            if points:
                return best
        return draw


def most_now(view: View) -> tuple[int, Action]:
    """Return the action that brings the most points at once, with these points; of equals the one that costs least."""
    state = view.state
    legal, routes, others = view.legal, state.board.routes, state.game.bots.gains
    tickets = Unfinished(state)
    gains: dict[int, int] = {}
    best, chosen = (0, 0), legal[0]
    for action in legal:
        if isinstance(action, ClaimRoute):
            gain = gains.get(action.route)
            if gain is None:
                gain = gains[action.route] = routes[action.route].points + tickets.completed_by(action.route)
            if gain < best[0]:
                continue
            value = (gain, -sum(action.paid[COLORS:]))
        elif type(action) in others:
            value = others[type(action)](state, action)
        else:
            continue
        if not best[0] or value > best:
            best, chosen = value, action
    return best[0], chosen


class Unfinished:
    """The tickets of the player to move that are not complete yet, and what each route would do for them."""

    def __init__(self, state: State) -> None:
        board = state.board
        self._edges = board_edges(board)
        self._groups = groups = Components(self._edges, state.routes_of(state.seat), board_dead_ends(board))
        tickets = [board.tickets[index] for index in state.tickets[state.seat]]
        missing = [ticket for ticket in tickets if not groups.joined(ticket.a, ticket.b)]
        self._missing = [(groups.grasp(ticket.a), groups.grasp(ticket.b), 2 * ticket.points) for ticket in missing]

    def completed_by(self, route: int) -> int:
        """Return what the tickets are worth that a route completes, counting that they no longer cost anything."""
        if not self._missing:
            return 0
        a, b, _ = self._edges[route]
        a, b = self._groups.lead(a), self._groups.lead(b)
        found = 0
        for here, there, points in self._missing:
            if (a in here and b in there) or (b in here and a in there):
                found += points
        return found


def draw_plenty(view: View) -> Action:
    """Take the face-up card of which the hand has most; a locomotive goes before all, a blind card before single ones.

    Where no card can be taken it is any legal action, the least harmful first.
    """
    state = view.state
    legal = second_cards(state) if state.phase == SECOND else first_cards(state)
    takes = [action.card for action in legal if isinstance(action, TakeCard)]
    if not takes:
        return min(view.legal, key=lambda action: isinstance(action, DrawTickets))
    if LOCOMOTIVE in takes:
        return TakeCard(LOCOMOTIVE)
    colors = [kind for kind in takes if 0 <= kind < COLORS]
    best = max(colors, key=lambda kind: (view.hand[kind], view.market[kind], -kind), default=BLIND)
    if BLIND in takes and (best == BLIND or view.hand[best] + view.market[best] <= 1):
        return TakeCard(BLIND)
    return TakeCard(best if best in takes else min(takes))


def answer(view: View) -> Action:
    """Do something plain in the middle of a turn: keep the cheapest tickets; what else comes up, the game answers."""
    if view.state.phase == SECOND:
        return draw_plenty(view)
    tickets = view.board.tickets
    legal = view.legal
    match legal[0]:
        case KeepTickets():
            keeps = [action for action in legal if isinstance(action, KeepTickets)]
            return min(keeps, key=lambda keep: (len(keep.kept), sum([tickets[t].points for t in keep.kept])))
        case DrawTickets():
            return max(legal, key=lambda draw: draw.mix if isinstance(draw, DrawTickets) else ())
        case _:
            return view.state.game.bots.answer(view)
