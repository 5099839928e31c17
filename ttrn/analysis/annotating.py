"""A record with what was found in it: marks, the better move as a variation, and a sentence why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ttrn.analysis.decisions import Decision, Mark, moments_of
from ttrn.boards import Board
from ttrn.core.actions import ClaimRoute, DrawTickets, TakeCard
from ttrn.core.cards import BLIND
from ttrn.core.draws import TAKES
from ttrn.core.engine import legal_actions
from ttrn.core.state import State
from ttrn.core.tickets import ticket_name
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import Comment, Turn
from ttrn.notation.writer import format_action
from ttrn.play.planner.costs import route_costs
from ttrn.play.planner.paths import CLOSED, cheapest_path
from ttrn.play.planner.tickets import open_tickets
from ttrn.replays.recorder import Recorder

WORDS: Final[dict[Mark, str]] = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}

DETOUR: Final = 8.0
"""A way that costs so many points more is not a cheap one."""


def annotate(game: GameRecord, found: Iterable[Decision], board: Board) -> GameRecord:
    """Return a record with a mark, a comment and the better move at each turn that deserves a mark.

    Comments that stand there already stay. The better lines are legal; cards that come up in them are unknown.
    """
    marked = {decision.turn: decision for decision in found if decision.mark}
    entries: list[Entry] = []
    number = game.first_turn - 1
    for entry in game.entries:
        if not isinstance(entry, Turn):
            entries.append(entry)
            continue
        number += 1
        decision = marked.get(number)
        if decision is None:
            entries.append(entry)
            continue
        line = better_line(game, board, decision)
        entries.append(_marked(entry, decision, line))
        entries.append(Variation((replace(line, comment=Comment(reason(game, board, decision))),)))
    return GameRecord(tuple(entries))


def _marked(turn: Turn, decision: Decision, line: Turn) -> Turn:
    """Return a turn with its mark, and what it lost."""
    assert decision.mark
    text = (
        f"{WORDS[decision.mark]}: {format_action(line.action)} wins more often by {100 * decision.loss:.0f} "
        f"± {100 * decision.stderr:.0f} points of a hundred ({decision.playouts} playouts)"
    )
    marks = (*[mark for mark in turn.marks if mark not in WORDS], decision.mark)
    if turn.comment is None:
        return replace(turn, marks=marks, comment=Comment(text))
    joined = f"{turn.comment.text}; {text}" if not turn.comment.block else f"{turn.comment.text}\n{text}"
    return replace(turn, marks=marks, comment=replace(turn.comment, text=joined))


def better_line(game: GameRecord, board: Board, decision: Decision) -> Turn:
    """Return the better move as a turn: a second card is drawn blind, one ticket is kept, a surcharge is paid."""
    state = moments_of(game, board)[decision.turn].seen()
    recorder = Recorder(state)
    recorder.play(decision.best)
    while recorder.begun is not None:
        legal = legal_actions(state)
        recorder.play(TAKES[BLIND] if TAKES[BLIND] in legal else legal[0])
    return recorder.turns[-1]


def reason(game: GameRecord, board: Board, decision: Decision) -> str:
    """Return why a move is better, as far as it can be told."""
    state, best = moments_of(game, board)[decision.turn].seen(), decision.best
    if isinstance(best, ClaimRoute):
        ticket = _only_cheap_way(state, best.route)
        if ticket:
            return f"it is on the only cheap way of {ticket}"
        return f"it brings {board.routes[best.route].points} points, and nobody can take it any more"
    if isinstance(best, DrawTickets):
        return "there is time for more tickets"
    if isinstance(best, TakeCard) and isinstance(decision.played, ClaimRoute):
        return "the route can wait: the card is wanted first"
    return "planners who went on from here won more often"


def _only_cheap_way(state: State, route: int) -> str:
    """Return a ticket of the player to move that costs much more without a route, by the names of its cities."""
    board = state.board
    pair = board.routes[route].pair
    weights = [cost.cost for cost in route_costs(state, state.seat)]
    closed = [CLOSED if number == pair else weight for number, weight in enumerate(weights)]
    for index in open_tickets(state):
        ticket = board.tickets[index]
        way = cheapest_path(board, weights, ticket.a, ticket.b)
        other = cheapest_path(board, closed, ticket.a, ticket.b)
        if way is not None and pair in way.pairs and (other is None or other.cost > way.cost + DETOUR):
            return ticket_name(state, index)
    return ""
