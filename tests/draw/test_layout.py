"""Where things go: nothing outside, names clear of each other, tracks clear of tracks."""

from __future__ import annotations

import gc
import weakref
from itertools import pairwise
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest

import ttrn
from ttrn.boards import Board, board_names, load_board
from ttrn.draw.curves import Point, measured, spline
from ttrn.draw.labels import CODE, Box, _box, name_width, text_width
from ttrn.draw.layout import DOT, THICK, Layout, Space, cut, layout_of

BOARDS = Path(__file__).parents[1] / "boards"
Corners = list[tuple[float, float]]


def island() -> Board:
    found, _ = load_board(BOARDS / "fifth.toml")
    assert found
    return found


ALL = [*map(ttrn.board, board_names()), island()]
PLAYED = [board for board in ALL if board.routes]


def corners(space: Space) -> Corners:
    turn = radians(space.angle)
    ux, uy = cos(turn) * space.length / 2, sin(turn) * space.length / 2
    nx, ny = -sin(turn) * THICK / 2, cos(turn) * THICK / 2
    sides = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return [(space.x + i * ux + j * nx, space.y + i * uy + j * ny) for i, j in sides]


def of(box: Box) -> Corners:
    return [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]


def depth(one: Corners, two: Corners) -> float:
    """Return how far two rectangles reach into each other, 0 where they do not touch."""
    least = 1e9
    for shape in (one, two):
        for i in (0, 1):
            dx, dy = shape[i + 1][1] - shape[i][1], shape[i][0] - shape[i + 1][0]
            size = hypot(dx, dy) or 1.0
            a = [(x * dx + y * dy) / size for x, y in one]
            b = [(x * dx + y * dy) / size for x, y in two]
            least = min(least, min(max(a), max(b)) - max(min(a), min(b)))
    return max(least, 0.0)


def boxes(board: Board, layout: Layout) -> list[Box]:
    rows = zip(board.cities, layout.labels, strict=True)
    return [_box(label, name_width(city)) for city, label in rows]


def code_boxes(board: Board, layout: Layout) -> list[Box]:
    """Return what the codes cover that stand in place of the names on narrow screens."""
    rows = [(text_width(city.code, CODE), label) for city, label in zip(board.cities, layout.labels, strict=True)]
    found = [_box(label, wide) for wide, label in rows]
    return [Box(box.left, box.bottom - CODE * 0.75, box.right, box.bottom + 3) for box in found]


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.name)
def test_everything_stays_inside(board: Board) -> None:
    layout = Layout(board)
    for space in (space for row in layout.spaces for space in row):
        assert DOT < space.x < layout.width - DOT
        assert DOT < space.y < layout.height - DOT
        assert space.length > 0
    for box in boxes(board, layout) + code_boxes(board, layout):
        assert 0 < box.left < box.right < layout.width
        assert 0 < box.top < box.bottom < layout.height


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.name)
def test_no_name_covers_another_or_a_dot(board: Board) -> None:
    layout = Layout(board)
    names = boxes(board, layout)
    wide = [Box(box.left - 2, box.top - 2, box.right + 2, box.bottom + 2) for box in names]
    for every in (wide, code_boxes(board, layout)):
        assert not [(i, j) for i, one in enumerate(every) for j, two in enumerate(every[:i]) if one.overlap(two)]
    for city, dot in zip(board.cities, layout.cities, strict=True):
        assert city.country or all(box.distance(dot) > 3 for box in names)


@pytest.mark.parametrize("board", PLAYED, ids=lambda board: board.name)
def test_hardly_a_name_touches_a_track(board: Board) -> None:
    layout = Layout(board)
    spaces = [corners(space) for row in layout.spaces for space in row]
    hits = [city.name for city, box in zip(board.cities, boxes(board, layout), strict=True) if deep(of(box), spaces)]
    assert len(hits) <= 2, hits


def deep(shape: Corners, others: list[Corners]) -> bool:
    # A name has air above and below its letters: two units of it do no harm.
    return any(depth(shape, other) > 2 for other in others)


@pytest.mark.parametrize("board", PLAYED, ids=lambda board: board.name)
def test_tracks_keep_clear_of_each_other_and_of_cities_they_do_not_serve(board: Board) -> None:
    layout = Layout(board)
    spaces = [(route, space, corners(space)) for route in board.routes for space in layout.spaces[route.index]]
    for i, (route, space, shape) in enumerate(spaces):
        for other, there, theirs in spaces[:i]:
            if other.index != route.index and hypot(space.x - there.x, space.y - there.y) < 70:
                assert depth(shape, theirs) < 3.5, (board.route_text(route), board.route_text(other))
        for city, dot in zip(board.cities, layout.cities, strict=True):
            if city.index not in (route.a, route.b) and not city.country:
                square = of(Box(dot.x - DOT, dot.y - DOT, dot.x + DOT, dot.y + DOT))
                assert not depth(shape, square), (board.route_text(route), city.name)


@pytest.mark.parametrize("board", PLAYED, ids=lambda board: board.name)
def test_tracks_of_a_pair_lie_side_by_side_the_first_on_the_left(board: Board) -> None:
    layout = Layout(board)
    for tracks in board.pairs:
        for one, two in pairwise(tracks):
            for left, right in zip(layout.spaces[one], layout.spaces[two], strict=True):
                turn = radians(left.angle)
                aside = (right.y - left.y) * cos(turn) - (right.x - left.x) * sin(turn)
                assert board.routes[one].stub or aside > THICK


def test_a_curve_passes_through_its_places_and_is_smooth() -> None:
    places = [Point(0, 0), Point(50, 30), Point(100, 0), Point(160, -20)]
    line = spline(places)
    assert line[0] == places[0]
    assert hypot(line[-1].x - places[-1].x, line[-1].y - places[-1].y) < 1e-6
    for place in places:
        assert min(hypot(point.x - place.x, point.y - place.y) for point in line) < 2.5
    marks = measured(line)
    assert marks[-1] > measured(places)[-1]


def test_cities_on_one_spot_break_nothing() -> None:
    here = Point(5.0, 5.0)
    assert len(cut(spline([here, here]), 3, 0.0)) == 3
    assert len(cut(spline([here]), 1, 4.0)) == 1


def test_a_straight_line_stays_straight() -> None:
    line = spline([Point(0, 0), Point(10, 0)])
    assert all(abs(point.y) < 1e-9 for point in line)


def test_the_layout_is_worked_out_once_and_goes_with_its_board() -> None:
    board = island()
    assert layout_of(board) is layout_of(board)
    gone = weakref.ref(board)
    del board
    gc.collect()
    assert gone() is None


def test_letters_without_a_known_width_count_as_broad_ones() -> None:
    assert text_width("東京") > text_width("il")
