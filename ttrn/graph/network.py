"""One player's network: the routes owned, which cities they join, and their longest path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.boards import Board
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.graph.longest_path import LongestPath, Trail, find_trail
from ttrn.graph.trees import tree_length

_NOT_ASKED: Final = -2
"""In place of a length that nobody has asked for yet."""


class Network:
    """The routes of one player at one moment; the longest path is found when somebody asks for it.

    Networks are equal if they have the same routes of the same board.
    """

    __slots__ = ("_board", "_length", "_owned", "_trail", "groups")

    def __init__(self, board: Board, owned: list[int]) -> None:
        self._board = board
        self._owned = owned
        self.groups = Components(board_edges(self._board), self._owned, board_dead_ends(self._board))
        """The cities that the routes join."""
        self._trail: Trail | None = None
        self._length = _NOT_ASKED

    @property
    def path(self) -> LongestPath:
        """The longest path (PATH-1)."""
        return self._longest().walked()

    @property
    def length(self) -> int:
        """The length of the longest path."""
        if self._length == _NOT_ASKED:
            circles = self.groups.circles
            self._length = self._longest().length if circles else tree_length(board_edges(self._board), self._owned)
        return self._length

    def _longest(self) -> Trail:
        if self._trail is None:
            self._trail = find_trail(board_edges(self._board), self._owned, board_dead_ends(self._board))
        return self._trail

    @property
    def bound(self) -> int:
        """A length that the longest path does not exceed: the trains on the largest part that hangs together."""
        return self.groups.largest

    def reaches(self, length: int) -> bool:
        """Return whether the longest path has at least this length; where that is plain it is not searched."""
        return self.bound >= length and self.length >= length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self._board is other._board and self._owned == other._owned

    def __hash__(self) -> int:
        return hash(tuple(self._owned))


def longest_length(networks: Sequence[Network]) -> int:
    """Return the length of the longest path of all; networks that are too small for it are not searched."""
    longest = 0
    for network in sorted(networks, key=lambda network: -network.bound):
        if network.reaches(longest):
            longest = network.length
    return longest
