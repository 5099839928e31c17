"""From the engine's numbers to the notation's words: the way back of :mod:`ttrn.replays.resolve`.

A turn is written as far as it has come: what one action begins, the next completes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard
from ttrn.core.cards import LETTERS, frozen_letters
from ttrn.core.chance import CameUp, Shown
from ttrn.core.engine import verify
from ttrn.core.state import State
from ttrn.core.tickets import mixes
from ttrn.notation.records import (
    Claim,
    Draw,
    Pair,
    Pass,
    Take,
    TakeTickets,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.replays.resolve import ticket_pair

WriteAction: TypeAlias = Callable[[State, Any, WrittenAction | None], WrittenAction]
"""Writes an action of the player to move, before it is carried out; the last argument is the turn so far, if any."""


def ticket_back(board: Board, deck: int) -> UnknownTicket:
    """Return an unknown ticket of a deck: its back shows which deck where players choose from which they draw."""
    if not board.tickets[0].deck or board.tables.play_tickets.decks:
        return UnknownTicket()
    return UnknownTicket("l" if deck else "s")


def written_ticket(board: Board, ticket: int) -> WrittenTicket:
    """Return a ticket as a record names it, known or unknown."""
    return ticket_pair(board, ticket) if ticket >= 0 else ticket_back(board, -1 - ticket)


def route_pair(state: State, action: ClaimRoute) -> Pair:
    """Name the route of a claim; with the number of its track only where a reader would take it for another."""
    board = state.board
    route = board.routes[action.route]
    tracks = board.pairs[route.pair]
    number = 0
    if len(tracks) > 1:
        meant = next((t for t in tracks if verify(state, ClaimRoute(t, action.paid)) is None), action.route)
        number = 0 if meant == action.route else route.track
    return _pair(board, action.route, number)


@lru_cache(maxsize=4096)
def _pair(board: Board, route: int, number: int) -> Pair:
    """Return the name of a route, made once."""
    found = board.routes[route]
    return Pair(board.cities[found.a].code, board.cities[found.b].code, number)


def claim_under_way(board: Board, route: int, paid: str) -> Claim:
    """Return the claim with which a position begins in the middle of a turn."""
    found = board.routes[route]
    number = found.track if len(board.pairs[found.pair]) > 1 else 0
    return Claim(Pair(board.cities[found.a].code, board.cities[found.b].code, number), paid)


def write_take(_state: State, action: TakeCard, begun: WrittenAction | None) -> Draw:
    """Write a card taken, the second one beside the first."""
    take = BARE_TAKES[action.card]
    return _draw(begun.takes[0] if isinstance(begun, Draw) else None, take)


BARE_TAKES: Final = [*[Take(letter, blind=letter == "?") for letter in LETTERS], Take("?", blind=True)]
"""Cards taken, without what chance adds, by their kind; ``BLIND`` is the last one."""


@lru_cache(maxsize=16_384)
def _draw(first: Take | None, last: Take) -> Draw:
    """Return cards taken, one or two: the same come again and again, and are made once."""
    return Draw((last,) if first is None else (first, last))


@lru_cache(maxsize=4096)
def _shown_take(take: Take, shown: Shown) -> Take:
    """Return a card taken with what came up: the same come again and again, and are made once."""
    gap, flushes = shown
    if take.blind:
        return Take(gap[0], blind=True) if gap else take
    return Take(take.card, replacement=gap[0] if gap else "-", flushes=flushes)


def write_claim(state: State, action: ClaimRoute, _begun: WrittenAction | None) -> Claim:
    """Write a claim."""
    return _claim(route_pair(state, action), frozen_letters(action.paid))


@lru_cache(maxsize=16_384)
def _claim(route: Pair, paid: str) -> Claim:
    """Return a claim, made once."""
    return Claim(route, paid)


def write_ticket_draw(state: State, action: DrawTickets, _begun: WrittenAction | None) -> TakeTickets:
    """Write tickets drawn of which nobody has seen more than the backs."""
    draw = state.board.tables.play_tickets
    mix = action.mix or mixes(state, draw)[0]
    return TakeTickets(tuple([ticket_back(state.board, deck) for deck, n in enumerate(mix) for _ in range(n)]))


def write_kept(state: State, action: KeepTickets, _begun: WrittenAction | None) -> TakeTickets:
    """Write which tickets are kept of those drawn, and which are returned."""
    returned = list(state.offered)
    for ticket in action.kept:
        returned.remove(ticket)
    groups = (action.kept, returned)
    return TakeTickets(*[tuple([written_ticket(state.board, ticket) for ticket in group]) for group in groups])


WRITERS: Final[Mapping[type, WriteAction]] = {
    TakeCard: write_take,
    ClaimRoute: write_claim,
    DrawTickets: write_ticket_draw,
    KeepTickets: write_kept,
    PassTurn: lambda _state, _action, begun: begun if isinstance(begun, Draw) else Pass(),
}
"""The actions that the shared core knows."""


def with_chance(written: WrittenAction, came_up: CameUp, *, seen: bool) -> WrittenAction:
    """Return an action with the cards that came up in the middle of it; of those not ``seen`` only the number."""
    if isinstance(written, Draw) and seen:
        takes = written.takes
        return _draw(takes[0] if len(takes) > 1 else None, _shown_take(takes[-1], came_up.refill))
    if isinstance(written, Claim) and came_up.turned is not None:
        return replace(written, turned=(came_up.turned or "-") if seen else "?" * len(came_up.turned))
    return written
