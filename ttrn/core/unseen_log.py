"""What a run learns of cards that a record leaves unknown: who drew them, and what they turned out to be.

As long as cards are unknown in hands and in the market only, this is nearly all that a deal of them must keep. Where
anything else is not known (the discards, a payment, whether the market was replaced), a state gives its log up. The
market is counted as one seat more than there are.
"""

from __future__ import annotations

from typing import Final

from ttrn.core.cards import KINDS, Counts

NEW_DECK: Final = 1_000
"""In a log of unknown cards: the deck was used up, and a new one was made."""

ELSEWHERE: Final = 1_001
"""In a log of unknown cards: one came up that went neither into a hand nor into the market."""


class UnseenLog:
    """Unknown cards in the order in which they were drawn and became known."""

    __slots__ = ("events", "pools")

    def __init__(self) -> None:
        self.events: list[int] = []
        """A seat, or the market: it got a card that nobody saw. Or one of the numbers above, or :meth:`turned_out`."""
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
