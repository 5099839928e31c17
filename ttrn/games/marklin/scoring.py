"""Scoring with merchandise and the bonus for most tickets (MK-SCORE, MK-TIE)."""

from __future__ import annotations

from typing import Final

from ttrn.core.house_rules import House
from ttrn.core.scoring import Extra, LikelyMistake, PlayerScore, TieBreak, more_tickets, ticket_results
from ttrn.core.state import State
from ttrn.games.marklin.passengers import passengers_of
from ttrn.graph.components import Components
from ttrn.graph.edges import board_edges
from ttrn.graph.network import Network


def seat_scores(state: State) -> list[PlayerScore]:
    """MK-SCORE-1: return the scores with the bonus for most tickets.

    With no ticket completed by anybody there is no bonus (decided). The longest path brings nothing; it is there
    because records may state it.
    """
    board = state.board
    goods = passengers_of(state).goods
    networks = [Network(board, owned) for owned in state.routes_by_seat()]
    results = [ticket_results(state, seat, network) for seat, network in enumerate(networks)]
    completed = [sum([result.complete for result in mine]) for mine in results]
    most = max(completed)
    hidden = [sum(row) for row in state.unknown_tickets]
    at_most = [
        number + (len(board.tickets) if seat in state.uncounted else hidden[seat])
        for seat, number in enumerate(completed)
    ]
    scores: list[PlayerScore] = []
    for seat, mine in enumerate(results):
        bonus = board.tables.most_tickets if completed[seat] == most and most else 0
        total = state.scores[seat] + sum([result.points for result in mine]) + bonus
        score = PlayerScore(
            seat=seat,
            routes=state.scores[seat] - goods[seat],
            tickets=mine,
            unknown_tickets=hidden[seat],
            network=networks[seat],
            bonus=bonus,
            total=total,
            completed=completed[seat],
            extras=(Extra("goods", "merchandise", goods[seat]),),
            bonus_unsure=not _bonus_sure(seat, completed, at_most),
        )
        scores.append(score)
    return scores


def _bonus_sure(seat: int, at_least: list[int], at_most: list[int]) -> bool:
    """Return whether a seat has the bonus for most tickets, or not, whatever the unknown tickets are."""
    others = [other for other in range(len(at_least)) if other != seat]
    won = at_least[seat] > 0 and all(at_least[seat] >= at_most[other] for other in others)
    return won or not at_most[seat] or any(at_most[seat] < at_least[other] for other in others)


MORE_GOODS: Final = TieBreak(
    "the higher sum of merchandise", lambda state, score: passengers_of(state).goods[score.seat]
)


def tie_breaks(_house: House) -> tuple[TieBreak, ...]:
    """MK-TIE-1: more completed tickets, then the higher sum of merchandise."""
    return (more_tickets, MORE_GOODS)


def through_countries(state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that lets routes meet in countries (MK-COUNTRY-1), bonus or not."""
    groups = Components(board_edges(state.board), state.routes_of(score.seat))
    wrong = 0
    for result in score.tickets:
        ticket = state.board.tickets[result.ticket]
        if not result.complete and groups.joined(ticket.a, ticket.b):
            wrong += 2 * ticket.points
    bonus = state.board.tables.most_tickets
    return tuple([LikelyMistake("MK-COUNTRY-1", -wrong - table) for table in (0, bonus, -bonus)]) if wrong else ()


def settle_goods(state: State, seat: int, points: int) -> None:
    """Take over the points for merchandise that a score sheet states: they lie on no final board."""
    goods = passengers_of(state).goods
    state.scores[seat] += points - goods[seat]
    goods[seat] = points


def goods_forgotten(state: State, seat: int, what: str, stated: int) -> str:
    """Return MK-MOVE-3 for a number that forgot that tokens score at once, or counted more than a move brings."""
    goods = passengers_of(state).goods[seat]
    forgotten = what == "score" and goods and stated == state.scores[seat] - goods
    return "MK-MOVE-3" if forgotten or (what == "goods" and stated > goods) else ""
