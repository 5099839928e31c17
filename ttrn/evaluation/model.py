"""The model: weights and small trees that turn the features of each seat into one number, learnt by ``make model``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from ttrn.boards import Board
from ttrn.evaluation.features import leads, names_of

FOLDER: Final = Path(__file__).parent / "models"


class Tree(NamedTuple):
    """A decision tree in flat lists: inner node n asks whether a feature is at most a limit, and goes on.

    A child that is not negative is an inner node; ``~child`` is the place of a leaf otherwise.
    """

    feature: list[int]
    limit: list[float]
    below: list[int]
    above: list[int]
    leaf: list[float]


class Sum(NamedTuple):
    """A weighted sum of features, with trees that correct it."""

    base: float
    weights: list[float]
    trees: list[Tree]

    def of(self, row: Sequence[float]) -> float:
        """Return the number that belongs to one seat's features."""
        total = self.base
        for weight, value in zip(self.weights, row, strict=True):
            total += weight * value
        for feature, limit, below, above, leaf in self.trees:
            node = 0 if feature else -1
            while node >= 0:
                node = below[node] if row[feature[node]] <= limit[node] else above[node]
            total += leaf[~node]
        return total


POINTS: Final = ("points", "points lead", "points lead in spreads")
"""What the expected points add to the features, for the sum that tells who wins."""


class Judgement(NamedTuple):
    """What a model says of a position, for each seat; the spread is the same for all."""

    win: list[float]
    score: list[float]
    spread: float


class Model(NamedTuple):
    """What was learnt for one board and one kind of knowledge: who wins, and with how many points."""

    win: Sum
    """Of the features and, after them, those of ``POINTS``."""
    score: Sum
    spread: list[float]
    """The spread of the final points: a number, and one for each guessed turn that is left, under a root."""

    def around(self, turns: float) -> float:
        """Return the spread of the final points with so many turns left."""
        return sqrt(max(1.0, self.spread[0] + self.spread[1] * turns + self.spread[2] * turns * turns))

    def judge(self, rows: Sequence[list[float]], turns: float) -> Judgement:
        """Return what is likely by the features of each seat, with so many turns left: points first, then who wins."""
        score = [self.score.of(row) for row in rows]
        around = self.around(turns)
        ahead = leads([[points] for points in score])
        wide = [[*row, own, lead, lead / around] for row, own, (lead,) in zip(rows, score, ahead, strict=True)]
        return Judgement(shares([self.win.of(row) for row in wide]), score, around)


class Models(NamedTuple):
    """The models of one board: for positions of which everything is known, and for others."""

    version: str
    full: Model
    view: Model


class NoModelError(LookupError):
    """For this board nothing was learnt; the message says for which there is something."""


@cache
def models_of(board: Board) -> Models:
    """Return the models of a board.

    Raises:
        NoModelError: there are none for it.
    """
    file = FOLDER / f"{board.rules}.json"
    names = list(names_of(board))
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if found.get("features") != names:
        known = ", ".join(sorted([path.stem for path in FOLDER.glob("*.json")]))
        raise NoModelError(f"no model was learnt for {board.title}; there are some for {known}")
    return Models(str(found["version"]), read_model(found["full"]), read_model(found["view"]))


def read_model(found: dict[str, Any]) -> Model:
    """Return a model that was written down."""
    return Model(_sum(found["win"]), _sum(found["score"]), list(found["spread"]))


def _sum(found: dict[str, Any]) -> Sum:
    return Sum(float(found["base"]), [float(weight) for weight in found["weights"]], [_tree(t) for t in found["trees"]])


def _tree(nested: Any) -> Tree:
    """Return a tree that is written as lists: a feature, a limit, and what follows up to it and above."""
    tree = Tree([], [], [], [], [])
    _grow(tree, nested)
    return tree


def _grow(tree: Tree, node: Any) -> int:
    """Add a branch to a tree; return the number that stands for it."""
    if not isinstance(node, list):
        tree.leaf.append(float(node))
        return ~(len(tree.leaf) - 1)
    feature, limit, below, above = node
    number = len(tree.feature)
    tree.feature.append(feature)
    tree.limit.append(float(limit))
    tree.below.append(0)
    tree.above.append(0)
    tree.below[number] = _grow(tree, below)
    tree.above[number] = _grow(tree, above)
    return number


def shares(utilities: Sequence[float]) -> list[float]:
    """Return how likely each is to win, by the softmax of their utilities."""
    most = max(utilities)
    raised = [exp(utility - most) for utility in utilities]
    total = sum(raised)
    return [one / total for one in raised]
