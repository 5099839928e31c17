"""The train cards of a record as constraints that know what they are about: the hand, the deck, the rule of each row.

Beside the rows stand the accounts: which cards of which kind openly came into a hand or left it, and in which line. A
reason is made of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import KINDS, LETTERS, UNKNOWN
from ttrn.core.state import State
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.linear_program import Program
from ttrn.hidden.piles import MISSING, POSITION, Pile, UnknownCards
from ttrn.notation.records import AssertCards, Deal, Draw, Take, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ttrn.core.price import Price
    from ttrn.core.unseen import Unseen
    from ttrn.hidden.payments import Payment
    from ttrn.notation.game import Entry, GameRecord


class About(Enum):
    """What a row is about."""

    HAND = "a hand had the cards that left it"
    STATED = "a hand, or the market, is stated"
    DECK = "a deck gives what was shuffled into it"
    ALL_HANDS = "all hands together have no more cards than there are"
    NUMBER = "so many cards were not seen"
    TAKEN = "a card that was taken lay face up"
    STAYS = "a market that is not replaced has no three alike"
    SWEPT = "a market that is replaced had three alike"
    NO_SECOND = "there was no second card to take"
    PAYMENT = "what pays for a route"
    OFFER = "tickets are kept and returned"
    SHOWN = "whoever shows a ticket has kept it"
    ONCE = "each ticket exists once"
    RULE = "something else that the line asks for"


class Label(NamedTuple):
    """What one row is about: the seat of a hand, the number of a deck or of unseen cards, -1 where there is none."""

    about: About
    number: int = -1


class LabelledProgram(Program):
    """A program that keeps for each row what it is about."""

    __slots__ = ("label", "labels")

    def __init__(self) -> None:
        super().__init__()
        self.label = Label(About.RULE)
        """What the rows that are added now are about."""
        self.labels: list[Label] = []

    def row(self, terms: Iterable[tuple[int, int]], low: int | None, high: int | None, line: int) -> None:
        """Add a row, with the label of the moment."""
        super().row(terms, low, high, line)
        self.labels += [self.label] * (len(self.rows) - len(self.labels))

    @contextmanager
    def about(self, about: About, number: int = -1) -> Iterator[None]:
        """Label what is added inside."""
        before, self.label = self.label, Label(about, number)
        yield
        self.label = before


class Move(NamedTuple):
    """Known cards of one kind that came into a hand (or went out, then the number is negative) in one line."""

    line: int
    seat: int
    kind: int
    number: int
    how: str
    """``dealt``, ``face up``, ``blind``, ``held`` (in the position that the record starts from) or ``out``."""


class CardAccounts(CardConstraints):
    """The unseen cards of one record, with what each row is about, and the known cards of each hand in and out."""

    def __init__(self, game: GameRecord, board: Board, *, strict: bool = True) -> None:
        super().__init__(game, board, strict=strict)
        self.program = self.labelled = LabelledProgram()
        self.moves: list[Move] = []
        self.came_up: list[tuple[int, int, int, int]] = []
        """Known cards drawn from a deck: the line, the number of the deck, the kind, how many."""
        self._hands_before = [[0] * KINDS for _ in self.hands]
        self._drawn_before: list[list[int]] = []
        self._owners: dict[int, tuple[UnknownCards, int]] = {}

    def unknown_of(self, variable: int) -> tuple[UnknownCards, int] | None:
        """Return the unseen cards that a variable counts, and the kind; None for one that counts something else."""
        if not self._owners:
            self._owners = {b.first + kind: (b, kind) for b in self.unknown for kind in range(UNKNOWN)}
        return self._owners.get(variable)

    # --- what comes and goes -----------------------------------------------------------------------------------------

    def _entry(self, entry: Entry, unseen: Unseen) -> None:
        # What a deal in mid-game has brought is known by now.
        self._note(self._line_of_deal(), "dealt")
        super()._entry(entry, unseen)
        if isinstance(entry, Turn) and isinstance(entry.action, Draw):
            self._note(self.line, "blind", entry.action.takes)
        else:
            self._note(self.line, "dealt")

    def _begin(self) -> None:
        super()._begin()
        self._note(MISSING, "dealt")

    def _start_from(self, state: State) -> None:
        super()._start_from(state)
        self._note(POSITION, "held")

    def _finish(self) -> None:
        with self.labelled.about(About.DECK, len(self.stacks) - 1):
            super()._finish()

    def _line_of_deal(self) -> int:
        """Return the line of the newest deal."""
        return next((i for i in range(self.line, -1, -1) if isinstance(self.game.entries[i], Deal)), self.line)

    def _note(self, line: int, how: str, takes: Sequence[Take] = ()) -> None:
        """Note what has changed in the hands, and what has come up from the deck."""
        for seat, hand in enumerate(self.hands):
            before = self._hands_before[seat]
            if hand.known == before:
                continue
            for kind in range(UNKNOWN):
                change = hand.known[kind] - before[kind]
                face_up = sum([take.card == LETTERS[kind] and not take.blind for take in takes])
                parts = ((face_up, "face up"), (change - face_up, how if change > 0 else "out"))
                self.moves += [Move(line, seat, kind, number, word) for number, word in parts if number]
            self._hands_before[seat] = list(hand.known)
        for number, stack in enumerate(self.stacks):
            if number == len(self._drawn_before):
                self._drawn_before.append([0] * KINDS)
            drawn = stack.drawn.known
            if drawn != self._drawn_before[number]:
                changes = [(kind, drawn[kind] - self._drawn_before[number][kind]) for kind in range(UNKNOWN)]
                self.came_up += [(line, number, kind, change) for kind, change in changes if change]
                self._drawn_before[number] = list(drawn)

    # --- what rows are about -----------------------------------------------------------------------------------------

    def hold(self, pile: Pile, kinds: Sequence[int]) -> None:
        """Ask that a pile holds no fewer than none of these kinds."""
        seat = next((seat for seat, hand in enumerate(self.hands) if hand is pile), -1)
        with self.labelled.about(About.HAND if seat >= 0 else About.RULE, seat):
            super().hold(pile, kinds)

    def no_more_than_exist(self) -> None:
        """All hands together hold no more cards of a kind than there are."""
        with self.labelled.about(About.ALL_HANDS):
            super().no_more_than_exist()

    def new_stack(self) -> None:
        """Shuffle the discards into a new deck."""
        with self.labelled.about(About.DECK, len(self.stacks) - 1):
            super().new_stack()

    def pay(self, seat: int, paid: Sequence[int], prices: Sequence[Price], to: Pile | None = None) -> Payment:
        """Move cards that pay one of several prices from a hand to the discards, or elsewhere."""
        with self.labelled.about(About.PAYMENT, seat):
            return super().pay(seat, paid, prices, to)

    def play_cards(self, seat: int, cards: str, kinds: Collection[int]) -> None:
        """Move cards from a hand to the discards."""
        with self.labelled.about(About.PAYMENT, seat):
            super().play_cards(seat, cards, kinds)

    def _lose(self) -> None:
        with self.labelled.about(About.DECK, len(self.stacks) - 1):
            super()._lose()

    def _stated(self, line: AssertCards) -> None:
        with self.labelled.about(About.STATED, self.seats[line.player] if line.player else -1):
            super()._stated(line)

    def _take(self, seat: int, take: Take, number: int) -> None:
        with self.labelled.about(About.TAKEN, seat):
            super()._take(seat, take, number)

    def _stays(self, *, recorded: bool) -> None:
        with self.labelled.about(About.STAYS):
            super()._stays(recorded=recorded)

    def _swept(self) -> None:
        with self.labelled.about(About.SWEPT):
            super()._swept()

    def _no_second_card(self) -> None:
        with self.labelled.about(About.NO_SECOND):
            super()._no_second_card()

    def _close_unknown(self) -> None:
        first = len(self.labelled.labels)
        super()._close_unknown()
        for number in range(len(self.unknown)):
            self.labelled.labels[first + number] = Label(About.NUMBER, number)
