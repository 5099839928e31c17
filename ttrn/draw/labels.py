"""Where the names of the cities stand: beside their dots, clear of each other and of the tracks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple
from unicodedata import normalize

from ttrn.boards import City
from ttrn.draw.curves import Point

FONT: Final = 13.0
CODE: Final = 23.0
"""How large names are, and the codes that take their place on narrow screens."""

_HALF: Final = FONT * 0.5
"""Half the height of a name, from the top of its tall letters to the bottom of its deep ones."""

_REACH: Final = 10.5
"""How far a name keeps from the middle of its dot."""

_NEAR: Final = 150.0
"""What is farther than this from a dot cannot be covered by its name."""

_SWEEPS: Final = 12
_BEST: Final = 20
"""How many places of each name are tried against the other names."""

_CELL: Final = 2.0
"""How fine the picture is looked at: a cell is taken or free."""

# What lies under a name costs this much: a cell of a track, another city's dot, another name, the rim of the picture.
_ON_TRACK: Final = 4.0
_ON_DOT: Final = 90.0
_ON_NAME: Final = 60.0
_OUTSIDE: Final = 500.0
_ASTRAY: Final = 25.0
"""What it costs if a name is hardly nearer to its own dot than to another city's."""


_AIR: Final = 4.0
"""How far names keep from each other; above each other twice as far."""


class Label(NamedTuple):
    """Where a city's name stands."""

    x: float
    y: float
    anchor: str


