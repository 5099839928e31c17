"""The Europe game: the shared core with ferries, tunnels, stations, and tickets of two kinds (rules EU-*)."""

from __future__ import annotations

from ttrn.boards import Board
from ttrn.core import claims, draws, passing, tickets
from ttrn.core.actions import (
    BuildStation,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    PassTurn,
    PayTunnel,
    TakeCard,
    unknown_ticket,
)
from ttrn.core.game import Counted, Dialect
from ttrn.core.scoring import (
    Borrowed,
    Extra,
    LikelyMistake,
    Outcome,
    PlayerScore,
    TicketResult,
    ranked,
    seat_scores,
    ticket_results,
)
from ttrn.core.state import NOBODY, State, TicketDeck
from ttrn.core.turns import few_trains
from ttrn.games.europe import ferries, stations, tunnels
from ttrn.games.europe.borrowing import Goal, best_borrowing, completed_through
from ttrn.games.europe.table import copy_works, lying, lying_where, new_works, works
from ttrn.graph.components import complete_tickets
from ttrn.graph.edges import board_edges

SHORT, LONG = 0, 1
"""The decks of tickets; the long ones are dealt at the start only."""


def ticket_decks(board: Board) -> list[TicketDeck]:
    """Return the short and the long tickets, each in a deck of its own (EU-DECK-1)."""
    return [TicketDeck([ticket.index for ticket in board.ticket_deck(name)], name) for name in ("short", "long")]


def leave_box(state: State) -> None:
    """EU-SETUP-1: the long tickets that were not dealt leave the game unseen."""
    deck = state.ticket_decks[LONG]
    deck.fresh = 0
    if deck.order:
        works(state).box += deck.order
        deck.unseen.difference_update(deck.order)
        deck.order = []


def put_away(state: State, returned: list[int]) -> None:
    """EU-SETUP-1: tickets not kept at the start leave the game."""
    works(state).box += [ticket for ticket in returned if ticket >= 0]


def gone(state: State, ticket: int) -> str:
    """Tell why a ticket is in no deck (EU-SETUP-1)."""
    if tickets.deck_of(state, ticket) == LONG:
        return "long tickets are dealt at the start only"
    return "it was not kept at the start, and left the game" if ticket in works(state).box else ""


def tell_decks(state: State, seat: int, kept: list[int], returned: list[int]) -> None:
    """EU-SETUP-1: one of the tickets dealt is long; where none is named, an unknown one is, maybe a kept one."""
    if any(tickets.deck_of(state, ticket) == LONG for ticket in (*kept, *returned)):
        return
    unknown, long = unknown_ticket(SHORT), unknown_ticket(LONG)
    for group in (kept, returned):
        if unknown in group:
            group[group.index(unknown)] = long
            if group is kept and unknown in returned:
                works(state).either.add(seat)
            return


def unknown_place(state: State, seat: int, ticket: int) -> int:
    """Return of which deck the unknown ticket of a seat is; one kept at the start may be of either deck."""
    number = tickets.unknown_of_deck(state, seat, ticket)
    if number == NOBODY and seat in works(state).either and ticket in state.ticket_decks[SHORT].unseen:
        return LONG if state.unknown_tickets[seat][LONG] else NOBODY
    return number


# --- scoring ---------------------------------------------------------------------------------------------------------


def settle(state: State) -> Outcome:
    """Reckon the scores, with stations and the European Express, and break ties (EU-SCORE-1, EU-SCORE-2, EU-TIE-1)."""
    built = works(state).built
    scores = [_with_stations(state, score) for score in seat_scores(state)]
    by_length = state.house.tie_by_length

    def key(score: PlayerScore) -> tuple[int, ...]:
        last = score.path.length if by_length else int(score.bonus > 0)
        return (score.total, score.completed, -built[score.seat], last)

    return ranked(scores, key)


def _with_stations(state: State, score: PlayerScore) -> PlayerScore:
    """Add what the stations are worth: 4 points each unbuilt, and the tickets completed over borrowed routes."""
    left = stations.stations_left(state, score.seat)
    unbuilt = left * state.board.tables.station_points
    borrowed, results = borrow(state, score.seat, score.tickets)
    gain = sum([result.points for result in results]) - score.ticket_points
    return score._replace(
        tickets=results,
        total=score.total + gain + unbuilt,
        completed=sum([result.complete for result in results]),
        extras=(Extra("stations not built", unbuilt),),
        borrowed=borrowed,
    )


