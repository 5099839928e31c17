"""Whether flags can be set so that some rows hold, for given cards: a small search, remembered."""

from __future__ import annotations

from ttrn.hidden.worlds import FlagGroup


class Flags:
    """The flags of one group of rows; ``holds`` is asked again and again as cards are exchanged."""

    __slots__ = ("_known", "_rows", "_uppers")

    def __init__(self, group: FlagGroup) -> None:
        order = {flag: place for place, flag in enumerate(sorted(group.uppers))}
        self._uppers = [group.uppers[flag] for flag in sorted(group.uppers)]
        self._rows = [
            ([(order[flag], factor) for flag, factor in sorted(row.flags)], row.low, row.high) for row in group.rows
        ]
        self._known: dict[tuple[int, ...], bool] = {}

    def holds(self, totals: tuple[int, ...]) -> bool:
        """Return whether some setting of the flags keeps all rows, to which the cards contribute these totals."""
        found = self._known.get(totals)
        if found is None:
            found = self._known[totals] = self._search(totals, [])
        return found

    def _search(self, totals: tuple[int, ...], set_so_far: list[int]) -> bool:
        if not all(self._open(number, total, set_so_far) for number, total in enumerate(totals)):
            return False
        if len(set_so_far) == len(self._uppers):
            return True
        upper = self._uppers[len(set_so_far)]
        return any(self._search(totals, [*set_so_far, value]) for value in range(upper + 1))

    def _open(self, number: int, total: int, set_so_far: list[int]) -> bool:
        """Return whether a row can still hold, whatever the flags are that have not been set."""
        terms, low, high = self._rows[number]
        least = most = total
        for flag, factor in terms:
            if flag < len(set_so_far):
                least += factor * set_so_far[flag]
                most += factor * set_so_far[flag]
            else:
                least += min(0, factor * self._uppers[flag])
                most += max(0, factor * self._uppers[flag])
        return (low is None or most >= low) and (high is None or least <= high)
