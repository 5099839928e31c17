"""Tracks as SVG: the free spaces of a route, and the trains that lie on it once it is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from ttrn.boards import COLORS, Board, Route
from ttrn.draw.curves import Point
from ttrn.draw.layout import THICK, Space
from ttrn.draw.style import MARKS
from ttrn.draw.svg_text import number as _n
from ttrn.draw.svg_text import safe

COLOR_NAMES: Final = {letter: name for name, letter in COLORS.items()}
_WAGON: Final = THICK + 1.0
_NOSE: Final = 3.5
"""How far the first wagon of a train is pointed."""


def about(board: Board, route: Route) -> str:
    """Return what a pointer that rests on a route is told."""
    a, b = board.cities[route.a].name, board.cities[route.b].name
    kind = "tunnel" if route.tunnel else "ferry" if route.ferry else "route"
    return f"{a}–{b}: {kind} of {route.length}, {COLOR_NAMES[route.color]}"  # noqa: RUF001  as in print


def classes(route: Route) -> str:
    """Return the classes of a route for the style sheet."""
    kind = " tunnel" if route.tunnel else " ferry" if route.ferry else ""
    return f"route {COLOR_NAMES[route.color]}{kind}"


def line(spaces: Sequence[Space]) -> str:
    """Draw the bed that a track lies on: it parts the track from the map, and lights up."""
    points = [_along(space, side * space.length / 2) for space in spaces for side in (-1, 1)]
    return f'<path class="line" d="M{_path(points)}"/>'


def free(route: Route, spaces: Sequence[Space]) -> str:
    """Draw the free spaces of a route, each with the pattern of its colour."""
    marks = ""
    if route.color in MARKS:
        marks = f'<path class="mark" d="{"".join([_middle(space, 5.0) for space in spaces])}"/>'
    return f'<g class="spaces"><path d="{boxes(spaces)}"/>{marks}</g>'


def boxes(spaces: Sequence[Space]) -> str:
    """Return the outlines of spaces as one path."""
    return "".join([_box(space, THICK) for space in spaces])


def trains(spaces: Sequence[Space]) -> str:
    """Draw the trains of whoever claims the route: wagons with windows, coupled, the first one with a nose."""
    bodies = _engine(spaces[0]) + "".join([_box(space, _WAGON) for space in spaces[1:]])
    panes = "".join([_middle(space, 4.0) for space in spaces])
    joint = f'<path class="joint" d="M{_path([Point(s.x, s.y) for s in spaces])}"/>' if len(spaces) > 1 else ""
    return f'<g class="trains">{joint}<path class="body" d="{bodies}"/><path class="pane" d="{panes}"/></g>'


def cue(spaces: Sequence[Space], text: str, letter: str = "") -> str:
    """Write the letter of a colour, or the number of a seat, on a space: colour alone is not enough for everybody.

    A page that changes the text finds the ``letter`` that it goes back to in an attribute.
    """
    space = spaces[len(spaces) // 2]
    back = f' data-letter="{letter}"' if letter else ""
    return f'<text class="cue"{back} x="{_n(space.x)}" y="{_n(space.y + 3.2)}">{safe(text)}</text>'


def locomotives(route: Route, spaces: Sequence[Space], mark: str) -> str:
    """Draw the locomotives that a ferry wants, on as many of its spaces from the first on."""
    return "".join(
        f'<use class="loco" href="#ttrn-loco{mark}" x="{_n(space.x)}" y="{_n(space.y)}"/>'
        for space in spaces[: route.ferry]
    )


def _box(space: Space, thick: float) -> str:
    """Return a space as a closed path; its corners are rounded by how the style joins lines."""
    dx, dy = _direction(space, space.length)
    nx, ny = _direction(space._replace(angle=space.angle + 90), thick)
    x, y = space.x - (dx + nx) / 2, space.y - (dy + ny) / 2
    return f"M{_n(x)} {_n(y)}l{_n(dx)} {_n(dy)} {_n(nx)} {_n(ny)} {_n(-dx)} {_n(-dy)}z"


def _engine(space: Space) -> str:
    dx, dy = _direction(space, space.length - _NOSE)
    px, py = _direction(space, _NOSE)
    nx, ny = _direction(space._replace(angle=space.angle + 90), _WAGON / 2)
    x, y = space.x + (dx + px) / 2 - nx, space.y + (dy + py) / 2 - ny
    rows = [(-dx, -dy), (nx - px, ny - py), (nx + px, ny + py), (dx, dy)]
    return f"M{_n(x)} {_n(y)}l" + " ".join([f"{_n(a)} {_n(b)}" for a, b in rows]) + "z"


def _middle(space: Space, inset: float) -> str:
    """Return the middle line of a space, a little shorter than the space."""
    dx, dy = _direction(space, max(space.length - 2 * inset, 0.5))
    return f"M{_n(space.x - dx / 2)} {_n(space.y - dy / 2)}l{_n(dx)} {_n(dy)}"


def _along(space: Space, far: float) -> Point:
    dx, dy = _direction(space, far)
    return Point(space.x + dx, space.y + dy)


def _direction(space: Space, length: float) -> tuple[float, float]:
    turn = radians(space.angle)
    return length * cos(turn), length * sin(turn)


def _path(points: Sequence[Point]) -> str:
    return "L".join([f"{_n(p.x)} {_n(p.y)}" for p in points])
