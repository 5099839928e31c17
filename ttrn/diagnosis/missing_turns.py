"""What a player may have done in a turn that a record does not tell: the lines that could stand there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from ttrn.core import actions as rules
from ttrn.core.cards import LETTERS, PASSENGER, UNKNOWN, letters
from ttrn.core.engine import legal_actions, verify
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.diagnosis.other_cards import draws_now
from ttrn.games.marklin.passengers import Passengers, cities_of, passengers_of
from ttrn.notation.records import Claim, Pair, Pass, Play, Ride, Station, TakeTickets, UnknownTicket, WrittenAction

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


def _known(table: State, legal: list[rules.Action]) -> Iterator[WrittenAction]:
    """Yield the legal claims, stations, rides and rows of cards, as far as the hand is known."""
    for action in legal:
        match action:
            case rules.ClaimRoute():
                claim = Claim(_route(table, action), letters(action.paid))
                yield claim
                if waits_for_passenger(table):
                    yield replace(claim, passenger=claim.route.a)
                    yield replace(claim, passenger=claim.route.b)
            case rules.BuildStation(city, paid):
                yield Station(table.board.cities[city].code, letters(paid))
            case rules.RidePassenger():
                codes = [table.board.cities[city].code for city in cities_of(table, action)]
                yield Ride(tuple(codes), LETTERS[PASSENGER] * action.cards)
            case rules.LayCards(cards):
                yield Play(letters(cards))


def waits_for_passenger(table: State) -> bool:
    """Tell whether the player may place a passenger after a claim."""
    return Passengers in table.parts and passengers_of(table).left[table.seat] > 0


def _route(table: State, action: rules.ClaimRoute) -> Pair:
    """Name a route; with the number of its track only where a reader would take it for another."""
    board = table.board
    route = board.routes[action.route]
    tracks = board.pairs[route.pair]
    number = 0
    if len(tracks) > 1:
        first = next((t for t in tracks if verify(table, rules.ClaimRoute(t, action.paid)) is None), action.route)
        number = 0 if first == action.route else route.track
    return Pair(board.cities[route.a].code, board.cities[route.b].code, number)


def _unseen_claims(table: State, seat: int) -> Iterator[WrittenAction]:
    board = table.board
    for tracks in board.pairs:
        route = board.routes[tracks[0]]
        if route.length <= table.trains[seat] and any(table.owners[track] == NOBODY for track in tracks):
            yield Claim(Pair(board.cities[route.a].code, board.cities[route.b].code), "?")


def _tickets(table: State, legal: list[rules.Action]) -> Iterator[WrittenAction]:
    """Yield draws of tickets that nobody saw, by how many are kept and, where that shows, of which decks they are."""
    for action in legal:
        if isinstance(action, rules.DrawTickets):
            backs = _backs(table, action)
            for kept in range(len(backs), 0, -1):
                yield TakeTickets(tuple(backs[:kept]), tuple(backs[kept:]))


def _backs(table: State, action: rules.DrawTickets) -> list[UnknownTicket]:
    if not action.mix or table.board.tables.play_tickets.decks:
        return [UnknownTicket()] * min(table.board.tables.play_tickets.take, sum(d.size for d in table.ticket_decks))
    backs: list[UnknownTicket] = []
    for number, deck in zip(action.mix, table.ticket_decks, strict=True):
        backs += [UnknownTicket("l" if deck.name == "long" else "s")] * number
    return backs
