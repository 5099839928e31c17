"""Railyards with unseen cards: what is laid, and the new deck of four players after the first scoring (CG-SCORE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.cards import COLORS, LOCOMOTIVE, UNKNOWN, cards_of, counts, listed
from ttrn.core.state import SCORING, State
from ttrn.core.unseen import Completed
from ttrn.games.cardgame.railyards import railyards
from ttrn.games.cardgame.scoring import SECOND_DEAL, TWO_SCORINGS, doubtful, shown_before, spending, ticket_results
from ttrn.games.cardgame.spending import best_spending
from ttrn.notation.records import AssertCards, Deal, Market, Play, Turn

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints
    from ttrn.notation.game import Entry


class SecondDeck:
    """Counts the turns to the first scoring, and keeps the lines of the new deal."""

    __slots__ = ("dealt", "due", "last_turns", "lines")

    def __init__(self, seats: int, start: State | None = None) -> None:
        self.last_turns = -1 if start is None else start.last_turns
        self.due = start is not None and start.phase == SCORING
        """Whether the scoring has come, and the new deck has not been dealt yet."""
        second = start is not None and railyards(start).round > 1
        self.dealt = seats < TWO_SCORINGS or second or self.due
        """Whether there is no other deck to come."""
        self.lines: list[tuple[int, Deal | Market]] = []
        """The lines of the new deal, with their entries."""


def lay_cards(constraints: CardConstraints, seat: int, action: Play) -> None:
    """Lay cards: open before the player, they are shuffled in again after a scoring, whatever becomes of them."""
    if "?" in action.cards and not constraints.incomplete:
        constraints.incomplete = "cards were laid that nobody saw"
    constraints.play_cards(seat, action.cards, (*range(COLORS), LOCOMOTIVE))


def completed(state: State, seat: int) -> Completed:
    """Return the tickets that a seat has completed, at both scorings.

    Whoever is not told to have completed any is taken to hold none that could have been.
    """
    yards, seats = railyards(state), range(state.seats)
    for other in seats:
        name = state.names[other]
        if yards.unsure[other]:
            return Completed([], doubt=f"the record does not tell what {name} completed at the first scoring")
        if doubtful(state, other) and (yards.stacks[other][UNKNOWN] or spending(state, other)):
            return Completed([], doubt=f"the record does not tell what {name} completed")
    silent = [state.names[other] for other in seats if doubtful(state, other)]
    excluded: frozenset[int] = frozenset()
    if doubtful(state, seat):
        stack, tickets = tuple(yards.stacks[seat]), [ticket.index for ticket in state.board.tickets]
        known = {*state.tickets[seat], *shown_before(state, seat)}
        excluded = frozenset([t for t in tickets if t not in known and best_spending(state.board, stack, (t,))])
    done = frozenset([result.ticket for result in ticket_results(state, seat) if result.complete])
    doubt = f"the record does not tell what {listed(silent)} completed at the last scoring" if silent else ""
    return Completed([done], excluded, doubt)


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
    if constraints.order_known_in_part:
        constraints.incomplete = "the order of the new deck is known in part only"
    shares = _shares(constraints.stacks[-1].left, len(constraints.hands))
    told = {constraints.seats[entry.player]: (i, entry) for i, entry in second.lines if isinstance(entry, Deal)}
    line = constraints.line
    dealt = _deal_in_order(constraints, shares) if constraints.order_known else []
    for seat, share in enumerate(shares):
        number, entry = told.get(seat, (line, None))
        constraints.line = number
        recorded = list(cards_of(entry.cards)) if entry is not None else [UNKNOWN] * share
        if dealt:
            _compare(constraints, seat, recorded, dealt[seat])
        else:
            cards = [constraints.recorded(card) for card in recorded]
            constraints.come_up(constraints.hands[seat], cards, constraints.place("deal", seat))
    constraints.line = line
    _show(constraints, next(((i, entry) for i, entry in second.lines if isinstance(entry, Market)), (line, None)))
    constraints.line = line


def _deal_in_order(constraints: CardConstraints, shares: list[int]) -> list[list[int]]:
    """Deal one card at a time from an order that is known; returns the cards of each seat."""
    dealt: list[list[int]] = [[] for _ in shares]
    for number in range(max(shares)):
        for seat, share in enumerate(shares):
            if number < share:
                card = constraints.draw_known()
                dealt[seat].append(card)
                constraints.hands[seat].known[card] += 1
    return dealt


def _compare(constraints: CardConstraints, seat: int, told: list[int], dealt: list[int]) -> None:
    """Ask that cards told are among those that a known order deals, and learn the others."""
    left = list(dealt)
    for card in told:
        if card == UNKNOWN or constraints.recorded(card) == UNKNOWN:
            continue
        if card in left:
            left.remove(card)
        else:
            constraints.program.fail(constraints.line)
    constraints.learned += [(constraints.place("deal", seat), card) for card in left[: told.count(UNKNOWN)]]


def _show(constraints: CardConstraints, told: tuple[int, Market | None]) -> None:
    """Fill the market from the new deck; a line, if there is one, tells the whole market as it lies then."""
    market, size = constraints.market, constraints.board.tables.market
    gaps = min(size - market.size, constraints.stacks[-1].left)
    constraints.line, entry = told
    if not market.seen:
        _show_unseen(constraints, entry, gaps)
        return
    if not gaps and entry is None:
        return
    old = [kind for kind in range(UNKNOWN) for _ in range(market.known[kind])]
    line = list(cards_of(entry.cards)) if entry is not None else [UNKNOWN] * (len(old) + gaps)
    new: list[tuple[int, int]] = []
    for i, card in enumerate(line):
        if card in old:
            old.remove(card)
        elif card != UNKNOWN:
            new.append((i, card))
    hidden = [i for i, card in enumerate(line) if card == UNKNOWN]
    constraints.learned += [(constraints.place("market", i), kind) for i, kind in zip(hidden, old, strict=False)]
    new += [(i, UNKNOWN) for i in hidden[len(old) :]]
    if constraints.order_known:
        _show_in_order(constraints, new, gaps)
        return
    for i, card in new:
        constraints.come_up(market, [constraints.recorded(card)], constraints.place("market", i), apart=True)


def _show_unseen(constraints: CardConstraints, line: Market | None, gaps: int) -> None:
    """Fill a market of which not all is known: whichever cards have come, the line tells what lies there then."""
    market = constraints.market
    constraints.come_up(market, [UNKNOWN] * gaps, constraints.place("market unseen"), apart=True)
    told = "?" * market.size if line is None else line.cards
    if line is None and not gaps:
        return
    constraints.whole_markets.append((constraints.line, told, market.frozen()))
    for kind, number in enumerate(counts(told)[:UNKNOWN]):
        if number and not constraints.forgets(constraints.line):
            constraints.program.row(market.terms(kind), number - market.known[kind], None, constraints.line)


def _show_in_order(constraints: CardConstraints, told: list[tuple[int, int]], gaps: int) -> None:
    """Fill gaps in the market from an order that is known; ``told`` are places in a line with the cards there."""
    left = [constraints.draw_known() for _ in range(gaps)]
    for card in left:
        constraints.market.known[card] += 1
    for _, card in told:
        if card in left:
            left.remove(card)
        elif constraints.recorded(card) != UNKNOWN:
            constraints.program.fail(constraints.line)
    places = [constraints.place("market", i) for i, card in told if card == UNKNOWN]
    constraints.learned += list(zip(places, left, strict=False))


def _shares(size: int, seats: int) -> list[int]:
    """Return how many cards of a new deck are dealt to each seat."""
    dealt, rest = divmod(min(size, SECOND_DEAL * seats), seats)
    return [dealt + (seat < rest) for seat in range(seats)]
