"""Other lines that may have been meant in place of one: the same with one thing changed, by kind of line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.diagnosis.cards import (
    affordable,
    other_hands,
    other_letters,
    other_payments,
    other_replacements,
    other_takes,
    pays_for,
)
from ttrn.diagnosis.choices import choices_now
from ttrn.diagnosis.edits import Cure
from ttrn.notation.game import Entry
from ttrn.notation.records import (
    Action,
    BuildStation,
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
    TakeTickets,
    Ticket,
    Turn,
)
from ttrn.replay.resolve import ticket_pair
from ttrn.rules.cards import COLORS, LETTERS, UNKNOWN, frozen_counts
from ttrn.rules.state import NOBODY, State

Other: TypeAlias = tuple[Cure, Entry, int]
"""A line in place of another: what it changes, the line, and how far it is from the one written."""

OtherAction: TypeAlias = tuple[Cure, Action, int]


class Site(NamedTuple):
    """A line that may be wrong, and the table before it, which nobody may change."""

    index: int
    entry: Entry
    state: State
    seat: int
    """Whose line it is; ``NOBODY`` if it is nobody's."""


def other_lines(site: Site) -> Iterator[Other]:
    """Yield the lines that may have been meant in place of one, the likelier ones first."""
    entry, state = site.entry, site.state
    match entry:
        case Turn():
            for cure, action, distance in _other_actions(state, site.seat, entry.action):
                yield cure, replace(entry, action=action), distance
            if entry.refill is not None:
                if state.ordered:
                    yield "replacement", replace(entry, refill=None), 0
                else:
                    for cards in other_letters(state, entry.refill.cards):
                        yield "replacement", replace(entry, refill=replace(entry.refill, cards=cards)), 0
        case Deal():
            for cards in other_hands(state, entry.cards):
                yield "setup", replace(entry, cards=cards), 0
        case Market():
            for cards in other_letters(state, entry.cards):
                yield "setup", replace(entry, cards=cards), 0
        case Keep():
            for kept, returned, distance in _other_tickets(state, entry.kept, entry.returned):
                yield "setup", replace(entry, kept=kept, returned=returned), distance
        case Complete():
            for cards in other_hands(state, entry.cards):
                yield "statement", replace(entry, cards=cards), 0
            for ticket in state.tickets[site.seat]:
                yield "statement", replace(entry, ticket=ticket_pair(state.board, ticket)), 1


def _other_actions(state: State, seat: int, action: Action) -> Iterator[OtherAction]:
    match action:
        case Draw():
            yield from _actions("card", other_takes(state, action))
            yield from _actions("replacement", other_replacements(state, action))
        case Claim():
            yield from _other_claims(state, seat, action)
        case TakeTickets():
            for kept, returned, distance in _other_tickets(state, action.kept, action.returned):
                yield "ticket", TakeTickets(kept, returned), distance
        case BuildStation():
            for cards, distance in other_payments(state, seat, action.paid):
                yield "payment", replace(action, paid=cards), distance
            for city in state.board.cities:
                if city.code != action.city:
                    yield "station", replace(action, city=city.code), 0
        case Play():
            for cards, distance in other_payments(state, seat, action.cards):
                yield "payment", Play(cards), distance
        case Ride():
            yield from _other_rides(state, action)
        case Pass():
            for choice in choices_now(state, seat):
                yield "action", choice, 0


def _actions(cure: Cure, actions: Iterator[Draw]) -> Iterator[OtherAction]:
    for action in actions:
        yield cure, action, 0


# --- claims ----------------------------------------------------------------------------------------------------------


def _other_claims(state: State, seat: int, claim: Claim) -> Iterator[OtherAction]:
    board = state.board
    cities = board.city(claim.route.a), board.city(claim.route.b)
    tracks = () if None in cities else board.routes_between(*cities)
    for cards, distance in other_payments(state, seat, claim.paid, tracks[0].length if tracks else 0):
        paid = frozen_counts(cards)
        if any(pays_for(state, route, paid) for route in tracks):
            yield "payment", replace(claim, paid=cards), distance
    for number in range(len(tracks) + 1 if len(tracks) > 1 else 0):
        if number != claim.route.number:
            yield "track", replace(claim, route=Pair(claim.route.a, claim.route.b, number)), 0
    if claim.turned or any(route.tunnel for route in tracks):
        yield from _other_tunnels(state, seat, claim)
    if claim.passenger or board.rules == "marklin":
        for place in ("", claim.route.a, claim.route.b):
            if place != claim.passenger:
                yield "passenger", replace(claim, passenger=place), 0
    yield from _other_routes(state, seat, claim)


