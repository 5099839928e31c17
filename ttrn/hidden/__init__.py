"""Hidden information: what an observer could have written, and what a record with unseen cards still proves."""

from ttrn.hidden.bounds import Bounds, hand_bounds
from ttrn.hidden.budget import Budget
from ttrn.hidden.inference import Forced, Inference, infer
from ttrn.hidden.judgement import Judgement, check, check_legible, judge, judge_timeline
from ttrn.hidden.merging import Clash, merge
from ttrn.hidden.redaction import PUBLIC, redact
from ttrn.hidden.witness import Witness

__all__ = [
    "PUBLIC",
    "Bounds",
    "Budget",
    "Clash",
    "Forced",
    "Inference",
    "Judgement",
    "Witness",
    "check",
    "check_legible",
    "hand_bounds",
    "infer",
    "judge",
    "judge_timeline",
    "merge",
    "redact",
]
