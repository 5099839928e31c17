"""Whether a bot's answer is an action at all, and a legal one: bots are other people's code and answer anything."""

from __future__ import annotations

from typing import Final, get_args

from ttrn.boards import Board
from ttrn.core.actions import (
    NO_CITY,
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    KeepTickets,
    LayCards,
    PayTunnel,
    PlacePassenger,
    RidePassenger,
    TakeCard,
)
from ttrn.core.cards import BLIND, KINDS, UNKNOWN
from ttrn.core.engine import legal_lists, verify
from ttrn.core.state import State, Violation

KINDS_OF_ACTION: Final = get_args(Action)


def check_answer(state: State, answer: object) -> Violation | None:
    """Return what is wrong with a bot's answer; None if it is a legal action."""
    if not isinstance(answer, KINDS_OF_ACTION):
        return Violation("TURN-1", f"it answers {answer!r}, which is no action; view.legal holds those that are legal")
    if not well_formed(state.board, answer):
        return Violation("TURN-1", f"it answers {answer}, which names something that this game does not have")
    wrong = verify(state, answer)
    if wrong is not None:
        return wrong
    if isinstance(answer, DrawTickets) and not _can_draw(state, answer):
        return Violation(state.game.ids.tickets, f"{answer} is none of the ways to draw tickets now")
    return None


def _can_draw(state: State, answer: DrawTickets) -> bool:
    """Return whether this is one of the ways to draw tickets now; they stand in a list by themselves."""
    for some in legal_lists(state):  # noqa: SIM110  a generator would take longer
        if some and isinstance(some[0], DrawTickets) and answer in some:
            return True
    return False


def well_formed(board: Board, action: Action) -> bool:
    """Return whether an action names only what exists: cards, routes, cities and tickets of the board, by number."""
    found = True
    match action:
        case TakeCard(card):
            found = _within(card, UNKNOWN, BLIND)
        case ClaimRoute(route, paid):
            found = _within(route, len(board.routes)) and _cards(paid)
        case PayTunnel(paid):
            found = _cards(paid)
        case BuildStation(city, paid):
            found = _within(city, len(board.cities)) and _cards(paid)
        case LayCards(cards):
            found = _cards(cards)
        case KeepTickets(kept):
            found = _all_within(kept, len(board.tickets))
        case DrawTickets(mix):
            found = _all_within(mix, len(board.tickets) + 1)
        case PlacePassenger(city):
            found = _within(city, len(board.cities), NO_CITY)
        case RidePassenger(start, routes, cards):
            found = _within(start, len(board.cities)) and _all_within(routes, len(board.routes)) and _within(cards, 100)
        case _:
            pass
    return found


def _within(number: object, end: int, start: int = 0) -> bool:
    return isinstance(number, int) and start <= number < end


def _all_within(numbers: object, end: int) -> bool:
    if not isinstance(numbers, tuple):
        return False
    for number in numbers:  # noqa: SIM110  a generator would take longer, and every answer is looked at
        if not isinstance(number, int) or not 0 <= number < end:
            return False
    return True


def _cards(paid: object) -> bool:
    """Return whether these are counts of cards that are all known."""
    return isinstance(paid, tuple) and len(paid) == KINDS and _all_within(paid, 1000) and not paid[UNKNOWN]
