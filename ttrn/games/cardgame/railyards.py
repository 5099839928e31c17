"""Railyards: laying cards, train robbing, and the move to the stack at the start of each turn (CG-TURN, CG-PLAY)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from ttrn.core.actions import Action, LayCards, PassTurn
from ttrn.core.card_supply import discard
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, UNKNOWN, Counts, describe, kinds_of, name_cards, number_of
from ttrn.core.claims import covered, held, spend
from ttrn.core.draws import take_at_once
from ttrn.core.rules import OpenPile, Part
from ttrn.core.state import MAIN, State, Violation
from ttrn.core.turns import end_turn
from ttrn.games.cardgame.spending import Spent

DIFFERENT: Final = 3
"""So many cards are laid where all are of different colours (CG-PLAY-1)."""


class YardRow(NamedTuple):
    """A row of a railyard: cards of one colour, and locomotives on top of them.

    The colour is ``UNKNOWN`` where the record does not have it; ``unseen`` cards are of the colour, or locomotives.
    """

    color: int
    cars: int
    wild: int = 0
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards lie in it."""
        return self.cars + self.wild + self.unseen


@lru_cache(maxsize=4096)
def take_top(row: YardRow) -> tuple[int, YardRow | None]:
    """Return the card that goes first, and the row without it; locomotives lie on top.

    >>> take_top(YardRow(0, 1, 1))
    (8, YardRow(color=0, cars=1, wild=0, unseen=0))
    """
    if row.wild:
        top, rest = LOCOMOTIVE, row._replace(wild=row.wild - 1)
    elif row.unseen:
        top, rest = UNKNOWN, row._replace(unseen=row.unseen - 1)
    else:
        top, rest = row.color, row._replace(cars=row.cars - 1)
    return top, rest if rest.size else None


class Railyards:
    """The railyards, the stacks on the track, and how far the scorings have come."""

    __slots__ = (
        "done",
        "moved",
        "reckoned",
        "recorded_hands",
        "recorded_market",
        "round",
        "rows",
        "stacks",
        "stated",
        "unseen",
        "unsure",
    )

    def __init__(self, seats: int) -> None:
        self.rows: list[list[YardRow]] = [[] for _ in range(seats)]  # each railyard, in the order of the colours
        self.stacks: list[Counts] = [[0] * KINDS for _ in range(seats)]  # the cards on the track
        self.moved = False  # whether the cards have moved in this turn
        self.round = 1  # 2 after the first of two scorings
        self.done: list[list[Spent]] = [[] for _ in range(seats)]  # completed at the first of two scorings
        self.stated: list[list[Spent]] = [[] for _ in range(seats)]  # what a record says was completed at this scoring
        self.unseen = False  # whether a colour was laid that was not seen: any row may have been robbed since
        self.unsure = [False] * seats  # whether it is not known what a seat completed at the first scoring
        self.reckoned = False  # whether the first scoring has been counted, and the new deck not been dealt yet
        self.recorded_hands: dict[int, list[int]] = {}  # what a record says is dealt from the new deck
        self.recorded_market: list[int] = []  # and those that fill the market

    def copy(self) -> Railyards:
        """Return the same, to be changed on its own."""
        twin = Railyards(len(self.rows))
        twin.rows = [list(rows) for rows in self.rows]
        twin.stacks = [list(stack) for stack in self.stacks]
        twin.moved = self.moved
        twin.round = self.round
        twin.done = [list(done) for done in self.done]
        twin.stated = [list(stated) for stated in self.stated]
        twin.unseen = self.unseen
        twin.unsure = list(self.unsure)
        twin.reckoned = self.reckoned
        twin.recorded_hands = dict(self.recorded_hands)
        twin.recorded_market = list(self.recorded_market)
        return twin

    def __repr__(self) -> str:
        rows = [tuple(row) for rows in self.rows for row in (*rows, ())]
        return f"Railyards{(rows, self.stacks, self.moved, self.round, self.done, self.stated, self.reckoned)}"


PART: Final = Part(Railyards, lambda _board, seats: Railyards(seats), Railyards.copy)


def railyards(state: State) -> Railyards:
    """Return the railyards and stacks of a state."""
    yards: Railyards = state.parts[Railyards]
    return yards


def yard_cards(rows: list[YardRow]) -> Counts:
    """Return all cards of a railyard."""
    cards = [0] * KINDS
    for row in rows:
        cards[row.color] += row.cars
        cards[LOCOMOTIVE] += row.wild
        cards[UNKNOWN] += row.unseen
    return cards


def open_piles(state: State) -> list[OpenPile]:
    """Return the cards that lie before the players: railyards and stacks."""
    yards = railyards(state)
    piles = [
        OpenPile(name, "yard", f"in the railyard of {name}", yard_cards(rows))
        for name, rows in zip(state.names, yards.rows, strict=True)
    ]
    return piles + [
        OpenPile(name, "track", f"on the track of {name}", stack)
        for name, stack in zip(state.names, yards.stacks, strict=True)
    ]


