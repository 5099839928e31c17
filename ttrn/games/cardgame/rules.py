"""The Card Game: the shared core without routes and trains; railyards, stacks and scorings instead (rules CG-*)."""

from __future__ import annotations

from ttrn.core import draws, passing, tickets
from ttrn.core.actions import DrawTickets, KeepTickets, LayCards, PassTurn, ScoreTickets, TakeCard
from ttrn.core.game import Counted, Dialect
from ttrn.core.state import State
from ttrn.core.turns import end_turn
from ttrn.games.cardgame import railyards
from ttrn.games.cardgame import scoring as reckoning
from ttrn.games.cardgame.railyards import after_moving, copy_railyards, new_railyards, yard_cards


def pass_turn(state: State, _action: PassTurn) -> None:
    """Do nothing after the cards have moved; the deck is empty then, and the last turns are counted already."""
    end_turn(state)


def in_yard(state: State, seat: int) -> int:
    """Return how many cards lie in a railyard."""
    return sum(yard_cards(railyards.railyards(state).rows[seat]))


def on_track(state: State, seat: int) -> int:
    """Return how many cards lie in a stack."""
    return sum(railyards.railyards(state).stacks[seat])


CARDGAME = Dialect(
    name="cardgame",
    ids={
        "deck": "CG-SETUP-1",
        "deal": "CG-SETUP-1",
        "setup": "CG-SETUP-2",
        "action": "CG-TURN-2",
        "market": "CG-DRAW-1",
        "tickets": "CG-TICKET-1",
        "pool": "CG-TICKET-2",
        "refill": "CG-END-1",
        "end": "CG-END-1",
        "points": "CG-SCORE-2",
        "score": "CG-SCORE-1",
        "bonus": "CG-SCORE-3",
        "tie": "CG-TIE-1",
    },
    checks={
        TakeCard: draws.CHECKS,
        LayCards: railyards.CHECKS,
        DrawTickets: tickets.DRAW_CHECKS,
        KeepTickets: tickets.KEEP_CHECKS,
        PassTurn: passing.CHECKS,
        ScoreTickets: (),
    },
    effects={
        TakeCard: after_moving(draws.take_card),
        LayCards: after_moving(railyards.lay_cards),
        DrawTickets: after_moving(tickets.draw_tickets),
        KeepTickets: tickets.keep_tickets,
        PassTurn: after_moving(pass_turn),
        ScoreTickets: reckoning.score_and_deal,
    },
    surely_legal={TakeCard: draws.surely_legal, LayCards: railyards.surely_legal},
    choices=(draws.first_cards, railyards.lays, tickets.draws),
    ticket_decks=tickets.one_deck,
    sweeping=(),
    reshuffles=False,
    end_due=reckoning.deck_used_up,
    settle=reckoning.settle,
    put_back=tickets.set_aside,
    begin=tickets.shuffle_back,
    answers=reckoning.scorings,
    answer_kinds=(ScoreTickets,),
    lying=railyards.lying,
    lying_where=railyards.lying_where,
    close_turn=railyards.close_turn,
    conclude=reckoning.conclude,
    over=reckoning.over,
    going_on=reckoning.going_on,
    laid_down=reckoning.laid_down,
    open_bonus=reckoning.open_bonus,
    likely_mistakes=reckoning.likely_mistakes,
    counted={
        "yard": Counted("CG-TURN-1", "cards in the railyard", in_yard),
        "track": Counted("CG-TURN-1", "cards on the track", on_track),
    },
    bonus_name="big cities",
    new_extra=new_railyards,
    copy_extra=copy_railyards,
)
