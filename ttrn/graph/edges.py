"""The graph of one player's routes, and the walks on it that the path algorithms share.

Routes are given as (city, city, length) by their index on the board. A city that joins nothing (a country at the edge
of the board) becomes a place of its own for each route that ends there, so that no walk can pass through it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from ttrn.boards import Board

Edge: TypeAlias = tuple[int, int, int]
"""A route: its two cities, which differ, and its length, which is at least 1."""

NOWHERE: frozenset[int] = frozenset()
"""The dead ends of a board that has none."""


@lru_cache(maxsize=64)
def board_edges(board: Board) -> tuple[Edge, ...]:
    """Return all routes of a board as edges, by route index."""
    return tuple([(route.a, route.b, route.length) for route in board.routes])


@lru_cache(maxsize=64)
def board_dead_ends(board: Board) -> frozenset[int]:
    """Return the cities of a board where routes end without joining: its countries."""
    return frozenset([city.index for city in board.cities if city.country])


class Graph:
    """Routes as links between places, both numbered from 0 in the order of the route indices.

    ``ends`` are the two places of each link, ``lengths`` its trains, ``routes`` its index on the board; ``links`` are
    the links at each place and ``cities`` the city it stands for.
    """

    __slots__ = ("cities", "ends", "lengths", "links", "routes")

    def __init__(self) -> None:
        self.ends: list[tuple[int, int]] = []
        self.lengths: list[int] = []
        self.routes: list[int] = []
        self.links: list[list[int]] = []
        self.cities: list[int] = []

    def other(self, link: int, place: int) -> int:
        """Return the place at the other end of a link."""
        a, b = self.ends[link]
        return a + b - place


def build_graph(edges: Sequence[Edge], owned: Sequence[int], dead_ends: frozenset[int]) -> Graph:
    """Return the graph of the routes owned; their order does not matter, and a route named twice counts once."""
    graph = Graph()
    places: dict[int, int] = {}
    for link, route in enumerate(sorted(set(owned))):
        a, b, length = edges[route]
        first = places.get(a, -1)
        if first < 0:
            first = _place(graph, places, a, dead_ends)
        second = places.get(b, -1)
        if second < 0:
            second = _place(graph, places, b, dead_ends)
        graph.ends.append((first, second))
        graph.lengths.append(length)
        graph.routes.append(route)
        graph.links[first].append(link)
        graph.links[second].append(link)
    return graph


def _place(graph: Graph, places: dict[int, int], city: int, dead_ends: frozenset[int]) -> int:
    """Add a place for a city; a dead end gets a new one every time."""
    place = len(graph.cities)
    graph.cities.append(city)
    graph.links.append([])
    if city not in dead_ends:
        places[city] = place
    return place


def components(graph: Graph) -> list[list[int]]:
    """Return the places of each connected part, each part in ascending order."""
    seen = [False] * len(graph.cities)
    ends = graph.ends
    parts: list[list[int]] = []
    for start in range(len(seen)):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for place in part:  # grows while it is walked
            for link in graph.links[place]:
                a, b = ends[link]
                there = a + b - place
                if not seen[there]:
                    seen[there] = True
                    part.append(there)
        part.sort()
        parts.append(part)
    return parts


def walk(graph: Graph, kept: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return links in the order of one walk over all of them, and the places it meets (Hierholzer's algorithm).

    The links must be connected, with no more than two places of odd degree. Of the two possible ends the walk starts
    at the one with the lower city index; a round trip starts at its lowest city.
    """
    links: list[list[int]] = [[] for _ in graph.cities]
    for link in sorted(kept, reverse=True):
        for place in graph.ends[link]:
            links[place].append(link)
    used = [False] * len(graph.ends)
    stack = [(_start(graph, links), -1)]
    path: list[int] = []
    places: list[int] = []
    while stack:
        here, came_by = stack[-1]
        while links[here] and used[links[here][-1]]:
            links[here].pop()
        if links[here]:
            link = links[here].pop()
            used[link] = True
            stack.append((graph.other(link, here), link))
        else:
            stack.pop()
            places.append(here)
            if came_by >= 0:
                path.append(came_by)
    return path[::-1], places[::-1]


def _start(graph: Graph, links: list[list[int]]) -> int:
    """Return where a walk over all links begins: at an odd place if there is one, by the lowest city."""
    odd = [place for place in range(len(links)) if len(links[place]) % 2]
    choice = odd or [place for place in range(len(links)) if links[place]]
    choice.sort(key=lambda place: graph.cities[place])
    return choice[0]
