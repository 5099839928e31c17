"""The cheapest paths between cities, by what each pair of cities costs a player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.state import NOBODY

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
        self.came = NOBODY
        """The last pair of cities on the way."""
        self.wanted = 0
        self.limit = 0.0
        """What a path to here must cost less than."""


class Link:
    """A neighbour of a city: the city there, and the pair of cities that the two are."""

    __slots__ = ("pair", "there")

    def __init__(self, there: Place, pair: int) -> None:
        self.there = there
        self.pair = pair


class Search:
    """A search for the cheapest paths from one city of a board; it can be used again, but not by two at once."""

    __slots__ = ("_ends", "_number", "_places")

    def __init__(self, board: Board) -> None:
        self._ends = board.pair_cities
        self._places = [Place(city.index) for city in board.cities]
        for city in board.cities:
            place = self._places[city.index]
            place.near = [Link(self._places[there], pair) for there, pair in board.adjacent[city.index]]
            place.onward = [] if city.country else place.near
        self._number = 0

    def find(  # noqa: C901  half of a playout is spent in this loop, and each call in it shows
        self, weights: list[float], start: int, ends: Mapping[int, float]
    ) -> dict[int, Path]:
        """Return the cheapest paths as :func:`paths_from` does."""
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
        here.met, here.best, here.came = number, 0.0, NOBODY
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
                    found[here.city] = Path(spent, self._traced(weights, here))
                goals.remove(here)
                if not goals:
                    return found
                most = 0.0
                for goal in goals:
                    most = max(most, goal.limit)
            if here.city != start:
                near = here.onward
            for link in near:
                cost = spent + weights[link.pair]
                if cost < most:
                    there = link.there
                    if there.met != number:
                        there.met = number
                        open_ones.append(there)
                    elif cost >= there.best:
                        continue
                    there.best = cost
                    there.came = link.pair
        return found

    def _traced(self, weights: list[float], place: Place) -> tuple[int, ...]:
        """Return the pairs of cities on the way back from a city that are not the player's yet."""
        pairs: list[int] = []
        city, pair = place.city, place.came
        while pair != NOBODY:
            one, other = self._ends[pair]
            city = one + other - city
            if weights[pair]:
                pairs.append(pair)
            pair = self._places[city].came
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
    spare = _searches(board)
    try:
        search = spare.pop()
    except IndexError:
        search = Search(board)
    found = search.find(weights, start, ends)
    spare.append(search)
    return found
