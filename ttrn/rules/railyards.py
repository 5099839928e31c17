"""Railyards: laying cards, train robbing, and the move to the stack at the start of each turn (CG-TURN, CG-PLAY)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from ttrn.boards import Board
from ttrn.rules.actions import Action, LayCards
from ttrn.rules.cards import COLORS, KINDS, LOCOMOTIVE, UNKNOWN, Counts, describe, name_cards, number_of
from ttrn.rules.claims import held, spend
from ttrn.rules.spending import Spent
from ttrn.rules.state import MAIN, State, Verdict
from ttrn.rules.supply import discard
from ttrn.rules.turns import end_turn

DIFFERENT = 3
"""So many cards are laid where all are of different colours (CG-PLAY-1)."""


class Row(NamedTuple):
    """A row of a railyard: cards of one colour, and locomotives on top of them.

    The colour is ``UNKNOWN`` where the record does not tell it; ``unseen`` cards are of the colour, or locomotives.
    """

    color: int
    cars: int
    wild: int = 0
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards lie in it."""
        return self.cars + self.wild + self.unseen

    @property
    def top(self) -> int:
        """The card that goes first: locomotives lie on top."""
        return LOCOMOTIVE if self.wild else UNKNOWN if self.unseen else self.color

    def less_one(self) -> Row:
        """Return the row without its top card."""
        if self.wild:
            return self._replace(wild=self.wild - 1)
        return self._replace(unseen=self.unseen - 1) if self.unseen else self._replace(cars=self.cars - 1)


class Railyards:
    """What this game has on the table beyond the others."""

    __slots__ = ("done", "moved", "reckoned", "round", "rows", "stacks", "stated", "told", "told_market", "unsure")

    def __init__(self, _board: Board, seats: int) -> None:
        self.rows: list[list[Row]] = [[] for _ in range(seats)]  # each railyard, in the order of the colours
        self.stacks: list[Counts] = [[0] * KINDS for _ in range(seats)]  # the cards on the track
        self.moved = False  # whether the cards have moved in this turn
        self.round = 1  # 2 after the first of two scorings
        self.done: list[list[Spent]] = [[] for _ in range(seats)]  # completed at the first of two scorings
        self.stated: list[list[Spent]] = [[] for _ in range(seats)]  # what a record says was completed at this scoring
        self.unsure = [False] * seats  # whether it is not known what a seat completed at the first scoring
        self.reckoned = False  # whether the first scoring has been counted, and the new deck not been dealt yet
        self.told: dict[int, list[int]] = {}  # the cards that a record says are dealt from the new deck, by seat
        self.told_market: list[int] = []  # and those that fill the market

    def copy(self) -> Railyards:
        """Return the same, to be changed on its own."""
        twin = Railyards.__new__(Railyards)
        twin.rows = [list(rows) for rows in self.rows]
        twin.stacks = [list(stack) for stack in self.stacks]
        twin.moved = self.moved
        twin.round = self.round
        twin.done = [list(done) for done in self.done]
        twin.stated = [list(stated) for stated in self.stated]
        twin.unsure = list(self.unsure)
        twin.reckoned = self.reckoned
        twin.told = dict(self.told)
        twin.told_market = list(self.told_market)
        return twin

    def __repr__(self) -> str:
        rows = [tuple(row) for rows in self.rows for row in (*rows, ())]
        return f"Railyards{(rows, self.stacks, self.moved, self.round, self.done, self.stated, self.reckoned)}"


def railyards(state: State) -> Railyards:
    """Return the railyards and stacks of a state."""
    extra = state.extra
    assert isinstance(extra, Railyards)
    return extra


def copy_railyards(extra: object) -> Railyards:
    """Return a copy for another state."""
    assert isinstance(extra, Railyards)
    return extra.copy()


def yard_cards(rows: list[Row]) -> Counts:
    """Return all cards of a railyard."""
    cards = [0] * KINDS
    for row in rows:
        cards[row.color] += row.cars
        cards[LOCOMOTIVE] += row.wild
        cards[UNKNOWN] += row.unseen
    return cards


