"""Scoring with stations: what those left bring, and what the others help to complete (EU-SCORE, EU-STATION-3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ttrn.boards import Board
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
from ttrn.graph.edges import board_edges


def seat_scores(state: State) -> list[PlayerScore]:
    """Return the scores with stations, their unbuilt ones and the tickets that they help to complete (EU-SCORE-1)."""
    built = stations_of(state).by_seat()
    return [_with_stations(state, score, built[score.seat]) for score in base_scores(state)]


def tie_breaks(house: House) -> tuple[TieBreak, ...]:
    """EU-TIE-1: more completed tickets, fewer stations, the European Express."""
    return (more_tickets, FEWER_STATIONS, longer_path if house.tie_by_length else EXPRESS)


FEWER_STATIONS: Final = TieBreak("fewer stations built", lambda state, score: -stations_of(state).built[score.seat])
EXPRESS: Final = bonus_card("the European Express")


def _with_stations(state: State, score: PlayerScore, cities: list[int]) -> PlayerScore:
    """Add what the stations are worth: 4 points each unbuilt, and the tickets completed over borrowed routes."""
    seat = score.seat
    unbuilt = stations_left(state, seat) * state.board.tables.station_points
    borrowed, results = borrow(state, score, cities) if cities else ((), score.tickets)
    total, completed = score.total + unbuilt, score.completed
    if results is not score.tickets:
        total += sum([result.points for result in results]) - score.ticket_points
        completed = sum([result.complete for result in results])
    extras = (Extra("stations", "stations not built", unbuilt),)
    _, routes, _, hidden, network, bonus, _, _, rank, *_ = score
    return PlayerScore(seat, routes, results, hidden, network, bonus, total, completed, rank, extras, borrowed)


def without_stations(state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that forgets what stations lend (EU-STATION-3) or those left (EU-SCORE-1)."""
    own = sum([result.points for result in ticket_results(state, score.seat, score.network)])
    unbuilt = stations_left(state, score.seat) * state.board.tables.station_points
    return LikelyMistake("EU-STATION-3", score.ticket_points - own), LikelyMistake("EU-SCORE-1", unbuilt)


def borrow(
    state: State, score: PlayerScore, cities: list[int]
) -> tuple[tuple[Borrowed, ...], tuple[TicketResult, ...]]:
    """EU-STATION-3: choose the opponents' route for each station that brings the most points, over all tickets."""
    board, seat, results = state.board, score.seat, score.tickets
    edges, groups = board_edges(board), score.network.groups.leads(len(board.cities))
    candidates = [opponents_routes(state, seat, city) for city in cities]
    held = [board.tickets[result.ticket] for result in results]
    goals = [Goal(ticket.a, ticket.b, ticket.points) for ticket in held]
    chosen = best_borrowing(edges, groups, candidates, goals)
    if max(chosen) == NOBODY:
        return tuple([Borrowed(city, NOBODY, ()) for city in cities]), results
    through = completed_through(edges, groups, chosen, goals)
    borrowed = [
        Borrowed(city, route, tuple([results[i].ticket for i in places]))
        for city, route, places in zip(cities, chosen, through, strict=True)
    ]
    whole = score.network.groups.copy()
    for route in chosen:
        if route != NOBODY:
            whole.add(route)
    return tuple(borrowed), tuple(
        [
            result
            if result.complete or not whole.joined(goal.a, goal.b)
            else TicketResult(result.ticket, True, goal.points)
            for result, goal in zip(results, goals, strict=True)
        ]
    )


@lru_cache(maxsize=64)
def _routes_at(board: Board) -> list[list[int]]:
    """Return the routes into or out of each city."""
    return [[track for _, pair in near for track in board.pairs[pair]] for near in board.adjacent]


def opponents_routes(state: State, seat: int, city: int) -> list[int]:
    """Return the routes of opponents into or out of a city: those that a station there may borrow."""
    owners = state.owners
    return [track for track in _routes_at(state.board)[city] if owners[track] not in (NOBODY, seat)]
