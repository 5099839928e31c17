"""How good the model is on games that it was not learnt from, by the file itself."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tools.model.fit import Data, Numbers
from ttrn.evaluation.model import Model

QUARTERS: Final = 4
BINS: Final = 10


def of(model: Model, data: Data, turns: int) -> dict[str, Any]:
    """Return log loss over that of equal chances, Brier score, and by quarters of a game how far off it is.

    ``turns`` is the column of the turns that are left.
    """
    chances, points = _judged(model, data, turns)
    quarter = np.minimum((data.far * QUARTERS).astype(int), QUARTERS - 1)
    parts = [quarter == number for number in range(QUARTERS)]
    return {
        "positions": int(data.group[-1] + 1),
        "log loss": _round(log_loss(chances, data)),
        "over uniform": _round(ratio(chances, data)),
        "planners over uniform": _round(ratio(chances, data, data.planners)),
        "stderr": _round(stderr(chances, data)),
        "planners stderr": _round(stderr(chances, data, data.planners)),
        "brier": _round(np.sum((chances - data.won) ** 2) / (data.group[-1] + 1)),
        "log loss by quarter": [_round(log_loss(chances, data, part)) for part in parts],
        "calibration error by quarter": [_round(calibration(chances[part], data.won[part])) for part in parts],
        "points off by quarter": [_round(np.abs(points - data.score)[part].mean(), 1) for part in parts],
    }


def _judged(model: Model, data: Data, turns: int) -> tuple[Numbers, Numbers]:
    """Return the chances and points that a model gives, as evaluating a position does."""
    chances: list[float] = []
    points: list[float] = []
    for rows in np.split(data.rows, np.flatnonzero(np.diff(data.group)) + 1):
        found = model.judge(rows.tolist(), rows[0, turns])
        chances += found.win
        points += found.score
    return np.array(chances), np.array(points)


def _round(value: Any, digits: int = 3) -> float:
    return round(float(value), digits)


def log_loss(chances: Numbers, data: Data, part: Numbers | None = None) -> float:
    """Return the log loss per position, of all or of some."""
    chosen = slice(None) if part is None else part
    lost = -np.sum(data.won[chosen] * np.log(np.maximum(chances[chosen], 1e-12)))
    return float(lost / len(np.unique(data.group[chosen])))


def ratio(chances: Numbers, data: Data, part: Numbers | None = None) -> float:
    """Return the log loss over that of equal chances."""
    seats = np.bincount(data.group)[data.group]
    return log_loss(chances, data, part) / log_loss(1 / seats, data, part)


def stderr(chances: Numbers, data: Data, part: Numbers | None = None) -> float:
    """Return the standard error of ``ratio``: the positions of a game hang together, its games do not."""
    chosen = slice(None) if part is None else part
    seats, won, game = np.bincount(data.group)[data.group][chosen], data.won[chosen], data.game[chosen]
    lost = np.bincount(game, -won * np.log(np.maximum(chances[chosen], 1e-12)))
    equal = np.bincount(game, won * np.log(seats))
    off = lost - ratio(chances, data, part) * equal
    return float(np.sqrt(off @ off) / equal.sum())


def calibration(chances: Numbers, won: Numbers) -> float:
    """Return how far chances are from what came of them, on average over ten bins."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    off = [abs(np.sum(chances[bins == number] - won[bins == number])) for number in range(BINS)]
    return float(sum(off) / len(chances))
