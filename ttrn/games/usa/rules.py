"""The USA game: the shared core with its own tables (rules US-*)."""

from __future__ import annotations

from ttrn.core import claims, draws, passing, scoring, tickets
from ttrn.core.actions import ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard
from ttrn.core.game import Dialect
from ttrn.core.turns import few_trains

USA = Dialect(
    name="usa",
    ids={
        "deck": "US-DECK-1",
        "setup": "US-SETUP-1",
        "tickets": "US-TICKET-1",
        "bonus": "US-SCORE-1",
        "tie": "US-TIE-1",
    },
    checks={
        TakeCard: draws.CHECKS,
        ClaimRoute: claims.CHECKS,
        DrawTickets: tickets.DRAW_CHECKS,
        KeepTickets: tickets.KEEP_CHECKS,
        PassTurn: passing.CHECKS,
    },
    effects={
        TakeCard: draws.take_card,
        ClaimRoute: claims.claim_route,
        DrawTickets: tickets.draw_tickets,
        KeepTickets: tickets.keep_tickets,
        PassTurn: passing.pass_turn,
    },
    surely_legal={TakeCard: draws.surely_legal, ClaimRoute: claims.surely_legal},
    fitting=claims.fitting,
    choices=(draws.first_cards, claims.claims, tickets.draws),
    ticket_decks=tickets.one_deck,
    end_due=few_trains,
    settle=scoring.settle,
)
