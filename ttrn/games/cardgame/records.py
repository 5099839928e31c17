"""Railyards in records: cards laid, and what a record says at a scoring: cards spent, a new deal (CG-*)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, final

from ttrn.boards import Board
from ttrn.core.actions import Action, LayCards, ScoreTickets, unknown_ticket
from ttrn.core.cards import (
    COLORS,
    LOCOMOTIVE,
    UNKNOWN,
    Counts,
    cards_of,
    counts,
    describe,
    frozen_counts,
    kinds_of,
    letters,
    number_of,
)
from ttrn.core.claims import held
from ttrn.core.engine import apply
from ttrn.core.state import OVER, SCORING, State, Violation
from ttrn.core.tickets import ticket_name
from ttrn.games.cardgame.lay_at_once import lay_at_once
from ttrn.games.cardgame.railyards import railyards, rows_of
from ttrn.games.cardgame.scoring import conclude, left_to_show, reckon, share, shown_before
from ttrn.games.cardgame.spending import Spent, wanted
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Complete,
    Deal,
    Market,
    Play,
    Statement,
    WrittenAction,
)
from ttrn.replays.resolve import resolve_ticket
from ttrn.replays.statements import learn_ticket

if TYPE_CHECKING:
    from ttrn.replays.run import Run


@final
class ResolvedLay:
    """Cards laid."""

    __slots__ = ("kinds", "lay", "rows")

    def __init__(self, lay: LayCards) -> None:
        self.lay = lay
        rows = rows_of(lay.cards)
        self.rows = () if isinstance(rows, str) or lay.cards[UNKNOWN] else rows
        """The rows that they make; none where they should not be laid so, or not all were seen."""
        self.kinds = kinds_of(lay.cards)


def resolve_play(_board: Board, action: Play) -> ResolvedLay:
    """Resolve cards laid."""
    return ResolvedLay(LayCards(frozen_counts(action.cards)))


def write_lay(_state: State, action: LayCards, _begun: WrittenAction | None) -> Play:
    """Write cards laid."""
    return Play(letters(action.cards))


def lay_actions(_state: State, action: ResolvedLay) -> list[Action]:
    """Return cards laid."""
    return [action.lay]


def play(run: Run, action: ResolvedLay, seat: int) -> None:
    """Lay cards in the railyard; rows that are robbed follow from it."""
    state = run.state
    if not state.rules.watched and lay_at_once(state, action.rows, action.kinds):
        return
    legal = run.judge(action.lay)
    if not legal:
        run.doubtful.add(seat)
        run.doubt(action.lay.cards)
        if held(state, action.lay.cards):
            run.forget_hand(seat)
    noted = len(state.chance.notes)
    apply(state, action.lay)
    if not legal:
        # What is wrong with these cards has been said.
        del state.chance.notes[noted:]


# --- cards spent on tickets ------------------------------------------------------------------------------------------


def complete(run: Run, line: Complete) -> None:
    """Check the cards spent on a ticket, card by card, and take note of them (CG-SCORE-1)."""
    state = run.state
    seat = run.seats[line.player]
    yards = railyards(state)
    if state.market_unknown and state.phase not in (SCORING, OVER):
        # How many cards the deck has is not known any more: the record says that it is empty.
        conclude(state)
    if state.phase not in (SCORING, OVER) or yards.reckoned:
        left = f"the deck still has {number_of(state.deck_size, 'card')}"
        text = "the first scoring is over" if yards.reckoned else left
        reason = text if state.last_turns < 0 or yards.reckoned else "the last turns are not over"
        state.note("CG-SCORE-1", f"tickets are completed at a scoring: {reason}", "line")
        return
    ticket = resolve_ticket(state.board, line.ticket)
    if isinstance(ticket, Violation):
        state.chance.notes.append(ticket._replace(part="ticket"))
        return
    cards = _cards(state, ticket, line.cards)
    before = yards.stated[seat]
    again = ticket in [other for other, _ in before]
    held = ticket in state.tickets[seat] and not again
    missing = "" if held else _not_held(run, seat, ticket, again=again)
    wrong = missing or _unfit(state, seat, ticket, cards)
    spent = [*before, Spent(ticket, cards)]
    if not wrong and seat not in run.doubtful and not _plainly_there(yards.stacks[seat], before, cards):
        wrong = _not_on_track(state, seat, spent)
    if wrong:
        state.note("CG-SCORE-1", wrong, "ticket" if missing else "")
        run.doubtful.add(seat)
    if not again and ticket in state.tickets[seat]:
        yards.stated[seat] = spent


def _cards(state: State, ticket: int, text: str) -> tuple[int, ...]:
    """Return the cards spent; a single ``?`` stands for all of them."""
    return frozen_counts(text if text != "?" else "?" * sum(wanted(state.board, ticket)))


def _not_held(run: Run, seat: int, ticket: int, *, again: bool) -> str:
    """Return why a seat cannot complete a ticket, if it cannot; an unknown ticket of the seat's may be this one."""
    state = run.state
    name, title = state.names[seat], ticket_name(state, ticket)
    if ticket in shown_before(state, seat):
        return f"{name} completed {title} at the first scoring"
    if again:
        return f"{name} completes {title} twice"
    unknown = [unknown_ticket()] * sum(state.unknown_tickets[seat])
    if not unknown:
        run.setup.learn_kept(seat, [*state.tickets[seat], ticket])
    return "" if learn_ticket(state, seat, ticket) else f"{name} does not have {title}"


