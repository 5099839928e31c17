"""From degrees to the places of a board: a plane that is bent until the cities lie where the board has them."""

from __future__ import annotations

import numpy as np

from tools.topojson import Line
from ttrn.boards import Board


class Warp:
    """A thin plate through the cities of a board.

    The degrees are projected onto a cone first, so that little is left to bend. A plate that must pass through every
    city exactly would fold where a board has moved two neighbours past each other: ``stiffness`` lets it miss them.
    """

    def __init__(self, board: Board, stiffness: float) -> None:
        known = [(c.lon, c.lat, c.x, c.y) for c in board.cities if c.lon is not None and not c.country]
        rows = np.array(known, dtype=float)
        low, high = rows[:, 1].min(), rows[:, 1].max()
        self._parallels = (low + (high - low) / 6, high - (high - low) / 6)
        self._middle = float(rows[:, 0].mean())
        flat = self._project(rows[:, :2])
        self._center, self._size = flat.mean(axis=0), flat.std()
        self._knots = (flat - self._center) / self._size
        count = len(rows)
        base = np.hstack([np.ones((count, 1)), self._knots])
        system = np.zeros((count + 3, count + 3))
        system[:count, :count] = _bending(self._knots, self._knots) + stiffness * np.eye(count)
        system[:count, count:] = base
        system[count:, :count] = base.T
        self._weights = np.linalg.solve(system, np.vstack([rows[:, 2:], np.zeros((3, 2))]))
        self.misses = np.hypot(*(self(rows[:, :2]) - rows[:, 2:]).T)
        """How far each city is from its place on the board."""

    def __call__(self, degrees: Line) -> Line:
        """Return places on the board."""
        flat = (self._project(degrees) - self._center) / self._size
        base = np.hstack([_bending(flat, self._knots), np.ones((len(flat), 1)), flat])
        return np.asarray(base @ self._weights)

    def folds(self, west: float, south: float, east: float, north: float) -> bool:
        """Return whether some part of a region would come to lie upside down."""
        lon, lat = np.meshgrid(np.linspace(west, east, 60), np.linspace(south, north, 60))
        grid = self(np.column_stack([lon.ravel(), lat.ravel()])).reshape(60, 60, 2)
        right, up = np.diff(grid, axis=1)[:-1], np.diff(grid, axis=0)[:, :-1]
        # y grows downward: going east and then north turns left, which is a negative area.
        return bool((right[..., 0] * up[..., 1] - right[..., 1] * up[..., 0] >= 0).any())

    def _project(self, degrees: Line) -> Line:
        """Project onto a cone that keeps angles (Lambert)."""
        lon = np.radians(degrees[:, 0] - self._middle)
        lat = np.radians(degrees[:, 1])
        a, b = np.radians(self._parallels)
        cone = np.log(np.cos(a) / np.cos(b)) / np.log(np.tan(np.pi / 4 + b / 2) / np.tan(np.pi / 4 + a / 2))
        radius = (np.tan(np.pi / 4 + a / 2) / np.tan(np.pi / 4 + lat / 2)) ** cone * np.cos(a) / cone
        return np.column_stack([radius * np.sin(cone * lon), radius * np.cos(cone * lon)])


def _bending(points: Line, knots: Line) -> Line:
    distance = np.hypot(points[:, None, 0] - knots[None, :, 0], points[:, None, 1] - knots[None, :, 1])
    return np.asarray(distance**2 * np.log(np.where(distance > 0, distance, 1.0)))
