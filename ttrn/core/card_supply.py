"""The train cards: deck, discards and market.

Where a state replays a record, ``state.chance`` has the cards and markets that come up by it; where the order of the
deck is known, that decides and the record is compared with it. Contradictions are noted there with the rule they break.
"""

from __future__ import annotations

from typing import Final

from ttrn.core.cards import KINDS, LETTERS, NO_CARD, UNKNOWN, Counts, a_card, describe, number_of
from ttrn.core.chance import FLUSHED
from ttrn.core.house_rules import NO_LIMIT
from ttrn.core.state import Part, State
from ttrn.core.unseen_log import ELSEWHERE, NEW_DECK

ALIKE: Final = 3
"""So many face-up cards of a sweeping kind make the market be replaced (MARKET-2)."""

NOT_RECORDED: Final = -2
"""In place of a card: the record does not have whether one came."""


def cards_left(state: State) -> int:
    """Return whether a card can still be drawn, and how many are in the deck, or else the discards.

    In a market_unknown state there may be some as long as any card is in no hand.
    """
    if state.market_unknown:
        return 1 if not state.hands_sure or _outside(state) > 0 else 0
    return state.deck_size or (sum(state.discards) if state.rules.reshuffles else 0)


def surely_drawable(state: State) -> int:
    """Return how many cards can be drawn from deck or discards at the least, where it is not known what lies where.

    Of the cards in no hand the market may have as many as it has places. Where the discards stay what they are, or a
    violation made a hand unsure, there may be none.
    """
    if not state.rules.reshuffles or not state.hands_sure:
        return 0
    return _outside(state) - state.market_size


def _outside(state: State) -> int:
    """Return how many train cards are in no hand and do not lie elsewhere: in deck, discards and market."""
    elsewhere = sum([sum(cards) for cards in (*state.hands, *[pile.cards for pile in state.rules.open_piles(state)])])
    return state.board.tables.deck_size - elsewhere


def nothing_left(state: State) -> str:
    """Say that there is no card to draw."""
    return "deck and discards are empty" if state.rules.reshuffles else "the deck is empty"


def draw_card(state: State) -> int:
    """Draw the top card, reshuffling the discards when the deck is empty (DECK-1); ``NO_CARD`` when nothing is left."""
    chance, pool = state.chance, state.pool
    if not state.deck_size or state.market_unknown:
        return _draw_with_care(state)
    # Most cards come up by the order of the deck or by the record, and only one of them tells.
    if state.ordered:
        if chance.cards:
            return _draw_with_care(state)
        card = state.deck.pop()
    else:
        card = chance.cards[-1] if chance.cards else UNKNOWN
        if card < 0 or card == UNKNOWN:
            return _draw_with_care(state)
        chance.cards.pop()
    state.deck_size -= 1
    if chance.log is not None:
        chance.log.append(card)
    left = pool[card] = pool[card] - 1
    if left < 0:
        one_too_many(state, card)
    return card


def _draw_with_care(state: State) -> int:
    """Draw the top card where the deck is empty, or nobody saw it, or its order and the record both tell it."""
    chance = state.chance
    recorded = chance.cards.pop() if chance.cards else NOT_RECORDED
    if state.market_unknown:
        return locate(state, UNKNOWN if recorded < 0 else recorded)
    if not state.deck_size and not reshuffle(state):
        if recorded >= 0:
            rule = state.game.ids.refill
            state.note(rule, f"{nothing_left(state)}, yet {a_card(recorded)} comes up")
        return NO_CARD
    if recorded == NO_CARD:
        left = number_of(state.deck_size, "card")
        state.note("DRAW-2", f"a gap in the market is filled at once: the deck has {left} left")
    if recorded < 0:
        recorded = UNKNOWN
    state.deck_size -= 1
    card = state.deck.pop() if state.ordered else recorded
    if chance.log is not None:
        chance.log.append(card)
    if recorded not in (card, UNKNOWN):
        return _contradiction(state, card, recorded)
    return _unseen(state) if card == UNKNOWN else locate(state, card)


def _unseen(state: State) -> int:
    """Note that a card came up which nobody saw; whoever takes it into a hand says so in the log."""
    state.unseen = True
    if state.chance.unseen is not None:
        state.chance.unseen.events.append(ELSEWHERE)
    return UNKNOWN


