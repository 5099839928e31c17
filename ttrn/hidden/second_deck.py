"""The Card Game's deck: never reshuffled, but for four players made anew once, after the first scoring (CG-SCORE-2)."""

from __future__ import annotations

from ttrn.core.cards import cards_of
from ttrn.games.cardgame.scoring import SECOND_DEAL, TWO_SCORINGS
from ttrn.hidden.piles import Pile
from ttrn.notation.records import Deal, Market


class SecondDeck:
    """Counts the turns to the first scoring, and keeps what the record tells of the new deal."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._last_turns = -1
        self._over = seats < TWO_SCORINGS
        self.due = False
        """Whether the scoring has come, and the new deck has not been dealt yet."""
        self.told: list[tuple[int, Deal | Market]] = []
        """The lines of the new deal, with their entries."""

    def end_turn(self, left: int) -> None:
        """End a turn, with so many cards left in the deck: when there are none, everybody has one more (CG-END-1)."""
        if self._over:
            return
        if self._last_turns > 0:
            self._last_turns -= 1
        elif self._last_turns < 0 and not left:
            self._last_turns = self._seats
        if self._last_turns == 0:
            self.due = self._over = True

    def shares(self, size: int) -> list[int]:
        """Return how many cards of a new deck are dealt to each seat."""
        dealt, rest = divmod(min(size, SECOND_DEAL * self._seats), self._seats)
        return [dealt + (seat < rest) for seat in range(self._seats)]

    def new_cards(self, market: Pile, told: str) -> list[int]:
        """Return which cards of the market, told as it lies after the deal, have come."""
        left = list(market.known)
        new: list[int] = []
        for card in cards_of(told):
            if left[card] > 0:
                left[card] -= 1
            else:
                new.append(card)
        return new
