"""Borrowed routes: at the end a station lends its owner one route of an opponent, for tickets only (EU-STATION-3).

The best choice is found exactly. Cities that the owner's routes join count as one, so that a candidate is a link
between two such groups; tickets that no choice can complete, and candidates that cannot help any other ticket, are left
out before the search. What remains are a few stations with a few candidates each, and all choices are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from ttrn.core.state import NOBODY
from ttrn.graph.edges import Edge

Link: TypeAlias = tuple[int, int, int]
"""A candidate: the groups that it joins, and the route; the route is ``NOBODY`` where none is borrowed."""

NO_LINK: Link = (0, 0, NOBODY)


class Goal(NamedTuple):
    """A ticket: its cities and its points."""

    a: int
    b: int
    points: int


def best_borrowing(
    edges: Sequence[Edge], groups: Sequence[int], candidates: Sequence[Sequence[int]], goals: Sequence[Goal]
) -> list[int]:
    """Return the route that each station borrows, ``NOBODY`` for none.

    ``groups`` are the groups of cities that the owner's routes join, by city (:meth:`Components.leads`), and
    ``candidates`` the routes that each station may borrow. The choice completes tickets worth the most points; among
    such choices the most tickets, then with the fewest routes.

    >>> from ttrn.graph.components import Components
    >>> edges = [(0, 1, 2), (1, 2, 2), (1, 3, 1)]
    >>> best_borrowing(edges, Components(edges, [0]).leads(4), [[1, 2], []], [Goal(0, 2, 5)])
    [1, -1]
    """
    none = [NOBODY] * len(candidates)
    wanted = _between_groups(groups, goals)
    options = [_links(edges, routes, groups) for routes in candidates] if wanted else []
    hoped = _joined(link for links in options for link in links)
    wanted = [goal for goal in wanted if _lead(hoped, goal.a) == _lead(hoped, goal.b)]
    if not wanted:
        return none
    useful = {_lead(hoped, goal.a) for goal in wanted}
    return _search([[NO_LINK, *[x for x in links if _lead(hoped, x[0]) in useful]] for links in options], wanted)


def borrowings(
    edges: Sequence[Edge], groups: Sequence[int], candidates: Sequence[Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of routes for the stations that joins something else; some stations may borrow none.

    >>> from ttrn.graph.components import Components
    >>> edges = [(0, 1, 2), (1, 2, 2), (1, 3, 1)]
    >>> list(borrowings(edges, Components(edges, [0]).leads(4), [[1, 2]]))
    [(), (1,), (2,)]
    """
    for links in product(*[[NO_LINK, *_links(edges, routes, groups)] for routes in candidates]):
        yield tuple([route for _, _, route in links if route != NOBODY])


def _between_groups(groups: Sequence[int], goals: Sequence[Goal]) -> list[Goal]:
    """Return the tickets that are not complete, each as one between the groups of its cities."""
    found: list[Goal] = []
    for a, b, points in goals:
        start, end = groups[a], groups[b]
        if start != end:
            found.append(Goal(start, end, points))
    return found


def _links(edges: Sequence[Edge], routes: Sequence[int], groups: Sequence[int]) -> list[Link]:
    """Return the links that a station may choose from, one for each pair of groups."""
    found: dict[tuple[int, int], Link] = {}
    for route in sorted(routes):
        a, b, _ = edges[route]
        start, end = groups[a], groups[b]
        if start != end:
            found.setdefault((min(start, end), max(start, end)), (start, end, route))
    return list(found.values())


def _joined(links: Iterable[Link]) -> dict[int, int]:
    """Return what these links make of the groups: which other one stands for each that does not stand for itself."""
    leads: dict[int, int] = {}
    for a, b, route in links:
        if route != NOBODY:
            low, high = _lead(leads, a), _lead(leads, b)
            if low != high:
                leads[high] = low
    return leads


def _search(options: list[list[Link]], wanted: list[Goal]) -> list[int]:
    best = (0, 0, 0)
    chosen = [NOBODY] * len(options)
    for links in product(*options):
        leads = _joined(links)
        points = completed = used = 0
        for _, _, route in links:
            used += route != NOBODY
        for goal in wanted:
            if _lead(leads, goal.a) == _lead(leads, goal.b):
                points += goal.points
                completed += 1
        if (points, completed, -used) > best:
            best = points, completed, -used
            chosen = [link[2] for link in links]
    return chosen


def _lead(leads: dict[int, int], group: int) -> int:
    while group in leads:
        group = leads[group]
    return group


def completed_through(
    edges: Sequence[Edge], groups: Sequence[int], borrowed: Sequence[int], goals: Sequence[Goal]
) -> list[list[int]]:
    """Return for each borrowed route the tickets, by place in ``goals``, that are complete only because of it."""
    links = [(groups[edges[route][0]], groups[edges[route][1]], route) for route in borrowed if route >= 0]
    wanted = [(i, groups[a], groups[b]) for i, (a, b, _) in enumerate(goals)]
    everything = _joined(links)
    done = [goal for goal in wanted if _lead(everything, goal[1]) == _lead(everything, goal[2])]
    found: list[list[int]] = []
    for route in borrowed:
        without = everything if route == NOBODY else _joined(link for link in links if link[2] != route)
        found.append([i for i, a, b in done if _lead(without, a) != _lead(without, b)])
    return found
