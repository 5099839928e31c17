"""What chance explains: a difference counts only if it would be a surprise among all that were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, sqrt
from typing import Final

from .base import Row

_SURE: Final = 0.05


def surprise(share: float, even: float, times: int) -> float:
    """Return how likely a share at least as far from an even one is by chance, for one comparison.

    >>> round(surprise(0.5, 0.25, 100), 6), surprise(0.25, 0.25, 100)
    (0.0, 1.0)
    """
    spread = sqrt(even * (1 - even) / times) if times else 0.0
    return erfc(abs(share - even) / spread / sqrt(2)) if spread else 1.0


def surprising(rows: Iterable[Row], share: str, times: str, *, among: int | None = None) -> list[Row]:
    """Return the rows whose share lies further from the even one than chance explains, the greatest surprise first.

    Where many are compared, some lie far off by chance: each has to be as much more of a surprise as there are others
    (the correction that bears Bonferroni's name). ``among`` is how many were compared, if not all are among the rows.
    """
    found: Sequence[Row] = [row for row in rows if row[share] is not None and row[times]]
    limit = _SURE / max(among or len(found), 1)
    odds = [(surprise(row[share], row["even"], row[times]), place) for place, row in enumerate(found)]
    return [found[place] for chance, place in sorted(odds) if chance < limit]
