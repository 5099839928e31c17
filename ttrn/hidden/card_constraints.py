"""The train cards of a record as constraints: where each unseen card came from and went, as rows of numbers.

Reads the main line of a record that breaks no rule as far as is known, counts cards exactly as the engine does, and
writes a row wherever a line asks for something that depends on unseen cards: a payment asks for cards in a hand, a deck
gives what was shuffled into it, a market that stays has no three locomotives. The rows have a solution in whole numbers
if and only if some deal makes every line legal.

Where a face-up card is taken and no line says what replaced it, the market may have been replaced altogether. A record
is read either as if that had not happened (``strict``), or from there on without decks and market, asking only for what
is certain (not ``strict``); the first has too few deals, the second too many.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN, Counts, cards_of, counts
from ttrn.core.state import MAIN, OVER, SCORING, State
from ttrn.hidden.card_flow import ANYTHING
from ttrn.hidden.payments import Payments
from ttrn.hidden.piles import MISSING, NO_STACK, POSITION, Pile, Place
from ttrn.notation.records import (
    AssertCards,
    Claim,
    Deal,
    Deck,
    Draw,
    Market,
    Refill,
    Take,
    Turn,
    WrittenAction,
)
from ttrn.registry import find_game
from ttrn.replays.run import Run

if TYPE_CHECKING:
    from ttrn.core.unseen import Unseen
    from ttrn.notation.game import Entry


class CardConstraints(Payments):
    """The unseen cards of one record; ``program`` holds what is asked of them."""

    def read(self, until: int | None = None) -> CardConstraints:
        """Read the record, up to and with an entry; returns itself."""
        start = Run(self.game, self.board).state if "Position" in self.game.tags else None
        unseen = find_game(self.board.rules).unseen
        self.parts = {kind: new(len(self.hands), start) for kind, new in unseen.parts.items()}
        if start is not None:
            self._start_from(start)
        entries = self.game.entries if until is None else self.game.entries[: until + 1]
        for i, entry in enumerate(entries):
            self.line = i
            if not unseen.new_deal(self, entry):
                self._entry(entry, unseen)
            if i == self._watch:
                # Before the first turn what no line dealt belongs to the hands too.
                if isinstance(entry, Turn) or not any(isinstance(later, Turn) for later in entries[: i + 1]):
                    self._begin()
                self.watched = [hand.frozen() for hand in self.hands]
        self._begin()
        self._finish()
        return self

    def _entry(self, entry: Entry, unseen: Unseen) -> None:
        match entry:
            case Turn():
                self._begin()
                self._act(self.seats[entry.player], entry.action, unseen)
                unseen.end_turn(self)
                self._end_turn(entry.refill)
            case Deal():
                self._deal(self.seats[entry.player], entry.cards)
            case Market():
                self._open_market(entry.cards, entry.flushes, "market")
            case Deck():
                self._deck(entry)
            case AssertCards():
                self._begin()
                self._stated(entry)
            case _:
                pass

    def _start_from(self, state: State) -> None:
        """Start from a position: what is unknown in it was drawn from the deck, like everything that is known."""
        self._begun = True
        sure = all(map(state.hand_sure, range(state.seats)))
        if state.market_unknown:
            self.incomplete = "the position does not say what lies in the market"
        elif state.phase not in (MAIN, SCORING):
            self.incomplete = "the position is in the middle of a turn"
        elif not sure:
            self.incomplete = "the position does not say how many cards somebody holds"
        for seat, hand in enumerate(self.hands):
            self._lay(hand, state.hands[seat], Place(POSITION, "hand", seat))
        self._lay(self.market, state.market, Place(POSITION, "market"))
        self._lay(self.discards, state.discards, Place(POSITION, "discards"))
        for pile in state.rules.open_piles(state):
            if pile.cards[UNKNOWN]:
                self.incomplete = "the position does not say which cards lie before the players"
            self._lay(self.discards, pile.cards, Place(POSITION, "open"))
        self.stacks[0].left = state.deck_size
        self._order = list(state.deck) if state.ordered else []

    def _lay(self, pile: Pile, cards: Counts, place: Place) -> None:
        """Put the cards of a position on a pile."""
        drawn = self.stacks[0].drawn
        pile.add_known(cards)
        drawn.add_known(cards)
        if cards[UNKNOWN]:
            unknown = self.unknown_cards(cards[UNKNOWN], 0)
            unknown.places.append(place._replace(number=cards[UNKNOWN]))
            pile.here.append(unknown)
            drawn.here.append(unknown)

    def _deal_in_order(self) -> None:
        """Deal from an order that is known before anything was dealt: to the seats in turn, whatever the lines say."""
        if not self._order or self._dealt:
            return
        if UNKNOWN in self._order or self.house.market_first:
            self.incomplete = "of the order of the deck only a part is known"
            return
        tables = self.board.tables
        for seat, hand in enumerate(self.hands):
            self._dealt.add(seat)
            hand.known[LOCOMOTIVE] += tables.dealt_locomotives
            for _ in range(min(tables.dealt_cards, self.stacks[-1].left)):
                hand.known[self._draw(UNKNOWN)] += 1

    def _deal(self, seat: int, cards: str, entry: int | None = None) -> None:
        self._deal_in_order()
        if seat in self._dealt:
            return
        self._dealt.add(seat)
        place = Place(self.line if entry is None else entry, "deal", seat)
        # Some cards are given out openly, before the others are dealt.
        hidden = max(0, self.board.tables.dealt_locomotives - cards.count(LETTERS[LOCOMOTIVE]))
        for _ in range(hidden):
            cards = cards.replace("?", LETTERS[LOCOMOTIVE], 1)
            self.learned.append((place, LOCOMOTIVE))
        self.come_up(self.hands[seat], [self.recorded(card) for card in cards_of(cards)], place)

    def _begin(self) -> None:
        """Deal what no line deals."""
        if self._begun:
            return
        self._begun = True
        self._deal_in_order()
        self._deal_all()
        if not any(isinstance(entry, Market) for entry in self._setup()):
            self._open_market("?" * self.board.tables.market, (), "missing market")
        if len(self._order_after) == self.stacks[-1].left and not self._order:
            self._order = list(self._order_after)[::-1]

    def _setup(self) -> list[Entry]:
        """Return the entries before the first turn."""
        return list(takewhile(lambda entry: not isinstance(entry, Turn), self.game.entries))

    def _deal_all(self) -> None:
        """Deal to all seats, wherever their lines stand; what no line deals is unknown."""
        line, tables = self.line, self.board.tables
        for i, entry in enumerate(self._setup()):
            if isinstance(entry, Deal):
                self.line = i
                self._deal(self.seats[entry.player], entry.cards)
        self.line = line
        for seat in self.seats.values():
            self._deal(seat, "?" * (tables.dealt_cards + tables.dealt_locomotives), MISSING)

    def _open_market(self, cards: str, flushes: tuple[str, ...], part: str) -> None:
        self._deal_in_order()
        if not self.house.market_first:
            self._deal_all()
        place = Place(MISSING if part == "missing market" else self.line, "market")
        self._fill(cards, flushes, place, recorded=part == "market")

    def _deck(self, line: Deck) -> None:
        order = cards_of(line.cards)
        if self.line in self._forget:
            return
        if line.reshuffled:
            self._orders.append(order)
        elif len(order) == self.stacks[-1].left:
            self._order = list(order)[::-1]
        else:
            self._order_after = order  # the deal before it has not been told

    def _stated(self, line: AssertCards) -> None:
        """A hand, or the market, as the record states it: at least the cards named, and no others."""
        if not line.player and self.lost:
            return
        pile = self.hands[self.seats[line.player]] if line.player else self.market
        stated = counts(line.cards)
        if self.line in self._forget:
            return
        for kind in range(UNKNOWN):
            exact = not stated[UNKNOWN]
            if exact or stated[kind]:
                rest = stated[kind] - pile.known[kind]
                self.program.row(pile.terms(kind), rest, rest if exact else None, self.line)

    def _finish(self) -> None:
        if not self.lost:
            stack = self.stacks[-1]
            for card in self._order:
                if card != UNKNOWN:
                    stack.drawn.known[card] += 1
            stack.close(self.program, self.line)
        else:
            self.no_more_than_exist()
        self.double_routes.close(self.program)
        self._close_unknown()

    def _act(self, seat: int, action: WrittenAction, unseen: Unseen) -> None:
        pay = unseen.pay.get(type(action))
        if pay is not None:
            pay(self, seat, action)
        elif isinstance(action, Claim):
            self.claim(seat, action)
        elif isinstance(action, Draw):
            takes = action.takes
            for i, take in enumerate(takes):
                self._take(seat, take, i)
            whole = takes[0].card == LETTERS[LOCOMOTIVE] and not takes[0].blind
            if len(takes) == 1 and not whole and not self.house.optional_second:
                self._no_second_card()

    def _end_turn(self, refill: Refill | None) -> None:
        """DECK-2: gaps in the market are filled at the end of a turn, but not once the game is over."""
        gaps = self.market.size < self.board.tables.market and self._left > 0
        if self.lost or not (gaps or (refill and refill.flushes)):
            return
        if refill is None and self._game_ends_here():
            return
        cards, flushes = (refill.cards, refill.flushes) if refill else ("", ())
        self._fill(cards, flushes, self.place("refill"), recorded=refill is not None)

    def _game_ends_here(self) -> bool:
        """Return whether the turn in this line is the last one, and the game is over after it (END-1)."""
        if any(isinstance(entry, Turn) for entry in self.game.entries[self.line + 1 :]):
            return False
        run = Run(self.game, self.board)
        run.trial = True
        run.finish()
        return run.state.phase == OVER

    def _take(self, seat: int, take: Take, number: int) -> None:
        hand = self.hands[seat]
        card = LETTERS.index(take.card)
        if take.blind:
            self.come_up(hand, [self.recorded(card)], self.place("take", number))
            return
        if self.line in self._forget:
            self._take_any(hand, locomotive=card == LOCOMOTIVE)
        else:
            hand.known[card] += 1
            if not self.lost:
                self.market.known[card] -= 1
                if not self.market.seen:
                    self.program.row(self.market.terms(card), -self.market.known[card], None, self.line)
        came = take.replacement
        if came == "-" and not self.lost and self._left:
            self.program.fail(self.line)  # there was a card for the gap
        gap = "?" if came is None or came == "-" else came
        self._fill(gap, take.flushes, self.place(f"gap {number}"), recorded=came is not None)

    def _no_second_card(self) -> None:
        """DRAW-6: a draw ends after one card only where no other can be taken: only locomotives lie there, if any."""
        if self.lost:
            return
        if self._left:
            self.program.fail(self.line)
        for kind in range(UNKNOWN):
            if kind != LOCOMOTIVE and not self.market.seen:
                rest = -self.market.known[kind]
                self.program.row(self.market.terms(kind), rest, rest, self.line)

    def _take_any(self, hand: Pile, *, locomotive: bool) -> None:
        """Take a face-up card that is to be forgotten; that it was a locomotive shows in the turn itself."""
        taken = self.unknown_cards(1, NO_STACK, (LOCOMOTIVE,) if locomotive else ANYTHING)
        hand.here.append(taken)
        hand.growing = None
        if not self.lost:
            self.market.gone.append(taken)
            self.hold(self.market, ANYTHING)
