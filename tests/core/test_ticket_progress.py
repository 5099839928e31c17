"""How many trains a ticket still needs."""

from __future__ import annotations

import pytest

import ttrn
from ttrn.boards import Board, City
from ttrn.core.engine import new_game
from ttrn.core.state import NOBODY, State
from ttrn.core.ticket_progress import pair_costs, trains_needed

USA = ttrn.board("usa")


def city(code: str, board: Board = USA) -> City:
    found = board.city(code)
    assert found
    return found


def ticket(a: str, b: str, board: Board = USA) -> int:
    found = board.ticket_between(city(a, board), city(b, board))
    assert found
    return found.index


def claim(state: State, seat: int, a: str, b: str, track: int = 0) -> None:
    state.owners[USA.routes_between(city(a), city(b))[track].index] = seat


def table(players: int) -> State:
    return new_game(USA, tuple(f"p{seat}" for seat in range(players)))


def test_own_routes_cost_nothing_and_free_ones_their_length() -> None:
    state = table(2)
    goal = ticket("SEA", "LAX")
    assert trains_needed(state, 0, goal) == 9
    claim(state, 0, "POR", "SFO")
    assert trains_needed(state, 0, goal) == 4
    claim(state, 0, "SEA", "POR")
    claim(state, 0, "SFO", "LAX")
    assert trains_needed(state, 0, goal) == 0


@pytest.mark.parametrize(("players", "needed"), [(2, 12), (3, 12), (4, 9)])
def test_a_double_route_is_closed_by_one_owner_among_few(players: int, needed: int) -> None:
    state = table(players)
    claim(state, 1, "POR", "SFO")
    assert trains_needed(state, 0, ticket("SEA", "LAX")) == needed


def test_no_way_left() -> None:
    state = table(4)
    state.owners = [1] * len(USA.routes)
    assert trains_needed(state, 0, ticket("SEA", "LAX")) is None
    assert set(pair_costs(state, 0)) == {None}
    assert set(pair_costs(state, 1)) == {0}


def test_nobody_travels_through_a_country() -> None:
    board = ttrn.board("marklin")
    state = table(2)
    state.board = board
    state.owners = [NOBODY] * len(board.routes)
    countries = {city.index for city in board.cities if city.country}
    for found in board.tickets:
        direct = trains_needed(state, 0, found.index)
        assert direct is not None
        if found.b in countries:
            assert direct > 0
