"""The decks of tickets: what lies on top unseen, and what was put under them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from ttrn.boards.model import DECKS, Board

BACKS: Final[tuple[Literal["s"], Literal["l"]]] = ("s", "l")
"""The letters that records have for the backs of tickets, in the order of the decks."""


class TicketDeck:
    """One deck of tickets: the unseen ones on top, below them those that were returned, in order.

    ``unseen`` are the tickets whose place is not known: in this deck, or taken by somebody unseen; where it is not sure
    which tickets are in the deck they may be more than there are cards. ``fresh`` counts the
    cards on top. What lies below came in groups, the oldest first; within a group the order is not known. ``order`` is
    the whole order of the fresh cards where it is known, the top one last. ``partial`` counts the tickets of the oldest
    group that have been drawn without it being known yet which they are; no group is empty, or drawn whole. ``name`` is
    what a board calls the deck where it has several.
    """

    __slots__ = ("fresh", "groups", "name", "order", "partial", "unseen")

    def __init__(self, tickets: list[int], name: str = "") -> None:
        self.name = name
        self.unseen = set(tickets)
        self.fresh = len(tickets)
        self.groups: list[list[int]] = []
        self.order: list[int] | None = None
        self.partial = 0

    @property
    def size(self) -> int:
        """How many tickets can be drawn."""
        found = self.fresh - self.partial
        for group in self.groups:
            found += len(group)
        return found

    def lose_unknown(self, number: int) -> None:
        """Take away unknown tickets that turn out never to have been returned: the newest ones, else from the top."""
        for group in reversed(self.groups):
            for ticket in [ticket for ticket in group if ticket < 0][:number]:
                group.remove(ticket)
                number -= 1
        self.groups = [group for group in self.groups if group]
        self.fresh = max(0, self.fresh - number)

    def covered(self) -> TicketDeck:
        """Return a deck of which neither the order nor any unseen ticket is known; it can be changed on its own."""
        twin = TicketDeck([], self.name)
        twin.fresh = self.fresh
        twin.groups = [list(group) for group in self.groups]
        twin.partial = self.partial
        return twin

    def copy(self) -> TicketDeck:
        """Return a deck that can be changed on its own."""
        twin = TicketDeck([], self.name)
        twin.unseen = set(self.unseen)
        twin.fresh = self.fresh
        twin.groups = [list(group) for group in self.groups]
        twin.order = None if self.order is None else list(self.order)
        twin.partial = self.partial
        return twin


def ticket_decks(board: Board, *, by_kind: bool) -> list[TicketDeck]:
    """Return the decks of a board before anything is dealt: one, or one for each kind of ticket.

    Where there are several, tickets that are never dealt may be in them all the same: the printed decks are not known
    for sure, and a record may name any ticket of the board (MK-TICKET-2).
    """
    decks: list[TicketDeck] = []
    for kind, dealt, every in _kinds(board, by_kind=by_kind):
        deck = TicketDeck(dealt, kind)
        deck.unseen.update(every)
        decks.append(deck)
    return decks


@lru_cache(maxsize=64)
def _kinds(board: Board, *, by_kind: bool) -> list[tuple[str, list[int], list[int]]]:
    """Return for each deck its name, the tickets that are dealt, and all that may be in it."""
    if not by_kind:
        return [("", [ticket.index for ticket in board.ticket_deck()], [])]
    every = {kind: [ticket.index for ticket in board.tickets if ticket.deck == kind] for kind in DECKS}
    return [(kind, [ticket.index for ticket in board.ticket_deck(kind)], every[kind]) for kind in DECKS]
