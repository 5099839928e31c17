"""SCORE-1 and MK-COUNTRY-1: which tickets are complete."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrn.boards import Board, board
from ttrn.graph.components import Components, complete_tickets
from ttrn.graph.edges import NOWHERE, Edge, board_dead_ends, board_edges

CITIES = st.integers(0, 7)
EDGES = st.lists(st.tuples(CITIES, CITIES, st.just(1)).filter(lambda edge: edge[0] != edge[1]), max_size=10)


def connected(edges: list[Edge], owned: Sequence[int], a: int, b: int, dead_ends: frozenset[int] = NOWHERE) -> bool:
    return Components(edges, owned, dead_ends).joined(a, b)


def reachable(edges: list[Edge], start: int, dead_ends: frozenset[int]) -> set[int]:
    """Return where a walk can go that starts anywhere, ends anywhere, and passes through no dead end."""
    met, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for a, b, _ in edges:
            if here in (a, b) and a + b - here not in met:
                met.add(a + b - here)
                if a + b - here not in dead_ends:
                    todo.append(a + b - here)
    return met


@given(EDGES, st.frozensets(CITIES, max_size=3), CITIES, CITIES)
def test_joined_means_that_one_can_walk(edges: list[Edge], dead_ends: frozenset[int], a: int, b: int) -> None:
    assert connected(edges, range(len(edges)), a, b, dead_ends) == (b in reachable(edges, a, dead_ends))


@given(EDGES, CITIES, CITIES)
def test_borrowed_routes_join_like_owned_ones(edges: list[Edge], a: int, b: int) -> None:
    half = len(edges) // 2
    owned, borrowed = range(half), range(half, len(edges))
    assert complete_tickets(edges, owned, [(a, b)], borrowed=borrowed) == [
        connected(edges, range(len(edges)), a, b),
    ]


def test_a_borrowed_route_completes_a_ticket() -> None:
    edges = [(0, 1, 2), (1, 2, 2), (2, 3, 2)]
    assert complete_tickets(edges, [0, 2], [(0, 3), (0, 1), (1, 2)]) == [False, True, False]
    assert complete_tickets(edges, [0, 2], [(0, 3), (0, 1), (1, 2)], borrowed=[1]) == [True, True, True]


def test_components_grow_route_by_route() -> None:
    parts = Components([(0, 1, 1), (2, 3, 1), (1, 2, 1)])
    parts.add(0)
    parts.add(1)
    assert not parts.joined(0, 3)
    parts.add(2)
    parts.add(2)
    assert parts.joined(3, 0)


@given(EDGES.filter(bool), st.frozensets(CITIES, max_size=3), CITIES, CITIES)
def test_what_stands_for_two_ends_tells_which_route_joins_them(
    edges: list[Edge], dead_ends: frozenset[int], a: int, b: int
) -> None:
    last = len(edges) - 1
    parts = Components(edges, range(last), dead_ends)
    here, there = (parts.lead(city) for city in edges[last][:2])
    ends = parts.grasp(a), parts.grasp(b)
    joins = (here in ends[0] and there in ends[1]) or (there in ends[0] and here in ends[1])
    if not parts.joined(a, b):
        assert joins == connected(edges, range(last + 1), a, b, dead_ends)


def test_routes_off_the_board_are_refused() -> None:
    with pytest.raises(IndexError):
        connected([], [0], 0, 1)


# City 0 and city 1 are joined, city 2 stands alone; 8 and 9 are countries.
COUNTRY_EDGES: list[Edge] = [(0, 1, 1), (0, 8, 1), (2, 8, 1), (1, 9, 1), (2, 9, 1)]
COUNTRIES = frozenset([8, 9])


@pytest.mark.parametrize(
    ("owned", "ticket", "complete"),
    [
        pytest.param([1], (0, 8), True, id="a city with a route into the country"),
        pytest.param([0, 1], (8, 1), True, id="a city joined to one, whichever way the ticket is read"),
        pytest.param([2], (0, 8), False, id="a route into the country from elsewhere"),
        pytest.param([1, 2], (0, 2), False, id="two routes into one country do not meet"),
        pytest.param([1, 2], (2, 8), True, id="any one of the country's routes will do"),
        pytest.param([0, 1, 3], (8, 9), True, id="two countries through cities"),
        pytest.param([1, 3], (8, 9), False, id="two countries from cities that are not joined"),
        pytest.param([2, 4], (9, 8), True, id="two countries through one city"),
        pytest.param([1, 2, 4, 3], (0, 1), False, id="cities joined through countries only"),
        pytest.param([], (8, 9), False, id="no route"),
    ],
)
def test_countries(owned: list[int], ticket: tuple[int, int], complete: bool) -> None:
    assert connected(COUNTRY_EDGES, owned, *ticket, COUNTRIES) is complete


def test_a_route_between_two_countries_joins_these_only() -> None:
    edges = [(8, 9, 1), (0, 8, 1), (1, 9, 1)]
    assert connected(edges, [0, 1, 2], 8, 9, COUNTRIES)
    assert not connected(edges, [0, 1, 2], 0, 9, COUNTRIES)
    assert not connected(edges, [0, 1, 2], 0, 1, COUNTRIES)


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_all_routes_complete_all_tickets(name: str) -> None:
    real: Board = board(name)
    tickets = [(ticket.a, ticket.b) for ticket in real.tickets]
    everything = range(len(real.routes))
    assert all(complete_tickets(board_edges(real), everything, tickets, board_dead_ends(real)))
    assert not any(complete_tickets(board_edges(real), [], tickets, board_dead_ends(real)))
