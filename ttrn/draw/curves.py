"""Curves through places, smooth like a bent ruler."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

_STEPS: Final = 48


class Point(NamedTuple):
    """A place in the picture; y grows downward."""

    x: float
    y: float


def measured(line: Sequence[Point]) -> list[float]:
    """Return how far it is along a line to each of its points.

    >>> measured([Point(0, 0), Point(3, 4), Point(3, 5)])
    [0.0, 5.0, 6.0]
    """
    marks = [0.0]
    for a, b in pairwise(line):
        marks.append(marks[-1] + hypot(b.x - a.x, b.y - a.y))
    return marks


def spline(places: Sequence[Point]) -> list[Point]:
    """Return points along the curve that passes through all these places (a natural cubic spline).

    Places on the same spot as the one before are passed over; a single spot is a curve that goes nowhere.
    """
    knots = [place for i, place in enumerate(places) if i == 0 or place != places[i - 1]]
    if len(knots) == 1:
        return [knots[0], knots[0]]
    marks = measured(knots)
    bends = list(zip(_bending([k.x for k in knots], marks), _bending([k.y for k in knots], marks), strict=True))
    return [_at(knots, marks, bends, marks[-1] * step / _STEPS) for step in range(_STEPS + 1)]


def _bending(values: Sequence[float], marks: Sequence[float]) -> list[float]:
    """Return the second derivatives at the knots, zero at both ends: rows of three terms, solved down and up."""
    steps = [b - a for a, b in pairwise(marks)]
    slopes = [(b - a) / step for (a, b), step in zip(pairwise(values), steps, strict=True)]
    factors, wanted = [0.0], [0.0]
    for i in range(1, len(values) - 1):
        pivot = 2 * (steps[i - 1] + steps[i]) - steps[i - 1] * factors[-1]
        factors.append(steps[i] / pivot)
        wanted.append((6 * (slopes[i] - slopes[i - 1]) - steps[i - 1] * wanted[-1]) / pivot)
    found = [0.0]
    for factor, value in zip(reversed(factors), reversed(wanted), strict=True):
        found.append(value - factor * found[-1])
    return found[::-1]


def _at(knots: Sequence[Point], marks: Sequence[float], bends: Sequence[tuple[float, float]], far: float) -> Point:
    i = max(0, min(len(knots) - 2, next((i for i, mark in enumerate(marks) if mark > far), len(marks)) - 1))
    step = marks[i + 1] - marks[i]
    a, b = (marks[i + 1] - far) / step, (far - marks[i]) / step
    x, y = [
        a * start + b * end + ((a**3 - a) * before + (b**3 - b) * after) * step**2 / 6
        for start, end, before, after in zip(knots[i], knots[i + 1], bends[i], bends[i + 1], strict=True)
    ]
    return Point(x, y)
