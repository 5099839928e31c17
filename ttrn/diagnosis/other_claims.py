"""Other claims than a record says: another payment, route or track, other cards turned over, another passenger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ttrn.boards import Route
from ttrn.core.cards import frozen_counts
from ttrn.core.state import NOBODY, State
from ttrn.diagnosis.edits import Kind
from ttrn.diagnosis.other_cards import other_letters, other_payments, pays_for
from ttrn.notation.records import Claim, Pair

OtherClaim: TypeAlias = tuple[Kind, Claim, int]
"""A claim in place of another: what it changes, the claim, and how far it is from the one written."""


def other_claims(state: State, seat: int, claim: Claim) -> Iterator[OtherClaim]:
    """Yield the claims that may have been meant, the likelier ones first."""
    tracks = _tracks(state, claim)
    for cards, distance in other_payments(state, seat, claim.paid, tracks[0].length if tracks else 0):
        paid = frozen_counts(cards)
        if any(pays_for(state, route, paid) for route in tracks):
            yield "payment", replace(claim, paid=cards), distance
    numbers = range(len(tracks) + 1) if len(tracks) > 1 else ()
    for number in numbers:
        yield "track", replace(claim, route=Pair(claim.route.a, claim.route.b, number)), 0
    if claim.turned or any(route.tunnel for route in tracks):
        for tunnel in _other_tunnels(state, claim):
            yield "tunnel", tunnel, 0
    if state.board.tables.passengers:
        for place in ("", claim.route.a, claim.route.b):
            yield "passenger", replace(claim, passenger=place), 0
    for distance, other in _other_routes(state, seat, claim):
        yield "route", other, distance


def _tracks(state: State, claim: Claim) -> tuple[Route, ...]:
    a, b = state.board.city(claim.route.a), state.board.city(claim.route.b)
    return () if a is None or b is None else state.board.routes_between(a, b)


def _other_tunnels(state: State, claim: Claim) -> Iterator[Claim]:
    """Yield a claim with other cards turned over, another surcharge, or given up."""
    plain = replace(claim, surcharge="", given_up=False)
    if claim.turned in ("", "-"):
        if claim.turned:
            yield replace(claim, turned="")
        if state.ordered:
            yield replace(claim, turned="???")
        return
    others = ["?" * len(claim.turned)] if state.ordered else other_letters(state, claim.turned)
    for turned in others:
        yield replace(claim, turned=turned)
    if claim.surcharge or claim.given_up:
        yield plain
    yield replace(plain, given_up=True)
    color = next(iter(claim.paid.strip("L?")), "L")
    for number in range(1, 4):
        for wild in range(number + 1):
            yield replace(plain, surcharge=color * (number - wild) + "L" * wild)
    yield replace(plain, turned="")


def _other_routes(state: State, seat: int, claim: Claim) -> Iterator[tuple[int, Claim]]:
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
    yield from found
