"""Other cards than a record says: those taken, those that came up, those paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ttrn.boards import Route
from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, UNKNOWN, Counts, frozen_counts, kinds_of
from ttrn.core.state import State
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import Draw, Take

MOST_CARDS: Final = 120
"""So many cards may stand in a word for another to be tried in its place; in no game are there more in one place."""

_WILD = LETTERS[LOCOMOTIVE:UNKNOWN]


def kinds_in_play(state: State) -> str:
    """Return the letters of the cards that this game has."""
    cards = state.board.tables.train_cards
    return "".join([letter for letter in LETTERS[:UNKNOWN] if cards.get(letter)])


def other_takes(state: State, draw: Draw) -> Iterator[Draw]:
    """Yield draws that differ in what was taken: one card another, the two exchanged, one more or fewer."""
    takes = draw.takes
    if len(takes) == 2:
        first, second = takes
        if (first.card, first.blind) != (second.card, second.blind):
            yield Draw((second, first))
            if not first.blind and not second.blind:
                yield Draw((replace(first, card=second.card), replace(second, card=first.card)))
    for place, take in enumerate(takes):
        for other in _other_cards(state, takes, place):
            if other != take:
                yield _with_take(takes, place, other)
    if len(takes) == 2:
        yield Draw(takes[:1])
        yield Draw(takes[1:])
    else:
        for second in first_takes(state):
            yield Draw((takes[0], second))


def _other_cards(state: State, takes: tuple[Take, ...], place: int) -> Iterator[Take]:
    """Yield what may have been taken instead: another card of the market, or one from the deck."""
    take = takes[place]
    lying = [LETTERS[kind] for kind in range(UNKNOWN) if state.market[kind]]
    if place:
        came_up = (takes[0].replacement or "", _top(state))
        lying += [letter for letter in came_up if letter not in (*lying, "", "-", "?")]
    if take.blind and not state.ordered:
        for letter in kinds_in_play(state):
            yield Take(letter, blind=True)
    for letter in lying:
        yield Take(letter, replacement=_gap(state)) if take.blind else replace(take, card=letter)
    if not take.blind:
        yield Take("?" if state.ordered or take.replacement in (None, "-") else take.replacement, blind=True)
        yield Take("?", blind=True)
    elif state.ordered:
        yield Take("?", blind=True)


def _top(state: State) -> str:
    return LETTERS[state.deck[-1]] if state.ordered and state.deck else ""


def _gap(state: State) -> str | None:
    """Return what fills a gap if nothing is recorded: the deck knows, or nobody saw it."""
    return None if state.ordered else "?"


def first_takes(state: State) -> Iterator[Take]:
    """Yield every way to take a card now; what fills the gap is left to the deck."""
    yield Take("?", blind=True)
    for kind in range(UNKNOWN):
        if state.market[kind]:
            yield Take(LETTERS[kind], replacement=_gap(state))


def draws_now(state: State) -> Iterator[Draw]:
    """Yield every draw of cards that can come now, as far as the market is known."""
    for first in first_takes(state):
        if first.card == LETTERS[LOCOMOTIVE] and not first.blind:
            yield Draw((first,))
            continue
        for second in _second_takes(state):
            if second.blind or second.card != LETTERS[LOCOMOTIVE]:
                yield Draw((first, second))


def _second_takes(state: State) -> Iterator[Take]:
    """Yield every way to take a second card; where the deck is known, one that comes up only with the first too."""
    yield from first_takes(state)
    if state.ordered:
        for letter in kinds_in_play(state):
            if not state.market[LETTERS.index(letter)]:
                yield Take(letter)


def other_replacements(state: State, draw: Draw) -> Iterator[Draw]:
    """Yield draws that differ in what came up: in the market, or from the top of the deck."""
    takes = draw.takes
    if len(takes) == 2 and not takes[0].blind and not takes[1].blind:
        first, second = takes
        if first.replacement != second.replacement:
            yield Draw((_came_up(first, second.replacement), _came_up(second, first.replacement)))
    for place, take in enumerate(takes):
        if not take.blind:
            for other in [Take(take.card)] if state.ordered else _other_gaps(state, take):
                yield _with_take(takes, place, other)
    if state.ordered and len(takes) == 2:
        yield Draw(tuple([Take("?", blind=True) if take.blind else Take(take.card) for take in takes]))


def _other_gaps(state: State, take: Take) -> Iterator[Take]:
    """Yield a take after which another card came up, or other markets."""
    for letter in kinds_in_play(state):
        if letter != take.replacement:
            yield _came_up(take, letter)
    if take.flushes:
        yield replace(take, flushes=())
    for number, market in enumerate(take.flushes):
        for other in other_letters(state, market):
            yield replace(take, flushes=(*take.flushes[:number], other, *take.flushes[number + 1 :]))


def _came_up(take: Take, card: str | None) -> Take:
    flushes = take.flushes if card not in (None, "-") else ()
    return replace(take, replacement=card, flushes=flushes)


def other_letters(state: State, cards: str) -> Iterator[str]:
    """Yield cards with one of them another, one too few, one too many; nothing in place of absurdly many."""
    if len(cards) > MOST_CARDS:
        return
    kinds = kinds_in_play(state)
    for place, card in enumerate(cards):
        for letter in kinds:
            if letter != card:
                yield cards[:place] + letter + cards[place + 1 :]
    for place in range(len(cards) - 1):
        if cards[place] != cards[place + 1]:
            yield cards[:place] + cards[place + 1] + cards[place] + cards[place + 2 :]
    if len(cards) > 1:
        for place in range(len(cards)):
            yield cards[:place] + cards[place + 1 :]
    for letter in kinds:
        yield cards + letter


def other_hands(state: State, cards: str) -> Iterator[str]:
    """Yield cards in no order with one of them another, one too few, one too many, each once."""
    seen = {cards}
    for other in other_letters(state, cards):
        hand = sort_cards(other)
        if hand not in seen:
            seen.add(hand)
            yield hand


def other_payments(state: State, seat: int, cards: str, wanted: int = 0) -> Iterator[tuple[str, int]]:
    """Yield other cards that a seat may have paid, with how far they are from those written; the nearest first.

    One card more, fewer or another; then another colour; then any of one colour with locomotives: as many as are
    ``wanted``, or as were written.
    """
    if max(len(cards), wanted) > MOST_CARDS:
        return
    seen = {cards}
    near, far = (*_one_card_off(state, cards), *_recolored(cards)), _of_a_color(state, wanted or len(cards))
    for distance, found in ((0, near), (2, far)):
        for other in found:
            hand = sort_cards(other)
            if hand not in seen and hand and affordable(state.hands[seat], frozen_counts(hand)):
                seen.add(hand)
                yield hand, distance


def affordable(hand: Counts, paid: tuple[int, ...]) -> bool:
    """Return whether a hand may have these cards; unknown ones may be any."""
    short = 0
    for kind, number in kinds_of(paid):
        short += max(0, number - hand[kind])
    return short <= hand[UNKNOWN] and sum(paid) <= sum(hand)


def _one_card_off(state: State, cards: str) -> Iterator[str]:
    kinds = dict.fromkeys(cards)
    wild = [letter for letter in _WILD if letter in kinds_in_play(state)]
    for letter in kinds:
        yield cards + letter
    for letter in kinds:
        yield cards.replace(letter, "", 1)
    for old in kinds:
        for new in (*kinds, *wild, *kinds_in_play(state)):
            yield cards.replace(old, new, 1)
    for letter in (*wild, *LETTERS[:COLORS]):
        yield cards + letter


def _recolored(cards: str) -> Iterator[str]:
    for old in dict.fromkeys(cards.strip(_WILD + "?")):
        for new in LETTERS[:COLORS]:
            yield cards.replace(old, new)


def _of_a_color(state: State, wanted: int) -> Iterator[str]:
    wild = kinds_in_play(state)[COLORS : COLORS + 1]
    for number in range(min(wanted, 4) + 1 if wild else 1):
        for color in LETTERS[:COLORS]:
            yield color * (wanted - number) + wild * number


def pays_for(state: State, route: Route, paid: tuple[int, ...]) -> bool:
    """Return whether cards may pay for a route; those not seen may be any."""
    if paid[UNKNOWN]:
        return sum(paid) == route.length
    return state.rules.price(route).pays(paid)


def _with_take(takes: tuple[Take, ...], place: int, take: Take) -> Draw:
    return Draw((*takes[:place], take, *takes[place + 1 :]))
