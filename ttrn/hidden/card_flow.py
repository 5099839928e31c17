"""Cards on their way: decks, market, discards and hands, and the rows that follow when cards move between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, NO_CARD, UNKNOWN, Counts, cards_of
from ttrn.core.house_rules import NO_LIMIT, house_of
from ttrn.hidden.double_routes import DoubleRoutes
from ttrn.hidden.linear_program import Program
from ttrn.hidden.piles import NO_STACK, Pile, Place, Stack, UnknownCards
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
        choices: Mapping[int, int] | None = None,
        watch: int | None = None,
    ) -> None:
        self.game = game
        self.board = board
        self.program = Program()
        self.unknown: list[UnknownCards] = []
        self._watch = watch
        self.watched: list[Pile] = []
        """The hands after the entry that is to be watched."""
        self.learned: list[tuple[Place, int]] = []
        """Cards that a line leaves unknown, but the order of a deck names."""
        self.whole_markets: list[tuple[int, str, Pile]] = []
        """Lines that tell a whole market in mid-game: the entry, its cards, and what lies there."""
        self.hidden_sweep = False
        """Whether the market may have been replaced where no line says so."""
        self._strict = strict
        self._forget = forget
        self.lost = False
        """Whether it is not known any more what lies in deck, market and discards."""
        self.seats = {player.id: seat for seat, player in enumerate(game.players)}
        self.hands = [Pile() for _ in game.players]
        self.market = Pile()
        self.discards = Pile()
        self.laid_out = Pile()
        """Cards that are in no hand, but not among the discards yet."""
        rules = find_game(board.rules).rules
        self._sweeping = rules.sweeping
        self._reshuffles = rules.reshuffles
        self._price = rules.price
        self._total: Counts = [board.tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]]
        whole = Pile()
        whole.known = [*self._total, 0]
        self.stacks = [Stack(0, whole, 0, left=sum(self._total))]
        self.house = house_of(game.tags.get("Rules", ""))
        self.parts: dict[type, Any] = {}
        """What the game counts besides cards, by class."""
        self.double_routes = DoubleRoutes()
        self._choices = choices or {}
        self.open_choices: dict[int, range] = {}
        """The lines that leave a number open, with those it can be; the first was taken, or what was given."""
        self._orders: list[tuple[int, ...]] = []
        self._order: list[int] = []
        self._order_after: tuple[int, ...] = ()
        self.line = 0
        self._begun = False
        self._dealt: set[int] = set()
        self.incomplete = ""
        """What the record has that the rows leave out, so that they prove nothing; in words."""

    def _close_unknown(self) -> None:
        """Add what holds for all unknown cards: each is of some kind, and no kind has more than exist."""
        for cards in self.unknown:
            terms = [(cards.first + kind, 1) for kind in range(UNKNOWN)]
            self.program.row(terms, cards.number, cards.number, cards.line)
            for kind in range(UNKNOWN):
                upper = self.program.uppers[cards.first + kind]
                self.program.uppers[cards.first + kind] = min(upper, cards.number)

    def forgets(self, line: int) -> bool:
        """Return whether what a line says of cards is left out, but for their number."""
        return line in self._forget

    def choose(self, numbers: range) -> int:
        """Return a number that this line leaves open: the first of those it can be, or the one that was given."""
        self.open_choices[self.line] = numbers
        return self._choices.get(self.line, numbers[0])

    def recorded(self, card: int) -> int:
        """Return a card of this line, or ``UNKNOWN`` where the line is to be forgotten."""
        return UNKNOWN if card >= 0 and self.line in self._forget else card

    def place(self, part: str, at: int = 0) -> Place:
        """Return a place in this line."""
        return Place(self.line, part, at)

    @staticmethod
    def new_pile() -> Pile:
        """Return a place for cards that is still empty."""
        return Pile()

    def unknown_cards(self, number: int, stack: int, kinds: Collection[int] = ANYTHING) -> UnknownCards:
        """Return new unknown cards, each of one of these kinds."""
        first = self.program.variables(UNKNOWN, 0)
        for kind in kinds:
            self.program.uppers[first + kind] = self._total[kind]
        found = UnknownCards(first, number, stack, self.line)
        self.unknown.append(found)
        return found

    def come_up(self, pile: Pile, recorded: list[int], place: Place, *, apart: bool = False) -> None:
        """Draw cards onto a pile; cards that come ``apart``, like those of a market, have a place each."""
        for i, card in enumerate(recorded):
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
            cards = pile.growing
            if cards is None or apart or cards.stack != stack:
                cards = self.unknown_cards(0, stack)
                pile.here.append(cards)
                pile.growing = cards
                if stack != NO_STACK:
                    self.stacks[stack].drawn.here.append(cards)
            cards.number += 1
            cards.places.append(place._replace(at=place.at + i) if apart else place)

    def _draw(self, recorded: int) -> int:
        """Draw one card: known from the line or from the order of the deck, or unknown; ``NO_CARD`` if none is left."""
        if self.lost:
            return UNKNOWN if recorded == NO_CARD else recorded
        if not self.stacks[-1].left and not self._reshuffle():
            return NO_CARD
        stack = self.stacks[-1]
        stack.left -= 1
        ordered = self._order.pop() if self._order else UNKNOWN
        if UNKNOWN not in (recorded, ordered) and recorded not in (ordered, NO_CARD):
            self.program.fail(self.line)
        card = ordered if recorded in (UNKNOWN, NO_CARD) else recorded
        if card != UNKNOWN:
            stack.drawn.known[card] += 1
        return card

    @property
    def order_known(self) -> bool:
        """Whether the order of all that is left in the deck is known."""
        return bool(self._order) and UNKNOWN not in self._order

    @property
    def order_known_in_part(self) -> bool:
        """Whether the places of some cards in the deck are known, and of others not."""
        return UNKNOWN in self._order

    def draw_known(self) -> int:
        """Draw a card from a deck whose order is known."""
        return self._draw(UNKNOWN)

    @property
    def _left(self) -> int:
        """How many cards can still be drawn."""
        return self.stacks[-1].left + (self.discards.size if self._reshuffles else 0)

    def none_left(self) -> None:
        """Ask that no card can be drawn: the line says so."""
        if not self.lost and self._left:
            self.program.fail(self.line)

    def _reshuffle(self) -> bool:
        if not self._reshuffles or not self.discards.size:
            return False
        self.new_stack()
        return True

    def new_stack(self) -> None:
        """Shuffle the discards into a new deck."""
        self.stacks[-1].close(self.program, self.line)
        content, self.discards = self.discards, Pile()
        self.stacks.append(Stack(len(self.stacks), content, self.line, left=content.size))
        order = self._orders.pop(0) if self._orders else ()
        self._order = list(order)[::-1] if len(order) == content.size else []

    def _fill(self, cards: str, flushes: tuple[str, ...], place: Place, *, recorded: bool) -> None:
        """Fill the gaps in the market, and replace it as often as the record says.

        Where it is not ``recorded`` what came, the market may have been replaced too, and that not recorded either.
        """
        if self.lost:
            return
        size = self.board.tables.market
        gaps = size - self.market.size
        coming = [self.recorded(card) for card in cards_of(cards)]
        coming = (coming + [UNKNOWN] * gaps)[:gaps]
        self.come_up(self.market, coming, place, apart=True)
        for i, flush in enumerate(flushes):
            self._swept()
            self.discards.add(self.market)
            self.market = Pile()
            coming = ([self.recorded(card) for card in cards_of(flush)] + [UNKNOWN] * size)[:size]
            self.come_up(self.market, coming, place._replace(part=f"{place.part} flush {i}", at=0), apart=True)
        if self.house.sweeps == NO_LIMIT or (len(flushes) < self.house.sweeps and self._left):
            self._stays(recorded=recorded or bool(flushes))

    def _available(self) -> int:
        return self.stacks[-1].left + self.discards.size + self.market.size

    def _surplus(self, kinds: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Return how many cards of these kinds, beyond two each, are in deck, discards and market."""
        terms: list[tuple[int, int]] = []
        constant = 0
        for kind in kinds:
            constant += self._total[kind] - 2
            for pile in (*self.hands, self.laid_out):
                terms += pile.terms(kind, -1)
                constant -= pile.known[kind]
        return terms, constant

    def _can_stay_always(self) -> bool:
        """Return whether, going by numbers alone, there are cards enough for a market that need not be replaced."""
        size = min(self.board.tables.market, self._available())
        return self._available() - sum([max(0, self._total[kind] - 2) for kind in self._sweeping]) >= size

    def _stays(self, *, recorded: bool) -> None:
        """MARKET-2: a market that is not replaced has no three alike, unless there are no others."""
        market = self.market
        for kind in self._sweeping:
            if market.most(kind) < 3:
                continue
            if not recorded:
                self.hidden_sweep = True
                if not self._strict:
                    self._lose()
                    return
            if self.house.sweeps != NO_LIMIT or self._can_stay_always():
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
        if self.house.sweeps != NO_LIMIT or self._can_stay_always():
            return
        size = min(self.board.tables.market, self._available())
        groups: list[tuple[int, ...]] = [(kind,) for kind in self._sweeping]
        if len(groups) > 1:
            groups.append(tuple(self._sweeping))
        for kinds in groups:
            terms, constant = self._surplus(kinds)
            self.program.row(terms, None, self._available() - size - constant, self.line)

    def _lose(self) -> None:
        """Give up what lies in the deck, the market and the discards: from here on it is not known."""
        self.stacks[-1].close(self.program, self.line)
        self.lost = True
        self.market, self.discards = Pile(), Pile()

    def no_more_than_exist(self) -> None:
        """All hands together hold no more cards of a kind than there are: all that is certain without decks."""
        for kind in range(UNKNOWN):
            terms = [term for pile in (*self.hands, self.laid_out) for term in pile.terms(kind)]
            known = sum([pile.known[kind] for pile in (*self.hands, self.laid_out)])
            self.program.row(terms, None, self._total[kind] - known, self.line)

    def hold(self, pile: Pile, kinds: Sequence[int]) -> None:
        """Ask that a pile holds no fewer than none of these kinds."""
        for kind in kinds:
            if not (pile.seen and pile.known[kind] >= 0):
                self.program.row(pile.terms(kind), -pile.known[kind], None, self.line)
        if self.lost:
            self.no_more_than_exist()

    def spend(self, seat: int, paid: Sequence[int], to: Pile | None = None) -> None:
        """Move known cards from a hand to the discards, or elsewhere: the hand must have held them."""
        hand = self.hands[seat]
        hand.add_known(paid, -1)
        if self.lost:
            self.no_more_than_exist_before(seat, paid)
        self.hold(hand, [kind for kind in range(UNKNOWN) if paid[kind]])
        self.put(paid, to)

    def no_more_than_exist_before(self, seat: int, paid: Sequence[int]) -> None:
        """Before a payment the hands are at their fullest."""
        self.hands[seat].add_known(paid)
        self.no_more_than_exist()
        self.hands[seat].add_known(paid, -1)

    def put(self, cards: Sequence[int], to: Pile | None = None) -> None:
        """Put known cards on the discards, or elsewhere."""
        if to is not None:
            to.add_known(cards)
        elif not self.lost:
            self.discards.add_known(cards)

    def spend_unseen(
        self, seat: int, number: int, kinds: Collection[int], place: Place, to: Pile | None = None
    ) -> UnknownCards:
        """Move unseen cards of these kinds from a hand to the discards, or elsewhere."""
        if self.lost:
            self.no_more_than_exist()
        cards = self.unknown_cards(number, NO_STACK, kinds)
        cards.places.append(place._replace(number=number))
        hand = self.hands[seat]
        hand.gone.append(cards)
        self.hold(hand, ANYTHING)
        target = to if to is not None else self.discards
        if to is not None or not self.lost:
            target.here.append(cards)
            target.growing = None
        return cards
