"""Fitting: a weighted sum of features by Newton-like steps, then small trees by LightGBM that correct it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import lightgbm
import numpy as np
from scipy.optimize import minimize

from tools.model.games import Played

DAMPING: Final = 400.0
"""How strongly the weights for winning are drawn to nothing."""
RIDGE: Final = 0.003
"""The same for those of the final points, for each row."""
NOISE: Final = 1e-12
"""So small a weight is none."""
TREES: Final[dict[str, int | float]] = {
    "learning_rate": 0.07,
    "min_data_in_leaf": 150,
    "lambda_l2": 20.0,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
}
WIN: Final = (96, 12)
"""How many trees, of how many leaves, say who wins."""
SCORE: Final = (48, 10)
"""The same for the final points."""

Numbers = np.ndarray[Any, Any]


class Data(NamedTuple):
    """Positions as rows, one for each seat."""

    rows: Numbers
    group: Numbers
    """Which position a row belongs to."""
    game: Numbers
    """Which game."""
    won: Numbers
    score: Numbers
    far: Numbers
    planners: Numbers


def gather(games: Sequence[Played], views: Sequence[str], size: int) -> Data:
    """Return the positions of games in some views."""
    rows: list[Numbers] = []
    group: list[int] = []
    played: list[int] = []
    won: list[float] = []
    score: list[int] = []
    far: list[float] = []
    planners: list[bool] = []
    position = 0
    for number, game in enumerate(games):
        seats = len(game.won)
        for moment in game.moments:
            if moment.view in views:
                rows.append(np.array(moment.rows).reshape(seats, size))
                group += [position] * seats
                played += [number] * seats
                won += game.won
                score += game.scores
                far += [moment.far] * seats
                planners += [game.planners] * seats
                position += 1
    return Data(
        np.concatenate(rows),
        np.array(group),
        np.array(played),
        np.array(won),
        np.array(score, float),
        np.array(far),
        np.array(planners),
    )


def shares(utility: Numbers, group: Numbers) -> Numbers:
    """Return the softmax of utilities within each position; the rows of a position stand together."""
    first, sizes = _positions(group)
    raised = np.exp(utility - np.repeat(np.maximum.reduceat(utility, first), sizes))
    return np.asarray(raised / np.repeat(np.add.reduceat(raised, first), sizes))


def _positions(group: Numbers) -> tuple[Numbers, Numbers]:
    """Return at which row each position begins, and how many it has."""
    first = np.flatnonzero(np.diff(group, prepend=-1))
    return first, np.diff(first, append=len(group))


def _scaled(rows: Numbers) -> tuple[Numbers, Numbers]:
    spread = rows.std(axis=0)
    spread[spread == 0] = 1.0
    return rows / spread, spread


def win_weights(data: Data) -> Numbers:
    """Return the weights under which what happened was likeliest."""
    rows, spread = _scaled(data.rows)
    number = data.group[-1] + 1

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        chances = shares(rows @ weights, data.group)
        value = -np.sum(data.won * np.log(np.maximum(chances, 1e-12))) + DAMPING * weights @ weights
        slope = rows.T @ (chances - data.won) + 2 * DAMPING * weights
        return value / number, slope / number

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return np.asarray(found.x / spread)


def score_weights(data: Data) -> tuple[float, Numbers]:
    """Return the weights that tell the final points with the least squares, and what is added to them."""
    rows, spread = _scaled(data.rows)
    middle = rows.mean(axis=0)
    centred = rows - middle
    square = centred.T @ centred + RIDGE * len(rows) * np.eye(rows.shape[1])
    weights = np.linalg.solve(square, centred.T @ (data.score - data.score.mean()))
    return float(data.score.mean() - middle @ weights), weights / spread


def _boosted(data: Data, start: Numbers, size: tuple[int, int], objective: Any, target: Numbers) -> lightgbm.Booster:
    trees, leaves = size
    settings = {**TREES, "objective": objective, "num_leaves": leaves, "num_threads": 1, "verbose": -1, "seed": 1}
    settings["deterministic"] = True
    return lightgbm.train(settings, lightgbm.Dataset(data.rows, target, init_score=start), trees)


def win_trees(data: Data, start: Numbers) -> list[Any]:
    """Return trees that correct utilities, so that the winners become likelier."""

    def objective(utility: Numbers, _: Any) -> tuple[Numbers, Numbers]:
        chances = shares(utility, data.group)
        return chances - data.won, np.maximum(chances * (1 - chances), 1e-3)

    return _nested(_boosted(data, start, WIN, objective, data.won), 3)


def score_trees(data: Data, start: Numbers) -> list[Any]:
    """Return trees that correct final points."""
    return _nested(_boosted(data, start, SCORE, "regression", data.score), 1)


def _nested(booster: lightgbm.Booster, digits: int) -> list[Any]:
    return [_branch(tree["tree_structure"], digits) for tree in booster.dump_model()["tree_info"]]


def _branch(node: dict[str, Any], digits: int) -> Any:
    """Return a tree as a list: a feature, a limit, and what follows up to it and above; or just the value of a leaf."""
    if "leaf_value" in node:
        return round(node["leaf_value"], digits)
    below, above = _branch(node["left_child"], digits), _branch(node["right_child"], digits)
    return [node["split_feature"], float(f"{node['threshold']:.4g}"), below, above]


def values(found: dict[str, Any], rows: Numbers) -> Numbers:
    """Return what a sum with trees, as it is written down, gives for each row."""
    return np.asarray(
        found["base"] + rows @ found["weights"] + np.sum([_followed(tree, rows) for tree in found["trees"]], axis=0)
    )


def _followed(node: Any, rows: Numbers) -> Numbers:
    if not isinstance(node, list):
        return np.full(len(rows), node)
    feature, limit, below, above = node
    return np.where(rows[:, feature] <= limit, _followed(below, rows), _followed(above, rows))


def spread_of(left: Numbers, off: Numbers) -> list[float]:
    """Return how the squared error of the final points grows with the turns that are left."""
    columns = np.stack([np.ones_like(left), left, left * left], axis=1)
    found, *_ = np.linalg.lstsq(columns, off * off, rcond=None)
    return [float(f"{value:.4g}") for value in found]


def around(spread: Sequence[float], left: Numbers) -> Numbers:
    """Return the spread of the final points with so many turns left; see ``Model.around``."""
    return np.asarray(np.sqrt(np.maximum(1.0, spread[0] + spread[1] * left + spread[2] * left * left)))


def with_points(data: Data, points: Numbers, spread: Numbers) -> Numbers:
    """Return the rows with what the expected points add to them; see ``Model.judge``."""
    first, sizes = _positions(data.group)
    most = np.repeat(np.maximum.reduceat(points, first), sizes)
    leads = points == most
    second = np.repeat(np.maximum.reduceat(np.where(leads, -np.inf, points), first), sizes)
    alone = np.repeat(np.add.reduceat(leads.astype(int), first), sizes) == 1
    ahead = points - np.where(leads & alone, second, most)
    return np.column_stack([data.rows, points, ahead, ahead / spread])


def rounded(weights: Numbers) -> list[float]:
    """Return weights with as many digits as matter.

    What is the same for all seats, or for all games, has no weight but the noise of adding, which differs from one
    number of cores to the next: it is left out.
    """
    return [float(f"{value:.4g}") if abs(value) > NOISE else 0.0 for value in weights]