def _other_tunnels(state: State, seat: int, claim: Claim) -> Iterator[OtherAction]:
    plain = replace(claim, surcharge="", given_up=False)
    if claim.turned:
        if state.ordered:
            yield "tunnel", replace(claim, turned="?" * len(claim.turned)), 0
        else:
            for turned in other_letters(state, claim.turned):
                yield "tunnel", replace(claim, turned=turned), 0
        if claim.surcharge or claim.given_up:
            yield "tunnel", plain, 0
        if not claim.given_up:
            yield "tunnel", replace(plain, given_up=True), 0
            color = next(iter(claim.paid.strip("L?")), "L")
            for number in range(1, 4):
                for wild in range(number + 1):
                    extra = color * (number - wild) + "L" * wild
                    if extra != claim.surcharge:
                        yield "tunnel", replace(plain, surcharge=extra), 0
        yield "tunnel", replace(plain, turned=""), 1
    elif state.ordered:
        yield "tunnel", replace(claim, turned="???"), 0


def _other_routes(state: State, seat: int, claim: Claim) -> Iterator[OtherAction]:
    """Yield claims of other routes that the same cards pay for; those that go on from where the player is first."""
    board = state.board
    paid = frozen_counts(claim.paid)
    written = {city.index for place in (claim.route.a, claim.route.b) if (city := board.city(place)) is not None}
    joined = {end for route in state.routes_of(seat) for end in (board.routes[route].a, board.routes[route].b)}
    wanted = {end for ticket in state.tickets[seat] for end in (board.tickets[ticket].a, board.tickets[ticket].b)}

    def strange(ends: set[int]) -> int:
        return len(ends - joined - wanted) + (not ends & joined)

    doubt = strange(written) - 1
    found: list[tuple[int, Claim]] = []
    for tracks in board.pairs:
        first = board.routes[tracks[0]]
        ends = {first.a, first.b}
        if ends == written or first.length > state.trains[seat] or all(state.owners[t] != NOBODY for t in tracks):
            continue
        if claim.paid != "?" and not any(pays_for(state, board.routes[track], paid) for track in tracks):
            continue
        distance = max(0, strange(ends) + (not ends & written) - doubt)
        pair = Pair(board.cities[first.a].code, board.cities[first.b].code)
        passenger = "" if not claim.passenger else pair.b if claim.passenger == claim.route.b else pair.a
        found.append((distance, replace(claim, route=pair, passenger=passenger)))
    found.sort(key=lambda way: way[0])
    for distance, other in found:
        yield "route", other, distance


# --- tickets, rides --------------------------------------------------------------------------------------------------


def _other_tickets(
    state: State, kept: tuple[Ticket, ...], returned: tuple[Ticket, ...]
) -> Iterator[tuple[tuple[Ticket, ...], tuple[Ticket, ...], int]]:
    """Yield other choices: one ticket moved to the others, two exchanged, one that is another."""
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
            told = [*kept, *returned]
            if isinstance(told[i], Pair) and other not in told:
                told[i] = other
                yield tuple(told[: len(kept)]), tuple(told[len(kept) :]), 1


def _unplaced(state: State) -> list[int]:
    """Return the tickets that may be in a deck."""
    found: set[int] = set()
    for deck in state.ticket_decks:
        found |= deck.unseen
        for group in deck.groups:
            found.update([ticket for ticket in group if ticket >= 0])
    return sorted(found)


def _other_rides(state: State, ride: Ride) -> Iterator[OtherAction]:
    board = state.board
    cities = ride.cities
    for number in range(4):
        cards = LETTERS[COLORS + 2] * number
        if cards != ride.cards:
            yield "payment", replace(ride, cards=cards), 0
    if len(cities) > 2:
        for i in range(len(cities)):
            yield "ride", replace(ride, cities=(*cities[:i], *cities[i + 1 :])), 0
    for i in range(len(cities) + 1):
        for place in _beside(board, cities, i, i):
            yield "ride", replace(ride, cities=(*cities[:i], place, *cities[i:])), 0
    for i in range(len(cities)):
        for place in _beside(board, cities, i, i + 1):
            if place != cities[i]:
                yield "ride", replace(ride, cities=(*cities[:i], place, *cities[i + 1 :])), 0
    yield "ride", replace(ride, cities=cities[::-1]), 0


def _beside(board: Board, cities: tuple[str, ...], before: int, after: int) -> list[str]:
    """Return the cities that fit between the one before a place on a ride and the one after it."""
    ends = [cities[i] for i in (before - 1, after) if 0 <= i < len(cities)]
    fitting: set[int] | None = None
    for place in ends:
        city = board.city(place)
        near = {other for other, _ in board.adjacent[city.index]} if city is not None else set()
        fitting = near if fitting is None else fitting & near
    return [board.cities[index].code for index in sorted(fitting or ())]


__all__ = ["UNKNOWN", "Other", "Site", "affordable", "other_lines"]