def lying(state: State) -> list[Counts]:
    """Return the cards that lie before the players: railyards and stacks."""
    extra = railyards(state)
    return [*[yard_cards(rows) for rows in extra.rows], *extra.stacks]


# --- the move at the start of a turn ---------------------------------------------------------------------------------


def rows_after_move(state: State) -> list[Row]:
    """Return the railyard of the player as it is when the action comes: one card of each row has gone."""
    extra = railyards(state)
    rows = extra.rows[state.seat]
    return rows if extra.moved else [row.less_one() for row in rows if row.size > 1]


def moving_next(state: State, seat: int) -> list[int]:
    """Return the cards that go from a railyard to the stack when the seat's next turn begins, by row (CG-TURN-1)."""
    extra = railyards(state)
    return [] if seat == state.seat and extra.moved else [row.top for row in extra.rows[seat]]


def move(state: State) -> None:
    """CG-TURN-1: the top card of each row goes to the stack."""
    extra = railyards(state)
    stack = extra.stacks[state.seat]
    for card in moving_next(state, state.seat):
        stack[card] += 1
    extra.rows[state.seat] = rows_after_move(state)
    extra.moved = True


def close_turn(state: State) -> None:
    """End a turn: a turn that came to no action has begun like every other."""
    extra = railyards(state)
    if not extra.moved:
        move(state)
    extra.moved = False


def after_moving(effect: Callable[[State, Any], None]) -> Callable[[State, Any], None]:
    """Return an action that begins a turn: the cards move first."""

    def carried_out(state: State, action: Action) -> None:
        if state.phase == MAIN and not railyards(state).moved:
            move(state)
        effect(state, action)

    return carried_out


# --- laying cards ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=65_536)
def rows_of(cards: tuple[int, ...]) -> tuple[Row, ...] | str:
    """Return the rows that cards make when they are laid, or why they make none (CG-PLAY-1).

    Cards that were not seen are read as one group where at most one colour is shown, else as one more colour.
    """
    colors = [kind for kind in range(COLORS) if cards[kind]]
    wild, unseen, size = cards[LOCOMOTIVE], cards[UNKNOWN], sum(cards)
    if size != sum([cards[kind] for kind in colors]) + wild + unseen:
        return "only coloured cards and locomotives are laid"
    if len(colors) > 1:
        return _different(colors, wild, unseen, size)
    if size < 2:
        return "a group has two or more cards of one colour"
    if not colors and not unseen:
        return "a group needs a coloured card"
    return (Row(colors[0], cards[colors[0]], wild, unseen) if colors else Row(UNKNOWN, 0, wild, unseen),)


def _different(colors: list[int], wild: int, unseen: int, size: int) -> tuple[Row, ...] | str:
    if wild:
        return "cards of different colours are laid without locomotives"
    if size != DIFFERENT or len(colors) + unseen != DIFFERENT:
        return f"cards of different colours are exactly {DIFFERENT}, one of each"
    return (*[Row(color, 1) for color in colors], *[Row(UNKNOWN, 0, 0, 1)] * unseen)


def cg_play_1(state: State, action: LayCards) -> Verdict | None:
    """CG-PLAY-1: two or more cards of one colour, locomotives among them or not; or three different colours."""
    rows = rows_of(action.cards)
    if isinstance(rows, str):
        return Verdict("CG-PLAY-1", f"{state.names[state.seat]} lays {describe(action.cards)}: {rows}")
    return held(state, action.cards, "CG-PLAY-1", "lays")


def cg_play_2(state: State, action: LayCards) -> Verdict | None:
    """CG-PLAY-2: no colour that lies in the own railyard, after the move."""
    own = {row.color: row for row in rows_after_move(state)}
    for row in _laid(action):
        if row.color in own and row.color != UNKNOWN:
            name = state.names[state.seat]
            left = number_of(own[row.color].size, f"{_color(row.color)} card")
            text = f"{name} lays {_color(row.color)} cards, and has {left} in the railyard still"
            return Verdict("CG-PLAY-2", text)
    return None


