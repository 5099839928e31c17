"""What a record should state of a table: the true number, cards, tickets or scores in place of those written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttrn.core.cards import letters
from ttrn.core.scoring import score_game
from ttrn.core.state import State
from ttrn.notation.game import Entry
from ttrn.notation.records import AssertCards, AssertCount, AssertTickets, Reveal, Score, WrittenTicket
from ttrn.replays.resolve import ticket_pair
from ttrn.replays.writing import ticket_back


def true_statements(state: State, seats: dict[str, int], line: Entry) -> Iterator[Entry]:
    """Yield what a line should state, if it states something that the table shows."""
    match line:
        case AssertCount():
            value = _number(state, seats.get(line.player, 0), line.what)
            if value is not None and value >= 0:
                yield replace(line, value=value)
        case AssertCards():
            cards = state.hands[seats[line.player]] if line.player else state.market
            yield replace(line, cards=letters(cards))
        case AssertTickets() | Reveal():
            tickets = _tickets(state, seats[line.player])
            if tickets:
                yield replace(line, tickets=tickets)
        case Score():
            # Of a total that depends on unknown tickets nobody can say what it should be.
            totals = {score.seat: score.total for score in score_game(state).seats if score.certain}
            scores = tuple([(player, totals.get(seats[player], stated)) for player, stated in line.scores])
            if scores != line.scores and min([points for _, points in scores]) >= 0:
                yield replace(line, scores=scores)


def _number(state: State, seat: int, what: str) -> int | None:
    match what:
        case "deck":
            return state.deck_size
        case "trains":
            return state.trains[seat] if state.board.routes else None
        case "score":
            return state.scores[seat]
        case "longest":
            return score_game(state).seats[seat].network.length if state.board.routes else None
        case _:
            counted = state.game.scoring.counted.get(what)
            return None if counted is None else counted.value(state, seat)


def _tickets(state: State, seat: int) -> tuple[WrittenTicket, ...]:
    known: list[WrittenTicket] = [ticket_pair(state.board, ticket) for ticket in state.tickets[seat]]
    for deck, number in enumerate(state.unknown_tickets[seat]):
        known += [ticket_back(state.board, deck)] * number
    return tuple(known)
