"""Which tickets the planner keeps, and when it draws new ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.boards import Board, Ticket
from ttrn.core.actions import Action, DrawTickets, KeepTickets
from ttrn.core.state import NOBODY, SETUP, State
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.play.planner.costs import TURN, KnownPaths, RouteCost, plan_for, routes_of, search_by
from ttrn.play.planner.paths import CLOSED, Path, give_back
from ttrn.play.view import View

SPARE: Final = 6
"""Trains that a plan at the start leaves over, for the paths around what others will have claimed."""

USUAL: Final = 8
"""What a ticket of somebody else's is taken to bring."""

HOPE: Final = 5.0
"""What new tickets must promise beyond the turn they cost."""

POOR: Final = 5.0
"""What a poor ticket is taken to bring at first: less than new tickets must promise, and more than most of them do."""


def open_tickets(state: State) -> list[int]:
    """Return the player's tickets that are not complete."""
    board, seat = state.board, state.seat
    groups = Components(board_edges(board), state.routes_of(seat), board_dead_ends(board))
    tickets = [board.tickets[index] for index in state.tickets[seat]]
    return [ticket.index for ticket in tickets if not groups.joined(ticket.a, ticket.b)]


def turns_left(state: State) -> float:
    """Guess how many turns each player has before somebody runs out of trains."""
    guesses = [30.0]
    for seat in range(state.seats):
        if seat != state.seat:
            trains, cards = state.trains[seat], sum(state.hands[seat])
            guesses.append(max(0, trains - 2 - cards) / 1.5 + min(max(0, trains - 2), cards) / 4 + 1)
    return min(guesses)


def leading(view: View, missing: list[int]) -> bool:
    """Return whether the player would most likely win if the game ended now, with these tickets not complete."""
    state = view.state
    tickets = view.board.tickets
    mine = state.scores[view.seat]
    for ticket in state.tickets[view.seat]:
        mine += -tickets[ticket].points if ticket in missing else tickets[ticket].points
    theirs = [
        state.scores[seat] + USUAL * sum(state.unknown_tickets[seat])
        for seat in range(state.seats)
        if seat != view.seat
    ]
    return mine > max(theirs, default=0)


def choose_tickets(view: View, costs: list[RouteCost], spare: int) -> Action:
    """Keep the tickets that fit together best; before that, draw them from the decks that promise most.

    At the start a plan for them leaves ``spare`` trains over, for the paths around what others will have claimed.
    """
    state = view.state
    if isinstance(view.legal[0], DrawTickets):
        return view.legal[len(view.legal) // 2]
    held = open_tickets(state)
    start = state.phase == SETUP
    trains = view.trains - spare if start else view.trains
    turns = turns_left(state)
    paths: KnownPaths = {}
    best: tuple[float, Action] | None = None
    for action in view.legal:
        assert isinstance(action, KeepTickets)
        tickets = [*held, *action.kept]
        plan = plan_for(state, costs, tickets, trains, turns, paths=paths)
        # Whoever keeps a ticket stakes its points: the plan counts them twice.
        stake = sum([view.board.tickets[ticket].points for ticket in action.kept])
        value = plan.value - stake - (0.1 * stake if start else 0.15 * stake)
        if best is None or value > best[0]:
            best = (value, action)
    assert best is not None
    return best[1]


def promising(view: View, costs: list[RouteCost], turns: float) -> bool:
    """Return whether new tickets promise more than the turn they cost and what they must bring at least."""
    if turns < 3 or view.trains < 4:
        return False
    # Most often it is plain even with poor tickets made better than they are, which spares the search for their paths.
    return hope(view, costs, turns, POOR) > 0 and hope(view, costs, turns) > 0


def hope(view: View, costs: list[RouteCost], turns: float, least: float = -CLOSED) -> float:
    """Return what drawing tickets promises: the best of those drawn, less its cost and what it must bring at least.

    No ticket is taken to bring less than ``least``, or than it takes off if it is not completed.
    """
    state, board = view.state, view.board
    take = board.tables.play_tickets.take
    unseen = [board.tickets[i] for deck in state.ticket_decks for i in sorted(deck.unseen) if deck.fresh]
    lengths = routes_of(state).lengths
    gains: list[float] = []
    paths = _paths(board, costs, unseen, least)
    for at, ticket in enumerate(unseen):
        points, path = ticket.points, paths[at]
        gain = max(least, -points)
        if path is not None:
            spent, pairs = path
            missing = length = 0
            for pair in pairs:
                cost = costs[pair]
                missing += cost.missing
                if cost.route != NOBODY:
                    length += lengths[cost.route]
            if len(pairs) + missing / 2 < turns - 2 and length <= view.trains:
                gain = max(gain, points - spent)
        gains.append(gain)
    gains.sort(reverse=True)
    chance, left = 0.0, 1.0
    for at, gain in enumerate(gains):
        # The chance that this one is drawn, and none of the better ones.
        drawn = left * min(1.0, take / (len(gains) - at))
        chance += drawn * gain
        left -= drawn
    return chance - TURN - HOPE


def _paths(board: Board, costs: list[RouteCost], tickets: Sequence[Ticket], least: float) -> list[Path | None]:
    """Return the cheapest path for each ticket that brings more than ``least`` by it; all from one city at a time."""
    wanted: dict[int, dict[int, float]] = {}
    for ticket in tickets:
        points = ticket.points
        limit = points - max(least, -points)
        if limit > 0:
            others = wanted.setdefault(ticket.a, {})
            others[ticket.b] = max(others.get(ticket.b, 0.0), limit)
    search = search_by(board, costs)
    found = {start: search.find(start, others) for start, others in wanted.items()}
    give_back(board, search)
    return [found[ticket.a].get(ticket.b) if ticket.a in found else None for ticket in tickets]


def draw_tickets(view: View) -> Action:
    """Draw tickets, where there is a choice the short ones."""
    draws = [action for action in view.legal if isinstance(action, DrawTickets)]
    return max(draws, key=lambda draw: draw.mix)
