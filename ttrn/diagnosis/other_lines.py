"""Other lines that may have been meant in place of one: the same with one thing changed, by kind of line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, PASSENGER
from ttrn.core.state import State
from ttrn.diagnosis.edits import Kind
from ttrn.diagnosis.missing_turns import choices_now
from ttrn.diagnosis.other_cards import other_hands, other_letters, other_payments, other_replacements, other_takes
from ttrn.diagnosis.other_claims import other_claims
from ttrn.notation.game import Entry
from ttrn.notation.records import (
    Claim,
    Complete,
    Deal,
    Draw,
    Keep,
    Market,
    Pair,
    Pass,
    Play,
    Ride,
    Station,
    TakeTickets,
    Turn,
    WrittenAction,
    WrittenTicket,
)
from ttrn.replays.resolve import ticket_pair

MOST_TICKETS: Final = 12
"""So many tickets, or three times as many cities of a ride, may stand in a line for others to be tried."""

MOST_PASSENGER_CARDS: Final = 3
"""So many passenger cards are tried with a ride; the more, the rarer."""

Other: TypeAlias = tuple[Kind, Entry, int]
"""A line in place of another: what it changes, the line, and how far it is from the one written."""

OtherAction: TypeAlias = tuple[Kind, WrittenAction, int]


class Site(NamedTuple):
    """A line that may be wrong, and the table before it, which nobody may change."""

    entry: Entry
    state: State
    seat: int
    """Whose line it is; ``NOBODY`` if it is nobody's."""


def other_lines(site: Site) -> Iterator[Other]:
    """Yield the lines that may have been meant in place of one, the likelier ones first."""
    if isinstance(site.entry, Turn):
        yield from _other_turns(site, site.entry)
        return
    others = _STATEMENTS.get(type(site.entry))
    if others is not None:
        yield from others(site, site.entry)


def _other_turns(site: Site, turn: Turn) -> Iterator[Other]:
    for kind, action, distance in _ACTIONS[type(turn.action)](site.state, site.seat, turn.action):
        yield kind, replace(turn, action=action), distance
    if turn.refill is not None:
        if site.state.ordered:
            yield "replacement", replace(turn, refill=None), 0
        else:
            for cards in other_letters(site.state, turn.refill.cards):
                yield "replacement", replace(turn, refill=replace(turn.refill, cards=cards)), 0


# --- actions ---------------------------------------------------------------------------------------------------------


def _other_draws(state: State, _seat: int, draw: Draw) -> Iterator[OtherAction]:
    for other in other_takes(state, draw):
        yield "card", other, 0
    for other in other_replacements(state, draw):
        yield "replacement", other, 0


def _other_choices(state: State, _seat: int, action: TakeTickets) -> Iterator[OtherAction]:
    for kept, returned, distance in _other_tickets(state, action.kept, action.returned):
        yield "ticket", TakeTickets(kept, returned), distance


def _other_stations(state: State, seat: int, action: Station) -> Iterator[OtherAction]:
    for cards, distance in other_payments(state, seat, action.paid):
        yield "payment", replace(action, paid=cards), distance
    for city in state.board.cities:
        if city.code != action.city:
            yield "station", replace(action, city=city.code), 0


def _other_plays(state: State, seat: int, action: Play) -> Iterator[OtherAction]:
    for cards, distance in other_payments(state, seat, action.cards):
        yield "payment", Play(cards), distance


def _other_rides(state: State, _seat: int, ride: Ride) -> Iterator[OtherAction]:
    for number in range(MOST_PASSENGER_CARDS + 1):
        cards = LETTERS[PASSENGER] * number
        if cards != ride.cards:
            yield "payment", replace(ride, cards=cards), 0
    for cities in other_ways(state.board, ride.cities):
        yield "ride", replace(ride, cities=cities), 0


def _anything(state: State, seat: int, _action: Pass) -> Iterator[OtherAction]:
    for action in choices_now(state, seat):
        yield "action", action, 0


