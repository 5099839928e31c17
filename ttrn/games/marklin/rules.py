"""The Märklin game: the shared core with its own cards, tickets in two decks, passengers, merchandise (rules MK-*)."""

from __future__ import annotations

from ttrn.core import claims, draws, passing, tickets
from ttrn.core.actions import ClaimRoute, DrawTickets, KeepTickets, PassTurn, PlacePassenger, RidePassenger, TakeCard
from ttrn.core.cards import LOCOMOTIVE, PASSENGER
from ttrn.core.game import Counted, Dialect
from ttrn.core.scoring import Extra, LikelyMistake, Outcome, PlayerScore, ranked, ticket_results
from ttrn.core.state import State, Violation
from ttrn.core.turns import few_trains
from ttrn.games.marklin import passengers, plus_four, rides
from ttrn.games.marklin.passengers import copy_travel, new_travel, travel
from ttrn.graph.components import Components
from ttrn.graph.edges import board_edges
from ttrn.graph.network import Network

# --- tickets ---------------------------------------------------------------------------------------------------------


def mk_ticket_1(state: State, action: DrawTickets) -> Violation | None:
    """MK-TICKET-1: four tickets in any mix; fewer only when the decks hold fewer."""
    sizes = [deck.size for deck in state.ticket_decks]
    number = min(state.board.tables.play_tickets.take, sum(sizes))
    if sum(action.mix) != number:
        some = f"{number} ticket{' is' if number == 1 else 's are'}"
        return Violation("MK-TICKET-1", f"{some} to be taken, not {sum(action.mix)}")
    for kind, size, wanted in zip(("short", "long"), sizes, action.mix, strict=True):
        if wanted > size:
            taken = f"{wanted} {kind} ticket{' is' if wanted == 1 else 's are'} taken"
            return Violation("MK-TICKET-1", f"{taken}, and {size or 'none'} {'is' if size < 2 else 'are'} left")
    return None


# --- the end ---------------------------------------------------------------------------------------------------------


def settle(state: State) -> Outcome:
    """Reckon tickets and the bonus for most of them (MK-SCORE-1); ties by tickets, then merchandise (MK-TIE-1).

    With no ticket completed by anybody there is no bonus (decided). The longest path brings nothing; it is told because
    records may state it.
    """
    board = state.board
    goods = travel(state).goods
    networks = [Network(state, seat) for seat in range(state.seats)]
    results = [ticket_results(state, seat, network) for seat, network in enumerate(networks)]
    completed = [sum([result.complete for result in mine]) for mine in results]
    most = max(completed)
    scores: list[PlayerScore] = []
    for seat, mine in enumerate(results):
        bonus = board.tables.most_tickets if completed[seat] == most and most else 0
        total = state.scores[seat] + sum([result.points for result in mine]) + bonus
        score = PlayerScore(
            seat=seat,
            routes=state.scores[seat] - goods[seat],
            tickets=mine,
            unknown_tickets=sum(state.unknown_tickets[seat]),
            network=networks[seat],
            bonus=bonus,
            total=total,
            completed=completed[seat],
            extras=(Extra("merchandise", goods[seat]),),
        )
        scores.append(score)
    return ranked(scores, lambda score: (score.total, score.completed, goods[score.seat]))


def through_countries(state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that lets routes meet in countries (MK-COUNTRY-1), bonus or not."""
    groups = Components(board_edges(state.board), state.routes_of(score.seat))
    wrong = 0
    for result in score.tickets:
        ticket = state.board.tickets[result.ticket]
        if not result.complete and groups.joined(ticket.a, ticket.b):
            wrong += 2 * ticket.points
    bonus = state.board.tables.most_tickets
    return tuple([LikelyMistake("MK-COUNTRY-1", -wrong - extra) for extra in (0, bonus, -bonus)]) if wrong else ()


def goods_forgotten(state: State, seat: int, what: str, stated: int) -> str:
    """Tell whether a wrong number forgot that tokens score at once, or counted more than a move brings (MK-MOVE-3)."""
    goods = travel(state).goods[seat]
    forgotten = what == "score" and goods and stated == state.scores[seat] - goods
    return "MK-MOVE-3" if forgotten or (what == "goods" and stated > goods) else ""


MARKLIN = Dialect(
    name="marklin",
    ids={
        "deck": "MK-DECK-1",
        "setup": "MK-SETUP-1",
        "tickets": "MK-TICKET-1",
        "bonus": "MK-SCORE-1",
        "tie": "MK-TIE-1",
        "market": "MK-MARKET-1",
        "single": "MK-DRAW-1",
        "pool": "MK-TICKET-2",
    },
    checks={
        TakeCard: draws.CHECKS,
        ClaimRoute: plus_four.CHECKS,
        PlacePassenger: passengers.PLACE_CHECKS,
        RidePassenger: passengers.RIDE_CHECKS,
        DrawTickets: (*tickets.DRAW_CHECKS, mk_ticket_1),
        KeepTickets: tickets.KEEP_CHECKS,
        PassTurn: passing.CHECKS,
    },
    effects={
        TakeCard: draws.take_card,
        ClaimRoute: passengers.claim_and_wait,
        PlacePassenger: passengers.place_passenger,
        RidePassenger: passengers.ride,
        DrawTickets: tickets.draw_tickets,
        KeepTickets: tickets.keep_tickets,
        PassTurn: passing.pass_turn,
    },
    surely_legal={TakeCard: draws.surely_legal, ClaimRoute: claims.surely_legal},
    fitting=plus_four.fitting,
    choices=(draws.first_cards, plus_four.claims, tickets.mixed_draws, rides.rides),
    ticket_decks=tickets.decks_by_kind,
    end_due=few_trains,
    settle=settle,
    put_back=tickets.set_aside,
    begin=tickets.shuffle_back,
    sweeping=(LOCOMOTIVE, PASSENGER),
    answers=passengers.places,
    answer_kinds=(PlacePassenger,),
    counted={
        "passengers": Counted("MK-PASS-1", "passengers not placed yet", lambda state, seat: travel(state).left[seat]),
        "goods": Counted("MK-GOODS-1", "points of merchandise", lambda state, seat: travel(state).goods[seat]),
    },
    pieces=passengers.pieces,
    miscounted=goods_forgotten,
    likely_mistakes=through_countries,
    bonus_name="most tickets",
    new_extra=new_travel,
    copy_extra=copy_travel,
)
