"""Railyards in ``ttrn show`` and bonus cards in ``ttrn score``."""

from __future__ import annotations

from typing import Any

from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, letters
from ttrn.core.state import OVER, State
from ttrn.games.cardgame.railyards import Railyards, moving_next, railyards
from ttrn.games.cardgame.scoring import spending
from ttrn.games.cardgame.spending import missing, wanted
from ttrn.viewer.table_data import row_text

COLUMNS = ("player", "railyard", "moves next", "on the track", "cards", "completed before")
RIGHT = ("cards",)


def track_table(state: State, people: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return columns, and a row for each player's railyard and stack; no rows in games without railyards."""
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(people):
        found = track_data(state, seat)
        if found is not None:
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
    # The last column is of use only after the first of two scorings.
    return (COLUMNS, rows) if any(row[-1] != "none" for row in rows) else (COLUMNS[:-1], [row[:-1] for row in rows])


def track_data(state: State, seat: int) -> dict[str, Any] | None:
    """Return the same for programs; nothing in games without railyards.

    What moves next is what the compulsory move at the start of the player's next turn takes, top cards first.
    """
    extra = state.parts.get(Railyards)
    if extra is None:
        return None
    board = state.board
    moving = [] if state.phase == OVER else moving_next(state, seat)
    return {
        "railyard": [row_text(row) for row in extra.rows[seat]],
        "moves_next": "".join([LETTERS[card] for card in moving]),
        "track": letters(extra.stacks[seat]),
        "completed": [
            {"ticket": board.ticket_text(board.tickets[spent.ticket]), "cards": letters(spent.cards)}
            for spent in extra.done[seat]
        ],
    }


def ticket_progress(state: State, seat: int) -> dict[int, str]:
    """Say how far each ticket has come: what it wants, and whether the stack pays for it, alone or with the others.

    Nothing in games without railyards.
    """
    if Railyards not in state.parts:
        return {}
    paid = {spent.ticket for spent in spending(state, seat)}
    return {ticket: _progress(state, seat, ticket, ticket in paid) for ticket in state.tickets[seat]}


def _progress(state: State, seat: int, ticket: int, paid: bool) -> str:
    wants = wanted(state.board, ticket)
    text = f"wants {letters(wants)}"
    if paid:
        return f"{text}: complete with what is on the track"
    if state.phase == OVER:
        return f"{text}: not complete"
    stack = railyards(state).stacks[seat]
    lacking = missing(stack[:COLORS], wants[:COLORS]) - stack[LOCOMOTIVE]
    if lacking > 0:
        return f"{text}: {lacking} more card{'' if lacking == 1 else 's'}"
    return f"{text}: its cards go to other tickets"
