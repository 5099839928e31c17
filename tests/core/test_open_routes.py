"""The routes that are open, kept turn by turn, are those that the checks leave open."""

from __future__ import annotations

import copy
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrn.boards import Board, board
from ttrn.core.actions import ClaimRoute
from ttrn.core.claim_list import MANY_BOARDS
from ttrn.core.claims import claim_1, claim_5, claim_6
from ttrn.core.engine import apply, legal_actions, verify
from ttrn.core.open_routes import GROUP_SIZE, route_groups
from ttrn.core.state import MAIN, NOBODY, OVER, State
from ttrn.play import set_up

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


def play_on(state: State, rng: random.Random, steps: int = 10_000) -> None:
    """Play at random; every claim that is listed must be legal."""
    for _ in range(steps):
        if state.phase == OVER:
            return
        legal = legal_actions(state)
        assert not [
            verify(state, action) for action in legal if isinstance(action, ClaimRoute) and verify(state, action)
        ]
        apply(state, rng.choice(legal))


def again(on: Board) -> Board:
    """Return the same board as a new object, for which nothing is kept yet."""
    return replace(on)


def test_games_go_on_when_more_boards_are_played_than_are_kept() -> None:
    rng = random.Random(1)
    games = [set_up(again(BOARDS[0]), NAMES[:2], rng)[0] for _ in range(MANY_BOARDS + 2)]
    for steps in (20, 6):
        for state in games:
            play_on(state, rng, steps)


def test_several_threads_may_play_on_one_board() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for on in BOARDS:
            board_of_its_own = again(on)
            with ThreadPoolExecutor(4) as threads:
                seeds = range(4)
                games = [set_up(board_of_its_own, NAMES[:3], random.Random(seed))[0] for seed in seeds]
                list(threads.map(play_on, games, map(random.Random, seeds), [120] * 4))
    finally:
        sys.setswitchinterval(before)


@pytest.mark.skipif(not hasattr(State, "__slots__"), reason="a compiled state knows copy() only")
def test_a_state_can_be_copied_by_any_means() -> None:
    state, _ = set_up(BOARDS[0], NAMES[:2], random.Random(1))
    listed = legal_actions(state)
    assert legal_actions(copy.deepcopy(state)) == listed


def test_a_colour_of_many_routes_has_several_groups() -> None:
    on = replace(BOARDS[0], routes=tuple(replace(route, color="R") for route in BOARDS[0].routes))
    assert len(route_groups(on).colored[0]) > 2
    play_on(set_up(on, NAMES[:4], random.Random(3))[0], random.Random(3))


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
def test_every_route_is_in_one_group_and_no_group_is_too_large(on: Board) -> None:
    found = route_groups(on)
    assert sorted(route for group in found.routes for route in group) == list(range(len(on.routes)))
    assert max(len(group) for group in found.routes) <= GROUP_SIZE
    for group in found.routes:
        assert (
            len({(on.routes[route].color, on.routes[route].color or on.routes[route].length) for route in group}) == 1
        )
