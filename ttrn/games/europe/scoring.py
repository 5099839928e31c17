"""Scoring with stations: what those left bring, and what the others help to complete (EU-SCORE, EU-STATION-3)."""

from __future__ import annotations

from typing import Final

from ttrn.core.house_rules import House
from ttrn.core.scoring import (
    Borrowed,
    Extra,
    LikelyMistake,
    PlayerScore,
    TicketResult,
    TieBreak,
    bonus_card,
    longer_path,
    more_tickets,
    ticket_results,
)
from ttrn.core.scoring import seat_scores as base_scores
from ttrn.core.state import NOBODY, State
from ttrn.games.europe.borrowing import Goal, best_borrowing, completed_through
from ttrn.games.europe.stations import stations_left, stations_of
from ttrn.graph.components import complete_tickets
from ttrn.graph.edges import board_edges


def seat_scores(state: State) -> list[PlayerScore]:
    """Return the scores with stations, their unbuilt ones and the tickets that they help to complete (EU-SCORE-1)."""
    return [_with_stations(state, score) for score in base_scores(state)]


def tie_breaks(house: House) -> tuple[TieBreak, ...]:
    """EU-TIE-1: more completed tickets, fewer stations, the European Express."""
    return (more_tickets, FEWER_STATIONS, longer_path if house.tie_by_length else EXPRESS)


FEWER_STATIONS: Final = TieBreak("fewer stations built", lambda state, score: -stations_of(state).built[score.seat])
EXPRESS: Final = bonus_card("the European Express")


def _with_stations(state: State, score: PlayerScore) -> PlayerScore:
    """Add what the stations are worth: 4 points each unbuilt, and the tickets completed over borrowed routes."""
    left = stations_left(state, score.seat)
    unbuilt = left * state.board.tables.station_points
    borrowed, results = borrow(state, score.seat, score.tickets)
    gain = sum([result.points for result in results]) - score.ticket_points
    return score._replace(
        tickets=results,
        total=score.total + gain + unbuilt,
        completed=sum([result.complete for result in results]),
        extras=(Extra("stations", "stations not built", unbuilt),),
        borrowed=borrowed,
    )


def without_stations(state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that forgets what stations lend (EU-STATION-3) or those left (EU-SCORE-1)."""
    own = sum([result.points for result in ticket_results(state, score.seat, score.network)])
    unbuilt = stations_left(state, score.seat) * state.board.tables.station_points
    return LikelyMistake("EU-STATION-3", score.ticket_points - own), LikelyMistake("EU-SCORE-1", unbuilt)


def borrow(
    state: State, seat: int, results: tuple[TicketResult, ...]
) -> tuple[tuple[Borrowed, ...], tuple[TicketResult, ...]]:
    """EU-STATION-3: choose the opponents' route for each station that brings the most points, over all tickets."""
    cities = [city for city, owner in enumerate(stations_of(state).owners) if owner == seat]
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
