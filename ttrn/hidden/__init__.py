"""Hidden information: what an observer could have written, and what a record with unseen cards still proves."""

from ttrn.hidden.bounds import Bounds, hand_bounds
from ttrn.hidden.budget import Budget
from ttrn.hidden.inference import Forced, Inference, infer
from ttrn.hidden.judgement import Judgement, check, check_legible, judge, judge_timeline
from ttrn.hidden.merging import Clash, merge
from ttrn.hidden.redaction import PUBLIC, redact
from ttrn.hidden.ticket_odds import RankedTicket, TicketOdds
from ttrn.hidden.turn_odds import CardOdds, HandOdds, Odds, odds
from ttrn.hidden.witness import Witness

__all__ = [
    "PUBLIC",
    "Bounds",
    "Budget",
    "CardOdds",
    "Clash",
    "Forced",
    "HandOdds",
    "Inference",
    "Judgement",
    "Odds",
    "RankedTicket",
    "TicketOdds",
    "Witness",
    "check",
    "check_legible",
    "hand_bounds",
    "infer",
    "judge",
    "judge_timeline",
    "merge",
    "odds",
    "redact",
]
