"""What a run learns of cards that a record leaves unknown: who drew them, and what they turned out to be.

As long as cards are unknown in hands only, this is all that a deal of them must keep. Where anything else of the deck
is not known (the market, the discards, a payment), a state gives its log up.
"""

from __future__ import annotations

from typing import Final

from ttrn.core.cards import KINDS, Counts

NEW_DECK: Final = 1_000
"""In a log of unknown cards: the deck was used up, and a new one was made."""

NOT_IN_HAND: Final = 1_001
"""In a log of unknown cards: one came up that nobody took into the hand."""


class UnseenLog:
    """Unknown cards in the order in which they were drawn and became known."""

    __slots__ = ("events", "pools")

    def __init__(self) -> None:
        self.events: list[int] = []
        """A seat: it drew a card that nobody saw. Below 0: see :meth:`turned_out`. Or one of the numbers above."""
        self.pools: list[Counts] = []
        """At each new deck, how many cards of each kind were still unknown."""

    def turned_out(self, seat: int, kind: int) -> None:
        """Note that one of the unknown cards of a seat was of a kind."""
        self.events.append(-1 - seat * KINDS - kind)


def seat_and_kind(event: int) -> tuple[int, int]:
    """Return who had a card that turned out to be of a kind, and which.

    >>> log = UnseenLog()
    >>> log.turned_out(2, 8)
    >>> seat_and_kind(log.events[0])
    (2, 8)
    """
    return divmod(-1 - event, KINDS)
