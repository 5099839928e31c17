"""Where things go in a picture: the spaces of each route, and the names of the cities beside their dots."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, copysign, cos, degrees, hypot, pi, remainder, sin
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from ttrn.boards import Board, City, Route

WIDTH: Final = 1100.0
"""How wide every board is drawn, whatever units its file counts in."""

MARGIN: Final = 44.0
DOT: Final = 6.5
THICK: Final = 9.0
BETWEEN: Final = 11.5
"""From the middle of one track to the middle of the next."""

FONT: Final = 13.0
_STEPS: Final = 48
_CLEAR: Final = 27.0
"""How far a route keeps from the dot of a city that it does not serve."""

_APART: Final = pi / 10
"""The angle at which two routes leave a city side by side without touching; closer ones are bent apart."""


class Point(NamedTuple):
    """A place in the picture; y grows downward."""

    x: float
    y: float


class Space(NamedTuple):
    """One space of a route: its middle, its length and the angle it lies at, in degrees."""

    x: float
    y: float
    length: float
    angle: float


class Label(NamedTuple):
    """Where a city's name stands."""

    x: float
    y: float
    anchor: str


class Layout:
    """The places of everything on a board; it keeps nothing of the board itself, which may go."""

    def __init__(self, board: Board) -> None:
        self._scale = (WIDTH - 2 * MARGIN) / board.width
        # The drawing's space may be higher than what is in it.
        heights = [city.y for city in board.cities] + [route.stub[1] for route in board.routes if route.stub]
        self._top = min(heights)
        self.width = WIDTH
        self.height = (max(heights) - self._top) * self._scale + 2 * MARGIN
        self.cities = [self.place(city.x, city.y) for city in board.cities]
        self._angles = self._all_angles(board)
        self.spaces = [self._spaces(board, route) for route in board.routes]
        self.labels = labels(self, board.cities)

    def place(self, x: float, y: float) -> Point:
        """Return a place of the board in the picture."""
        return Point(MARGIN + x * self._scale, MARGIN + (y - self._top) * self._scale)

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
        own = (route.a, route.b)
        bend = self._around(start, end, own) or self._aside(start, end, own)
        return cut(curve(start, end, bend), route.length, shift)

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


def curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Return points along a line between two places, straight or bent by so much in its middle."""
    span = hypot(end.x - start.x, end.y - start.y) or 1.0
    nx, ny = -(end.y - start.y) / span, (end.x - start.x) / span
    points: list[Point] = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        out = 4 * t * (1 - t) * bend
        points.append(Point(start.x + (end.x - start.x) * t + nx * out, start.y + (end.y - start.y) * t + ny * out))
    return points


def cut(line: list[Point], number: int, shift: float) -> list[Space]:
    """Cut a line into so many spaces, moved aside by a shift; the ends stay clear of the cities' dots."""
    marks = [0.0]
    for a, b in pairwise(line):
        marks.append(marks[-1] + hypot(b.x - a.x, b.y - a.y))
    clear = min(DOT + 4.0, marks[-1] / 4)
    room = (marks[-1] - 2 * clear) / number
    return [_space(line, marks, clear + room * (i + 0.5), room, shift) for i in range(number)]


def _space(line: list[Point], marks: list[float], at: float, room: float, shift: float) -> Space:
    i = max(1, next((i for i, mark in enumerate(marks) if mark >= at), len(marks) - 1))
    a, b = line[i - 1], line[i]
    share = (at - marks[i - 1]) / ((marks[i] - marks[i - 1]) or 1.0)
    angle = atan2(b.y - a.y, b.x - a.x)
    x = a.x + (b.x - a.x) * share - sin(angle) * shift
    y = a.y + (b.y - a.y) * share + cos(angle) * shift
    return Space(x, y, max(room - 3.0, room * 0.7), degrees(angle))


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


_WAYS: Final = tuple(
    (cos(turn * pi / 8), sin(turn * pi / 8), push)
    for push in (0.0, 8.0)
    for turn in (12, 4, 0, 8, 13, 11, 3, 5, 15, 1, 7, 9)
)
"""Where a name may stand around its dot, the best first: above, below, right, left, between; then farther out."""


def labels(layout: Layout, cities: tuple[City, ...]) -> list[Label]:
    """Return a place for each city's name where it covers as little as possible."""
    busy = [_Box(s.x - 6, s.y - 6, s.x + 6, s.y + 6) for row in layout.spaces for s in _finer(row)]
    busy += [_Box(p.x - DOT - 2, p.y - DOT - 2, p.x + DOT + 2, p.y + DOT + 2) for p in layout.cities]
    found: list[Label] = []
    for city, dot in zip(cities, layout.cities, strict=True):
        wide = len(city.name) * FONT * 0.56
        options = [_label_box(dot, wide, way) for way in _WAYS]
        costs = [_cost(box, busy, layout) + rank * 1.5 for rank, (_, box) in enumerate(options)]
        label, box = options[costs.index(min(costs))]
        if city.country:
            label, box = _middle(dot, wide)
        # Names must not touch each other: what one covers counts many times for the next.
        busy += [box] * 4
        found.append(label)
    return found


def _finer(row: list[Space]) -> list[Space]:
    """Return places along a route close enough together that no name slips between them."""
    found: list[Space] = []
    for space in row:
        dx, dy = cos(space.angle * pi / 180), sin(space.angle * pi / 180)
        steps = [space.length * share for share in (-0.4, 0.0, 0.4)]
        found += [space._replace(x=space.x + dx * step, y=space.y + dy * step) for step in steps]
    return found


def _label_box(dot: Point, wide: float, way: tuple[float, float, float]) -> tuple[Label, _Box]:
    dx, dy, push = way
    reach = DOT + 4 + push
    anchor = "middle" if abs(dx) < 0.3 else "start" if dx > 0 else "end"
    x = dot.x + dx * reach
    middle = dot.y + dy * (reach + FONT * 0.4)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = _Box(left - 2, middle - FONT * 0.55, left + wide + 2, middle + FONT * 0.55)
    return Label(x, middle + FONT * 0.34, anchor), box


def _middle(dot: Point, wide: float) -> tuple[Label, _Box]:
    box = _Box(dot.x - wide / 2, dot.y - FONT / 2, dot.x + wide / 2, dot.y + FONT / 2)
    return Label(dot.x, dot.y + FONT * 0.34, "middle"), box


def _cost(box: _Box, busy: list[_Box], layout: Layout) -> float:
    inside = _Box(4, 4, layout.width - 4, layout.height - 4)
    outside = (box.right - box.left) * (box.bottom - box.top) - box.overlap(inside)
    return sum([box.overlap(other) for other in busy]) + 20 * outside
