"""What simulated players' habits tell of hidden tickets: weights of signs, learnt by ``make habits``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from ttrn.boards import Board
from ttrn.registry import find_game

FILE: Final = Path(__file__).with_name("ticket_habits.json")


@dataclass(frozen=True, slots=True)
class Habits:
    """How much each sign of a ticket tells, for the games of one set of rules."""

    weights: tuple[float, ...]

    def score(self, signs: Sequence[float]) -> float:
        """Return by how much signs speak for a ticket: a logarithm of odds, up to a constant."""
        return sum([weight * sign for weight, sign in zip(self.weights, signs, strict=True)])


def habits_of(board: Board) -> Habits | None:
    """Return the habits of players on boards with these rules; None where none were learnt, or for other signs."""
    found = _learnt().get(board.rules)
    names = find_game(board.rules).unseen.ticket_signs.names
    if found is None or tuple(found["weights"]) != names:
        return None
    return Habits(tuple(found["weights"].values()))


@cache
def _learnt() -> dict[str, Any]:
    learnt: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return learnt
