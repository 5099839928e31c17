"""Hidden information: what an observer could have written, and what a record with unseen cards still tells."""

from ttrn.hidden.redact import PUBLIC, redact
from ttrn.hidden.solver import Budget
from ttrn.hidden.verdict import Judgement, check, judge, judge_timeline
from ttrn.hidden.witness import Witness

__all__ = ["PUBLIC", "Budget", "Judgement", "Witness", "check", "judge", "judge_timeline", "redact"]
