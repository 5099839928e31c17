"""What actions mean on a board, which is kept with the actions, and shared by threads."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from ttrn.boards import Board, board
from ttrn.notation.records import Claim, Draw, Pair, Pass, Play, Ride, Station, Take, TakeTickets, WrittenAction
from ttrn.registry import find_game
from ttrn.replays.resolve import Resolver

ROUTE = Pair("SEA", "POR")
ACTIONS = (
    Draw((Take("R", replacement="G"), Take("?", blind=True))),
    Claim(ROUTE, "R"),
    TakeTickets((Pair("DEN", "ELP"),)),
    Station("SEA", "R"),
    Ride(("SEA", "POR")),
    Play("GG"),
    Pass(),
)


def resolver(name: str) -> Resolver:
    on = board(name)
    return Resolver(on, find_game(on.rules).records.read)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_what_an_action_means_is_no_part_of_it(action: WrittenAction) -> None:
    before = pickle.dumps(action), repr(action), hash(action)
    twin = copy.copy(action)
    resolver("usa").resolve(action)
    assert (pickle.dumps(action), repr(action), hash(action)) == before
    assert action == twin == copy.copy(action) == pickle.loads(before[0])  # noqa: S301  made here
    assert not hasattr(copy.copy(action), "resolved")


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_is_resolved_once_on_one_board(action: WrittenAction) -> None:
    found = resolver("usa").resolve(action)
    assert resolver("usa").resolve(action) is found


def test_a_claim_means_something_else_on_another_board() -> None:
    claim = Claim(ROUTE, "R")
    on_usa = resolver("usa").resolve(claim)
    assert type(resolver("europe").resolve(claim)) is not type(on_usa)
    assert type(resolver("usa").resolve(claim)) is type(on_usa)


def test_a_draw_means_the_same_on_every_board() -> None:
    draw = Draw((Take("R", replacement="G"),))
    assert resolver("usa").resolve(draw) is resolver("europe").resolve(draw)


def test_threads_on_several_boards_share_actions() -> None:
    claims = [Claim(ROUTE, "R") for _ in range(300)]

    def resolve_all(name: str) -> set[type]:
        on = resolver(name)
        return {type(on.resolve(claim)) for _ in range(20) for claim in claims}

    names = ["usa", "europe"] * 2
    with ThreadPoolExecutor(len(names)) as threads:
        found = list(threads.map(resolve_all, names))
    assert [len(kinds) for kinds in found] == [1, 1, 1, 1]
    assert found[0] == found[2] != found[1] == found[3]


def test_the_resolver_knows_its_board() -> None:
    on: Board = board("usa")
    assert Resolver(on, {Claim: lambda here, _action: here}).resolve(Claim(ROUTE, "R")) is on
