"""Drawing train cards: the checks (DRAW, DECK) and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ttrn.core.actions import Action, TakeCard
from ttrn.core.card_supply import (
    ALIKE,
    NOT_RECORDED,
    cards_left,
    draw_card,
    fill_gap,
    fill_market,
    locate,
    nothing_left,
    surely_drawable,
    sweep,
)
from ttrn.core.cards import BLIND, KINDS, LOCOMOTIVE, NO_CARD, UNKNOWN, a_card, describe
from ttrn.core.chance import TAKEN
from ttrn.core.state import MAIN, SECOND, State, Violation
from ttrn.core.turns import end_turn


def draw_1(state: State, action: TakeCard) -> Violation | None:
    """DRAW-1: a card is taken from the market or blind from the deck."""
    card = action.card
    if card == BLIND or state.market[card] or state.market[UNKNOWN]:
        return None
    what = a_card(card).partition(" ")[2]
    text = f"no {what} lies face up; the market has {describe(state.market)}"
    return Violation("DRAW-1", text, at=int(state.phase == SECOND))


NEVER_SECOND: Final = "a face-up locomotive counts as both cards: it cannot be the second one"


def draw_3(state: State, action: TakeCard) -> Violation | None:
    """DRAW-3: a face-up locomotive counts as both cards, so it is never the second one."""
    if state.phase != SECOND or action.card != LOCOMOTIVE:
        return None
    return Violation("DRAW-3", NEVER_SECOND, at=1)


def deck_3(state: State, action: TakeCard) -> Violation | None:
    """DECK-3: with deck, discards and market all empty nothing can be drawn; blind, with deck and discards empty."""
    if action.card != BLIND or cards_left(state):
        return None
    return Violation("DECK-3", f"{nothing_left(state)}: there is no card to draw blind", at=int(state.phase == SECOND))


CHECKS: tuple[Callable[[State, TakeCard], Violation | None], ...] = (draw_1, draw_3, deck_3)

TAKES: Final[list[TakeCard]] = [*[TakeCard(card) for card in range(KINDS)], TakeCard(BLIND)]
"""Every way to take a card, made once: they come up in every turn. ``BLIND`` is the last one."""


def surely_legal(state: State, action: TakeCard) -> bool:
    """Return whether a take is legal beyond doubt, at a glance; most are. For the others the checks decide."""
    card, phase = action.card, state.phase
    if phase not in (MAIN, SECOND):
        return False
    if card == BLIND:
        return state.deck_size > 0 and not state.market_unknown
    return state.market[card] > 0 and (card != LOCOMOTIVE or phase == MAIN)


def take_card(state: State, action: TakeCard) -> None:
    """Take a card; the turn goes on if a second one must follow (DRAW-2, DRAW-6)."""
    card = drawn = action.card
    if card == BLIND:
        drawn = draw_card(state)
        if drawn != NO_CARD:
            state.hands[state.seat][drawn] += 1
            if drawn == UNKNOWN and state.chance.unseen is not None:
                state.chance.unseen.events[-1] = state.seat
    elif state.market[card]:
        state.hands[state.seat][card] += 1
        state.market[card] -= 1
        fill_gap(state)
    else:
        _take_unseen(state, card)
    if state.phase == SECOND or card == LOCOMOTIVE or not (state.deck_size or _second_card_left(state)):
        end_turn(state)
    else:
        state.phase = SECOND
        state.first_card = drawn


def take_at_once(state: State, takes: tuple[tuple[int, int], ...]) -> int:  # noqa: C901, PLR0912  one walk, no calls
    """Take the cards of a whole draw as long as nothing is out of the ordinary; return how many were taken.

    Each take is a face-up card (or ``BLIND``) and the card that came up for it (or ``NOT_RECORDED``, where the order of
    the deck tells it). It does what :func:`surely_legal` and :func:`take_card` do, all in one place: most turns of a
    record are draws, and calls are most of what they cost. What it leaves is for those two.
    """
    chance = state.chance
    if state.phase != MAIN or state.gaps or state.market_unknown or chance.cards or chance.flushes:
        return 0
    ordered, market, pool, log = state.ordered, state.market, state.pool, chance.log
    hand, sweeping, deck = state.hands[state.seat], state.rules.sweeping, state.deck
    taken = 0
    for card, came in takes:
        if not state.deck_size:
            break
        drawn = came
        if ordered and came == NOT_RECORDED:
            drawn = deck[-1]
        elif ordered or came < 0:
            break
        if drawn == UNKNOWN or not pool[drawn]:
            break
        swept = False
        if card == BLIND:
            hand[drawn] += 1
        elif not market[card] or (taken and card == LOCOMOTIVE):
            break
        else:
            market[card] -= 1
            market[drawn] += 1
            hand[card] += 1
            for kind in sweeping:
                swept = swept or market[kind] + market[UNKNOWN] >= ALIKE
        if ordered:
            deck.pop()
        state.deck_size -= 1
        pool[drawn] -= 1
        taken += 1
        if log is not None:
            log.append(TAKEN)
            log.append(drawn)
        if swept:
            sweep(state, told=not ordered)
        if taken == 2 or card == LOCOMOTIVE or not (state.deck_size or _second_card_left(state)):
            end_turn(state)
            break
        state.phase = SECOND
        state.first_card = drawn if card == BLIND else card
        if swept:
            break
    return taken


def _take_unseen(state: State, card: int) -> None:
    """Take a face-up card that nobody is known to have seen lie there."""
    if state.market[UNKNOWN]:
        # Before it is in the hand: where all others lie may have to be told.
        locate(state, card, "card")
    state.hands[state.seat][card] += 1
    if state.market[UNKNOWN]:
        state.market[UNKNOWN] -= 1
        if state.chance.unseen is not None:
            state.chance.unseen.turned_out(state.seats, card)
        fill_gap(state)
    else:
        fill_market(state)


def first_cards(state: State) -> list[Action]:
    """Return the cards that may be taken first; the list is shared."""
    return _cards(state, _EVERY_KIND)


def takes(state: State) -> list[list[Action]]:
    """Return the cards that may be taken at the start of a turn."""
    return [_cards(state, _EVERY_KIND)]


def second_cards(state: State) -> list[Action]:
    """Return the cards that may be taken second: no face-up locomotive (DRAW-3); the list is shared."""
    takes = _cards(state, _NO_LOCOMOTIVE)
    if not takes and state.market[UNKNOWN]:
        # One of the unknown cards may be other than a locomotive; nobody can know.
        return [TAKES[UNKNOWN]]
    return takes


def _cards(state: State, kinds: int) -> list[Action]:
    """Return the ways to take a card, of these kinds if it lies face up: blind first, if the deck has one."""
    key = 1 << KINDS if cards_left(state) else 0
    bit = 1
    for number in state.market:
        if number:
            key |= bit
        bit <<= 1
    key &= kinds
    found = _takes.get(key)
    if found is None:
        found = [TAKES[BLIND]] if key >> KINDS else []
        found += [TAKES[kind] for kind in range(UNKNOWN) if key >> kind & 1]
        _takes[key] = found
    return found


_EVERY_KIND: Final = (1 << KINDS) + (1 << UNKNOWN) - 1
"""A bit for each kind of card, and one for a blind card."""

_NO_LOCOMOTIVE: Final = _EVERY_KIND - (1 << LOCOMOTIVE)

_takes: Final[dict[int, list[Action]]] = {}
"""The ways to take a card, by the kinds that can be taken."""


def _second_card_left(state: State) -> bool:
    """Return whether a second card can be taken although the deck is empty."""
    return sum(state.market) > state.market[LOCOMOTIVE] or cards_left(state) > 0


def missing_second(state: State) -> Violation | None:
    """Return the verdict on a turn that ends after one card although a second could be taken.

    Where only cards are left that nobody saw they may all be locomotives, and there is none. Some tables leave it out.
    """
    if state.house.optional_second or (state.market_unknown and surely_drawable(state) <= 0):
        return None
    if not cards_left(state) and sum(state.market) == state.market[LOCOMOTIVE] + state.market[UNKNOWN]:
        return None
    name = state.names[state.seat]
    # A face-up locomotive would have ended the turn.
    if state.first_card == LOCOMOTIVE:
        return Violation("DRAW-4", f"a locomotive drawn blind counts as one card: {name} must take a second one")
    if LOCOMOTIVE < state.first_card < UNKNOWN and state.game.ids.single:
        text = f"{a_card(state.first_card)} counts as one card: {name} must take a second one"
        return Violation(state.game.ids.single, text)
    return Violation("DRAW-6", f"{name} takes one card only, and must take a second one while one can be taken")