def cg_play_3(state: State, action: LayCards) -> Verdict | None:
    """CG-PLAY-3: a colour in another railyard wants more cards than lie there."""
    for row in _laid(action):
        for seat, there in _same_color(state, row.color):
            if row.size <= there.size:
                text = f"{state.names[state.seat]} lays {number_of(row.size, f'{_color(row.color)} card')}"
                return Verdict(
                    "CG-PLAY-3", f"{text}, not more than the {there.size} in the railyard of {state.names[seat]}"
                )
    return None


CHECKS = (cg_play_1, cg_play_2, cg_play_3)


def _laid(action: LayCards) -> tuple[Row, ...]:
    rows = rows_of(action.cards)
    return () if isinstance(rows, str) else rows


def _color(color: int) -> str:
    return name_cards(color, 1)[2:]


def _same_color(state: State, color: int) -> list[tuple[int, Row]]:
    """Return the rows of a colour in the other railyards; a row of an unknown colour is none."""
    if color == UNKNOWN:
        return []
    yards = enumerate(railyards(state).rows)
    return [(seat, row) for seat, rows in yards if seat != state.seat for row in rows if row.color == color]


def lay_cards(state: State, action: LayCards) -> None:
    """Lay cards in the railyard, and rob the rows of that colour that are shorter (CG-PLAY-3)."""
    extra = railyards(state)
    spend(state, action.cards)
    for row in _laid(action) or _as_they_lie(action.cards):
        for seat, there in _same_color(state, row.color):
            if there.size < row.size:
                rob(state, seat, there)
        _put_down(extra.rows[state.seat], row)
    end_turn(state)


def _as_they_lie(cards: tuple[int, ...]) -> list[Row]:
    """Return rows for cards that should not have been laid so: each colour by itself, the rest on the first."""
    rows = [Row(kind, cards[kind]) for kind in range(COLORS) if cards[kind]] or [Row(UNKNOWN, 0)]
    other = sum(cards[LOCOMOTIVE + 1 : UNKNOWN])
    rows[0] = rows[0]._replace(wild=cards[LOCOMOTIVE], unseen=cards[UNKNOWN] + other)
    return rows


def rob(state: State, seat: int, row: Row) -> None:
    """Let a player discard a whole row."""
    railyards(state).rows[seat].remove(row)
    for kind, number in enumerate(yard_cards([row])):
        if number:
            discard(state, kind, number)


def _put_down(rows: list[Row], row: Row) -> None:
    """Put a row in its place among the others; on one of its colour if there is one against the rules."""
    for i, other in enumerate(rows):
        if other.color == row.color != UNKNOWN:
            rows[i] = Row(row.color, row.cars + other.cars, row.wild + other.wild, row.unseen + other.unseen)
            return
    rows.append(row)
    rows.sort()


def lays(state: State) -> list[Action]:
    """Return all ways to lay known cards of the player's hand."""
    hand = state.hands[state.seat]
    own = {row.color for row in rows_after_move(state)}
    to_beat = [0] * KINDS
    for color in range(COLORS):
        to_beat[color] = max([there.size for _, there in _same_color(state, color)], default=0)
    colors = [color for color in range(COLORS) if hand[color] and color not in own]
    found: list[Action] = []
    for color in colors:
        least = max(1, to_beat[color]) + 1
        for cars in range(1, hand[color] + 1):
            fewest = max(0, least - cars)
            found += [_lay((color, cars), (LOCOMOTIVE, wild)) for wild in range(fewest, hand[LOCOMOTIVE] + 1)]
    free = [color for color in colors if not to_beat[color]]
    found += [_lay(*[(color, 1) for color in three]) for three in combinations(free, DIFFERENT)]
    return found


def _lay(*kinds: tuple[int, int]) -> LayCards:
    cards = [0] * KINDS
    for kind, number in kinds:
        cards[kind] = number
    return LayCards(tuple(cards))
