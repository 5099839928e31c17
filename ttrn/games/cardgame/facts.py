"""Railyards, stacks and what tickets want of them as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, counts, letters, number_of
from ttrn.core.facts import Event, Facts, Json, SeatCards, Section, TurnResult, points_scored
from ttrn.core.state import OVER, State
from ttrn.games.cardgame.railyards import YardRow, moving_next, railyards, yard_cards
from ttrn.games.cardgame.scoring import spending
from ttrn.games.cardgame.spending import missing, wanted
from ttrn.notation.records import Play, Turn

COLUMNS: Final = ("player", "railyard", "moves next", "on the track", "cards", "completed before")
RIGHT: Final = ("cards",)


# --- one moment ------------------------------------------------------------------------------------------------------


def seat_cards(state: State, seat: int) -> SeatCards:
    """Return the cards before a seat."""
    yards = railyards(state)
    return SeatCards([row_cards(row) for row in yards.rows[seat]], "railyard", yards.stacks[seat], "on the track")


def row_cards(row: YardRow) -> list[int]:
    """Return the cards of a row, the one on top last."""
    return [row.color] * row.cars + [UNKNOWN] * row.unseen + [LOCOMOTIVE] * row.wild


def row_text(row: YardRow) -> str:
    """Return a row of a railyard as letters, the card on top last.

    >>> row_text(YardRow(0, 2, 1))
    'RRL'
    """
    return "".join([LETTERS[card] for card in row_cards(row)])


def frame_data(state: State, seat: int) -> Json:
    """Return the railyard of a seat, its stack, what moves there next, and what was completed before."""
    yards = railyards(state)
    return {
        "yard": [row_text(row) for row in yards.rows[seat]],
        "track": letters(yards.stacks[seat]),
        "moving": _moving(state, seat),
        "done": [[spent.ticket, letters(spent.cards)] for spent in yards.done[seat]],
    }


def _moving(state: State, seat: int) -> str:
    """Return the cards that the compulsory move at the start of the seat's next turn takes, by row."""
    return "" if state.phase == OVER else "".join([LETTERS[card] for card in moving_next(state, seat)])


def seat_data(state: State, seat: int) -> Json:
    """Return the same with tickets as a record has them."""
    board, found = state.board, frame_data(state, seat)
    data = {
        "railyard": found["yard"],
        "moves_next": found["moving"],
        "track": found["track"],
        "completed": [
            {"ticket": board.ticket_text(board.tickets[ticket]), "cards": cards} for ticket, cards in found["done"]
        ],
    }
    return {"railyard": data}


def section(state: State, names: Sequence[str]) -> Section:
    """Return a row for each player's railyard and stack."""
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(names):
        found = seat_data(state, seat)["railyard"]
        rows.append(
            (
                name,
                " ".join(found["railyard"]) or "empty",
                found["moves_next"] or "nothing",
                found["track"] or "none",
                str(len(found["track"])),
                " ".join([done["ticket"] for done in found["completed"]]) or "none",
            )
        )
    if any(row[-1] != "none" for row in rows):
        return Section(COLUMNS, rows, RIGHT)
    # The last column is of use only after the first of two scorings.
    return Section(COLUMNS[:-1], [row[:-1] for row in rows], RIGHT)


# --- tickets ---------------------------------------------------------------------------------------------------------


def progress(state: State, seat: int, ticket: int) -> int | None:
    """Return how many more cards a ticket needs on the track; None if they are there and go to other tickets."""
    if any(spent.ticket == ticket for spent in spending(state, seat)):
        return 0
    stack = railyards(state).stacks[seat]
    lacking = missing(stack[:COLORS], wanted(state.board, ticket)[:COLORS]) - stack[LOCOMOTIVE]
    return lacking if lacking > 0 else None


def progress_key(state: State, seat: int) -> object:
    """Return what decides what a seat completes."""
    yards = railyards(state)
    return tuple(yards.stacks[seat]), tuple(state.tickets[seat]), tuple(yards.stated[seat])


def progress_text(state: State, seat: int, ticket: int) -> str:
    """Return in words what a ticket wants, and whether the stack pays for it, alone or with the others."""
    text = f"wants {letters(wanted(state.board, ticket))}"
    needed = progress(state, seat, ticket)
    if needed == 0:
        return f"{text}: complete with what is on the track"
    if state.phase == OVER:
        return f"{text}: not complete"
    return f"{text}: its cards go to other tickets" if needed is None else f"{text}: {number_of(needed, 'more card')}"


# --- turns -----------------------------------------------------------------------------------------------------------


def turn_result(before: Sequence[Json], after: Sequence[Json], seat: int) -> TurnResult:
    """Return the points that a turn brought, and what others lost from their railyards."""
    if any(len(was["done"]) != len(now["done"]) for was, now in zip(before, after, strict=True)):
        return TurnResult()  # a scoring lies between the two: yards were emptied, and not by robbers
    lost: list[tuple[int, str]] = []
    for other, (was, now) in enumerate(zip(before, after, strict=True)):
        gone = lost_cards("".join(was["yard"]), "".join(now["yard"]))
        if other != seat and gone:
            lost.append((other, gone))
    return points_scored(before, after, seat)._replace(lost=tuple(lost))


def lost_cards(before: str, after: str) -> str:
    """Return the cards that are gone; more of a kind than before are none lost.

    >>> lost_cards("RRL", "R")
    'RL'
    """
    was, now = counts(before), counts(after)
    return "".join([LETTERS[kind] * max(0, was[kind] - now[kind]) for kind in range(KINDS)])


class YardWatcher:
    """Compares railyards and stacks with those after the turn before."""

    def __init__(self, state: State) -> None:
        self._yards = railyards(state)
        self._round = self._yards.round
        self._keep()

    def _keep(self) -> None:
        self._rows = [list(rows) for rows in self._yards.rows]
        self._stacks = [list(stack) for stack in self._yards.stacks]

    def __call__(self, turn: Turn, seat: int) -> list[Event]:
        """Return what was moved, laid and robbed in a turn."""
        yards = self._yards
        found: list[Event] = []
        if yards.round != self._round:  # everything was cleared away before this turn
            self._round = yards.round
            self._rows = [[] for _ in self._rows]
            self._stacks = [[0] * KINDS for _ in self._stacks]
        moved = [now - before for now, before in zip(yards.stacks[seat], self._stacks[seat], strict=True)]
        if any(moved):
            found.append(Event("railyards", seat, ("moved", letters(moved))))
        if isinstance(turn.action, Play):
            found.append(Event("railyards", seat, ("laid", turn.action.cards)))
        for other, rows in enumerate(yards.rows):
            if other != seat and len(rows) < len(self._rows[other]):
                gone = [row for row in self._rows[other] if row not in rows]
                found.append(Event("railyards", other, ("robbed", letters(yard_cards(gone)))))
        self._keep()
        return found


FACTS: Final = Facts(
    on_map=False,
    seat_cards=seat_cards,
    seat_data=(seat_data,),
    frame_data=(frame_data,),
    sections=(section,),
    progress=progress,
    progress_key=progress_key,
    progress_text=progress_text,
    turn_result=turn_result,
    watch=(YardWatcher,),
)
