"""The rules: what is legal, what follows, what it scores; and the exact algorithms behind the scoring."""

from ttrn.rules.engine import apply, legal_actions, new_game, verify
from ttrn.rules.scoring import SeatScore, Settlement
from ttrn.rules.state import State, Verdict

__all__ = ["SeatScore", "Settlement", "State", "Verdict", "apply", "legal_actions", "new_game", "verify"]
