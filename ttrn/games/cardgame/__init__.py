"""The Card Game: no routes and trains, but railyards, stacks on the track and scorings (rules CG-*)."""

from typing import Final

from ttrn.boards.features import Features
from ttrn.core import draws, passing, tickets
from ttrn.core.actions import ClaimRoute, DrawTickets, KeepTickets, LayCards, PassTurn, ScoreTickets, TakeCard
from ttrn.core.bots import Bots
from ttrn.core.game import Game
from ttrn.core.rules import SHUFFLED, Counted, RuleIds, Rules, Scoring, TicketRules
from ttrn.core.unseen import Unseen
from ttrn.games.cardgame import bots, choosing, position, railyards, records, scoring, ticket_signs, unseen
from ttrn.games.cardgame.facts import FACTS
from ttrn.games.cardgame.railyards import after_moving
from ttrn.games.cardgame.rulebook import RULEBOOK
from ttrn.games.cardgame.valuing import VALUING
from ttrn.notation.records import Claim, Play
from ttrn.position.fields import SEAT, TURN, PositionField, PositionTables
from ttrn.replays.choosing import CHOOSERS, Chooser
from ttrn.replays.handlers import HANDLERS
from ttrn.replays.moves import ACTIONS
from ttrn.replays.resolve import RESOLVERS, ResolvedClaim
from ttrn.replays.tables import Records
from ttrn.replays.writing import WRITERS

RULES: Final = Rules(
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
        PassTurn: after_moving(railyards.pass_turn),
        ScoreTickets: scoring.score_and_deal,
    },
    surely_legal={TakeCard: draws.surely_legal, LayCards: railyards.surely_legal},
    draw_at_once=railyards.draw_at_once,
    choices=(draws.takes, lambda state: [railyards.lays(state)], tickets.draws),
    answers=scoring.scorings,
    answer_kinds=(ScoreTickets,),
    parts=(railyards.PART,),
    open_piles=railyards.open_piles,
    sweeping=(),
    reshuffles=False,
    close_turn=railyards.close_turn,
    conclude=scoring.conclude,
    end_due=scoring.deck_used_up,
    why_over=scoring.why_over,
    why_going_on=scoring.why_going_on,
)

POSITION: Final = PositionTables(
    fields=(
        PositionField(TURN, "round", "second rounds", position.write_round, position.read_round),
        PositionField(SEAT, "yard", "railyards", position.write_yard, position.read_yard),
        PositionField(SEAT, "track", "on-the-track stacks", position.write_track, position.read_track),
        PositionField(SEAT, "done", "tickets completed before the end", position.write_done, position.read_done),
    ),
    derive=position.derive,
    checks=(position.no_color_twice, position.done_before, position.last_turns),
    points=position.points,
)

GAME: Final = Game(
    name="cardgame",
    features=Features(needs=frozenset(("big_cities", "cards"))),
    rulebook=RULEBOOK,
    ids=RuleIds(
        deck="CG-SETUP-1",
        setup="CG-SETUP-2",
        tickets="CG-TICKET-1",
        bonus="CG-SCORE-3",
        tie="CG-TIE-1",
        market="CG-DRAW-1",
        pool="CG-TICKET-2",
        action="CG-TURN-2",
        deal="CG-SETUP-1",
        points="CG-SCORE-2",
        refill="CG-END-1",
        end="CG-END-1",
        score="CG-SCORE-1",
    ),
    rules=RULES,
    tickets=TicketRules(returned=SHUFFLED, shown_before=scoring.shown_before),
    scoring=Scoring(
        seats=scoring.seat_scores,
        tie_breaks=scoring.tie_breaks,
        bonus_name="big cities",
        counted={
            "yard": Counted("CG-TURN-1", "cards in the railyard", railyards.in_yard),
            "track": Counted("CG-TURN-1", "cards on the track", railyards.on_track),
        },
        open_bonus=scoring.open_bonus,
        likely_mistakes=scoring.likely_mistakes,
    ),
    records=Records(
        read={**{kind: read for kind, read in RESOLVERS.items() if kind is not Claim}, Play: records.resolve_play},
        write={
            **{kind: write for kind, write in WRITERS.items() if kind is not ClaimRoute},
            LayCards: records.write_lay,
        },
        choose={
            **{kind: chooser for kind, chooser in CHOOSERS.items() if kind is not ClaimRoute},
            LayCards: Chooser(choosing.offer_lays, choosing.follow_lay),
        },
        actions={
            **{kind: actions for kind, actions in ACTIONS.items() if kind is not ResolvedClaim},
            records.ResolvedLay: records.lay_actions,
        },
        handle={
            **{kind: handle for kind, handle in HANDLERS.items() if kind is not ResolvedClaim},
            records.ResolvedLay: records.play,
        },
        complete=records.complete,
        spendable=choosing.spendable,
        ask_spent=choosing.ask_spent,
        at_scoring=records.at_scoring,
        go_on=records.go_on,
    ),
    position=POSITION,
    facts=FACTS,
    unseen=Unseen(
        pay={Play: unseen.lay_cards},
        parts={unseen.SecondDeck: unseen.SecondDeck},
        end_turn=unseen.end_turn,
        new_deal=unseen.new_deal,
        completed=unseen.completed,
        ticket_signs=ticket_signs.SIGNS,
    ),
    bots=Bots(own=bots.OWN),
    valuing=VALUING,
)
