"""The best choice of borrowed routes (EU-STATION-3) against trying everything on the real board."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ttrn.boards import board
from ttrn.core.state import NOBODY
from ttrn.games.europe.borrowing import Goal, best_borrowing, completed_through
from ttrn.graph.components import Components, complete_tickets
from ttrn.graph.edges import board_edges

EUROPE = board("europe")
EDGES = board_edges(EUROPE)


def groups_of(owned: list[int]) -> list[int]:
    """Return the groups of cities that a player's routes join, by city."""
    return Components(EDGES, owned).leads(len(EUROPE.cities))


def value(owned: list[int], chosen: list[int], goals: list[Goal]) -> tuple[int, int]:
    """Return the points and the number of tickets that a choice completes."""
    pairs = [(goal.a, goal.b) for goal in goals]
    done = complete_tickets(EDGES, owned, pairs, borrowed=[route for route in chosen if route != NOBODY])
    return sum(g.points for g, complete in zip(goals, done, strict=True) if complete), sum(done)


def position(seed: int) -> tuple[list[int], list[list[int]], list[Goal]]:
    """Return a player's routes, the candidates of up to three stations, and tickets, some of them likely to be near."""
    rng = random.Random(seed)
    routes = rng.sample(range(len(EUROPE.routes)), rng.randint(10, 70))
    owned, others = routes[: len(routes) // 3], set(routes[len(routes) // 3 :])
    cities = rng.sample(range(len(EUROPE.cities)), rng.randint(0, 3))
    near = [[t for _, pair in EUROPE.adjacent[city] for t in EUROPE.pairs[pair] if t in others] for city in cities]
    tickets = rng.sample(EUROPE.tickets, rng.randint(1, 12))
    return owned, near, [Goal(ticket.a, ticket.b, ticket.points) for ticket in tickets]


@pytest.mark.parametrize("seed", range(150))
def test_the_choice_is_as_good_as_any(seed: int) -> None:
    owned, near, goals = position(seed)
    choices = [list(choice) for choice in product(*[[NOBODY, *routes] for routes in near])]
    best = max(value(owned, choice, goals) for choice in choices)
    chosen = best_borrowing(EDGES, groups_of(owned), near, goals)
    assert value(owned, chosen, goals) == best
    fewest = min(len(c) - c.count(NOBODY) for c in choices if value(owned, c, goals) == best)
    assert len(chosen) - chosen.count(NOBODY) == fewest
    for route, routes in zip(chosen, near, strict=True):
        assert route == NOBODY or route in routes


@pytest.mark.parametrize("seed", range(150))
def test_every_borrowed_route_completes_a_ticket(seed: int) -> None:
    owned, near, goals = position(seed)
    chosen = best_borrowing(EDGES, groups_of(owned), near, goals)
    through = completed_through(EDGES, groups_of(owned), chosen, goals)
    assert [bool(places) for places in through] == [route != NOBODY for route in chosen]
    alone = value(owned, [], goals)[1]
    assert value(owned, chosen, goals)[1] == alone + len({place for places in through for place in places})


def route(a: str, b: str) -> int:
    ends = EUROPE.city(a), EUROPE.city(b)
    assert ends[0]
    assert ends[1]
    return EUROPE.routes_between(ends[0], ends[1])[0].index


def goal(a: str, b: str, points: int) -> Goal:
    ends = EUROPE.city(a), EUROPE.city(b)
    assert ends[0]
    assert ends[1]
    return Goal(ends[0].index, ends[1].index, points)


def test_a_station_without_a_route_beside_it_does_not_spoil_the_others() -> None:
    loan = route("PAR", "FRA")
    assert best_borrowing(EDGES, groups_of([]), [[], [loan], []], [goal("PAR", "FRA", 5)]) == [NOBODY, loan, NOBODY]


def test_two_stations_meet_in_a_city_of_nobody() -> None:
    loans = [route("BRE", "PAR"), route("FRA", "PAR")]
    assert best_borrowing(EDGES, groups_of([]), [[loans[0]], [loans[1]]], [goal("BRE", "FRA", 8)]) == loans


def test_one_route_serves_all_tickets() -> None:
    owned = [route("PAR", "BRU"), route("FRA", "BER")]
    loan = route("PAR", "FRA")
    goals = [goal("PAR", "FRA", 3), goal("BRU", "BER", 7)]
    assert best_borrowing(EDGES, groups_of(owned), [[loan]], goals) == [loan]
    assert completed_through(EDGES, groups_of(owned), [loan], goals) == [[0, 1]]


def test_more_points_before_more_tickets() -> None:
    owned = [route("BRU", "AMS")]
    loans = [route("PAR", "BRU"), route("PAR", "FRA")]
    goals = [goal("PAR", "AMS", 2), goal("PAR", "BRU", 2), goal("PAR", "FRA", 5)]
    assert best_borrowing(EDGES, groups_of(owned), [loans], goals) == [loans[1]]
