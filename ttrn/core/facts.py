"""What a game shows beyond the others: pieces on the map, tables of its own, and what they come to, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ttrn.core.state import State


class Piece(NamedTuple):
    """Something of a player's that stands in a city."""

    what: str
    seat: int
    city: int


@dataclass(frozen=True, slots=True)
class Facts:
    """One game's answers to the rooms that show a table: pictures, pages, commands, the database."""

    pieces: Callable[[State], list[Piece]] = lambda _state: []
    """What stands in the cities, in the order of the board."""
