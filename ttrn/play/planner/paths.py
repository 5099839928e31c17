"""The cheapest paths between cities, by what each pair of cities costs a player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board

CLOSED: Final = 1000.0
"""The cost of a pair of cities that the player cannot join."""


class Path(NamedTuple):
    """A path between two cities: its cost, and the pairs of cities on it that are not the player's yet."""

    cost: float
    pairs: tuple[int, ...]


class Place:
    """A city in a search for paths. What one search finds is valid where ``met`` or ``wanted`` has its number."""

    __slots__ = ("best", "came", "city", "limit", "met", "near", "onward", "wanted")

    def __init__(self, city: int) -> None:
        self.city = city
        self.near: list[Link] = []
        self.onward: list[Link] = []
        """The ways on for who has come here; nobody travels through a country."""
        self.met = 0
        self.best = 0.0
        """What it costs to come here."""
        self.came: Way | None = None
        """The last pair of cities on the way."""
        self.wanted = 0
        self.limit = 0.0
        """What a path to here must cost less than."""


class Way:
    """A pair of joined cities, and what it costs just now: what a list of numbers would tell, but sooner."""

    __slots__ = ("cost", "one", "other", "pair")

    def __init__(self, pair: int, one: int, other: int) -> None:
        self.pair = pair
        self.one = one
        self.other = other
        self.cost = CLOSED


class Link:
    """A neighbour of a city: the city there, and the way to it."""

    __slots__ = ("there", "way")

    def __init__(self, there: Place, way: Way) -> None:
        self.there = there
        self.way = way


class Search:
    """Searches for the cheapest paths from one city of a board, by what its ``ways`` cost.

    It can be used again and again, but not by two at once: ask :func:`search_on` for one and give it back.
    """

    __slots__ = ("_number", "_places", "ways")

    def __init__(self, board: Board) -> None:
        self.ways = [Way(pair, one, other) for pair, (one, other) in enumerate(board.pair_cities)]
        """Each pair of cities; whoever searches says first what they cost."""
        self._places = [Place(city.index) for city in board.cities]
        for city in board.cities:
            place = self._places[city.index]
            place.near = [Link(self._places[there], self.ways[pair]) for there, pair in board.adjacent[city.index]]
            place.onward = [] if city.country else place.near
        self._number = 0

    def find(  # noqa: C901  half of a playout is spent in this loop, and each call in it shows
        self, start: int, ends: dict[int, float]
    ) -> dict[int, Path]:
        """Return the cheapest paths from a city to others, to each if one costs less than ``ends`` allows for it."""
        self._number = number = self._number + 1
        places = self._places
        goals: list[Place] = []
        most = 0.0
        for end, limit in ends.items():
            goal = places[end]
            goal.wanted = number
            goal.limit = limit
            goals.append(goal)
            most = max(most, limit)
        here = places[start]
        here.met, here.best, here.came = number, 0.0, None
        # Cities are met in the order of what it costs to come there, of equals the one with the lower number first.
        # So few are open at a time that looking at all of them is quicker than a heap.
        open_ones = [here]
        near = here.near
        found: dict[int, Path] = {}
        while open_ones:
            here = _nearest(open_ones)
            spent = here.best
            if here.wanted == number:
                here.wanted = 0
                if spent < here.limit:
                    found[here.city] = Path(spent, self._traced(here))
                goals.remove(here)
                if not goals:
                    return found
                most = 0.0
                for goal in goals:
                    most = max(most, goal.limit)
            if here.city != start:
                near = here.onward
            for link in near:
                way = link.way
                cost = spent + way.cost
                if cost < most:
                    there = link.there
                    if there.met != number:
                        there.met = number
                        open_ones.append(there)
                    elif cost >= there.best:
                        continue
                    there.best = cost
                    there.came = way
        return found

    def _traced(self, place: Place) -> tuple[int, ...]:
        """Return the pairs of cities on the way back from a city that are not the player's yet."""
        pairs: list[int] = []
        city, way = place.city, place.came
        while way is not None:
            city = way.one + way.other - city
            if way.cost:
                pairs.append(way.pair)
            way = self._places[city].came
        return tuple(pairs)


def _nearest(places: list[Place]) -> Place:
    """Take out the place that costs least to come to."""
    at = 0
    found = places[0]
    best = found.best
    for number, place in enumerate(places):
        cost = place.best
        if cost < best or (cost == best and place.city < found.city):
            at, found, best = number, place, cost
    last = places.pop()
    if last is not found:
        places[at] = last
    return found


@lru_cache(maxsize=64)
def _searches(board: Board) -> list[Search]:
    """Return the searches on a board that nobody uses just now."""
    return [Search(board)]


def cheapest_path(board: Board, weights: list[float], a: int, b: int, most: float = CLOSED) -> Path | None:
    """Return the cheapest path between two cities; None if there is none that costs less than ``most``.

    Countries are never passed through.
    """
    return paths_from(board, weights, a, {b: most}).get(b)


def paths_from(board: Board, weights: list[float], start: int, ends: Mapping[int, float]) -> dict[int, Path]:
    """Return the cheapest paths from a city to others, to each if one costs less than ``ends`` allows for it."""
    search = search_on(board)
    for way in search.ways:
        way.cost = weights[way.pair]
    found = search.find(start, dict(ends))
    give_back(board, search)
    return found


def search_on(board: Board) -> Search:
    """Return a search on a board for oneself, until it is given back."""
    try:
        return _searches(board).pop()
    except IndexError:
        return Search(board)


def give_back(board: Board, search: Search) -> None:
    """Let others have a search that is no longer wanted."""
    _searches(board).append(search)
