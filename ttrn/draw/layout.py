"""Where things go in a picture: the cities and the spaces of each route."""

from __future__ import annotations

from math import atan2, copysign, cos, degrees, hypot, pi, remainder, sin
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from ttrn.boards import Board, Route
from ttrn.draw.curves import Point, measured, spline
from ttrn.draw.labels import Label, labels

WIDE: Final = 1100.0
"""How wide a board is drawn, whatever units its file counts in."""

HIGH: Final = 1200.0
"""No board is drawn much higher than this."""

MARGIN: Final = 44.0
DOT: Final = 6.5
THICK: Final = 10.0
BETWEEN: Final = 12.8
"""From the middle of one track to the middle of the next."""

_GAP: Final = 2.6
_CLEAR: Final = 27.0
"""How far a route keeps from the dot of a city that it does not serve."""

_APART: Final = pi / 10
"""The angle at which two routes leave a city side by side without touching; closer ones are bent apart."""


class Space(NamedTuple):
    """One space of a route: its middle, its length and the angle it lies at, in degrees."""

    x: float
    y: float
    length: float
    angle: float


class Layout:
    """The places of everything on a board; it keeps nothing of the board itself, which may go."""

    def __init__(self, board: Board) -> None:
        # The drawing's space may be higher than what is in it.
        heights = [city.y for city in board.cities] + [route.stub[1] for route in board.routes if route.stub]
        self.top = min(heights)
        deep = max(heights) - self.top
        self.scale = min(WIDE - 2 * MARGIN, (HIGH - 2 * MARGIN) * board.width / (deep or 1.0)) / board.width
        self.width = board.width * self.scale + 2 * MARGIN
        self.height = deep * self.scale + 2 * MARGIN
        self.cities = [self.place(city.x, city.y) for city in board.cities]
        self.stubs = self._all_stubs(board)
        self._angles = self._all_angles(board)
        self.spaces = [self._spaces(board, route) for route in board.routes]
        self.labels: list[Label] = labels(
            board.cities,
            self.cities,
            [(place, THICK / 2) for row in self.spaces for space in row for place in finer(space)]
            + [(place, DOT) for places in self.stubs for place in places],
            (self.width, self.height),
        )

    def place(self, x: float, y: float) -> Point:
        """Return a place of the board in the picture."""
        return Point(MARGIN + x * self.scale, MARGIN + (y - self.top) * self.scale)

    def _all_stubs(self, board: Board) -> list[list[Point]]:
        """Return for each city the places where routes end that come to no dot: at the edge of a country."""
        found: list[list[Point]] = [[] for _ in board.cities]
        for route in board.routes:
            if route.stub:
                found[route.a if board.cities[route.a].country else route.b].append(self.place(*route.stub))
        return found

    def _ends(self, board: Board, route: Route) -> tuple[Point, Point]:
        """Return where a route begins and ends: at its cities, or at its own stub at the edge of a country."""
        cities = board.cities
        stub = self.place(*route.stub) if route.stub else None
        a, b = self.cities[route.a], self.cities[route.b]
        return stub if stub and cities[route.a].country else a, stub if stub and cities[route.b].country else b

    def _spaces(self, board: Board, route: Route) -> list[Space]:
        start, end = self._ends(board, route)
        tracks = board.pairs[route.pair]
        # Tracks lie side by side, except where each has a place of its own to end at.
        shift = 0.0 if route.stub else (tracks.index(route.index) - (len(tracks) - 1) / 2) * BETWEEN
        via = route.via if route.stub else board.routes[tracks[0]].via
        if via:
            return cut(spline([start, *[self.place(*place) for place in via], end]), route.length, shift)
        own = (route.a, route.b)
        bend = self._around(start, end, own) or self._aside(start, end, own)
        return cut(spline([start, _bent(start, end, bend), end]), route.length, shift)

    def _all_angles(self, board: Board) -> list[list[float]]:
        """Return for each city the angles at which its routes leave it."""
        found: list[list[float]] = [[] for _ in self.cities]
        for tracks in board.pairs:
            route = board.routes[tracks[0]]
            start, end = self._ends(board, route)
            found[route.a].append(atan2(end.y - start.y, end.x - start.x))
            found[route.b].append(atan2(start.y - end.y, start.x - end.x))
        return found

    def _around(self, start: Point, end: Point, own: tuple[int, int]) -> float:
        """Return how far the middle of a route leaves the straight line to keep clear of other cities."""
        span = hypot(end.x - start.x, end.y - start.y) or 1.0
        ux, uy = (end.x - start.x) / span, (end.y - start.y) / span
        bends = [0.0]
        for index, city in enumerate(self.cities):
            along = (city.x - start.x) * ux + (city.y - start.y) * uy
            aside = (city.y - start.y) * ux - (city.x - start.x) * uy
            if index not in own and 0 < along < span and abs(aside) < _CLEAR:
                # A curve is farthest from the line in its middle, and a city may lie near one of its ends.
                share = max(0.4, 4 * along * (span - along) / span**2)
                bends.append(copysign((_CLEAR - abs(aside)) / share, -aside))
        return max(bends, key=abs)

    def _aside(self, start: Point, end: Point, own: tuple[int, int]) -> float:
        """Return how far the middle of a route is bent to part from others that leave its cities almost alongside."""
        span = hypot(end.x - start.x, end.y - start.y)
        angle = atan2(end.y - start.y, end.x - start.x)
        push = 0.0
        for city, out, side in ((own[0], angle, 1), (own[1], angle + pi, -1)):
            for other in self._angles[city]:
                gap = remainder(other - out, 2 * pi)
                if 1e-9 < abs(gap) < _APART:
                    push -= side * copysign(_APART - abs(gap), gap) / 2
        return span * max(-_APART, min(_APART, push)) / 4


