"""From the notation's words to the engine's numbers: cities, routes, tickets and cards of one board.

Equal actions of records are one object, so most are resolved once, and what they mean is kept with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, cast, final

from ttrn.boards import Board, City, Route
from ttrn.core.actions import ClaimRoute, TakeCard, unknown_ticket
from ttrn.core.card_supply import NOT_RECORDED
from ttrn.core.cards import BLIND, COLORS, LETTERS, NO_CARD, UNKNOWN, cards_of, frozen_counts, kinds_of
from ttrn.core.draws import TAKES
from ttrn.core.state import Violation
from ttrn.notation.records import (
    Claim,
    Draw,
    Pair,
    Pass,
    Station,
    Take,
    TakeTickets,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
    keep_resolved,
)
from ttrn.notation.writer import format_pair, format_place
from ttrn.registry import find_game


@final
class ResolvedTake:
    """One card taken, and what is recorded of chance."""

    __slots__ = ("action", "flushes", "plain", "script")

    def __init__(self, action: TakeCard, script: tuple[int, ...], flushes: tuple[tuple[int, ...], ...]) -> None:
        self.action = action
        self.script = script
        self.flushes = flushes
        self.plain = (action.card, script[0] if script else NOT_RECORDED)
        """The card, and what came up for it."""


@final
class ResolvedDraw:
    """One or two cards taken."""

    __slots__ = ("plain", "takes")

    def __init__(self, takes: tuple[ResolvedTake, ...]) -> None:
        self.takes = takes
        plain: list[tuple[int, int]] = []
        for take in takes:
            if take.flushes:
                break
            plain.append(take.plain)
        self.plain = tuple(plain)
        """The takes before the first one that brought a new market: the card, and what came up for it."""


@final
class ResolvedClaim:
    """A claim; several routes where the record does not say which track."""

    __slots__ = ("actions", "fitting", "kinds", "paid")

    def __init__(self, board: Board, routes: Sequence[Route], paid: tuple[int, ...]) -> None:
        self.actions = tuple([ClaimRoute(route.index, paid) for route in routes])
        self.paid = paid
        price = find_game(board.rules).rules.price
        self.kinds = tuple([price(route).kinds(paid) for route in routes])
        """The payment by kind for each of the routes; none for those that it does not surely pay for."""
        shown = [LETTERS[kind] for kind, _ in kinds_of(paid) if kind < COLORS]
        self.fitting = tuple(
            [track for track, route in zip(self.actions, routes, strict=True) if _fits(route.color, shown)]
        )
        """The tracks of whose colour the cards may be that were seen."""


def _fits(color: str, shown: list[str]) -> bool:
    return not (shown and color) or color in shown


@final
class ResolvedTickets:
    """Tickets kept and returned; unknown ones are negative."""

    __slots__ = ("kept", "returned")

    def __init__(self, kept: tuple[int, ...], returned: tuple[int, ...]) -> None:
        self.kept = kept
        self.returned = returned


@final
class ResolvedPass:
    """No action."""


Resolved: TypeAlias = object
"""An action in the engine's terms: one of the classes above, or of those that a game adds."""

ResolveAction: TypeAlias = Callable[[Board, Any], "Resolved | Violation"]

_FEW = 8
"""So many tickets at one city are listed."""


Kept: TypeAlias = tuple[Board | None, Resolved | Violation]
"""What is kept with an action or a ticket (``resolved``): a board, and what it means there."""

NOT_RESOLVED: Final[Kept] = None, None
"""In its place where nothing is kept."""


def forget() -> None:
    """Empty the memos; the benchmarks use it to measure from cold."""
    _route_paid.cache_clear()


class Resolver:
    """Resolves the actions of records on one board, with the functions of its game by kind of action."""

    def __init__(self, board: Board, resolvers: Mapping[type[WrittenAction], ResolveAction]) -> None:
        self._board = board
        self._resolvers = resolvers

    def resolve(self, action: WrittenAction) -> Resolved | Violation:
        """Return an action in the engine's terms, or what on this board is not as the record says; and keep that.

        It is kept with the action itself, for most turns come again as one object, with the board that it is for: in
        one place, so that threads never see what an action means on another board.
        """
        kept: Kept = getattr(action, "resolved", NOT_RESOLVED)
        if kept[0] is self._board:
            return kept[1]
        found = self._resolve(action)
        keep_resolved(action, (self._board, found))
        return found

    def _resolve(self, action: WrittenAction) -> Resolved | Violation:
        resolve_action = self._resolvers.get(type(action))
        if resolve_action is None:
            rule = find_game(self._board.rules).ids.action
            known = sorted([_verb(kind) for kind in self._resolvers], key=lambda verb: (verb == "pass", verb))
            text = f'there is no "{_verb(type(action))}" in this game: a turn is {", ".join(known[:-1])} or {known[-1]}'
            return Violation(rule, text, "action")
        return resolve_action(self._board, action)


