"""Whether marks for mistakes can be trusted: what ``make gate`` measured for each game, and kept beside this file.

Marks are shown only if enough of them are confirmed by ten times as many playouts, and if better bots lose less.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from ttrn.boards import Board

FILE: Final = Path(__file__).with_name("gate.json")

CONFIRMED: Final = 0.7
"""The share of marks that must be confirmed."""

FEWEST: Final = 10
"""So many marks there must be for their share to mean anything."""

ORDER: Final = ("random", "greedy", "planner", "thinker")
"""Each of these bots must lose more per move, in contested positions, than the next."""


class Gate(NamedTuple):
    """What was measured."""

    marks: int
    """How many marks were given in games of planners."""
    confirmed: int
    """How many of them ten times as many other playouts confirmed."""
    losses: dict[str, float]
    """What each bot lost a move in contested positions, on average: a share of a win."""

    @property
    def holds(self) -> bool:
        """Whether marks may be shown."""
        losses = [self.losses[bot] for bot in ORDER] if set(ORDER) <= set(self.losses) else []
        falling = len(losses) > 0 and all(one > other for one, other in pairwise(losses))
        return falling and self.marks >= FEWEST and self.confirmed >= CONFIRMED * self.marks


@cache
def measured(rules: str) -> Gate | None:
    """Return what was measured for a game, by the name of its rules; None where nothing has been."""
    found = json.loads(FILE.read_text(encoding="utf-8")).get(rules) if FILE.exists() else None
    return Gate(found["marks"], found["confirmed"], found["losses"]) if found else None


def marks_hold(board: Board) -> bool:
    """Return whether marks may be shown for games on a board."""
    gate = measured(board.rules)
    return gate is not None and gate.holds
