"""What is computed again only where something on the table changed: how far tickets have come, and totals."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.engine import new_game
from ttrn.core.scoring import score_game
from ttrn.core.state import State

NO_WAY: Final = -1
"""In place of a number: the ticket cannot be completed any more."""


class Progress:
    """What is missing for each ticket: trains, or cards in a game without a map."""

    def __init__(self) -> None:
        self._keys: dict[int, object] = {}
        self._needed: dict[int, dict[int, int]] = {}
        """By seat and ticket; it holds as long as the seat's key is the same."""
        self.totals = Totals()

    def tickets(self, state: State, seat: int) -> list[list[int]]:
        """Return the known tickets of a seat, each with what it needs: 0 if complete, ``NO_WAY`` if it cannot be."""
        facts = state.game.facts
        key = facts.progress_key(state, seat)
        if seat not in self._keys or self._keys[seat] != key:
            self._keys[seat], self._needed[seat] = key, {}
        known = self._needed[seat]
        for ticket in state.tickets[seat]:
            if ticket not in known:
                needed = facts.progress(state, seat, ticket)
                known[ticket] = NO_WAY if needed is None else needed
        return [[ticket, known[ticket]] for ticket in state.tickets[seat]]


class Totals:
    """The totals if the game ended at a state: kept as long as nothing that counts has changed."""

    def __init__(self) -> None:
        self._key: object = None
        self._totals: list[int | None] = []

    def of(self, state: State, key: object) -> list[int | None]:
        """Return the total of each seat, None where it is not certain; ``key`` is all of the state that counts."""
        if key != self._key:
            self._key = key
            self._totals = [score.total if score.certain else None for score in score_game(state).seats]
        return self._totals


@lru_cache(maxsize=64)
def whole_ways(board: Board) -> tuple[int, ...]:
    """Return for each ticket what it takes from the start: trains on the empty board, or the cards it wants."""
    empty = new_game(board, ("one",))
    return tuple([empty.game.facts.progress(empty, 0, ticket.index) or 0 for ticket in board.tickets])
