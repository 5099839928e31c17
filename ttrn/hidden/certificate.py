"""Proofs that rows of numbers cannot be kept, checked without rounding.

A solver computes with rounded numbers; that it finds no answer proves nothing. What it found on the way does: factors
for the rows whose weighted sum no values within their bounds can reach. Any factors will do, so it does not matter that
these were rounded: they are taken as they are, and the sum is added up in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.hidden.linear_program import LinearRow

_SCALE: Final = 2**30
"""Factors are rounded to multiples of one part in so many of the largest."""


def excludes(rows: Sequence[LinearRow], lows: Sequence[int], highs: Sequence[int], factors: Sequence[float]) -> bool:
    """Return whether the rows, weighted with these factors, show that no values between the bounds keep them all.

    The weighted sum of the rows is at least what their bounds make it. If the values cannot bring it there, even each
    at the end of its range that helps most, there are no such values. False proves nothing.
    """
    largest = max([abs(factor) for factor in factors], default=0.0)
    if not 0 < largest < float("inf"):
        return False
    weights = [round(factor / largest * _SCALE) for factor in factors]
    return _short(rows, lows, highs, weights) or _short(rows, lows, highs, [-weight for weight in weights])


def _short(rows: Sequence[LinearRow], lows: Sequence[int], highs: Sequence[int], weights: Sequence[int]) -> bool:
    """Return whether the weighted sum of all rows is more than any values can make it, all in whole numbers."""
    wanted = 0
    sums: dict[int, int] = {}
    for row, given in zip(rows, weights, strict=True):
        # A bound that a row does not have proves nothing: a weight with the sign for it is rounded away.
        bound = row.low if given > 0 else row.high
        if not given or bound is None:
            continue
        wanted += given * bound
        for variable, factor in row.terms:
            sums[variable] = sums.get(variable, 0) + given * factor
    most = sum([total * (highs[variable] if total > 0 else lows[variable]) for variable, total in sums.items()])
    return most < wanted