_LAYOUTS: Final[WeakKeyDictionary[Board, Layout]] = WeakKeyDictionary()


def layout_of(board: Board) -> Layout:
    """Return the layout of a board; it is worked out once."""
    found = _LAYOUTS.get(board)
    if found is None:
        found = _LAYOUTS[board] = Layout(board)
    return found


def cut(line: list[Point], number: int, shift: float) -> list[Space]:
    """Cut a line into so many spaces, moved aside by a shift; the ends stay clear of the cities' dots."""
    marks = measured(line)
    clear = min(DOT + 4.5, marks[-1] / 4)
    room = (marks[-1] - 2 * clear) / number
    return [_space(line, marks, clear + room * (i + 0.5), room, shift) for i in range(number)]


def _space(line: list[Point], marks: list[float], at: float, room: float, shift: float) -> Space:
    i = max(1, next((i for i, mark in enumerate(marks) if mark >= at), len(marks) - 1))
    a, b = line[i - 1], line[i]
    share = (at - marks[i - 1]) / ((marks[i] - marks[i - 1]) or 1.0)
    angle = atan2(b.y - a.y, b.x - a.x)
    x = a.x + (b.x - a.x) * share - sin(angle) * shift
    y = a.y + (b.y - a.y) * share + cos(angle) * shift
    return Space(x, y, max(room - _GAP, room * 0.7), degrees(angle))


def _bent(start: Point, end: Point, bend: float) -> Point:
    """Return the middle between two places, moved aside by so much."""
    span = hypot(end.x - start.x, end.y - start.y) or 1.0
    return Point(
        (start.x + end.x) / 2 - (end.y - start.y) / span * bend,
        (start.y + end.y) / 2 + (end.x - start.x) / span * bend,
    )


def finer(space: Space) -> list[Point]:
    """Return places along a space close enough together that no name slips between them."""
    turn = space.angle * pi / 180
    steps = [space.length * share for share in (-0.45, -0.27, -0.09, 0.09, 0.27, 0.45)]
    return [Point(space.x + cos(turn) * step, space.y + sin(turn) * step) for step in steps]