def _contradiction(state: State, card: int, recorded: int) -> int:
    """Note that the order of the deck and a card drawn are at odds: it may be either, and the order may be wrong."""
    state.note("DECK-1", f"the deck has {a_card(card)} on top; the record says {a_card(recorded)}")
    state.chance.unseen = None
    state.ordered = False
    state.deck = []
    state.unseen = True
    return UNKNOWN


def locate(state: State, card: int, part: Part = "") -> int:
    """Take a card that became known out of the pool of cards without a place; note one too many."""
    if card != UNKNOWN:
        state.pool[card] -= 1
        if state.pool[card] < 0:
            one_too_many(state, card, part)
    return card


def one_too_many(state: State, card: int, part: Part = "") -> None:
    """Note that more cards of a kind are seen than exist, once: their number is not held against later lines."""
    state.pool[card] = 0
    if card in state.unsure:
        return
    state.unsure |= {card}
    total = state.board.tables.train_cards.get(LETTERS[card], 0)
    name = a_card(card).partition(" ")[2]
    reason = f"this game has no {name}s"
    if total:
        reason = f"this is {name} number {total + 1}: the game has {total} ({_known_places(state, card, total)})"
    state.note(state.game.ids.deck, reason, part)


def _known_places(state: State, card: int, total: int) -> str:
    """Return where all cards of a kind are; those that are in none of the places have come up just now."""
    piles = [(f"in the hand of {name}", hand) for name, hand in zip(state.names, state.hands, strict=True)]
    piles += [(pile.where, pile.cards) for pile in state.rules.open_piles(state)]
    piles += [("face up", state.market), ("discarded", state.discards)]
    found = [f"{pile[card]} {where}" for where, pile in piles if pile[card]]
    rest = total - sum([pile[card] for _, pile in piles])
    return ", ".join([*found, f"{rest} in this line"] if rest > 0 else found)


def reshuffle(state: State) -> bool:
    """Make a new deck of the discards, where the game does so; return whether there were any (DECK-1)."""
    if not state.rules.reshuffles or not sum(state.discards):
        return False
    new_deck(state)
    return True


def new_deck(state: State) -> None:
    """Make a new deck of all discards; what was in the old one is forgotten."""
    size = sum(state.discards)
    unseen = state.chance.unseen
    if unseen is not None:
        unseen.events.append(NEW_DECK)
        unseen.pools.append(list(state.pool))
        if state.discards[UNKNOWN]:
            state.chance.unseen = None
    for kind in range(UNKNOWN):
        state.pool[kind] += state.discards[kind]
    if state.chance.shuffle is not None and not state.discards[UNKNOWN]:
        state.deck = state.chance.shuffle([kind for kind in range(UNKNOWN) for _ in range(state.discards[kind])])
        state.ordered = True
    else:
        # The order that a record gave has been used up; it may give another.
        order = state.chance.next_decks.pop(0) if state.chance.next_decks else []
        state.ordered = bool(order) and _fits(state, order) and UNKNOWN not in order
        state.deck = order[::-1] if state.ordered else []
    state.deck_size = size
    state.discards = [0] * KINDS


def _fits(state: State, order: list[int]) -> bool:
    """Check that the order of a new deck is an order of the discards (DECK-1)."""
    cards: Counts = [0] * KINDS
    for card in order:
        cards[card] += 1
    if could_be(state.discards, cards):
        return True
    if all(state.discards[kind] == cards[kind] for kind in range(UNKNOWN) if kind not in state.unsure):
        return False  # what is wrong with the others has been said
    state.note("DECK-1", f"the discards are {describe(state.discards)}; the new deck has {describe(cards)}")
    return False


def could_be(known: Counts, recorded: Counts) -> bool:
    """Return whether cards as known and cards as recorded can be the same; both may hold unknown ones."""
    if known == recorded:
        return True
    if sum(known) != sum(recorded):
        return False
    missing = sum([max(0, recorded[kind] - known[kind]) for kind in range(UNKNOWN)])
    extra = sum([max(0, known[kind] - recorded[kind]) for kind in range(UNKNOWN)])
    return missing <= known[UNKNOWN] and extra <= recorded[UNKNOWN]