def without_stations(state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that forgets what stations lend (EU-STATION-3) or those left (EU-SCORE-1)."""
    own = sum([result.points for result in ticket_results(state, score.seat, score.network)])
    unbuilt = stations.stations_left(state, score.seat) * state.board.tables.station_points
    return LikelyMistake("EU-STATION-3", score.ticket_points - own), LikelyMistake("EU-SCORE-1", unbuilt)


def borrow(
    state: State, seat: int, results: tuple[TicketResult, ...]
) -> tuple[tuple[Borrowed, ...], tuple[TicketResult, ...]]:
    """EU-STATION-3: choose the opponents' route for each station that brings the most points, over all tickets."""
    cities = [city for city, owner in enumerate(works(state).stations) if owner == seat]
    if not cities:
        return (), results
    board = state.board
    edges, owned = board_edges(board), state.routes_of(seat)
    candidates = [opponents_routes(state, seat, city) for city in cities]
    held = [board.tickets[result.ticket] for result in results]
    goals = [Goal(ticket.a, ticket.b, ticket.points) for ticket in held]
    chosen = best_borrowing(edges, owned, candidates, goals)
    if max(chosen) == NOBODY:
        return tuple([Borrowed(city, NOBODY, ()) for city in cities]), results
    through = completed_through(edges, owned, chosen, goals)
    borrowed = [
        Borrowed(city, route, tuple([results[i].ticket for i in places]))
        for city, route, places in zip(cities, chosen, through, strict=True)
    ]
    whole = complete_tickets(edges, owned, [(g.a, g.b) for g in goals], borrowed=[r for r in chosen if r != NOBODY])
    return tuple(borrowed), tuple(
        [
            TicketResult(result.ticket, complete, goal.points if complete else -goal.points)
            for result, goal, complete in zip(results, goals, whole, strict=True)
        ]
    )


def opponents_routes(state: State, seat: int, city: int) -> list[int]:
    """Return the routes of opponents into or out of a city: those that a station there may borrow."""
    board, owners = state.board, state.owners
    tracks = [track for _, pair in board.adjacent[city] for track in board.pairs[pair]]
    return [track for track in tracks if owners[track] not in (NOBODY, seat)]


EUROPE = Dialect(
    name="europe",
    ids={
        "deck": "EU-DECK-1",
        "setup": "EU-SETUP-1",
        "tickets": "EU-TICKET-1",
        "bonus": "EU-SCORE-2",
        "tie": "EU-TIE-1",
    },
    checks={
        TakeCard: draws.CHECKS,
        ClaimRoute: (*claims.CHECKS[:-1], ferries.ferry_1, claims.CHECKS[-1]),
        PayTunnel: tunnels.PAY_CHECKS,
        GiveUpTunnel: tunnels.GIVE_UP_CHECKS,
        BuildStation: stations.CHECKS,
        DrawTickets: tickets.DRAW_CHECKS,
        KeepTickets: tickets.KEEP_CHECKS,
        PassTurn: passing.CHECKS,
    },
    effects={
        TakeCard: draws.take_card,
        ClaimRoute: tunnels.claim,
        PayTunnel: tunnels.pay_tunnel,
        GiveUpTunnel: tunnels.give_up_tunnel,
        BuildStation: stations.build_station,
        DrawTickets: tickets.draw_tickets,
        KeepTickets: tickets.keep_tickets,
        PassTurn: passing.pass_turn,
    },
    surely_legal={TakeCard: draws.surely_legal, ClaimRoute: claims.surely_legal},
    fitting=claims.fitting,
    choices=(draws.first_cards, claims.claims, tickets.draws, stations.builds),
    ticket_decks=ticket_decks,
    end_due=few_trains,
    settle=settle,
    new_extra=new_works,
    copy_extra=copy_works,
    answers=tunnels.answers,
    answer_kinds=(PayTunnel, GiveUpTunnel),
    begin=leave_box,
    put_back=put_away,
    take_back=lambda _state, _number: None,
    gone=gone,
    tell_decks=tell_decks,
    unknown_place=unknown_place,
    lying=lying,
    lying_where=lying_where,
    pieces=stations.pieces,
    likely_mistakes=without_stations,
    counted={"stations": Counted("EU-STATION-1", "stations left", stations.stations_left)},
)
