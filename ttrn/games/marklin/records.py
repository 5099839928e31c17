"""Passengers in records: claims that place one, rides, and tickets taken in a mix of two decks (MK-*)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.core.actions import NO_CITY, Action, DrawTickets, KeepTickets, PlacePassenger, RidePassenger, unknown_ticket
from ttrn.core.cards import LETTERS, PASSENGER, describe, frozen_counts
from ttrn.core.claims import held, route_name
from ttrn.core.engine import apply, verify
from ttrn.core.state import ANSWER, CHOOSE, NOBODY, OVER, State, Violation
from ttrn.core.tickets import deck_of, name_offered
from ttrn.core.turns import end_turn
from ttrn.games.marklin.at_once import place_at_once, ride_at_once
from ttrn.games.marklin.passengers import cities_of, fare, misplaced, passengers_of, put_down
from ttrn.notation.records import Claim, Pair, Ride, WrittenAction
from ttrn.replays.handlers import claim, leave_free
from ttrn.replays.moves import meant_track
from ttrn.replays.resolve import (
    ResolvedClaim,
    ResolvedTickets,
    cities_named,
    neighbours,
    resolve_city,
    resolve_claim,
)
from ttrn.replays.writing import claim_under_way

if TYPE_CHECKING:
    from ttrn.replays.run import Run


@dataclass(frozen=True, slots=True)
class ResolvedPlacing:
    """A claim, and the city where a passenger is placed after it, if any."""

    claim: ResolvedClaim
    city: int


@dataclass(frozen=True, slots=True)
class ResolvedRide:
    """A ride through these cities, over these pairs of neighbours; which tracks it takes depends on their owners."""

    start: int
    pairs: tuple[int, ...]
    cards: int


# --- from words to numbers -------------------------------------------------------------------------------------------


def resolve_placing(board: Board, action: Claim) -> ResolvedPlacing | Violation:
    """Resolve a claim with the passenger placed after it."""
    found = resolve_claim(board, replace(action, passenger="") if action.passenger else action)
    if isinstance(found, Violation):
        return found
    if not action.passenger:
        return ResolvedPlacing(found, NO_CITY)
    city = resolve_city(board, action.passenger)
    if isinstance(city, Violation):
        return Violation("MK-PASS-1", city.message)
    return ResolvedPlacing(found, city.index)


def resolve_ride(board: Board, action: Ride) -> ResolvedRide | Violation:
    """Resolve a ride: every two cities that follow each other are neighbours, and passenger cards are played."""
    pairs: list[int] = []
    start = NOBODY
    for a, b in zip(action.cities, action.cities[1:], strict=False):
        ends = cities_named(board, Pair(a, b))
        if isinstance(ends, Violation):
            return Violation("MK-MOVE-1", ends.message, "route", len(pairs))
        routes = board.routes_between(*ends)
        if not routes:
            reason = f"no route joins {ends[0].name} and {ends[1].name}{neighbours(board, ends[0])}"
            return Violation("MK-MOVE-1", reason, "route", len(pairs))
        start = ends[0].index if start == NOBODY else start
        pairs.append(routes[0].pair)
    if any(letter not in (LETTERS[PASSENGER], "?") for letter in action.cards):
        played = describe(frozen_counts(action.cards))
        return Violation("MK-MOVE-2", f"only passenger cards are played with a move, not {played}", "paid")
    return ResolvedRide(start, tuple(pairs), len(action.cards))


def placing_actions(state: State, action: ResolvedPlacing) -> list[Action] | Violation:
    """Return a claim with the passenger placed after it, or, once the route is claimed, the passenger alone."""
    if state.phase == ANSWER:
        route = passengers_of(state).claimed
        if route not in [track.route for track in action.claim.actions]:
            text = f"{state.names[state.seat]} has just claimed {route_name(state, route)}: say where a passenger goes"
            return Violation("TURN-1", text, "route")
        return [PlacePassenger(action.city)]
    track = meant_track(state, action.claim)
    if action.city == NO_CITY:
        return [track]
    # Of a turn the first rule that it breaks counts, and the claim comes first.
    return verify(state, track) or misplaced(state, track.route, action.city) or [track, PlacePassenger(action.city)]


def ride_actions(state: State, action: ResolvedRide) -> list[Action]:
    """Return a ride; of several tracks the cheapest are meant."""
    return [RidePassenger(action.start, tracks_meant(state, state.seat, action.pairs), action.cards)]


# --- the way back ----------------------------------------------------------------------------------------------------


def write_placing(state: State, action: PlacePassenger, begun: WrittenAction | None) -> Claim:
    """Complete a claim with the city in which a passenger is placed, if one is."""
    if not isinstance(begun, Claim):
        begun = claim_under_way(state.board, passengers_of(state).claimed, "?")
    city = action.city
    return begun if city == NO_CITY else replace(begun, passenger=state.board.cities[city].code)


def with_passengers(state: State, written: WrittenAction) -> tuple[WrittenAction, ...]:
    """Return a claim with a passenger in either of its cities, where the player to move has one left."""
    if not isinstance(written, Claim) or not passengers_of(state).left[state.seat]:
        return ()
    return replace(written, passenger=written.route.a), replace(written, passenger=written.route.b)


def write_ride(state: State, action: RidePassenger, _begun: WrittenAction | None) -> Ride:
    """Write a ride: the cities, and the passenger cards."""
    codes = [state.board.cities[city].code for city in cities_of(state, action)]
    return Ride(tuple(codes), LETTERS[PASSENGER] * action.cards)


# --- carrying out ----------------------------------------------------------------------------------------------------


def claim_and_place(run: Run, action: ResolvedPlacing, seat: int) -> None:
    """Claim a route, and place a passenger or none (MK-PASS-1)."""
    state = run.state
    city, claimed = action.city, action.claim
    if not state.rules.watched and place_at_once(state, claimed.actions[0].route, claimed.kinds[0], city):
        leave_free(run, claimed)
        return
    wrong = None
    if city != NO_CITY and state.phase != OVER:
        wrong = misplaced(state, claimed.actions[0].route, city)
    broken = len(state.chance.notes)
    claim(run, claimed, seat)
    if wrong is not None:
        if len(state.chance.notes) == broken:  # of one turn the first rule that it breaks is reported
            state.chance.notes.append(wrong)
        run.doubtful.add(seat)
        city = NO_CITY
    if state.phase == ANSWER:
        apply(state, PlacePassenger(city))
    elif city != NO_CITY:
        # The claim was wrong; where the passenger stands is not.
        put_down(state, seat, city)


def ride(run: Run, action: ResolvedRide, seat: int) -> None:
    """Move a passenger; of several tracks the cheapest are meant (MK-MOVE)."""
    state = run.state
    if (
        not state.rules.watched
        and seat not in run.doubtful
        and ride_at_once(state, action.start, action.pairs, action.cards)
    ):
        return
    table = passengers_of(state)
    if seat in run.doubtful and table.standing[action.start] == NOBODY and table.left[seat]:
        # What was wrong with placing it has been said.
        put_down(state, seat, action.start)
    move = RidePassenger(action.start, tracks_meant(state, seat, action.pairs), action.cards)
    if not run.judge(move):
        run.doubtful.add(seat)
        if held(state, fare(action.cards)):
            run.forget_hand(seat)
    noted = len(state.chance.notes)
    apply(state, move)
    if noted:
        del state.chance.notes[noted:]


def tracks_meant(state: State, seat: int, pairs: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tracks of a ride that names cities only: own ones first, none twice while there are others."""
    routes: list[int] = []
    for pair in pairs:
        tracks = state.board.pairs[pair]
        claimed = [track for track in tracks if state.owners[track] != NOBODY]
        claimed.sort(key=lambda track: state.owners[track] != seat)
        unused = [track for track in claimed if track not in routes]
        routes.append((unused or claimed or list(tracks))[0])
    return tuple(routes)


