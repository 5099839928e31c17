"""Borrowed routes: at the end a station lends its owner one route of an opponent, for tickets only (EU-STATION-3).

The best choice is found exactly. Cities that the owner's routes join count as one, so that a candidate is a link
between two such groups; tickets that no choice can complete, and candidates that cannot help any other ticket, are left
out before the search. What remains are a few stations with a few candidates each, and all choices are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from ttrn.core.state import NOBODY
from ttrn.graph.components import Components
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
    edges: Sequence[Edge], owned: Sequence[int], candidates: Sequence[Sequence[int]], goals: Sequence[Goal]
) -> list[int]:
    """Return the route that each station borrows, ``NOBODY`` for none.

    ``candidates`` are the routes that each station may borrow. The choice completes tickets worth the most points;
    among such choices the most tickets, then with the fewest routes.

    >>> best_borrowing([(0, 1, 2), (1, 2, 2), (1, 3, 1)], [0], [[1, 2], []], [Goal(0, 2, 5)])
    [1, -1]
    """
    groups = Components(edges, owned)
    hoped = groups.copy()
    for routes in candidates:
        for route in routes:
            hoped.add(route)
    wanted: list[Goal] = []
    for a, b, points in goals:
        if hoped.joined(a, b) and not groups.joined(a, b):
            wanted.append(Goal(groups.lead(a), groups.lead(b), points))
    if not wanted:
        return [NOBODY] * len(candidates)
    useful = {hoped.lead(goal.a) for goal in wanted}
    options = [_links(edges, routes, groups, hoped, useful) for routes in candidates]
    return _search(options, wanted)


def borrowings(
    edges: Sequence[Edge], owned: Sequence[int], candidates: Sequence[Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of routes for the stations that joins something else; some stations may borrow none.

    >>> list(borrowings([(0, 1, 2), (1, 2, 2), (1, 3, 1)], [0], [[1, 2]]))
    [(), (1,), (2,)]
    """
    groups = Components(edges, owned)
    everything = groups.copy()
    for routes in candidates:
        for route in routes:
            everything.add(route)
    useful = {everything.lead(edges[route][0]) for routes in candidates for route in routes}
    for links in product(*[_links(edges, routes, groups, everything, useful) for routes in candidates]):
        yield tuple([route for _, _, route in links if route != NOBODY])


def _links(
    edges: Sequence[Edge], routes: Sequence[int], groups: Components, hoped: Components, useful: set[int]
) -> list[Link]:
    """Return the links that a station may choose from, one for each pair of groups; none at all comes first."""
    found: dict[tuple[int, int], Link] = {}
    for route in sorted(routes):
        a, b, _ = edges[route]
        ends = groups.lead(a), groups.lead(b)
        if ends[0] != ends[1] and hoped.lead(a) in useful:
            found.setdefault((min(ends), max(ends)), (*ends, route))
    return [NO_LINK, *found.values()]


def _search(options: list[list[Link]], wanted: list[Goal]) -> list[int]:
    best = (0, 0, 0)
    chosen = [NOBODY] * len(options)
    for links in product(*options):
        leads: dict[int, int] = {}
        used = 0
        for a, b, route in links:
            if route != NOBODY:
                used += 1
                low, high = _lead(leads, a), _lead(leads, b)
                if low != high:
                    leads[high] = low
        points = completed = 0
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
    edges: Sequence[Edge], owned: Sequence[int], borrowed: Sequence[int], goals: Sequence[Goal]
) -> list[list[int]]:
    """Return for each borrowed route the tickets, by place in ``goals``, that are complete only because of it."""
    routes = [route for route in borrowed if route != NOBODY]
    own = Components(edges, owned)
    everything = own.copy()
    for route in routes:
        everything.add(route)
    found: list[list[int]] = []
    for route in borrowed:
        if route == NOBODY:
            found.append([])
            continue
        without = own.copy()
        for other in routes:
            if other != route:
                without.add(other)
        found.append(
            [i for i, goal in enumerate(goals) if everything.joined(*goal[:2]) and not without.joined(*goal[:2])]
        )
    return found
