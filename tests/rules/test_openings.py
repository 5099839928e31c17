"""The routes that are open, kept turn by turn, are those that the checks leave open."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrn.boards import Board, board
from ttrn.play import set_up
from ttrn.rules.actions import ClaimRoute
from ttrn.rules.claims import claim_1, claim_5, claim_6
from ttrn.rules.engine import apply, legal_actions
from ttrn.rules.openings import LOT, lots
from ttrn.rules.state import MAIN, NOBODY, OVER, State

BOARDS = [board(name) for name in ("usa", "europe", "marklin")]
NAMES = ("ann", "bob", "cat", "dan", "eve")


def open_to_player(state: State) -> set[int]:
    return {route for group in state.open_routes() for route in group.routes}


def allowed(state: State) -> set[int]:
    """Return the routes that no rule on routes keeps the player from claiming, one by one."""
    return {
        route
        for route in range(len(state.owners))
        if not any(rule(state, ClaimRoute(route, ())) for rule in (claim_1, claim_5, claim_6))
    }


@given(st.sampled_from(BOARDS), st.integers(2, 5), st.integers(0, 2**32))
def test_open_routes_are_those_that_the_rules_leave_open(on: Board, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = set_up(on, NAMES[:players], rng)
    copies: list[tuple[State, set[int]]] = []
    while state.phase != OVER:
        if state.phase == MAIN:
            assert open_to_player(state) == allowed(state)
            if rng.random() < 0.1:
                copies.append((state.copy(), allowed(state)))
        apply(state, rng.choice(legal_actions(state)))
    for twin, routes in copies:
        assert open_to_player(twin) == routes


@pytest.mark.parametrize("players", [3, 4])
def test_a_route_that_changes_hands_or_becomes_free_again_is_looked_at_anew(players: int) -> None:
    on = BOARDS[0]
    state, _ = set_up(on, NAMES[:players], random.Random(1))
    double = next(route.index for route in on.routes if on.twins[route.index])
    for owner in (0, 1, NOBODY, players - 1):
        state.own(double, owner)
        for state.seat in range(players):
            assert open_to_player(state) == allowed(state)


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
def test_every_route_is_in_one_lot_and_no_lot_is_too_large(on: Board) -> None:
    found = lots(on)
    assert sorted(route for lot in found.routes for route in lot) == list(range(len(on.routes)))
    assert max(len(lot) for lot in found.routes) <= LOT
    for lot in found.routes:
        assert len({(on.routes[route].color, on.routes[route].color or on.routes[route].length) for route in lot}) == 1
