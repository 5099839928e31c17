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


def _track_told(state: State, action: ClaimRoute) -> int:
    """Return the number of a claim's track, 0 where it need not be told: it is the first that can be claimed so."""
    board, index = state.board, action.route
    if not board.twins[index]:
        return 0
    route = board.routes[index]
    for track in board.pairs[route.pair]:
        if verify(state, action if track == index else ClaimRoute(track, action.paid)) is None:
            return 0 if track == index else route.track
    return 0


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


def _draw(first: Take | None, last: Take) -> Draw:
    """Return cards taken, one or two: the same come again and again, and are made once."""
    key = id(first), id(last)
    known = _draws.get(key)
    if known is None:
        if len(_draws) >= _KEPT:
            _draws.clear()
        known = _draws[key] = first, last, Draw((last,) if first is None else (first, last))
    return known[2]


def _shown_take(take: Take, shown: Shown) -> Take:
    """Return a card taken with what came up: the same come again and again, and are made once."""
    gap, flushes = shown
    if take.blind:
        return _take(gap[0], None, ()) if gap else take
    return _take(take.card, gap[0] if gap else "-", flushes)


@lru_cache(maxsize=4096)
def _take(card: str, replacement: str | None, flushes: tuple[str, ...]) -> Take:
    """Return a card taken, blind where nothing can replace it; made once."""
    return Take(card, blind=replacement is None, replacement=replacement, flushes=flushes)


_KEPT: Final = 16_384
"""So many draws are kept, and so many claims on each board."""

_draws: Final[dict[tuple[int, int], tuple[Take | None, Take, Draw]]] = {}
"""Draws by the identity of their takes, which an entry keeps alive: to hash them takes longer than to make them."""


def write_claim(state: State, action: ClaimRoute, _begun: WrittenAction | None) -> Claim:
    """Write a claim."""
    known, number = _claims(state.board), _track_told(state, action)
    key = action.route, number, action.paid
    found = known.get(key)
    if found is None:
        if len(known) >= _KEPT:
            known.clear()
        found = known[key] = Claim(_pair(state.board, action.route, number), frozen_letters(action.paid))
    return found


@lru_cache(maxsize=64)
def _claims(_board: Board) -> dict[tuple[int, int, tuple[int, ...]], Claim]:
    """Return the claims that were written on a board, by track and cards: the same come again and again."""
    return {}


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
