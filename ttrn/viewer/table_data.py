"""A state as plain data: what lies on the table, and what each seat has. What is not certain is None."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.core.cards import letters
from ttrn.core.facts import Json, pieces_of
from ttrn.core.state import MAIN, NOBODY, OVER, PHASES, SCORING, SETUP, State
from ttrn.viewer.ticket_cache import Progress


class Snapshot(NamedTuple):
    """The table, and the seats, at one moment."""

    table: Json
    seats: list[Json]


def snapshot(state: State, names: tuple[str, ...], progress: Progress) -> Snapshot:
    """Return a state as plain data; the players are called by these names."""
    table, seats = _table(state, names), [_seat(state, seat, progress) for seat in range(state.seats)]
    # Without all turns nobody knows how it stood; and without a map each of these would be a search of its own.
    if seats and state.game.facts.on_map and not state.house.partial:
        counting = [[seat[name] for name in seat if name not in ("hand", "trains")] for seat in seats]
        key = [table["owners"], table["pieces"], state.uncounted, counting]
        for seat, total in zip(seats, progress.totals.of(state, key), strict=True):
            seat["now"] = total
    return Snapshot(table, seats)


def _table(state: State, names: tuple[str, ...]) -> Json:
    sure = not state.market_unknown
    data: Json = {
        "market": letters(state.market) if sure else None,
        "deck": state.deck_size if sure else None,
        "discards": sum(state.discards) if sure else None,
        "ticketDecks": [deck.size for deck in state.ticket_decks],
        "next": next_up(state, names),
        "owners": {str(route): owner for route, owner in enumerate(state.owners) if owner != NOBODY},
        "pieces": [[piece.what, piece.seat, piece.city] for piece in pieces_of(state)],
    }
    tokens = state.game.facts.tokens
    if tokens is not None:
        data["goods"] = {str(city): list(left) for city, left in tokens(state).items()}
    return data


def _seat(state: State, seat: int, progress: Progress) -> Json:
    data: Json = {
        "score": state.scores[seat],
        "trains": state.trains[seat],
        "hand": letters(state.hands[seat]) if state.hand_sure(seat) else None,
        "tickets": progress.tickets(state, seat),
        "hidden": sum(state.unknown_tickets[seat]),
    }
    if state.game.scoring.counted:
        data["counted"] = [thing.value(state, seat) for thing in state.game.scoring.counted.values()]
    for more in state.game.facts.frame_data:
        data |= more(state, seat)
    return data


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
