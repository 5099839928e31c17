"""PATH-1: the longest continuous path."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.positions import crowded, scattered, spreading
from ttrn.boards import Board, board
from ttrn.graph.edges import NOWHERE, Edge, board_dead_ends, board_edges
from ttrn.graph.longest_path import LongestPath, longest_path

BOARDS = ("usa", "europe", "marklin")


def edge_lists(most: int) -> st.SearchStrategy[list[Edge]]:
    """Multigraphs on few cities: circles, parallel routes and several parts are all frequent."""
    cities = st.integers(0, 6)
    edge = st.tuples(cities, cities, st.integers(1, 6)).filter(lambda edge: edge[0] != edge[1])
    return st.lists(edge, max_size=most)


def check_path(edges: Sequence[Edge], owned: Sequence[int], found: LongestPath, dead_ends: frozenset[int]) -> None:
    """The path is one: routes of the player, each once, end to end, and as long as it says."""
    assert Counter(found.routes) <= Counter(set(owned))
    assert found.length == sum(edges[route][2] for route in found.routes)
    assert len(found.cities) == (len(found.routes) + 1 if found.routes else 0)
    for i, route in enumerate(found.routes):
        assert sorted(found.cities[i : i + 2]) == sorted(edges[route][:2])
    assert not dead_ends & set(found.cities[1:-1])


# The next two find longest trails the slow way, with nothing in common with the algorithm they check.


def by_brute_force(edges: Sequence[Edge], owned: Sequence[int], dead_ends: frozenset[int]) -> int:
    """Walk every trail there is."""

    def on_from(city: int, left: frozenset[int]) -> int:
        if city in dead_ends:
            return 0
        steps = [
            edges[route][2] + on_from(edges[route][1 - side], left - {route})
            for route in left
            for side in (0, 1)
            if edges[route][side] == city
        ]
        return max(steps, default=0)

    starts = [
        edges[route][2] + on_from(edges[route][1 - side], frozenset(owned) - {route})
        for route in owned
        for side in (0, 1)
    ]
    return max(starts, default=0)


def by_route_sets(edges: Sequence[Edge], owned: Sequence[int], dead_ends: frozenset[int]) -> int:
    """Walk every trail there is, but go on only once from each city with each set of routes used."""
    best = 0
    seen: set[tuple[int, int]] = set()
    todo: list[tuple[int, int, int]] = [(city, 0, 0) for route in owned for city in edges[route][:2]]
    bits = {route: 1 << number for number, route in enumerate(owned)}
    while todo:
        city, used, length = todo.pop()
        best = max(best, length)
        if (city, used) in seen or (used and city in dead_ends):
            continue
        seen.add((city, used))
        for route in owned:
            a, b, trains = edges[route]
            if city in (a, b) and not used & bits[route]:
                todo.append((a + b - city, used | bits[route], length + trains))
    return best


@settings(max_examples=400, deadline=None)
@given(edge_lists(9), st.frozensets(st.integers(0, 6), max_size=2))
def test_brute_force_finds_nothing_longer(edges: list[Edge], dead_ends: frozenset[int]) -> None:
    owned = range(len(edges))
    found = longest_path(edges, owned, dead_ends)
    check_path(edges, owned, found, dead_ends)
    assert found.length == by_brute_force(edges, owned, dead_ends)


@settings(max_examples=200, deadline=None)
@given(edge_lists(14), st.frozensets(st.integers(0, 6), max_size=2))
def test_search_by_route_sets_finds_nothing_longer(edges: list[Edge], dead_ends: frozenset[int]) -> None:
    owned = range(len(edges))
    found = longest_path(edges, owned, dead_ends)
    check_path(edges, owned, found, dead_ends)
    assert found.length == by_route_sets(edges, owned, dead_ends)


@settings(max_examples=100, deadline=None)
@given(edge_lists(12), st.randoms(use_true_random=False))
def test_the_order_of_the_routes_does_not_matter(edges: list[Edge], rng: random.Random) -> None:
    owned = list(range(len(edges)))
    shuffled = owned * 2
    rng.shuffle(shuffled)
    assert longest_path(edges, shuffled) == longest_path(edges, owned)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("positions", [scattered, spreading, crowded])
def test_end_positions_on_real_boards(name: str, positions: Callable[[Board, random.Random], list[int]]) -> None:
    real = board(name)
    edges, dead_ends = board_edges(real), board_dead_ends(real)
    rng = random.Random(f"{name} {positions.__name__}")
    for _ in range(12):
        owned = positions(real, rng)
        found = longest_path(edges, owned, dead_ends)
        check_path(edges, owned, found, dead_ends)
        assert found.length == by_route_sets(edges, owned, dead_ends), owned


@pytest.mark.parametrize(
    ("edges", "path"),
    [
        pytest.param([], LongestPath(0, (), ()), id="no route"),
        pytest.param([(4, 2, 3)], LongestPath(3, (0,), (2, 4)), id="one route, from its lower city"),
        pytest.param([(0, 1, 2), (2, 3, 5)], LongestPath(5, (1,), (2, 3)), id="the longer of two parts"),
        pytest.param([(0, 1, 2), (2, 3, 2)], LongestPath(2, (0,), (0, 1)), id="the first of two equal parts"),
        pytest.param(
            [(0, 1, 1), (0, 2, 2), (0, 3, 3)], LongestPath(5, (1, 2), (2, 0, 3)), id="two of a star's three arms"
        ),
        pytest.param(
            [(0, 1, 1), (1, 2, 1), (0, 2, 1)], LongestPath(3, (0, 1, 2), (0, 1, 2, 0)), id="a circle counts whole"
        ),
        pytest.param(
            [(0, 1, 1), (1, 2, 2), (2, 0, 3), (0, 3, 1), (3, 4, 2), (4, 0, 3)],
            LongestPath(12, (0, 1, 2, 3, 4, 5), (0, 1, 2, 0, 3, 4, 0)),
            id="a figure eight, through its middle again",
        ),
        pytest.param(
            [(0, 1, 4), (1, 2, 1), (2, 3, 1), (3, 1, 1)],
            LongestPath(7, (0, 1, 2, 3), (0, 1, 2, 3, 1)),
            id="into a loop and round it",
        ),
        pytest.param(
            [(0, 1, 4), (1, 2, 1), (2, 3, 1), (3, 1, 1), (1, 4, 6)],
            LongestPath(13, (0, 1, 2, 3, 4), (0, 1, 2, 3, 1, 4)),
            id="a loop on the way is taken along",
        ),
        pytest.param(
            [(0, 1, 2), (0, 1, 3), (0, 1, 1), (0, 2, 1)],
            LongestPath(7, (0, 1, 2, 3), (1, 0, 1, 0, 2)),
            id="parallel routes are routes",
        ),
    ],
)
def test_hand_checked_paths(edges: list[Edge], path: LongestPath) -> None:
    found = longest_path(edges, range(len(edges)))
    check_path(edges, range(len(edges)), found, NOWHERE)
    assert found == path


def test_four_odd_cities_cost_the_cheapest_link() -> None:
    # K4 with one long edge: six routes, four odd cities, so one route must stay out: the shortest.
    edges = [(0, 1, 5), (0, 2, 2), (0, 3, 3), (1, 2, 3), (1, 3, 2), (2, 3, 1)]
    found = longest_path(edges, range(6))
    assert found.length == 15
    assert 5 not in found.routes


def test_a_circle_may_be_left_out_for_a_longer_arm() -> None:
    # Two circles on a bridge, and an arm of 9 at the bridge's end: both ends of the path are arms or circles.
    edges = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 9), (3, 5, 2), (5, 6, 1), (6, 3, 1), (3, 7, 8)]
    found = longest_path(edges, range(9))
    assert found.length == by_brute_force(edges, range(9), NOWHERE) == 21
    assert set(found.routes) == {4, 5, 6, 7, 8}


def test_a_branch_may_hold_the_whole_path() -> None:
    edges = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 9), (3, 5, 9)]
    assert longest_path(edges, range(6)) == LongestPath(18, (4, 5), (4, 3, 5))


def test_both_ends_may_be_branches_of_one_city() -> None:
    edges = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (0, 4, 5), (1, 5, 1), (2, 6, 1)]
    found = longest_path(edges, range(7))
    assert found.length == 12
    assert {found.cities[0], found.cities[-1]} == {3, 4}


def test_tracks_of_a_double_route_count_for_their_own_players() -> None:
    usa = board("usa")
    edges = board_edges(usa)
    first, second = usa.routes_between(usa.city("SEA") or 0, usa.city("POR") or 0)
    onward = usa.routes_between(usa.city("POR") or 0, usa.city("SFO") or 0)[0]
    assert longest_path(edges, [first.index, onward.index]).length == 6
    assert longest_path(edges, [second.index]).length == 1


def test_countries_are_dead_ends() -> None:
    # Two routes into the country 9 do not meet there; without the rule they would.
    edges = [(0, 9, 3), (1, 9, 5), (0, 2, 1)]
    assert longest_path(edges, range(3)) == LongestPath(9, (1, 0, 2), (1, 9, 0, 2))
    assert longest_path(edges, range(3), frozenset([9])) == LongestPath(5, (1,), (1, 9))


def test_routes_off_the_board_are_refused() -> None:
    with pytest.raises(IndexError):
        longest_path([(0, 1, 1)], [1])