_ACTIONS: Mapping[type[WrittenAction], Callable[[State, int, Any], Iterator[OtherAction]]] = {
    Draw: _other_draws,
    Claim: other_claims,
    TakeTickets: _other_choices,
    Station: _other_stations,
    Play: _other_plays,
    Ride: _other_rides,
    Pass: _anything,
}


# --- other lines -----------------------------------------------------------------------------------------------------


def _other_deals(site: Site, line: Deal) -> Iterator[Other]:
    for cards in other_hands(site.state, line.cards):
        yield "setup", replace(line, cards=cards), 0


def _other_markets(site: Site, line: Market) -> Iterator[Other]:
    for cards in other_letters(site.state, line.cards):
        yield "setup", replace(line, cards=cards), 0


def _other_keeps(site: Site, line: Keep) -> Iterator[Other]:
    for kept, returned, distance in _other_tickets(site.state, line.kept, line.returned):
        yield "setup", replace(line, kept=kept, returned=returned), distance


def _other_completions(site: Site, line: Complete) -> Iterator[Other]:
    for cards in other_hands(site.state, line.cards):
        yield "statement", replace(line, cards=cards), 0
    for ticket in site.state.tickets[site.seat]:
        yield "statement", replace(line, ticket=ticket_pair(site.state.board, ticket)), 1


_STATEMENTS: Mapping[type[Entry], Callable[[Site, Any], Iterator[Other]]] = {
    Deal: _other_deals,
    Market: _other_markets,
    Keep: _other_keeps,
    Complete: _other_completions,
}


# --- tickets, ways --------------------------------------------------------------------------------------------------


def _other_tickets(
    state: State, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...]
) -> Iterator[tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...], int]]:
    """Yield other choices: one ticket moved to the others, two exchanged, one that is another."""
    if len(kept) + len(returned) > MOST_TICKETS:
        return
    for i, ticket in enumerate(kept):
        rest = (*kept[:i], *kept[i + 1 :])
        if rest:
            yield rest, (*returned, ticket), 0
        for j, other in enumerate(returned):
            yield (
                (*kept[:i], other, *kept[i + 1 :]),
                (*returned[:j], ticket, *returned[j + 1 :]),
                0,
            )
    for j, ticket in enumerate(returned):
        yield (*kept, ticket), (*returned[:j], *returned[j + 1 :]), 0
    there = [ticket_pair(state.board, ticket) for ticket in _unplaced(state)]
    for i in range(len(kept) + len(returned)):
        for other in there:
            named = [*kept, *returned]
            if isinstance(named[i], Pair) and other not in named:
                named[i] = other
                yield tuple(named[: len(kept)]), tuple(named[len(kept) :]), 1


def _unplaced(state: State) -> list[int]:
    """Return the tickets that may be in a deck."""
    found: set[int] = set()
    for deck in state.ticket_decks:
        found |= deck.unseen
        for group in deck.groups:
            found.update([ticket for ticket in group if ticket >= 0])
    return sorted(found)


def other_ways(board: Board, cities: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield ways that differ in one city, which is another, one too many or one too few; and the way back."""
    if len(cities) > 3 * MOST_TICKETS:
        return
    if len(cities) > 2:
        for i in range(len(cities)):
            yield (*cities[:i], *cities[i + 1 :])
    for i in range(len(cities) + 1):
        for place in _beside(board, cities, i, i):
            yield (*cities[:i], place, *cities[i:])
    for i in range(len(cities)):
        for place in _beside(board, cities, i, i + 1):
            if place != cities[i]:
                yield (*cities[:i], place, *cities[i + 1 :])
    yield cities[::-1]


def _beside(board: Board, cities: tuple[str, ...], before: int, after: int) -> list[str]:
    """Return the cities that fit between the one before a place on a ride and the one after it."""
    ends = [cities[i] for i in (before - 1, after) if 0 <= i < len(cities)]
    fitting: set[int] | None = None
    for place in ends:
        city = board.city(place)
        near = {other for other, _ in board.adjacent[city.index]} if city is not None else set()
        fitting = near if fitting is None else fitting & near
    return [board.cities[index].code for index in sorted(fitting or ())]