def mixed_tickets(run: Run, action: ResolvedTickets, _seat: int) -> None:
    """Draw tickets in the mix that their backs show, and keep some (MK-TICKET-1)."""
    state = run.state
    if not state.rules.watched and state.rules.tickets_at_once(state, action.kept, action.returned):
        return
    named = [*action.kept, *action.returned]
    decks = [deck_of(state, ticket) for ticket in named]
    mix = tuple([decks.count(number) for number in range(len(state.ticket_decks))])
    if state.phase != CHOOSE:  # a position can start after they were drawn
        if not run.judge(DrawTickets(mix)) and not any(deck.size for deck in state.ticket_decks):
            end_turn(state)
            return
        apply(state, DrawTickets(mix))
    elif mix != (drawn := tuple([state.drawn.count(number) for number in range(len(mix))])):
        state.note("MK-TICKET-1", f"{mix_text(state, drawn)} have been drawn, not {mix_text(state, mix)}")
    for number, wanted in enumerate(mix):
        # More than the deck holds: that has been noted.
        state.offered += [unknown_ticket(number)] * (wanted - state.drawn.count(number))
    name_offered(state, named)
    run.judge(KeepTickets(action.kept))
    apply(state, KeepTickets(action.kept))


def mix_text(state: State, mix: tuple[int, ...]) -> str:
    """Return how many tickets of each deck there are, in words."""
    return " and ".join([f"{number} {deck.name}" for number, deck in zip(mix, state.ticket_decks, strict=True)])
