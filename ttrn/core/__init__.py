"""The rules: what is legal, what follows, what it scores; and the exact algorithms behind the scoring."""

from ttrn.core.engine import apply, legal_actions, new_game, verify
from ttrn.core.scoring import SeatScore, Settlement
from ttrn.core.state import State, Verdict

__all__ = ["SeatScore", "Settlement", "State", "Verdict", "apply", "legal_actions", "new_game", "verify"]
