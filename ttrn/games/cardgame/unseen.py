"""Railyards with unseen cards: what is laid, and the new deck of four players after the first scoring (CG-SCORE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.cards import COLORS, LOCOMOTIVE, cards_of
from ttrn.core.state import State
from ttrn.games.cardgame.scoring import SECOND_DEAL, TWO_SCORINGS
from ttrn.notation.records import AssertCards, Deal, Market, Play, Turn

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints
    from ttrn.notation.game import Entry


class SecondDeck:
    """Counts the turns to the first scoring, and keeps the lines of the new deal."""

    __slots__ = ("dealt", "due", "last_turns", "lines")

    def __init__(self, seats: int, _start: State | None = None) -> None:
        self.last_turns = -1
        self.dealt = seats < TWO_SCORINGS
        """Whether there is no other deck to come."""
        self.due = False
        """Whether the scoring has come, and the new deck has not been dealt yet."""
        self.lines: list[tuple[int, Deal | Market]] = []
        """The lines of the new deal, with their entries."""


def lay_cards(constraints: CardConstraints, seat: int, action: Play) -> None:
    """Lay cards: open before the player, they are shuffled in again after a scoring, whatever becomes of them."""
    if "?" in action.cards and not constraints.incomplete:
        constraints.incomplete = "cards were laid that nobody saw"
    constraints.play_cards(seat, action.cards, (*range(COLORS), LOCOMOTIVE))


def end_turn(constraints: CardConstraints) -> None:
    """CG-END-1: when there are no cards left in the deck, everybody has one more turn."""
    second: SecondDeck = constraints.parts[SecondDeck]
    if second.dealt:
        return
    if second.last_turns > 0:
        second.last_turns -= 1
    elif second.last_turns < 0 and not constraints.stacks[-1].left:
        second.last_turns = len(constraints.hands)
    if second.last_turns == 0:
        second.due = second.dealt = True


def new_deal(constraints: CardConstraints, entry: Entry) -> bool:
    """Collect the lines of the new deal, and deal before what follows them; returns whether an entry is one of them."""
    second: SecondDeck = constraints.parts[SecondDeck]
    if not second.due:
        return False
    match entry:
        case Deal() | Market():
            second.lines.append((constraints.line, entry))
            return True
        case Turn():
            _deal(constraints, second)
        case AssertCards() if second.lines:
            _deal(constraints, second)
    return False


def _deal(constraints: CardConstraints, second: SecondDeck) -> None:
    """CG-SCORE-2: after the first scoring all that was laid makes a new deck, cards are dealt, gaps filled."""
    second.due = False
    constraints.new_stack()
    stack, market, size = constraints.stacks[-1], constraints.market, constraints.board.tables.market
    shares = _shares(stack.left, len(constraints.hands))
    line = constraints.line
    for constraints.line, entry in second.lines:
        if isinstance(entry, Deal):
            seat = constraints.seats[entry.player]
            cards = [constraints.recorded(card) for card in cards_of(entry.cards)]
            constraints.come_up(constraints.hands[seat], cards, constraints.place("deal", seat))
            shares[seat] -= len(cards)
        else:
            cards = [constraints.recorded(card) for card in _new_cards(market.known, entry.cards)]
            if len(cards) != size - market.size or not market.seen:
                constraints.incomplete = "of the market after the first scoring only a part is known"
            constraints.come_up(market, cards, constraints.place("market"), apart=True)
    constraints.line = line
    # What no line deals cannot be written into the record.
    if any(shares) or (market.size < size and stack.left > 0):
        constraints.incomplete = "no line has what was dealt after the first scoring"


def _shares(size: int, seats: int) -> list[int]:
    """Return how many cards of a new deck are dealt to each seat."""
    dealt, rest = divmod(min(size, SECOND_DEAL * seats), seats)
    return [dealt + (seat < rest) for seat in range(seats)]


def _new_cards(market: list[int], recorded: str) -> list[int]:
    """Return which cards of the market, recorded as it lies after the deal, have come."""
    left = list(market)
    new: list[int] = []
    for card in cards_of(recorded):
        if left[card] > 0:
            left[card] -= 1
        else:
            new.append(card)
    return new
