"""The cards of a story: decks, market, discards and hands, and the rows that follow when cards move between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, NO_CARD, UNKNOWN, Counts, cards_of
from ttrn.core.house_rules import house_of
from ttrn.hidden.double_routes import Tracks
from ttrn.hidden.linear_program import Program
from ttrn.hidden.piles import NO_STACK, Pile, Place, Stack, UnknownCards
from ttrn.hidden.second_deck import SecondDeck
from ttrn.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ttrn.notation.game import GameRecord

ANYTHING = tuple(range(UNKNOWN))


class CardFlow:
    """Where the cards of one record are, and what is asked of the unseen ones in ``program``."""

    def __init__(
        self,
        game: GameRecord,
        board: Board,
        *,
        strict: bool = True,
        forget: Collection[int] = (),
        surcharges: Mapping[int, int] | None = None,
        watch: int | None = None,
    ) -> None:
        self.game = game
        self.board = board
        self.program = Program()
        self.bunches: list[UnknownCards] = []
        self._watch = watch
        self.watched: list[Pile] = []
        """The hands after the entry that is to be watched."""
        self.learned: list[tuple[Place, int]] = []
        """Cards that a line does not tell, but the order of a deck does."""
        self.loose = False
        """Whether the market may have been replaced without a word."""
        self._strict = strict
        self._forget = forget
        self.lost = False
        """Whether nobody can tell any more what lies in deck, market and discards."""
        self.seats = {player.id: seat for seat, player in enumerate(game.players)}
        self.hands = [Pile() for _ in game.players]
        self.market = Pile()
        self.discards = Pile()
        self.lying = Pile()
        rules = find_game(board.rules).rules
        self._sweeping = rules.sweeping
        self._reshuffles = rules.reshuffles
        self.second = SecondDeck(len(game.players)) if not rules.reshuffles else None
        """What becomes of the cards that are laid, in a game that is not reshuffled."""
        self._total: Counts = [board.tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]]
        whole = Pile()
        whole.known = [*self._total, 0]
        self.stacks = [Stack(0, whole, 0, left=sum(self._total))]
        self.house = house_of(game.tags.get("Rules", ""))
        self.has_tunnels = any(route.tunnel for route in board.routes)
        self.stations = [0] * len(game.players)
        self.tracks = Tracks()
        self._surcharges = surcharges or {}
        self.unsure: list[int] = []
        """The lines of which it is not told how much was paid on top; one was taken for it, or what was given."""
        self._orders: list[tuple[int, ...]] = []
        self._order: list[int] = []
        self.line = 0
        self._begun = False
        self._dealt: set[int] = set()
        self.vague = False
        """Whether the record tells something that this story leaves out, so that it proves nothing."""

    def _close_bunches(self) -> None:
        """Add what holds for every bunch: its cards are of some kind each, and no kind has more than exist."""
        for bunch in self.bunches:
            terms = [(bunch.first + kind, 1) for kind in range(UNKNOWN)]
            self.program.row(terms, bunch.number, bunch.number, bunch.line)
            for kind in range(UNKNOWN):
                upper = self.program.uppers[bunch.first + kind]
                self.program.uppers[bunch.first + kind] = min(upper, bunch.number)

    def forgets(self, line: int) -> bool:
        """Tell whether this story leaves out what a line says of cards, but for their number."""
        return line in self._forget

    def surcharge(self, line: int) -> int:
        """Return how much was paid on top in a line that does not tell."""
        self.unsure.append(line)
        return self._surcharges.get(line, 1)

    def _told(self, card: int) -> int:
        return UNKNOWN if card >= 0 and self.line in self._forget else card

    def bunch(self, number: int, stack: int, kinds: Sequence[int] = ANYTHING) -> UnknownCards:
        """Return a new bunch of cards, each of one of these kinds."""
        first = self.program.variables(UNKNOWN, 0)
        for kind in kinds:
            self.program.uppers[first + kind] = self._total[kind]
        found = UnknownCards(first, number, stack, self.line)
        self.bunches.append(found)
        return found

    def come_up(self, pile: Pile, told: list[int], place: Place, *, apart: bool = False) -> None:
        """Draw cards onto a pile; cards on a market are kept apart, for each has a time."""
        for i, card in enumerate(told):
            found = self._draw(card)
            if found == NO_CARD:
                if not apart or card != UNKNOWN:
                    self.program.fail(self.line)  # a card came up where there is none
                break
            if found != UNKNOWN:
                pile.known[found] += 1
                if card == UNKNOWN:
                    self.learned.append((place._replace(at=place.at + i) if apart else place, found))
                continue
            stack = NO_STACK if self.lost else len(self.stacks) - 1
            bunch = pile.growing
            if bunch is None or apart or bunch.stack != stack:
                bunch = self.bunch(0, stack)
                pile.here.append(bunch)
                pile.growing = bunch
                if stack != NO_STACK:
                    self.stacks[stack].drawn.here.append(bunch)
            bunch.number += 1
            bunch.places.append(place._replace(at=place.at + i) if apart else place)

    def _draw(self, told: int) -> int:
        """Draw one card: known from the line or from the order of the deck, or unknown; ``NO_CARD`` if none is left."""
        if self.lost:
            return UNKNOWN if told == NO_CARD else told
        if not self.stacks[-1].left and not self._reshuffle():
            return NO_CARD
        stack = self.stacks[-1]
        stack.left -= 1
        ordered = self._order.pop() if self._order else UNKNOWN
        if UNKNOWN not in (told, ordered) and told not in (ordered, NO_CARD):
            self.program.fail(self.line)
        card = ordered if told in (UNKNOWN, NO_CARD) else told
        if card != UNKNOWN:
            stack.drawn.known[card] += 1
        return card

    @property
    def _left(self) -> int:
        """How many cards can still be drawn."""
        return self.stacks[-1].left + (self.discards.size if self._reshuffles else 0)

    def _reshuffle(self) -> bool:
        if not self._reshuffles or not self.discards.size:
            return False
        self._new_stack()
        return True

    def _new_stack(self) -> None:
        """Shuffle the discards into a new deck."""
        self.stacks[-1].close(self.program, self.line)
        content, self.discards = self.discards, Pile()
        self.stacks.append(Stack(len(self.stacks), content, self.line, left=content.size))
        order = self._orders.pop(0) if self._orders else ()
        self._order = list(order)[::-1] if len(order) == content.size else []

    def _fill(self, cards: str, flushes: tuple[str, ...], place: Place, *, told: bool) -> None:
        """Fill the gaps in the market, and replace it as often as the record says.

        Where the record did not tell what came (``told``), it may not have told that the market was replaced either.
        """
        if self.lost:
            return
        size = self.board.tables.market
        gaps = size - self.market.size
        script = [self._told(card) for card in cards_of(cards)]
        script = (script + [UNKNOWN] * gaps)[:gaps]
        self.come_up(self.market, script, place, apart=True)
        for i, flush in enumerate(flushes):
            self._swept()
            self.discards.add(self.market)
            self.market = Pile()
            script = ([self._told(card) for card in cards_of(flush)] + [UNKNOWN] * size)[:size]
            self.come_up(self.market, script, place._replace(part=f"{place.part} flush {i}", at=0), apart=True)
        if not self.house.sweeps or (len(flushes) < self.house.sweeps and self._left):
            self._stays(told=told or bool(flushes))

    def _available(self) -> int:
        return self.stacks[-1].left + self.discards.size + self.market.size

    def _surplus(self, kinds: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Return how many cards of these kinds, beyond two each, are in deck, discards and market."""
        terms: list[tuple[int, int]] = []
        constant = 0
        for kind in kinds:
            constant += self._total[kind] - 2
            for pile in (*self.hands, self.lying):
                terms += pile.terms(kind, -1)
                constant -= pile.known[kind]
        return terms, constant

    def _can_stay_always(self) -> bool:
        """Tell whether, going by numbers alone, there are cards enough for a market that need not be replaced."""
        size = min(self.board.tables.market, self._available())
        return self._available() - sum([max(0, self._total[kind] - 2) for kind in self._sweeping]) >= size

    def _stays(self, *, told: bool) -> None:
        """MARKET-2: a market that is not replaced has no three alike, unless there are no others."""
        market = self.market
        for kind in self._sweeping:
            if market.most(kind) < 3:
                continue
            if not told:
                self.loose = True
                if not self._strict:
                    self._lose()
                    return
            if self.house.sweeps or self._can_stay_always():
                self.program.row(market.terms(kind), None, 2 - market.known[kind], self.line)
                continue
            flag = self.program.variables(1, 1)
            terms = [*market.terms(kind), (flag, -self.board.tables.market)]
            self.program.row(terms, None, 2 - market.known[kind], self.line)
            self._too_few_others(flag)

    def _too_few_others(self, flag: int) -> None:
        """If the flag is up, no market without three alike can be made of what there is."""
        size = min(self.board.tables.market, self._available())
        bound = sum(self._total)
        parts: list[tuple[int, int]] = []
        for kind in self._sweeping:
            extra, positive = self.program.variables(1, self._total[kind]), self.program.variables(1, 1)
            terms, constant = self._surplus((kind,))
            self.program.row([(extra, 1), (positive, -bound)], None, 0, self.line)
            minus = [(variable, -sign) for variable, sign in terms]
            self.program.row([(extra, 1), *minus, (positive, bound)], None, constant + bound, self.line)
            parts.append((extra, 1))
        self.program.row([*parts, (flag, -bound)], self._available() - size + 1 - bound, None, self.line)

    def _swept(self) -> None:
        """MARKET-2: a market that is replaced has three alike, and others can be had."""
        market = self.market
        if max([market.known[kind] for kind in self._sweeping], default=0) < 3:
            flags: list[tuple[int, int]] = []
            for kind in self._sweeping:
                flag = self.program.variables(1, 1)
                self.program.row([*market.terms(kind), (flag, -3)], -market.known[kind], None, self.line)
                flags.append((flag, 1))
            self.program.row(flags, 1, None, self.line)
        if self.house.sweeps or self._can_stay_always():
            return
        size = min(self.board.tables.market, self._available())
        groups: list[tuple[int, ...]] = [(kind,) for kind in self._sweeping]
        if len(groups) > 1:
            groups.append(tuple(self._sweeping))
        for kinds in groups:
            terms, constant = self._surplus(kinds)
            self.program.row(terms, None, self._available() - size - constant, self.line)

    def _lose(self) -> None:
        """From here on nobody can tell what lies in the deck, the market and the discards."""
        self.stacks[-1].close(self.program, self.line)
        self.lost = True
        self.market, self.discards = Pile(), Pile()

    def no_more_than_exist(self) -> None:
        """All hands together hold no more cards of a kind than there are: all that is certain without decks."""
        for kind in range(UNKNOWN):
            terms = [term for pile in (*self.hands, self.lying) for term in pile.terms(kind)]
            known = sum([pile.known[kind] for pile in (*self.hands, self.lying)])
            self.program.row(terms, None, self._total[kind] - known, self.line)

    def hold(self, pile: Pile, kinds: Sequence[int]) -> None:
        """Ask that a pile holds no fewer than none of these kinds."""
        for kind in kinds:
            if not (pile.seen and pile.known[kind] >= 0):
                self.program.row(pile.terms(kind), -pile.known[kind], None, self.line)
        if self.lost:
            self.no_more_than_exist()

    def spend(self, seat: int, paid: Counts | tuple[int, ...], to: Pile | None = None) -> None:
        """Move known cards from a hand to the discards, or elsewhere: the hand must have held them."""
        hand = self.hands[seat]
        hand.add_known(paid, -1)
        if self.lost:
            self.no_more_than_exist_before(seat, paid)
        self.hold(hand, [kind for kind in range(UNKNOWN) if paid[kind]])
        self.put(paid, to)

    def no_more_than_exist_before(self, seat: int, paid: Counts | tuple[int, ...]) -> None:
        """Before a payment the hands are at their fullest."""
        self.hands[seat].add_known(paid)
        self.no_more_than_exist()
        self.hands[seat].add_known(paid, -1)

    def put(self, cards: Counts | tuple[int, ...], to: Pile | None = None) -> None:
        """Put known cards on the discards, or elsewhere."""
        if to is not None:
            to.add_known(cards)
        elif not self.lost:
            self.discards.add_known(cards)

    def spend_unseen(
        self, seat: int, number: int, kinds: Sequence[int], place: Place, to: Pile | None = None
    ) -> UnknownCards:
        """Move unseen cards of these kinds from a hand to the discards, or elsewhere."""
        if self.lost:
            self.no_more_than_exist()
        bunch = self.bunch(number, NO_STACK, kinds)
        bunch.places.append(place._replace(number=number))
        hand = self.hands[seat]
        hand.gone.append(bunch)
        self.hold(hand, ANYTHING)
        target = to if to is not None else self.discards
        if to is not None or not self.lost:
            target.here.append(bunch)
            target.growing = None
        return bunch
