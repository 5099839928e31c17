"""The budget of a search for deals: it counts work, not time, so that a busy machine gives the same answers."""

from __future__ import annotations

from typing import Final

WORK: Final = 8_000_000
"""The units of work of the usual effort: ten to twenty seconds of a machine of today."""


class Undecided(Exception):  # noqa: N818  an answer, not a mistake
    """There is no answer; the reason says why, in words for whoever asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """How much work a question may take, and how much memory the solver may use for it.

    ``effort`` is a multiple of the usual work; with 0 only what needs no search is answered. ``spent`` is whether
    anything had to be left undecided because of it.
    """

    __slots__ = ("effort", "left", "megabytes", "spent")

    def __init__(self, effort: float = 1.0, megabytes: int = 512) -> None:
        self.effort = effort
        self.megabytes = megabytes
        self.spent = False
        self.left = round(effort * WORK)
        """The units of work that are left."""

    def __repr__(self) -> str:
        return f"<Budget: effort {self.effort:g}, {self.megabytes} megabytes{', spent' if self.spent else ''}>"

    def charge(self, work: int) -> None:
        """Count some work.

        Raises:
            Undecided: there was none left before.
        """
        if self.left <= 0:
            self.give_up(self.words)
        self.left -= work

    @property
    def words(self) -> str:
        """The reason for giving up when the work is used up, and what helps."""
        more = f"{10 * self.effort:g}" if self.effort else "1"
        return f"the search for a deal was given up after its share of work; --effort {more} searches longer"

    def give_up(self, reason: str) -> None:
        """Leave the question undecided.

        Raises:
            Undecided: always, with this reason.
        """
        self.spent = True
        raise Undecided(reason)