def give_order(state: State, order: list[int]) -> None:
    """Use the order of the deck that a record gives, top card first."""
    rule = state.game.ids.deck
    if len(order) != state.deck_size:
        state.note(rule, f"the deck has {number_of(state.deck_size, 'card')}, not {len(order)}")
        return
    cards: Counts = [0] * KINDS
    for card in order:
        cards[card] += 1
    for kind in range(UNKNOWN):
        if cards[kind] > state.pool[kind]:
            left = number_of(state.pool[kind], a_card(kind).partition(" ")[2])
            state.note(rule, f"the deck can have {left} at most, not {cards[kind]}")
            return
    state.ordered = not cards[UNKNOWN]
    state.deck = order[::-1] if state.ordered else []


def fill_market(state: State) -> None:
    """Fill the gaps in the market while cards are left (MARKET-1), and replace it where it cannot stay (MARKET-2)."""
    if state.market_unknown:
        state.market = [0] * KINDS
        state.market[UNKNOWN] = state.board.tables.market
        state.chance.cards.clear()
        state.chance.flushes.clear()
    else:
        _fill(state, state.market_size - sum(state.market))


def fill_gap(state: State) -> None:
    """Fill the gap that a card leaves which has just been taken from the market."""
    if state.gaps or state.market_unknown:
        fill_market(state)
        return
    chance = state.chance
    told = len(chance.cards) > 0
    card = draw_card(state)
    market = state.market
    if card < 0 or card == UNKNOWN:
        _turned_up(state, card)
    else:
        market[card] += 1
    for kind in state.rules.sweeping:
        if market[kind] + market[UNKNOWN] >= ALIKE:
            sweep(state, told=told)
            return
    if chance.flushes:
        sweep(state, told=told)


def replace_market(state: State) -> None:
    """Replace the market at the end of a turn, as a record says: three alike had to stay until now (MARKET-2).

    After a violation in the same turn, which may have left out what freed them, it is not judged.
    """
    if state.chance.notes:
        forget_market(state)
    if state.market_unknown:
        fill_market(state)
    else:
        _fill(state, 0)


def _fill(state: State, places: int) -> None:
    told = not places or len(state.chance.cards) > 0
    _turn_up(state, places)
    if state.chance.flushes or _may_be_swept(state):
        sweep(state, told=told)


def _turn_up(state: State, places: int) -> None:
    """Turn up a card for each place in the market, as long as there are cards."""
    state.gaps = False
    for _ in range(places):
        if state.gaps:
            break
        _turned_up(state, draw_card(state))


def _turned_up(state: State, card: int) -> None:
    """Put a card that was drawn into the market, if there was one."""
    if card == NO_CARD:
        state.gaps = True
        return
    state.market[card] += 1
    if card == UNKNOWN and state.chance.unseen is not None:
        state.chance.unseen.events[-1] = state.seats


def _may_be_swept(state: State) -> bool:
    """Return whether so many face-up cards are alike, or may be, that the market is replaced (MARKET-2)."""
    market = state.market
    for kind in state.rules.sweeping:  # noqa: SIM110  a generator would take longer
        if market[kind] + market[UNKNOWN] >= ALIKE:
            return True
    return False


def sweep(state: State, *, told: bool) -> None:
    """Replace the market as long as it cannot stay, or as a record says."""
    swept, chance = 0, state.chance
    while True:
        possible = _may_be_swept(state)
        unseen = state.market[UNKNOWN] > 0
        certain = max([state.market[kind] for kind in state.rules.sweeping], default=0) >= ALIKE if unseen else possible
        if not (possible or chance.flushes) or not _flush(state, certain, possible, swept, told=told):
            return
        swept += 1
        discard_market(state)
        if chance.log is not None:
            chance.log.append(FLUSHED)
        _turn_up(state, state.market_size)


def _flush(state: State, certain: bool, possible: bool, swept: int, *, told: bool) -> bool:
    """Decide whether the market is replaced now: by the cards, or by the record where it alone can tell.

    ``told`` is whether the record says anything of what came up.
    """
    must, may = flush_due(state, certain, possible, swept)
    rule = state.game.ids.market
    if state.chance.flushes:
        if not may:
            state.note(rule, f"the market has {describe(state.market)}: {_why_not(state, possible)}")
        state.chance.cards = state.chance.flushes.pop(0)
        size = min(state.board.tables.market, cards_left(state) + sum(state.market))
        if len(state.chance.cards) != size:
            state.note("MARKET-1", f"a new market of {size} cards is dealt, not of {len(state.chance.cards)}")
        return True
    if not state.chance.recorded or not may or (state.ordered and must):
        return must
    if must and told:
        state.note(rule, f"the market has {describe(state.market)}: all of it is replaced at once")
    if not state.chance.strict:
        # A flush may have happened that was not written down.
        forget_market(state)
    return False