_VERBS: Mapping[type[WrittenAction], str] = {TakeTickets: "tickets", Station: "station"}


def _verb(kind: type[WrittenAction]) -> str:
    """Return the word with which an action is written."""
    return _VERBS.get(kind, kind.__name__.lower())


def resolve_draw(_board: Board, action: Draw) -> ResolvedDraw:
    """Resolve the cards taken: they mean the same on every board, and many archives have games of several."""
    kept: Kept = getattr(action, "resolved", NOT_RESOLVED)
    if isinstance(kept[1], ResolvedDraw):
        return kept[1]
    return ResolvedDraw(tuple([_resolve_take(take) for take in action.takes]))


def _resolve_take(take: Take) -> ResolvedTake:
    """Resolve one card taken; that is kept with it, for it means the same on every board."""
    known: ResolvedTake | None = getattr(take, "resolved", None)
    if known is not None:
        return known
    card = LETTERS.index(take.card)
    if take.blind:
        found = ResolvedTake(TAKES[BLIND], () if card == UNKNOWN else (card,), ())
    else:
        gap = take.replacement
        script = () if gap is None else (NO_CARD,) if gap == "-" else (LETTERS.index(gap),)
        found = ResolvedTake(TAKES[card], script, tuple([cards_of(flush)[::-1] for flush in take.flushes]))
    keep_resolved(take, found)
    return found


def resolve_claim(board: Board, action: Claim) -> ResolvedClaim | Violation:
    """Resolve a claim, in a game without tunnels and passengers."""
    if action.turned or action.passenger:
        if action.turned:
            return Violation("CLAIM-1", "there are no tunnels in this game", "turned")
        return Violation("CLAIM-1", "there are no passengers in this game", "passenger")
    return resolve_route(board, action)


def resolve_route(board: Board, action: Claim) -> ResolvedClaim | Violation:
    """Resolve the route of a claim and the cards paid for it."""
    return _route_paid(board, action.route, action.paid)


@lru_cache(maxsize=65_536)
def _route_paid(board: Board, pair: Pair, paid: str) -> ResolvedClaim | Violation:
    """Resolve a route and cards: at tunnels the same come again and again, with other cards turned over."""
    ends = cities_named(board, pair)
    if isinstance(ends, Violation):
        return ends
    routes = board.routes_between(*ends)
    if not routes:
        reason = f"no route joins {ends[0].name} and {ends[1].name}"
        return Violation("CLAIM-1", reason + neighbours(board, ends[0]))
    if pair.number > len(routes):
        tracks = "one track" if len(routes) == 1 else f"{len(routes)} tracks"
        reason = f"{format_pair(pair)}: {ends[0].name} and {ends[1].name} are joined by {tracks}"
        if len(routes) > 1:
            return Violation("CLAIM-1", reason)
        return Violation("CLAIM-7", f"{reason}; routes side by side that join other cities are not tracks of one")
    if pair.number:
        routes = (routes[pair.number - 1],)
    # A single question mark is a payment not seen at all.
    cards = frozen_counts("?" * routes[0].length if paid == "?" else paid)
    if len(routes) > 1:
        # The track that these cards pay for is most likely the one that is meant.
        price = find_game(board.rules).rules.price
        routes = tuple(sorted(routes, key=lambda route: bool(price(route).misfit(cards))))
    return ResolvedClaim(board, routes, cards)


def neighbours(board: Board, city: City) -> str:
    """Say where the routes from a city lead ("; …")."""
    near = sorted([board.cities[other].name for other, _ in board.adjacent[city.index]])
    return f"; from {city.name} routes lead to {', '.join(near)}"


@lru_cache(maxsize=65_536)
def cities_named(board: Board, pair: Pair, *, ticket: bool = False) -> tuple[City, City] | Violation:
    """Return the two cities of a pair, or which of them are not on this board; of a ``ticket`` they lie apart."""
    a, b = board.city(pair.a), board.city(pair.b)
    if a is not None and b is not None:
        return a, b
    if a is None and b is None:
        return _no_cities(board, pair)
    other = a or b
    assert other is not None
    likely = board.destinations(other) if ticket else board.neighbours(other)
    wrong = resolve_city(board, pair.a if a is None else pair.b, likely)
    assert isinstance(wrong, Violation)
    return wrong._replace(part="first city" if a is None else "second city")


