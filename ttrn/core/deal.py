"""The deal: hands from a deck of which the order is known (SETUP-2)."""

from __future__ import annotations

from ttrn.core.card_supply import fill_market, locate
from ttrn.core.state import State


def deal_hands(state: State) -> list[int]:
    """Deal to the seats in turn, as far as the deck goes, and return those who got cards.

    Who holds more than the locomotives that everybody is given has been dealt to, and is left out. The market is laid
    out before that where the table does so; elsewhere it is left to the caller.
    """
    tables = state.board.tables
    if state.house.market_first and not sum(state.market):
        fill_market(state)
    dealt: list[int] = []
    for seat, hand in enumerate(state.hands):
        if sum(hand) == tables.dealt_locomotives:
            dealt.append(seat)
            for _ in range(min(tables.dealt_cards, state.deck_size)):
                hand[locate(state, state.deck.pop())] += 1
                state.deck_size -= 1
    return dealt