def _why_not(state: State, possible: bool) -> str:
    """Return why the market stays as it is."""
    kinds = state.rules.sweeping
    if not kinds:
        return "in this game it is never replaced"
    sweeps = state.house.sweeps
    if possible and sweeps == 0:
        return "at this table it is never replaced"
    if possible and sweeps != NO_LIMIT and state.deck_size + sum(state.discards):
        return f"at this table it is replaced {'once' if sweeps == 1 else f'{sweeps} times in a row'} at most"
    if possible:
        return "it is not replaced, for too few other cards are left"
    names = " or ".join([a_card(kind).partition(" ")[2] + "s" for kind in kinds])
    return f"it is replaced only when {ALIKE} {names} lie face up"


def discard_market(state: State) -> None:
    """Put all face-up cards on the discards."""
    for kind, number in enumerate(state.market):
        if number:
            state.discards[kind] += number
    state.market = [0] * KINDS


def flush_due(state: State, certain: bool, possible: bool, swept: int = 0) -> tuple[bool, bool]:
    """Return whether a market with three cards alike, certainly or possibly, must or might have to be replaced.

    ``swept`` is how often it has been replaced just now: some tables stop after so many.
    """
    if not possible:
        return False, False
    if state.house.sweeps != NO_LIMIT:
        # As long as there is a card at all; who wrote the record may have seen whether it stopped at this number.
        left = state.deck_size + sum(state.discards) > 0
        due = left and swept < state.house.sweeps
        return certain and due, due or (left and state.house.more_sweeps and bool(state.chance.flushes))
    if certain and _plenty_left(state):
        return True, True
    # With too few other cards left the same would come again and again (MARKET-2, decided).
    size = min(state.board.tables.market, state.deck_size + sum(state.discards) + sum(state.market))
    least, most = _cards_to_show(state, state.rules.sweeping)
    return certain and least >= size, most >= size


def _plenty_left(state: State) -> bool:
    """Return whether the deck is sure to have enough cards of other kinds for a new market: mostly that is plain."""
    hidden = state.deck_size + state.market[UNKNOWN] + state.discards[UNKNOWN]
    others = state.deck_size - sum([state.pool[kind] for kind in state.rules.sweeping])
    return others >= state.board.tables.market and hidden <= sum(state.pool)


def _cards_to_show(state: State, kinds: tuple[int, ...]) -> tuple[int, int]:
    """Return how many cards deck, discards and market hold, at least and at most, that can lie open together.

    Of each sweeping kind that is two. Where the hidden ones are depends on the pool, which other hands draw from too.
    """
    unknown = state.market[UNKNOWN] + state.discards[UNKNOWN]
    hidden = state.deck_size + unknown
    cards = sum(state.market) + sum(state.discards) - unknown + hidden
    welcome = sum(state.pool)
    worst = together = rooms = 0
    for kind in kinds:
        seen, unseen = state.market[kind] + state.discards[kind], state.pool[kind]
        cards -= max(0, seen - 2)
        room = max(0, 2 - seen)
        surplus = max(0, unseen - room)
        welcome -= surplus
        worst = max(worst, min(surplus, hidden - room))
        together += surplus
        rooms += room
    worst = max(worst, min(together, hidden - rooms))
    return cards - worst, cards - max(0, hidden - welcome)


def forget_market(state: State) -> None:
    """Forget market, discards and the size of the deck: the record no longer has them."""
    for kind in range(UNKNOWN):
        state.pool[kind] += state.market[kind] + state.discards[kind]
    state.market_unknown = state.unseen = True
    state.chance.unseen = None
    state.ordered = False
    state.gaps = False
    state.deck = []
    state.discards = [0] * KINDS
    state.market = [0] * KINDS
    state.market[UNKNOWN] = state.board.tables.market


def discard(state: State, kind: int, number: int) -> None:
    """Put cards on the discards."""
    if state.market_unknown:
        if kind != UNKNOWN:
            state.pool[kind] += number
    else:
        state.discards[kind] += number
