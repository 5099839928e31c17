"""The maps under the boards, and the tool that makes them."""

from __future__ import annotations

import json
import re
from math import hypot
from pathlib import Path

import pytest

import ttrn
from ttrn.boards.maps import MapLines

np = pytest.importorskip("numpy")
coastlines = pytest.importorskip("tools.coastlines", reason="only beside the repository's tools")
topojson = pytest.importorskip("tools.topojson")
warp = pytest.importorskip("tools.warp")

Ring = list[tuple[float, float]]
MAPS = ["europe", "marklin", "usa"]


def lines_of(name: str) -> MapLines:
    under = ttrn.board(name).map
    assert under is not None
    return under.lines


def rings(path: str, grain: float) -> list[Ring]:
    """Return the points of a path of relative steps, in units of the board."""
    found = []
    for start, run in re.findall(r"M([^l]+)l([^Mz]+)", path):
        x, y = map(int, re.findall(r"-?\d+", start))
        ring = [(x / grain, y / grain)]
        steps = [int(step) for step in re.findall(r"-?\d+", run)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x / grain, y / grain))
        found.append(ring)
    return found


def ashore(x: float, y: float, land: list[Ring]) -> bool:
    """Return whether a place is on land, or so near the coast that a dot would touch it."""
    inside = False
    for ring in land:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if hypot(ax - x, ay - y) < 14 or hypot((ax + bx) / 2 - x, (ay + by) / 2 - y) < 14:
                return True
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
    return inside


@pytest.mark.parametrize("name", MAPS)
def test_every_city_lies_ashore(name: str) -> None:
    board = ttrn.board(name)
    lines = lines_of(name)
    land = rings(lines.layers["land"], lines.grain)
    assert [city.name for city in board.cities if not city.country and not ashore(city.x, city.y, land)] == []


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_small_and_holds_nothing_but_paths(name: str) -> None:
    layers = lines_of(name).layers
    assert sum(map(len, layers.values())) < 40_000
    assert {"land", "grid", "borders", "rivers", "lakes"} <= set(layers)
    for layer, path in layers.items():
        assert re.fullmatch(r"(M-?\d+[ -]\d+l[-\d ]+z?)+", path), layer


def test_a_file_of_shared_lines_is_read(tmp_path: Path) -> None:
    two_squares = {
        "type": "Topology",
        "transform": {"scale": [0.5, 0.5], "translate": [10, 20]},
        "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]],
        "objects": {
            "lands": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "Polygon", "id": "1", "arcs": [[0, 1]]},
                    {"type": "MultiPolygon", "id": "2", "arcs": [[[2, -1]]]},
                ],
            },
            "ways": {"type": "GeometryCollection", "geometries": [{"type": "LineString", "arcs": [0]}]},
        },
    }
    (tmp_path / "file.json").write_text(json.dumps(two_squares), encoding="utf-8")
    file = topojson.Topology(tmp_path / "file.json")
    assert [len(ring) for ring in file.rings("lands")] == [5, 5]
    assert file.rings("lands", "2")[0].tolist() == [[11, 20], [12, 20], [12, 21], [11, 21], [11, 20]]
    assert [line.tolist() for line in file.shared("lands")] == [[[11, 20], [11, 21]]]
    assert [line.tolist() for line in file.lines("ways")] == [[[11, 20], [11, 21]]]


def test_rings_and_lines_are_cut_to_a_frame() -> None:
    frame = coastlines.Frame(0, 0, 10, 10)
    square = np.array([(-5, 2), (5, 2), (5, 8), (-5, 8), (-5, 2)], dtype=float)
    assert coastlines.area(coastlines.cut_ring(square, frame)) == 30
    line = np.array([(-1, 5), (1, 5), (2, 5), (11, 5), (9, 5), (8, 5)], dtype=float)
    assert [part.tolist() for part in coastlines.cut_line(line, frame)] == [[[1, 5], [2, 5]], [[9, 5], [8, 5]]]


def test_lines_are_simplified_and_written_in_steps() -> None:
    line = np.array([(0, 0), (1, 0.1), (2, 0), (3, 4)], dtype=float)
    assert coastlines.simple(line, 0.5).tolist() == [[0, 0], [2, 0], [3, 4]]
    assert coastlines.path(np.array([(0, 0), (2, 0), (3, -4)], dtype=float), closed=True) == "M0 0l4 0 2-8z"
    assert coastlines.path(np.array([(0, 0), (0.1, 0)], dtype=float), closed=False) == ""


@pytest.mark.parametrize("name", MAPS)
def test_the_plate_passes_near_every_city_and_is_not_folded(name: str) -> None:
    board = ttrn.board(name)
    plate = coastlines.unfolded(board)
    assert plate.misses.max() < board.width * 0.04
    stiffer = warp.Warp(board, 10.0)
    assert stiffer.misses.mean() > plate.misses.mean()
