"""A record with what was found in it: marks, the better move as a variation, and a sentence why.

A turn has the mark of its worst decision, and its variation begins as the turn did before that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ttrn.analysis.decisions import Decision, Mark, by_turn
from ttrn.analysis.moments import every_moment
from ttrn.boards import Board
from ttrn.core.actions import (
    Action,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    PassTurn,
    PayTunnel,
    PlacePassenger,
    TakeCard,
)
from ttrn.core.cards import BLIND
from ttrn.core.draws import TAKES
from ttrn.core.engine import legal_actions
from ttrn.core.state import SETUP, State
from ttrn.core.tickets import ticket_name
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import Comment, Keep, Turn
from ttrn.notation.writer import format_action, format_statement
from ttrn.play.planner.costs import route_costs
from ttrn.play.planner.paths import CLOSED, cheapest_path
from ttrn.play.planner.tickets import open_tickets
from ttrn.replays.recorder import Recorder
from ttrn.replays.writing import written_ticket

WORDS: Final[dict[Mark, str]] = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}

LATER: Final[dict[type[Action], str]] = {
    TakeCard: "the second card",
    PassTurn: "the second card",
    KeepTickets: "the tickets kept",
    PayTunnel: "what was done at the tunnel",
    GiveUpTunnel: "what was done at the tunnel",
    PlacePassenger: "where the passenger goes",
}
"""What was decided later in a turn, in words."""

DETOUR: Final = 8.0
"""A way that costs so many points more is not a cheap one."""


def annotate(game: GameRecord, found: Iterable[Decision], board: Board) -> GameRecord:
    """Return a record with a mark, a comment and the better move at each turn that deserves a mark.

    Starting tickets can have a comment only. Comments that stand there already stay. The better lines are legal; cards
    that come up in them are unknown.
    """
    marked = {(one.turn, one.seat): one for one, *_ in by_turn(found) if one.mark}
    seats = {player.id: seat for seat, player in enumerate(game.players)}
    entries: list[Entry] = []
    number = game.first_turn - 1
    for entry in game.entries:
        if not isinstance(entry, Turn | Keep):
            entries.append(entry)
            continue
        number += isinstance(entry, Turn)
        decision = marked.get((number, seats.get(entry.player, -1)))
        if decision is None or isinstance(entry, Turn) == (decision.turn < game.first_turn):
            entries.append(entry)
        elif isinstance(entry, Keep):
            entries.append(replace(entry, comment=_joined(entry.comment, _what_was_lost(game, board, decision))))
        else:
            line = better_line(game, board, decision)
            entries.append(_marked(entry, decision, _what_was_lost(game, board, decision)))
            entries.append(Variation((replace(line, comment=Comment(reason(game, board, decision))),)))
    return GameRecord(tuple(entries), game.first_turn)


def _marked(turn: Turn, decision: Decision, text: str) -> Turn:
    """Return a turn with its mark, and what it lost."""
    marks = (*[mark for mark in turn.marks if mark not in WORDS], decision.mark)
    return replace(turn, marks=marks, comment=_joined(turn.comment, text))


def _what_was_lost(game: GameRecord, board: Board, decision: Decision) -> str:
    assert decision.mark
    what = later_words(decision)
    return (
        f"{WORDS[decision.mark]}{what and f' ({what})'}: {better_text(game, board, decision)} wins more often by "
        f"{100 * decision.loss:.0f} ± {100 * decision.stderr:.0f} points of a hundred ({decision.playouts} playouts)"
    )


def _joined(comment: Comment | None, text: str) -> Comment:
    """Return a comment with a sentence behind what stands there already."""
    if comment is None:
        return Comment(text)
    joined = f"{comment.text}\n{text}" if comment.block else f"{comment.text}; {text}"
    return replace(comment, text=joined)


def later_words(decision: Decision) -> str:
    """Return what it is that was decided where that is not the beginning of a turn; empty where it is."""
    return LATER.get(type(decision.played), "") if decision.step or isinstance(decision.played, KeepTickets) else ""


def played_text(game: GameRecord, decision: Decision) -> str:
    """Return what was played as the record has it: the turn, or the starting tickets."""
    if decision.turn >= game.first_turn:
        return format_action(game.turns[decision.turn - game.first_turn].action)
    name = game.players[decision.seat].id
    keep = next(entry for entry in game.entries if isinstance(entry, Keep) and entry.player == name)
    return _choice_text(keep)


def better_text(game: GameRecord, board: Board, decision: Decision) -> str:
    """Return the better move as a record would have it: the turn, or the starting tickets."""
    if decision.turn >= game.first_turn:
        return format_action(better_line(game, board, decision).action)
    state = every_moment(game, board)[decision.place].state
    best = decision.best
    assert isinstance(best, KeepTickets)
    returned = [ticket for ticket in state.offered if ticket not in best.kept]
    kept, rest = [tuple([written_ticket(board, ticket) for ticket in group]) for group in (best.kept, returned)]
    return _choice_text(Keep(state.names[state.seat], kept, rest))


def _choice_text(keep: Keep) -> str:
    return format_statement(keep).partition(" ")[2]


def better_line(game: GameRecord, board: Board, decision: Decision) -> Turn:
    """Return the better move as a turn, which goes on from there: a second card is drawn blind, one ticket is kept.

    There is none for starting tickets. A surcharge is paid.
    """
    moment = every_moment(game, board)[decision.place]
    assert moment.state.phase != SETUP
    state = moment.seen()
    recorder = Recorder(state)
    recorder.begun = moment.begun
    recorder.play(decision.best)
    while recorder.begun is not None:
        legal = legal_actions(state)
        recorder.play(TAKES[BLIND] if TAKES[BLIND] in legal else legal[0])
    return recorder.turns[-1]


def reason(game: GameRecord, board: Board, decision: Decision) -> str:
    """Return why a move is better, as far as it can be told."""
    state, best = every_moment(game, board)[decision.place].seen(), decision.best
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