def _no_cities(board: Board, pair: Pair) -> Violation:
    """Return that neither city of a pair is on this board."""
    near = [board.suggest_city(place) for place in (pair.a, pair.b)]
    meant = f"; did you mean {format_place(near[0])}-{format_place(near[1])}?" if near[0] and near[1] else ""
    places = f"{format_place(pair.a)} and {format_place(pair.b)}"
    return Violation("CLAIM-1", f"there are no cities {places} on this board{meant}", "route")


def resolve_city(board: Board, place: str, likely: Collection[int] = ()) -> City | Violation:
    """Return a city, or that there is none of this name; ``likely`` are cities that would make sense."""
    city = board.city(place)
    if city is not None:
        return city
    near = board.suggest_city(place, likely)
    meant = f'; did you mean "{near}"?' if near else ""
    return Violation("CLAIM-1", f"there is no city {format_place(place)} on this board{meant}")


def resolve_ticket(board: Board, ticket: WrittenTicket) -> int | Violation:
    """Return the index of a ticket; unknown ones are negative. It is kept with the ticket, as with actions."""
    if isinstance(ticket, UnknownTicket):
        return _unknown(board, ticket)
    kept: Kept = getattr(ticket, "resolved", NOT_RESOLVED)
    if kept[0] is board:
        return cast("int | Violation", kept[1])
    found = _resolve_ticket(board, ticket)
    keep_resolved(ticket, (board, found))
    return found


def _resolve_ticket(board: Board, ticket: Pair) -> int | Violation:
    ends = cities_named(board, ticket, ticket=True)
    if isinstance(ends, Violation):
        return Violation("TICKET-1", ends.message)
    found = board.ticket_between(*ends, ticket.number or 1)
    if found is None:
        rule = find_game(board.rules).ids.pool
        copy = f" #{ticket.number}" if ticket.number else ""
        return Violation(rule, f"no ticket{copy} joins {ends[0].name} and {ends[1].name}{_partners(board, *ends)}")
    return found.index


def _partners(board: Board, a: City, b: City) -> str:
    """Say which tickets there are at a city, the other one if it has none; empty where they are many."""
    for city in (a, b):
        here = {t.b if t.a == city.index else t.a for t in board.tickets if city.index in (t.a, t.b)}
        if 0 < len(here) <= _FEW:
            names = sorted([board.cities[other].name for other in here])
            return f"; from {city.name} tickets lead to {', '.join(names)}"
    return ""


def ticket_pair(board: Board, ticket: int) -> Pair:
    """Return a known ticket as a record names it: the way back."""
    found = board.tickets[ticket]
    return Pair(board.cities[found.a].code, board.cities[found.b].code, found.copy if found.copy > 1 else 0)


def _unknown(board: Board, ticket: UnknownTicket) -> int | Violation:
    """Return an unknown ticket of the deck it came from; where players mix the decks themselves it must be recorded."""
    if not board.tickets[0].deck:
        return unknown_ticket()
    if not ticket.deck and not board.tables.play_tickets.decks:
        rule = find_game(board.rules).ids.tickets
        return Violation(rule, "an unknown ticket is ?s (short) or ?l (long) in this game: its back tells the deck")
    return unknown_ticket(1 if ticket.deck == "l" else 0)


def resolve_tickets(
    board: Board, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...] = ()
) -> ResolvedTickets | Violation:
    """Return tickets kept and returned by their indices, or the first that is not on this board."""
    groups: list[tuple[int, ...]] = []
    for tickets in (kept, returned):
        found: list[int] = []
        for ticket in tickets:
            index = resolve_ticket(board, ticket)
            if isinstance(index, Violation):
                return index._replace(part="ticket", at=len(found) + (len(kept) if groups else 0))
            found.append(index)
        groups.append(tuple(found))
    return ResolvedTickets(groups[0], groups[1])


RESOLVERS: Mapping[type[WrittenAction], ResolveAction] = {
    Draw: resolve_draw,
    Claim: resolve_claim,
    TakeTickets: lambda board, action: resolve_tickets(board, action.kept, action.returned),
    Pass: lambda _board, _action: ResolvedPass(),
}
"""The actions that the shared core knows."""