@lru_cache(maxsize=65_536)
def _fits(cards: tuple[int, ...], wants: tuple[int, ...]) -> bool:
    """Return whether cards are what a ticket wants: its colours, locomotives for any."""
    yards = any(cards[kind] > wants[kind] for kind in range(UNKNOWN) if kind != LOCOMOTIVE)
    return sum(cards) == sum(wants) and not yards


def _unfit(state: State, seat: int, ticket: int, cards: tuple[int, ...]) -> str:
    """Return why cards do not complete a ticket, if they do not."""
    wants = wanted(state.board, ticket)
    if _fits(cards, wants):
        return ""
    text = f"{state.names[seat]} spends {describe(cards)} on {ticket_name(state, ticket)}"
    return f"{text}, which wants {describe(wants)}"


def _plainly_there(stack: Counts, before: list[Spent], cards: tuple[int, ...]) -> bool:
    """Return whether cards that are spent are in the stack beyond doubt, after what was spent before."""
    if cards[UNKNOWN]:
        return False
    used = list(cards)
    for _, others in before:
        if others[UNKNOWN]:
            return False
        for kind, number in kinds_of(others):
            used[kind] += number
    for kind, _ in kinds_of(cards):  # noqa: SIM110  a generator would take longer
        if used[kind] > stack[kind]:
            return False
    return True


def _not_on_track(state: State, seat: int, spent: list[Spent]) -> str:
    """Return why a stack is not enough for all that is spent, if it is not; unknown cards may be any."""
    stack = railyards(state).stacks[seat]
    used = [sum(numbers) for numbers in zip(*[row.cards for row in spent], strict=True)]
    hidden = [row for row in spent if row.cards[UNKNOWN]]
    colored = 0
    for color in range(COLORS):
        open_wants = sum([wanted(state.board, row.ticket)[color] - row.cards[color] for row in hidden])
        colored += min(open_wants, max(0, stack[color] - used[color]))
    # Cards that were not seen are of the colours wanted as far as these are there, else locomotives.
    wild = used[LOCOMOTIVE] + max(0, used[UNKNOWN] - colored)
    short = sum([max(0, used[color] - stack[color]) for color in range(COLORS)]) + max(0, wild - stack[LOCOMOTIVE])
    if short <= stack[UNKNOWN]:
        return ""
    return f"{state.names[seat]} has {describe(stack)} on the track, and spends {describe(used)} in all"


# --- the scoring in mid-game -----------------------------------------------------------------------------------------


def at_scoring(run: Run, line: Statement) -> bool:
    """Read a line between the first scoring and the next turn; return whether it was one of the new deal."""
    state = run.state
    match line:
        case Deal():
            _new_deal(run, run.seats[line.player], line)
            return True
        case Market():
            _new_market(state, line)
            return True
        case AssertCards() | AssertCount() | AssertTickets():
            # What is stated holds after the scoring, and after the new deal where that is recorded.
            yards = railyards(state)
            if yards.recorded_hands or yards.recorded_market or state.chance.next_decks:
                go_on(run)
            elif not yards.reckoned:
                reckon(state)
    return False


def _new_deal(run: Run, seat: int, line: Deal) -> None:
    state = run.state
    yards = railyards(state)
    due = share(state, seat)
    if seat in yards.recorded_hands:
        state.note("CG-SCORE-2", f"{state.names[seat]} has been dealt cards of the new deck already", "line")
        return
    if len(line.cards) != due:
        cards = f"{number_of(due, 'card')} of the new deck {'is' if due == 1 else 'are'} dealt"
        text = f"{cards} to {state.names[seat]}, not {len(line.cards)}"
        state.note("CG-SCORE-2", text)
        run.forget_hand(seat)
        return
    yards.recorded_hands[seat] = list(cards_of(line.cards))


def _new_market(state: State, line: Market) -> None:
    """Learn from the whole market, as it lies after the new deal, which cards have come."""
    stated = counts(line.cards)
    new = [max(0, stated[kind] - state.market[kind]) for kind in range(UNKNOWN)]
    gaps = min(state.board.tables.market - sum(state.market), left_to_show(state))
    size = sum(state.market) + gaps
    gone = sum([max(0, state.market[kind] - stated[kind]) for kind in range(UNKNOWN)])
    if len(line.cards) != size or line.flushes or gone > stated[UNKNOWN] or sum(new) > gaps + state.market[UNKNOWN]:
        before = f"the market has {describe(state.market)} and is filled up to {size} cards"
        state.note("CG-SCORE-2", f"{before}; the record says {describe(stated)}")
        return
    cards = [kind for kind in range(UNKNOWN) for _ in range(new[kind])]
    railyards(state).recorded_market = [*cards, *[UNKNOWN] * gaps][:gaps]


def go_on(run: Run) -> None:
    """Count the scoring and deal the new deck: the game goes on."""
    apply(run.state, ScoreTickets())