class Box(NamedTuple):
    """What a name covers."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def distance(self, place: Point) -> float:
        """Return how far a place is from the box, 0 inside it."""
        x = max(self.left - place.x, 0.0, place.x - self.right)
        y = max(self.top - place.y, 0.0, place.y - self.bottom)
        return hypot(x, y)


class Cells:
    """The cells of a picture that are better not covered, summed up so that any box is counted at once."""

    def __init__(self, busy: Iterable[tuple[Point, float]], size: tuple[float, float]) -> None:
        self._wide, self._high = int(size[0] / _CELL) + 1, int(size[1] / _CELL) + 1
        rows = [bytearray(self._wide) for _ in range(self._high)]
        for (x, y), around in busy:
            left, right = self._column(x - around), self._column(x + around)
            for row in rows[self._row(y - around) : self._row(y + around) + 1]:
                row[left : right + 1] = b"\1" * (right - left + 1)
        self._sums = [[0] * (self._wide + 1)]
        for row in rows:
            self._sums.append(
                [above + here for above, here in zip(self._sums[-1], accumulate(row, initial=0), strict=True)]
            )

    def count(self, box: Box) -> int:
        """Return how many cells of a box are taken."""
        left, right = self._column(box.left), self._column(box.right) + 1
        above, below = self._sums[self._row(box.top)], self._sums[self._row(box.bottom) + 1]
        return below[right] - below[left] - above[right] + above[left]

    def _column(self, x: float) -> int:
        return min(max(int(x / _CELL), 0), self._wide - 1)

    def _row(self, y: float) -> int:
        return min(max(int(y / _CELL), 0), self._high - 1)


class _Choice(NamedTuple):
    label: Label
    box: Box
    cost: float


_WIDTHS: Final = {
    **dict.fromkeys(" .,'ijlI", 0.28),
    **dict.fromkeys("ft-()", 0.335),
    **dict.fromkeys("r", 0.39),
    **dict.fromkeys("acekvxyzsJ", 0.556),
    **dict.fromkeys("bdghnopquFLTZ", 0.611),
    **dict.fromkeys("EPSVXY", 0.667),
    **dict.fromkeys("ABCDHKNRU", 0.722),
    **dict.fromkeys("GOQw", 0.778),
    **dict.fromkeys("mM", 0.86),
    "W": 0.944,
}
"""How wide the letters of the usual bold type are, in parts of its size."""

_WAYS: Final = tuple(
    (turn * pi / 8, push, rank * 0.4 + push)
    for push in (0.0, 3.0, 6.0, 10.0, 14.0, 18.0, 22.0)
    for rank, turn in enumerate((0, 8, 12, 4, 15, 9, 1, 7, 13, 11, 3, 5, 14, 10, 2, 6))
)
"""Where a name may stand around its dot, and what that costs by itself: right, left, above, below, between; nearer."""


def text_width(text: str, size: float = FONT) -> float:
    """Return about how wide a text is in bold type; a letter that is not known counts as a broad one.

    >>> text_width("Köln") == text_width("Koln")
    True
    """
    plain = [letter for letter in normalize("NFD", text) if not "\u0300" <= letter <= "\u036f"]
    return size * sum([_WIDTHS.get(letter, 0.8) for letter in plain])


def name_width(city: City) -> float:
    """Return about how wide the name of a city is; those of countries are spaced."""
    return text_width(city.name) + (len(city.name) if city.country else 0)


def labels(
    cities: Sequence[City], dots: Sequence[Point], busy: Iterable[tuple[Point, float]], size: tuple[float, float]
) -> list[Label]:
    """Return a place for each city's name where it covers as little as possible.

    ``busy`` are discs that are better not covered, ``size`` is that of the picture. Each name takes the best of some
    places around its dot; then one after the other moves, as long as that makes things better.
    """
    cells = Cells(busy, size)
    choices = [_choices(city, dots, cells, size) for city in cities]
    taken = [options[0] for options in choices]
    rivals = [
        [j for j, dot in enumerate(dots) if j != i and hypot(dot.x - here.x, dot.y - here.y) < 2 * _NEAR]
        for i, here in enumerate(dots)
    ]
    for _ in range(_SWEEPS):
        before = list(taken)
        for i, options in enumerate(choices):
            others = [taken[j].box for j in rivals[i]]
            taken[i] = min(options, key=lambda choice: choice.cost + _crowding(choice.box, others))
        if taken == before:
            break
    return [choice.label for choice in taken]


def _box(label: Label, wide: float) -> Box:
    left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    middle = label.y - FONT * 0.33
    return Box(left - 1, middle - _HALF, left + wide + 1, middle + _HALF)


def _crowding(box: Box, others: Sequence[Box]) -> float:
    # With air between two names it is plain whose dot is whose; and codes, which are higher, have room there too.
    wide = Box(box.left - _AIR, box.top - 2 * _AIR, box.right + _AIR, box.bottom + 2 * _AIR)
    shared = [wide.overlap(other) for other in others if wide.left < other.right and other.left < wide.right]
    return sum([_ON_NAME + area for area in shared if area])


def _choices(city: City, dots: Sequence[Point], cells: Cells, size: tuple[float, float]) -> list[_Choice]:
    dot = dots[city.index]
    others = [p for j, p in enumerate(dots) if j != city.index and hypot(p.x - dot.x, p.y - dot.y) < _NEAR]
    inside = Box(5, 5, size[0] - 5, size[1] - 5)
    found = []
    wide = name_width(city)
    for label, own in _afloat(dot) if city.country else _around(dot, wide):
        box = _box(label, wide)
        cost = own + _ON_TRACK * cells.count(box)
        cost += _ON_DOT * sum([box.distance(place) < 8.0 for place in others])
        away = box.distance(dot)
        cost += _ASTRAY * any(box.distance(place) < away + 8 for place in others)
        cost += _OUTSIDE * (box.overlap(box) - box.overlap(inside)) / box.overlap(box)
        found.append(_Choice(label, box, cost))
    return sorted(found, key=lambda choice: choice.cost)[:_BEST]


def _around(dot: Point, wide: float) -> Iterable[tuple[Label, float]]:
    """Yield places around a dot, with what each costs by itself; ``wide`` is the width of the name."""
    for turn, push, own in _WAYS:
        dx, dy, reach = cos(turn), sin(turn), _REACH + push
        anchor = "middle" if abs(dx) < 0.3 else "start" if dx > 0 else "end"
        yield Label(dot.x + dx * reach, dot.y + dy * (reach + FONT * 0.38) + FONT * 0.33, anchor), own
    # Above and below, a name may also stand a little to one side.
    for down in (-1, 1):
        for push in (0.0, 3.0, 6.0, 10.0, 14.0):
            for share in (-0.4, -0.25, 0.25, 0.4):
                y = dot.y + down * (_REACH + push + FONT * 0.38) + FONT * 0.33
                yield Label(dot.x + share * wide, y, "middle"), 2.5 + push


def _afloat(spot: Point) -> Iterable[tuple[Label, float]]:
    """Yield places on and around a spot: the name of a country stands beside no dot."""
    for down in range(-60, 61, 10):
        for right in range(-75, 76, 15):
            label = Label(spot.x + right, spot.y + down + FONT * 0.33, "middle")
            yield label, hypot(down, right) * 0.15
