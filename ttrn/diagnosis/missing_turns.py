"""What a player may have done in a turn that a record does not have: the lines that could stand there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ttrn.core.actions import Action, DrawTickets, PassTurn, TakeCard
from ttrn.core.cards import UNKNOWN
from ttrn.core.engine import legal_actions
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.diagnosis.other_cards import draws_now
from ttrn.notation.records import Claim, Pair, Pass, TakeTickets, WrittenAction

MOST_OTHERS: Final = 300
"""So many claims, rides, stations and rows of cards are tried; with a full hand there can be thousands."""


def choices_now(state: State, seat: int) -> Iterator[WrittenAction]:
    """Yield what a seat may do if it is its turn, as a record would write it; chance is left to the deck.

    Of a hand that is not known the claims are those with a payment that nobody saw.
    """
    table = state.copy()
    table.seat = seat
    if table.phase != MAIN:
        return
    yield from draws_now(table)
    legal = legal_actions(table)
    yield from islice(_known(table, legal), MOST_OTHERS)
    if table.hands[seat][UNKNOWN]:
        yield from _unseen_claims(table, seat)
    yield from _tickets(table, legal)
    yield Pass()


def _known(table: State, legal: list[Action]) -> Iterator[WrittenAction]:
    """Yield the legal claims, stations, rides and rows of cards, as far as the hand is known."""
    records = table.game.records
    for action in legal:
        if isinstance(action, TakeCard | DrawTickets | PassTurn):
            continue
        written = records.write[type(action)](table, action, None)
        yield written
        yield from records.completed(table, written)


def _unseen_claims(table: State, seat: int) -> Iterator[WrittenAction]:
    board = table.board
    for tracks in board.pairs:
        route = board.routes[tracks[0]]
        if route.length <= table.trains[seat] and any(table.owners[track] == NOBODY for track in tracks):
            yield Claim(Pair(board.cities[route.a].code, board.cities[route.b].code), "?")


def _tickets(table: State, legal: list[Action]) -> Iterator[WrittenAction]:
    """Yield draws of tickets that nobody saw, by how many are kept and, where that shows, of which decks they are."""
    for action in legal:
        if isinstance(action, DrawTickets):
            drawn = table.game.records.write[DrawTickets](table, action, None)
            assert isinstance(drawn, TakeTickets)
            for kept in range(len(drawn.kept), 0, -1):
                yield TakeTickets(drawn.kept[:kept], drawn.kept[kept:])
