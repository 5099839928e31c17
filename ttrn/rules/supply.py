"""The train cards: deck, discards and market.

Where a state replays a record, the record tells chance through ``state.script`` (the next cards turned up) and
``state.flushes`` (markets replaced); where the order of the deck is known, that decides and the record is compared with
it. Contradictions are noted in ``state.notes`` with the rule they break.
"""

from __future__ import annotations

from ttrn.rules.cards import KINDS, LETTERS, LOCOMOTIVE, NO_CARD, UNKNOWN, Counts, describe, name_cards
from ttrn.rules.state import State


def cards_left(state: State) -> int:
    """Return how many cards can still be drawn: deck and discards; in a blurred state there always are some."""
    return 1 if state.blurred else state.deck_size + sum(state.discards)


def draw_card(state: State) -> int:
    """Draw the top card, reshuffling the discards when the deck is empty (DECK-1); ``NO_CARD`` when nothing is left."""
    told = state.script.pop() if state.script else UNKNOWN
    if state.blurred:
        return locate(state, UNKNOWN if told == NO_CARD else told)
    if not state.deck_size and not reshuffle(state):
        if told not in (NO_CARD, UNKNOWN):
            state.note("DECK-2", f"no cards are left, yet {name_cards(told, 1)} card comes up")
        return NO_CARD
    if told == NO_CARD:
        left = state.deck_size
        state.note("DRAW-2", f"a gap in the market is filled at once: {left} cards are left in the deck")
        told = UNKNOWN
    state.deck_size -= 1
    card = state.deck.pop() if state.ordered else told
    if told not in (UNKNOWN, card):
        state.note("DECK-1", f"the deck has {name_cards(card, 1)} on top, the record says {name_cards(told, 1)}")
    return locate(state, card)


def locate(state: State, card: int) -> int:
    """Take a card that became known out of the pool of cards without a place; note one too many."""
    if card != UNKNOWN:
        state.pool[card] -= 1
        if state.pool[card] < 0:
            one_too_many(state, card)
    return card


def one_too_many(state: State, card: int) -> None:
    """Note that more cards of a kind are seen than exist, and put it right so that it is told once."""
    state.pool[card] = 0
    total = state.board.tables.train_cards.get(LETTERS[card], 0)
    rule = state.dialect.ids["deck"]
    state.note(rule, f"there are {name_cards(card, total)} cards in this game, and this would be one more")


def reshuffle(state: State) -> bool:
    """Make a new deck of the discards; tell whether there were any (DECK-1)."""
    size = sum(state.discards)
    if not size:
        return False
    for kind in range(UNKNOWN):
        state.pool[kind] += state.discards[kind]
    if state.shuffle is not None:
        state.deck = state.shuffle([kind for kind in range(UNKNOWN) for _ in range(state.discards[kind])])
        state.ordered = True
    elif state.ordered and len(state.deck) != size:
        # The order that a record gave has been used up, and it gave no other.
        state.ordered = False
        state.deck = []
    state.deck_size = size
    state.discards = [0] * KINDS
    return True


def give_order(state: State, order: list[int], reshuffled: bool) -> None:
    """Use the order of the deck that a record gives, top card first, now or at the reshuffle that comes next."""
    cards: Counts = [0] * KINDS
    for card in order:
        cards[card] += 1
    if reshuffled:
        if state.deck_size or state.blurred:
            state.note("DECK-1", f"the deck is reshuffled when it is empty; it has {state.deck_size} cards")
        expected, what = state.discards, "the discards"
        unknown = state.discards[UNKNOWN]
    else:
        expected, what = [*state.pool, 0], "the cards not dealt yet"
        unknown = sum(state.pool) - state.deck_size
    if sum(cards) != sum(expected) - (0 if reshuffled else unknown):
        have = sum(expected) - (0 if reshuffled else unknown)
        state.note("DECK-1" if reshuffled else state.dialect.ids["deck"], f"{what} are {have}, not {sum(cards)}")
        return
    if not unknown and any(cards[kind] > expected[kind] for kind in range(UNKNOWN)):
        rule = "DECK-1" if reshuffled else state.dialect.ids["deck"]
        state.note(rule, f"{what} are {describe(expected)}; the record gives {describe(cards)}")
        return
    if reshuffled:
        reshuffle(state)
    state.ordered = True
    state.deck = order[::-1]


def fill_market(state: State) -> None:
    """Fill the gaps in the market while cards are left (MARKET-1), and replace it where it cannot stay (MARKET-2)."""
    if state.blurred:
        state.market = [0] * KINDS
        state.market[UNKNOWN] = state.board.tables.market
        while state.script:
            locate(state, state.script.pop())
        state.flushes.clear()
        return
    _deal_market(state)
    while True:
        must, may = flush_due(state)
        if state.flushes:
            if not may:
                state.note("MARKET-2", f"the market has {describe(state.market)}: it is not replaced")
            state.script = state.flushes.pop(0)
        elif not may or (not must and not state.recorded):
            return
        elif state.recorded and not state.ordered:
            if must:
                state.note("MARKET-2", f"the market has {describe(state.market)}: all of it is replaced at once")
            blur(state)
            return
        elif not must:
            return
        discard_market(state)
        _deal_market(state)


def _deal_market(state: State) -> None:
    for _ in range(state.board.tables.market - sum(state.market)):
        card = draw_card(state)
        if card == NO_CARD:
            return
        state.market[card] += 1


def discard_market(state: State) -> None:
    """Put all face-up cards on the discards."""
    for kind in range(KINDS):
        state.discards[kind] += state.market[kind]
    state.market = [0] * KINDS


def flush_due(state: State) -> tuple[bool, bool]:
    """Tell whether the market must be replaced, and whether it might have to be, if unknown cards are such."""
    certain, possible = state.dialect.three_alike(state.market)
    if not possible:
        return False, False
    # With too few other cards left the same would come again and again (MARKET-2, decided).
    size = min(state.board.tables.market, state.deck_size + sum(state.discards) + sum(state.market))
    other_least, other_most = _other_cards(state)
    return certain and other_least >= size - 2, other_most >= size - 2


def _other_cards(state: State) -> tuple[int, int]:
    """Return how many cards other than locomotives deck, discards and market hold at least and at most."""
    unknown = state.market[UNKNOWN] + state.discards[UNKNOWN]
    seen = sum(state.market) + sum(state.discards) - unknown
    seen -= state.market[LOCOMOTIVE] + state.discards[LOCOMOTIVE]
    hidden = state.deck_size + unknown
    others = sum(state.pool) - state.pool[LOCOMOTIVE]
    return seen + max(0, hidden - state.pool[LOCOMOTIVE]), seen + min(hidden, others)


def blur(state: State) -> None:
    """Forget market, discards and the size of the deck: the record no longer tells them."""
    for kind in range(UNKNOWN):
        state.pool[kind] += state.market[kind] + state.discards[kind]
    state.blurred = True
    state.ordered = False
    state.deck = []
    state.discards = [0] * KINDS
    state.market = [0] * KINDS
    state.market[UNKNOWN] = state.board.tables.market


def discard(state: State, kind: int, number: int) -> None:
    """Put cards on the discards."""
    if state.blurred:
        if kind != UNKNOWN:
            state.pool[kind] += number
    else:
        state.discards[kind] += number
