"""Boards, routes and tickets in words: cities by name instead of code."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ttrn.boards import Board, BoardError, board, board_names

_DASH = " \N{EN DASH} "


class Places(NamedTuple):
    """What a board calls its places; a board that ttrn does not have is known by its codes only."""

    name: str
    title: str
    board: Board | None

    @property
    def has_routes(self) -> bool:
        """Tell whether there are routes to claim: The Card Game has none."""
        return self.board is None or bool(self.board.routes)

    def way(self, text: str) -> str:
        """Return a route or a ticket in words; what a code does not name stays as it is.

        >>> places("usa").way("ATL-NAS").split()[0]
        'Atlanta'
        """
        pair, _, number = text.partition("#")
        ends = [self._city(code) for code in pair.split("-")]
        return _DASH.join(ends) + (f" ({number})" if number else "")

    def _city(self, code: str) -> str:
        found = self.board.city(code) if self.board else None
        return found.name if found else code


@lru_cache(maxsize=32)
def places(name: str) -> Places:
    """Return the places of a board by its name.

    >>> places("atlantis").title
    'atlantis'
    """
    try:
        found = board(name) if name in board_names() else None
    except BoardError:
        found = None
    if found is None:
        return Places(name, name, None)
    short = found.title.removeprefix("Ticket to Ride").lstrip(": ")
    return Places(name, short or name.upper(), found)
