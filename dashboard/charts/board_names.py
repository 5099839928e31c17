"""Boards, routes and tickets by name: cities are not shown by their codes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ttrn.boards import Board, BoardError, board, board_names
from ttrn.registry import find_game

_DASH = " \N{EN DASH} "


class BoardNames(NamedTuple):
    """What a board calls itself and its cities; a board that ttrn does not have is known by its codes only."""

    name: str
    title: str
    board: Board | None

    @property
    def has_routes(self) -> bool:
        """Return whether there are routes to claim; not every game has some."""
        return self.board is None or find_game(self.board.rules).facts.on_map

    def pair(self, text: str) -> str:
        """Return a route or a ticket by the names of its cities; what a code does not name stays as it is.

        >>> names_of("usa").pair("ATL-NAS").split()[0]
        'Atlanta'
        """
        pair, _, number = text.partition("#")
        ends = [self._city(code) for code in pair.split("-")]
        return _DASH.join(ends) + (f" ({number})" if number else "")

    def _city(self, code: str) -> str:
        found = self.board.city(code) if self.board else None
        return found.name if found else code


@lru_cache(maxsize=32)
def names_of(name: str) -> BoardNames:
    """Return what the board of this name calls itself and its cities.

    >>> names_of("atlantis").title
    'atlantis'
    """
    try:
        found = board(name) if name in board_names() else None
    except BoardError:
        found = None
    if found is None:
        return BoardNames(name, name, None)
    short = found.title.removeprefix("Ticket to Ride").lstrip(": ")
    return BoardNames(name, short or name.upper(), found)