# --- the move at the start of a turn ---------------------------------------------------------------------------------


def rows_after_move(state: State) -> list[YardRow]:
    """Return the railyard of the player as it is when the action comes: one card of each row has gone."""
    yards = railyards(state)
    rows = yards.rows[state.seat]
    return rows if yards.moved or not rows else [rest for _, rest in map(take_top, rows) if rest is not None]


def moving_next(state: State, seat: int) -> list[int]:
    """Return the cards that go from a railyard to the stack when the seat's next turn begins, by row (CG-TURN-1)."""
    yards = railyards(state)
    return [] if seat == state.seat and yards.moved else [take_top(row)[0] for row in yards.rows[seat]]


def move(state: State, yards: Railyards) -> None:
    """CG-TURN-1: the top card of each row goes to the stack."""
    yards.moved = True
    rows = yards.rows[state.seat]
    if not rows:
        return
    stack = yards.stacks[state.seat]
    left: list[YardRow] = []
    for row in rows:
        top, rest = take_top(row)
        stack[top] += 1
        if rest is not None:
            left.append(rest)
    yards.rows[state.seat] = left


def close_turn(state: State) -> None:
    """End a turn: a turn that came to no action has begun like every other."""
    yards: Railyards = state.parts[Railyards]
    if not yards.moved:
        move(state, yards)
    yards.moved = False


def after_moving(effect: Callable[[State, Any], None]) -> Callable[[State, Any], None]:
    """Return an action that begins a turn: the cards move first."""

    def carried_out(state: State, action: Action) -> None:
        if state.phase == MAIN:
            yards: Railyards = state.parts[Railyards]
            if not yards.moved:
                move(state, yards)
        effect(state, action)

    return carried_out


def draw_at_once(state: State, takes: tuple[tuple[int, int], ...]) -> int:
    """Take the cards of a whole draw as far as nothing is out of the ordinary, after the move; return how many."""
    if state.phase == MAIN:
        yards: Railyards = state.parts[Railyards]
        if not yards.moved:
            move(state, yards)
    return take_at_once(state, takes)


# --- laying cards ----------------------------------------------------------------------------------------------------


_EITHER: Final = f"two or more cards of one colour are laid, or {DIFFERENT} of different colours"


@lru_cache(maxsize=65_536)
def rows_of(cards: tuple[int, ...]) -> tuple[YardRow, ...] | str:
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
        return _EITHER
    if not colors and not unseen:
        return "locomotives are laid on coloured cards only"
    return (YardRow(colors[0], cards[colors[0]], wild, unseen) if colors else YardRow(UNKNOWN, 0, wild, unseen),)


def _different(colors: list[int], wild: int, unseen: int, size: int) -> tuple[YardRow, ...] | str:
    if wild:
        return "cards of different colours are laid without locomotives"
    if size != DIFFERENT or len(colors) + unseen != DIFFERENT:
        return _EITHER
    return (*[YardRow(color, 1) for color in colors], *[YardRow(UNKNOWN, 0, 0, 1)] * unseen)


def cg_play_1(state: State, action: LayCards) -> Violation | None:
    """CG-PLAY-1: two or more cards of one colour, locomotives among them or not; or three different colours."""
    rows = rows_of(action.cards)
    if isinstance(rows, str):
        return Violation("CG-PLAY-1", f"{state.names[state.seat]} lays {describe(action.cards)}: {rows}")
    return held(state, action.cards, "CG-PLAY-1", "lays")


def cg_play_2(state: State, action: LayCards) -> Violation | None:
    """CG-PLAY-2: no colour that lies in the own railyard, after the move."""
    own = [] if railyards(state).unseen else rows_after_move(state)
    for row in _laid(action) if own else ():
        for there in own:
            if there.color == row.color != UNKNOWN:
                left = number_of(there.size, f"{_color(row.color)} card")
                text = f"{state.names[state.seat]} lays {_color(row.color)} cards, and has {left} in the railyard still"
                return Violation("CG-PLAY-2", text)
    return None


def cg_play_3(state: State, action: LayCards) -> Violation | None:
    """CG-PLAY-3: a colour in another railyard wants more cards than lie there."""
    for row in () if railyards(state).unseen else _laid(action):
        for seat, there in _same_color(state, row.color):
            if row.size <= there.size:
                laid = f"{state.names[state.seat]} lays {number_of(row.size, f'{_color(row.color)} card')}"
                lie = f"{state.names[seat]} has {there.size} in the railyard"
                return Violation("CG-PLAY-3", f"{laid}; {lie}, and more than that must be laid")
    return None


CHECKS = (cg_play_1, cg_play_2, cg_play_3)


