"""How the bots play The Card Game: which colours the tickets still want, when to lay cards, when to draw tickets.

Cards count only once they are on the track, and each row of a railyard gives up one card a turn: what is laid too late,
or robbed, is lost. So everything is reckoned with the turns that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, DrawTickets, KeepTickets, LayCards, TakeCard
from ttrn.core.cards import BLIND, COLORS, LOCOMOTIVE, Counts
from ttrn.core.draws import first_cards, second_cards
from ttrn.core.state import CHOOSE, MAIN, SECOND, SETUP, State
from ttrn.games.cardgame.railyards import YardRow, railyards, rows_of, yard_cards
from ttrn.games.cardgame.spending import wanted

if TYPE_CHECKING:
    from ttrn.play.bots import Bot
    from ttrn.play.view import View

WORTH: Final = 4.0
"""What a card is worth that a ticket wants: tickets bring a little more than four points a card."""

WILD: Final = 3.0
"""What it costs to lay a locomotive where a coloured card may come."""

PACE: Final = 1.4
"""How many cards a player draws a turn, on average."""

TRUST: Final = 0.6
"""Which part of the cards still to come the planner keeps tickets for."""


class Style(NamedTuple):
    """In what planners differ."""

    option: float = 2.5
    """What a card is worth on the track that no ticket wants: some that do may still be drawn."""
    patience: float = 30.0
    """What a lay must be worth while there is time, shared out among the players: the fewer, the longer the game."""
    late: float = 5.0
    """With so few turns left nothing is waited for any more."""


USUAL: Final = Style()

CAREFUL: Final = Style(option=3.2, patience=36.0, late=4.0)
"""Waits for more; by itself it is not shown to be better than the usual one."""

BOLD: Final = 8
"""For so many cards beyond its hand the greedy one keeps tickets."""

FULL_HAND: Final = 14
"""With so many cards the hoarder begins to lay them."""

EMPTY_HAND: Final = 7
"""With so few it collects again."""

HURRY: Final = 6.0
"""With so few turns left collecting is over."""

ROBBED: Final = (0.0, 0.3, 0.25, 0.18, 0.1, 0.05)
"""How likely a row of so many cards is to be robbed before it is gone; longer ones hardly ever are."""


def demand(state: State, tickets: Sequence[int]) -> Counts:
    """Return how many cards of each colour some tickets want beyond what lies on the track and in the railyard."""
    table, seat = railyards(state), state.seat
    there = [a + b for a, b in zip(table.stacks[seat], yard_cards(table.rows[seat]), strict=True)]
    need = [0] * COLORS
    for ticket in tickets:
        for color, number in _wants(state.board, ticket):
            need[color] += number
    wild = there[LOCOMOTIVE]
    for color in range(COLORS):
        short = max(0, need[color] - there[color])
        helped = min(short, wild)
        need[color] = short - helped
        wild -= helped
    return need


@lru_cache(maxsize=4096)
def _wants(board: Board, ticket: int) -> tuple[tuple[int, int], ...]:
    """Return the colours that a ticket asks for, and how many cards of each."""
    return tuple([(color, number) for color, number in enumerate(wanted(board, ticket)[:COLORS]) if number])


def turns_to_go(state: State) -> float:
    """Guess how many turns the player has after this one before the cards are counted."""
    if state.last_turns >= 0:
        return 0.0
    return state.deck_size / (PACE * state.seats) + 1


def useful(need: Counts, rows: Sequence[YardRow], turns: float) -> int:
    """Return how many of the cards laid will be on the track in time and are wanted."""
    found = 0
    for row in rows:
        if row.color < COLORS:
            found += min(row.size, int(turns), need[row.color])
    return found


def lay_value(state: State, need: Counts, action: LayCards, turns: float, option: float) -> float:
    """Return what a lay is worth: the cards that count, the rows it robs, less locomotives and what may be robbed."""
    rows = rows_of(action.cards)
    if isinstance(rows, str):
        return 0.0
    good = useful(need, rows, turns)
    value = WORTH * good - WILD * action.cards[LOCOMOTIVE]
    value += option * (sum([min(row.size, int(turns)) for row in rows]) - good)
    yards = [theirs for seat, theirs in enumerate(railyards(state).rows) if theirs and seat != state.seat]
    for row in rows:
        risk = ROBBED[row.size] if row.size < len(ROBBED) else 0.02
        value -= risk * WORTH * row.size / 2
        for theirs in yards:
            for other in theirs:
                if other.color == row.color:
                    value += WORTH / 2 * other.size
    return value


def best_lay(view: View, need: Counts, turns: float, option: float) -> tuple[float, LayCards | None]:
    """Return the lay that is worth most, with its worth; None if no card can be laid."""
    best: tuple[float, LayCards | None] = (0.0, None)
    for action in view.legal:
        if isinstance(action, LayCards):
            value = lay_value(view.state, need, action, turns, option)
            if best[1] is None or value > best[0]:
                best = (value, action)
    return best


def draw_wanted(view: View, need: Counts) -> Action:
    """Take the face-up card that the tickets want most beyond the hand; else from the deck."""
    state, hand = view.state, view.hand
    legal = second_cards(state) if state.phase == SECOND else first_cards(state)
    takes = [take.card for take in legal if isinstance(take, TakeCard)]
    if not takes:
        return view.legal[-1]
    values = [0.2 + 0.05 * hand[color] + (need[color] > hand[color]) for color in range(COLORS)]
    blind = sum([value * view.state.pool[color] for color, value in enumerate(values)])
    blind = (blind + 1.2 * state.pool[LOCOMOTIVE]) / (sum(state.pool) or 1)
    worth = {card: blind if card == BLIND else 1.2 if card == LOCOMOTIVE else values[card] for card in takes}
    if LOCOMOTIVE in worth:
        # It is the whole turn: two other cards stand against it.
        others = sorted([value for card, value in worth.items() if card != LOCOMOTIVE], reverse=True)
        if others and sum([*others, blind][:2]) > worth[LOCOMOTIVE]:
            del worth[LOCOMOTIVE]
    return TakeCard(max(worth, key=lambda card: (worth[card], -card)))


# --- the bots --------------------------------------------------------------------------------------------------------


def greedy(view: View) -> Action:
    """Lay the most cards that the tickets want, at once; draw tickets when they want nothing more."""
    state = view.state
    if state.phase in (SETUP, CHOOSE):
        return keep_within(view, sum(view.hand) + BOLD)
    need = demand(state, state.tickets[view.seat])
    if state.phase == MAIN:
        if not any(need) and state.last_turns < 0 and (tickets := draw_of_tickets(view)):
            return tickets
        lays = [action for action in view.legal if isinstance(action, LayCards)]
        best = max(lays, key=lambda lay: (_wanted_now(need, lay), -lay.cards[LOCOMOTIVE]), default=None)
        if best is not None and _wanted_now(need, best):
            return best
    return draw_wanted(view, need)


def _wanted_now(need: Counts, lay: LayCards) -> int:
    return sum([min(need[color], lay.cards[color]) for color in range(COLORS)])


class Hoarder:
    """Collects; then lays the largest groups, whatever they are for; draws tickets when they want nothing more."""

    def __init__(self) -> None:
        self._laying = False

    def __call__(self, view: View) -> Action:
        """Collect, or lay the largest groups."""
        state, size = view.state, sum(view.hand)
        self._laying = size >= FULL_HAND or (self._laying and size > EMPTY_HAND)
        if state.phase in (SETUP, CHOOSE):
            return keep_within(view, size)
        need = demand(state, state.tickets[view.seat])
        if state.phase == MAIN and state.last_turns < 0:
            if not any(need) and (tickets := draw_of_tickets(view)):
                return tickets
            laying = self._laying or turns_to_go(state) < HURRY
            lays = [action for action in view.legal if isinstance(action, LayCards)] if laying else []
            if lays:
                return max(lays, key=lambda lay: (sum(lay.cards), -lay.cards[LOCOMOTIVE]))
        return draw_wanted(view, need)


def planner(view: View, style: Style = USUAL) -> Action:
    """Keep tickets that the cards to come will pay for, lay large groups in time, rob where it pays."""
    state = view.state
    turns = turns_to_go(state)
    if state.phase in (SETUP, CHOOSE):
        return keep_within(view, sum(view.hand) + TRUST * PACE * turns)
    need = demand(state, state.tickets[view.seat])
    if state.phase == MAIN and turns:
        value, lay = best_lay(view, need, turns, style.option)
        if lay is not None and value > (style.patience / state.seats if turns > style.late else 1.0):
            return lay
        if sum(need) < sum(view.hand) and turns > style.late and (tickets := draw_of_tickets(view)):
            return tickets
    return draw_wanted(view, need)


def draw_of_tickets(view: View) -> Action | None:
    """Return the draw of tickets; None where none is possible."""
    return next((action for action in view.legal if isinstance(action, DrawTickets)), None)


def keep_within(view: View, cards: float) -> Action:
    """Keep the tickets that bring most for the cards they still want, as long as so many cards are enough for all."""
    state, hand = view.state, view.hand
    points = [ticket.points for ticket in view.board.tickets]
    keeps = [action for action in view.legal if isinstance(action, KeepTickets)]
    # At least one, even where none need be kept: whoever draws tickets for nothing may do so for ever.
    least = max(1, min([len(keep.kept) for keep in keeps]))
    chosen: list[int] = []
    left = [ticket.index for ticket in view.offered]
    while left:
        needs = {ticket: demand(state, [*state.tickets[view.seat], *chosen, ticket]) for ticket in left}
        short = {t: sum([max(0, need - have) for need, have in zip(needs[t], hand, strict=False)]) for t in left}
        best = max(left, key=lambda ticket: (points[ticket] / (1 + short[ticket]), -ticket))
        if sum(needs[best]) > cards and len(chosen) >= least:
            break
        chosen.append(best)
        left.remove(best)
    return next(keep for keep in keeps if set(keep.kept) == set(chosen))


OWN: Final[Mapping[str, Callable[[], Bot]]] = {
    "greedy": lambda: greedy,
    "hoarder": Hoarder,
    "planner": lambda: planner,
    "careful": lambda: partial(planner, style=CAREFUL),
}
"""The bots of this game, in the place of those who claim routes."""
