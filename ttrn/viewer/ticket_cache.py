"""How far the tickets of a player have come, computed again only where something on the table changed."""

from __future__ import annotations

from functools import lru_cache

from ttrn.boards import Board
from ttrn.core.cards import COLORS, LOCOMOTIVE
from ttrn.core.engine import new_game
from ttrn.core.state import State
from ttrn.core.ticket_progress import trains_needed
from ttrn.games.cardgame.railyards import Railyards, railyards
from ttrn.games.cardgame.scoring import spending
from ttrn.games.cardgame.spending import missing, wanted

NO_WAY = -1
"""In place of a number of trains: no way is left; or of cards: those that the ticket wants go to other tickets."""


class Progress:
    """What is missing for each ticket: trains by the cheapest way that is left, or cards in games without routes.

    States are asked for in the order of the game; what has not changed since the last one is not computed again.
    """

    def __init__(self) -> None:
        self._owners: list[int] = []
        self._trains: dict[tuple[int, int], int] = {}
        self._paid: dict[tuple[object, ...], frozenset[int]] = {}

    def tickets(self, state: State, seat: int) -> list[list[int]]:
        """Return the known tickets of a seat, each with what it needs: 0 if complete, ``NO_WAY`` if it cannot be."""
        if Railyards in state.parts:
            return self._by_cards(state, railyards(state), seat)
        if state.owners != self._owners:
            self._owners = list(state.owners)
            self._trains = {}
        return [[ticket, self._by_trains(state, seat, ticket)] for ticket in state.tickets[seat]]

    def _by_trains(self, state: State, seat: int, ticket: int) -> int:
        key = (seat, ticket)
        if key not in self._trains:
            needed = trains_needed(state, seat, ticket)
            self._trains[key] = NO_WAY if needed is None else needed
        return self._trains[key]

    def _by_cards(self, state: State, extra: Railyards, seat: int) -> list[list[int]]:
        stack = extra.stacks[seat]
        key = (seat, tuple(stack), tuple(state.tickets[seat]), tuple(extra.stated[seat]))
        paid = self._paid.get(key)
        if paid is None:
            paid = self._paid[key] = frozenset([spent.ticket for spent in spending(state, seat)])
        found: list[list[int]] = []
        for ticket in state.tickets[seat]:
            lacking = missing(stack[:COLORS], wanted(state.board, ticket)[:COLORS]) - stack[LOCOMOTIVE]
            found.append([ticket, 0 if ticket in paid else lacking if lacking > 0 else NO_WAY])
        return found


@lru_cache(maxsize=64)
def whole_ways(board: Board) -> tuple[int, ...]:
    """Return for each ticket what it takes from the start: trains on the empty board, or the cards it wants."""
    if not board.routes:
        return tuple([len(ticket.cards) for ticket in board.tickets])
    empty = new_game(board, ("one",))
    return tuple([trains_needed(empty, 0, ticket.index) or 0 for ticket in board.tickets])
