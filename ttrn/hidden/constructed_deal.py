"""A deal by construction: for records in which no cards are unknown but those in hands and in the market.

That is what players and spectators write. The run of such a record has noted which unknown cards were drawn into which
hand from which deck, and which of them turned out to be what. So a deal gives every card that turned out to be
something a place among those drawn before, and no deck more cards of a kind than it had. Cards are placed in the order
of time; where one finds no place, others move along a short chain. It fails now and then, and then says nothing: the
solver is asked instead.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ttrn.core.cards import KINDS, UNKNOWN, Counts
from ttrn.core.unseen_log import ELSEWHERE, NEW_DECK, UnseenLog, seat_and_kind

LONGEST_CHAIN: Final = 4
"""So many cards are moved at most to make room for one."""

ATTEMPTS: Final = 20
"""So often a deal is tried, the first time with the likeliest deck for each card, then by lot, always the same."""


def construct(log: UnseenLog, pool: Counts, seats: int, sweeping: tuple[int, ...] = ()) -> list[list[int]] | None:
    """Return the kinds of the unknown cards of each seat and of the market, in the order in which they came.

    ``pool`` is how many cards of each kind are unknown in the end, those in the deck included. Of the ``sweeping``
    kinds the market gets none that nobody took. None if unknown cards came elsewhere, or no deal was found. That the
    market never had three alike is left to the rules.
    """
    if ELSEWHERE in log.events:
        return None
    supplies = _supplies(log, pool)
    for attempt in range(ATTEMPTS):
        deal = _Deal([list(supply) for supply in supplies], seats, sweeping, _lots(attempt))
        if deal.follow(log.events) and deal.fill():
            return deal.hands()
    return None


def _lots(attempt: int) -> Random | None:
    return Random(attempt) if attempt else None  # noqa: S311  nothing here is secret


def _supplies(log: UnseenLog, pool: Counts) -> list[Counts]:
    """Return how many cards of each kind came, or could have come, unseen from each deck.

    What was unknown when a deck was used up was in hands, as was what had turned out to be something before.
    """
    supplies: list[Counts] = []
    before = [0] * UNKNOWN
    known = [0] * UNKNOWN
    pools = iter([*log.pools, pool])
    for event in [*log.events, NEW_DECK]:
        if event == NEW_DECK:
            drawn = [still + found for still, found in zip(next(pools), known, strict=True)]
            supplies.append([now - then for now, then in zip(drawn, before, strict=True)])
            before = drawn
        elif event < 0:
            known[(-1 - event) % KINDS] += 1
    return supplies


@dataclass(slots=True, eq=False)
class _Known:
    """A card that turned out to be of a kind, when so many cards had been drawn; ``place`` is which of them it was."""

    seat: int
    kind: int
    time: int
    place: int = -1
    deck: int = -1


@dataclass(slots=True)
class _Deal:
    """Unknown cards of hands, by the deck that they came from, and those that have got a kind."""

    left: list[Counts]
    """How many cards of each kind each deck can still give."""
    market: int
    """The number of the market, which comes after the seats."""
    sweeping: tuple[int, ...]
    lots: Random | None
    """Chooses the deck that a card came from, of those that can have it; else it is the one with most of the kind."""
    decks: list[int] = field(default_factory=lambda: [0])
    """The numbers of the decks so far; the last is the one of now."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Seat and deck of each card drawn."""
    kinds: list[int] = field(default_factory=list)
    free: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """By seat and deck, the cards drawn that have no kind yet, the latest last."""
    placed: dict[_Known, None] = field(default_factory=dict)
    moves: list[tuple[_Known, int, int]] = field(default_factory=list)
    """Cards that were put somewhere, or taken from a deck and a place, so that it can be undone."""

    def follow(self, events: list[int]) -> bool:
        """Place the cards of a log; return whether all found a place."""
        for event in events:
            if event == NEW_DECK:
                self.decks.append(len(self.decks))
            elif event >= 0:
                self.draw(event)
            elif not self.place(_Known(*seat_and_kind(event), len(self.places)), LONGEST_CHAIN):
                return False
        return True

    def draw(self, seat: int) -> None:
        """Let a seat draw a card from the deck of now."""
        source = seat, self.decks[-1]
        if source in self.free:
            self.free[source].append(len(self.places))
        else:
            self.free[source] = [len(self.places)]
        self.places.append(source)
        self.kinds.append(UNKNOWN)

    def place(self, card: _Known, chain: int, besides: int = -1) -> bool:
        """Find a place for a card in a deck that is not ``besides``; return whether there is one.

        Where no deck has both a card of the kind and a place, others move.
        """
        decks = self.decks if besides < 0 else [deck for deck in self.decks if deck != besides]
        able = [deck for deck in decks if self._can_have(card, deck)]
        if able:
            self._put(card, able[0] if len(able) == 1 else self._choose(card, able))
            return True
        for deck in decks:
            if chain and self._make_room(card, deck, chain - 1):
                self._put(card, deck)
                return True
        return False

    def _choose(self, card: _Known, decks: list[int]) -> int:
        """Choose one of the decks that a card can have come from."""
        if card.seat == self.market and card.kind in self.sweeping:
            return decks[-1]  # the shorter it lay there, the fewer others it lay beside
        return self.lots.choice(decks) if self.lots else max(decks, key=lambda deck: self.left[deck][card.kind])

    def _can_have(self, card: _Known, deck: int) -> bool:
        if self.left[deck][card.kind] <= 0:
            return False
        return self._has_place(card, deck)

    def _has_place(self, card: _Known, deck: int) -> bool:
        """Return whether the seat drew a card from a deck, before this one was known, that has no kind yet."""
        free = self.free.get((card.seat, deck))
        return free is not None and len(free) > 0 and free[0] < card.time

    def _put(self, card: _Known, deck: int) -> None:
        free = self.free[card.seat, deck]
        at = 0
        if card.seat != self.market or card.kind in self.sweeping:
            at = len(free) - 1
            while free[at] >= card.time:
                at -= 1
        self._put_at(card, deck, free[at])

    def _put_at(self, card: _Known, deck: int, place: int) -> None:
        self.free[card.seat, deck].remove(place)
        card.place, card.deck = place, deck
        self.kinds[place] = card.kind
        self.left[deck][card.kind] -= 1
        self.placed[card] = None
        self.moves.append((card, -1, -1))

    def _take_out(self, card: _Known) -> None:
        self.kinds[card.place] = UNKNOWN
        self.left[card.deck][card.kind] += 1
        insort(self.free[card.seat, card.deck], card.place)
        del self.placed[card]
        self.moves.append((card, card.deck, card.place))

    def _undo(self, moves: int) -> None:
        """Take back all moves but the first so many."""
        while len(self.moves) > moves:
            card, deck, place = self.moves.pop()
            if place < 0:
                self._take_out(card)
            else:
                self._put_at(card, deck, place)
            self.moves.pop()  # taking back is no move

    def _make_room(self, card: _Known, deck: int, chain: int) -> bool:
        """Move a card out of a deck that lacks one thing for this one, a card of its kind or a place."""
        lacks_kind = self.left[deck][card.kind] <= 0
        if lacks_kind and not self._has_place(card, deck):
            return False
        tried: set[tuple[int, int]] = set()
        for other in list(self.placed):
            if other.deck != deck or (other.seat, other.kind) in tried:
                continue
            if other.kind == card.kind if lacks_kind else (other.seat == card.seat and other.place < card.time):
                tried.add((other.seat, other.kind))
                before = len(self.moves)
                self._take_out(other)
                if self.place(other, chain, besides=deck) and self._can_have(card, deck):
                    return True
                self._undo(before)
        return False

    def fill(self) -> bool:
        """Give all other cards what their decks have left, the market first; return whether that was enough."""
        for deck, left in enumerate(self.left):
            if min(left) < 0:
                return False
            # One of each kind in turn: as mixed as they can be.
            kinds = range(UNKNOWN)
            rest = sorted([(kind in self.sweeping, number, kind) for kind in kinds for number in range(left[kind])])
            free = [place for place, (_, of) in enumerate(self.places) if of == deck and self.kinds[place] == UNKNOWN]
            if len(free) > len(rest):
                return False
            free.sort(key=lambda place: self.places[place][0] != self.market)
            for place, (_, _, kind) in zip(free, rest, strict=False):
                self.kinds[place] = kind
        return True

    def hands(self) -> list[list[int]]:
        """Return the kinds of the cards of each seat and of the market, in the order in which they came."""
        found: list[list[int]] = [[] for _ in range(self.market + 1)]
        for (seat, _), kind in zip(self.places, self.kinds, strict=True):
            found[seat].append(kind)
        return found
