"""The rules: what is legal, what follows, what it scores; and the exact algorithms behind the scoring."""

from ttrn.core.engine import apply, legal_actions, new_game, verify
from ttrn.core.scoring import Outcome, PlayerScore
from ttrn.core.state import State, Violation

__all__ = ["Outcome", "PlayerScore", "State", "Violation", "apply", "legal_actions", "new_game", "verify"]
