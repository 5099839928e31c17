"""A state as plain data: what lies on the table, and what each seat has. What is not certain is None."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN, letters
from ttrn.core.state import MAIN, NOBODY, OVER, PHASES, SCORING, SETUP, State
from ttrn.games.cardgame.railyards import Railyards, YardRow, moving_next
from ttrn.games.marklin.passengers import Passengers
from ttrn.viewer.ticket_cache import Progress

Facts: TypeAlias = dict[str, Any]


class Snapshot(NamedTuple):
    """The table, and the seats, at one moment."""

    table: Facts
    seats: list[Facts]


def snapshot(state: State, names: tuple[str, ...], progress: Progress) -> Snapshot:
    """Return a state as plain data; the players are called by these names."""
    return Snapshot(_table(state, names), [_seat(state, seat, progress) for seat in range(state.seats)])


def _table(state: State, names: tuple[str, ...]) -> Facts:
    sure = not state.market_unknown
    facts: Facts = {
        "market": letters(state.market) if sure else None,
        "deck": state.deck_size if sure else None,
        "discards": sum(state.discards) if sure else None,
        "ticketDecks": [deck.size for deck in state.ticket_decks],
        "next": next_up(state, names),
        "owners": {str(route): owner for route, owner in enumerate(state.owners) if owner != NOBODY},
        "pieces": [[piece.what, piece.seat, piece.city] for piece in state.game.facts.pieces(state)],
    }
    extra = state.parts.get(Passengers)
    if extra is not None:
        facts["goods"] = {
            str(city): list(stack[extra.taken[city] :]) for city, stack in enumerate(extra.stacks) if stack
        }
    return facts


def _seat(state: State, seat: int, progress: Progress) -> Facts:
    facts: Facts = {
        "score": state.scores[seat],
        "trains": state.trains[seat],
        "hand": letters(state.hands[seat]) if state.hand_sure(seat) else None,
        "tickets": progress.tickets(state, seat),
        "hidden": sum(state.unknown_tickets[seat]),
    }
    if state.game.scoring.counted:
        facts["counted"] = [thing.value(state, seat) for thing in state.game.scoring.counted.values()]
    extra = state.parts.get(Railyards)
    if extra is not None:
        facts["yard"] = [row_text(row) for row in extra.rows[seat]]
        facts["track"] = letters(extra.stacks[seat])
        facts["moving"] = "" if state.phase == OVER else "".join([LETTERS[card] for card in moving_next(state, seat)])
        facts["done"] = [[spent.ticket, letters(spent.cards)] for spent in extra.done[seat]]
    return facts


def row_text(row: YardRow) -> str:
    """Return a row of a railyard as letters, the card on top last.

    >>> row_text(YardRow(0, 2, 1))
    'RRL'
    """
    return LETTERS[row.color] * row.cars + LETTERS[UNKNOWN] * row.unseen + LETTERS[LOCOMOTIVE] * row.wild


def next_up(state: State, names: tuple[str, ...]) -> str:
    """Say whose turn it is, and whether the end is near."""
    if state.phase == OVER:
        return "The game is over."
    if not names:
        return "Nobody plays."
    if state.phase == SCORING:
        return f"The first scoring comes now; then {names[state.seat]} is to move."
    if state.phase == SETUP:
        return "Nothing is dealt: the position that the record starts from cannot be used."
    text = f"{names[state.seat]} is to move."
    if state.phase != MAIN:
        text += f" The turn is not finished: {PHASES[state.phase]}."
    if state.last_turns > 0:
        left = "this is the last turn" if state.last_turns == 1 else f"{state.last_turns} turns are left"
        text += f" The last round: {left}."
    return text