def surely_legal(state: State, action: LayCards) -> bool:
    """Return whether cards laid are legal beyond doubt, at a glance; most are. For the others the checks decide.

    They are in the hand, and no railyard has their colours.
    """
    cards = action.cards
    if state.phase != MAIN or cards[UNKNOWN] or isinstance(rows_of(cards), str):
        return False
    if not covered(state.hands[state.seat], kinds_of(cards)):
        return False
    for rows in railyards(state).rows:
        for row in rows:
            if row.color == UNKNOWN or cards[row.color]:
                return False
    return True


def _laid(action: LayCards) -> tuple[YardRow, ...]:
    rows = rows_of(action.cards)
    return () if isinstance(rows, str) else rows


def _color(color: int) -> str:
    return name_cards(color, 1)[2:]


def _same_color(state: State, color: int) -> list[tuple[int, YardRow]]:
    """Return the rows of a colour in the other railyards; a row of an unknown colour is none."""
    found: list[tuple[int, YardRow]] = []
    for seat, rows in enumerate(railyards(state).rows):
        for row in rows:
            if row.color == color and seat != state.seat and color != UNKNOWN:
                found.append((seat, row))  # noqa: PERF401  every lay comes through here
    return found


def lay_cards(state: State, action: LayCards) -> None:
    """Lay cards in the railyard, and rob the rows of that colour that are shorter (CG-PLAY-3)."""
    yards = railyards(state).rows
    spend(state, action.cards)
    for row in _laid(action) or _as_they_lie(action.cards):
        color = row.color
        if color == UNKNOWN:
            railyards(state).unseen = True
        for seat, rows in enumerate(yards):
            if seat == state.seat:
                continue
            for there in rows:
                if there.color == color != UNKNOWN:
                    if there.size < row.size:
                        rob(state, seat, there)
                    break
        _put_down(yards[state.seat], row)
    end_turn(state)


def _as_they_lie(cards: tuple[int, ...]) -> list[YardRow]:
    """Return rows for cards that should not have been laid so: each colour by itself, the rest on the first."""
    rows = [YardRow(kind, cards[kind]) for kind in range(COLORS) if cards[kind]] or [YardRow(UNKNOWN, 0)]
    other = sum(cards[LOCOMOTIVE + 1 : UNKNOWN])
    rows[0] = rows[0]._replace(wild=cards[LOCOMOTIVE], unseen=cards[UNKNOWN] + other)
    return rows


def rob(state: State, seat: int, row: YardRow) -> None:
    """Let a player discard a whole row."""
    railyards(state).rows[seat].remove(row)
    for kind, number in enumerate(yard_cards([row])):
        if number:
            discard(state, kind, number)


def _put_down(rows: list[YardRow], row: YardRow) -> None:
    """Put a row in its place among the others; on one of its colour if there is one against the rules."""
    for i, other in enumerate(rows):
        if other.color == row.color != UNKNOWN:
            rows[i] = YardRow(row.color, row.cars + other.cars, row.wild + other.wild, row.unseen + other.unseen)
            return
    rows.append(row)
    if len(rows) > 1:
        rows.sort()


def lays(state: State) -> list[Action]:
    """Return all ways to lay known cards of the player's hand."""
    hand = state.hands[state.seat]
    own = {row.color for row in rows_after_move(state)}
    to_beat = [0] * KINDS
    for seat, rows in enumerate(railyards(state).rows):
        if seat != state.seat:
            for row in rows:
                if row.color != UNKNOWN and row.size > to_beat[row.color]:
                    to_beat[row.color] = row.size
    colors = [color for color in range(COLORS) if hand[color] and color not in own]
    found: list[Action] = []
    for color in colors:
        least = max(1, to_beat[color]) + 1
        for cars in range(1, hand[color] + 1):
            fewest = max(0, least - cars)
            found += [_one_color(color, cars, wild) for wild in range(fewest, hand[LOCOMOTIVE] + 1)]
    free = [color for color in colors if not to_beat[color]]
    return found + _different_colors(tuple(free)) if len(free) >= DIFFERENT else found


@lru_cache(maxsize=4096)
def _one_color(color: int, cars: int, wild: int) -> LayCards:
    """Return cards of one colour laid with locomotives; the same come again and again, and are made once."""
    cards = [0] * KINDS
    cards[color], cards[LOCOMOTIVE] = cars, wild
    return LayCards(tuple(cards))


@lru_cache(maxsize=256)
def _different_colors(colors: tuple[int, ...]) -> list[Action]:
    """Return every lay of three cards of different ones of these colours."""
    return [LayCards(tuple([int(kind in three) for kind in range(KINDS)])) for three in combinations(colors, DIFFERENT)]


def pass_turn(state: State, _action: PassTurn) -> None:
    """Do nothing after the cards have moved; the deck is empty then, and the last turns are counted already."""
    end_turn(state)


def in_yard(state: State, seat: int) -> int:
    """Return how many cards lie in a railyard."""
    return sum(yard_cards(railyards(state).rows[seat]))


def on_track(state: State, seat: int) -> int:
    """Return how many cards lie in a stack."""
    return sum(railyards(state).stacks[seat])
