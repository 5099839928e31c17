"""Why a game was won: win probabilities and expected points turn by turn, and the luck of cards and tickets."""

from ttrn.analysis.game import Analysis, TurnValue, analyse
from ttrn.analysis.luck import Chance, Luck

__all__ = ["Analysis", "Chance", "Luck", "TurnValue", "analyse"]
