"""TopoJSON: files of lines that neighbours share, as lists of points in degrees east and north."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
"""Points as rows, each with two numbers."""


class Topology:
    """One file, with its lines decoded."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        scale = np.array(data["transform"]["scale"])
        shift = np.array(data["transform"]["translate"])
        self._objects: Mapping[str, Any] = data["objects"]
        self._arcs = [np.cumsum(np.array(arc, dtype=float), axis=0) * scale + shift for arc in data["arcs"]]

    def rings(self, layer: str, *ids: str) -> list[Line]:
        """Return the rings of all polygons of a layer, or of those with these ids only; holes are rings too."""
        return [
            self._joined(ring)
            for shape in self._shapes(layer)
            if not ids or str(shape.get("id")) in ids
            for polygon in _polygons(shape)
            for ring in polygon
        ]

    def lines(self, layer: str) -> list[Line]:
        """Return the lines of a layer."""
        found = []
        for shape in self._shapes(layer):
            many = [shape["arcs"]] if shape["type"] == "LineString" else shape["arcs"]
            found += [self._joined(line) for line in many]
        return found

    def shared(self, layer: str) -> list[Line]:
        """Return what two shapes of a layer have in common: the borders between them."""
        uses = Counter(
            arc if arc >= 0 else ~arc
            for shape in self._shapes(layer)
            for polygon in _polygons(shape)
            for ring in polygon
            for arc in ring
        )
        return [self._arcs[arc] for arc, number in uses.items() if number > 1]

    def _shapes(self, layer: str) -> Iterator[Mapping[str, Any]]:
        shape = self._objects[layer]
        yield from shape["geometries"] if shape["type"] == "GeometryCollection" else [shape]

    def _joined(self, arcs: list[int]) -> Line:
        """Return lines put end to end; a number below zero is a line that is walked backwards."""
        parts = [self._arcs[arc] if arc >= 0 else self._arcs[~arc][::-1] for arc in arcs]
        return np.concatenate([parts[0], *[part[1:] for part in parts[1:]]])


def _polygons(shape: Mapping[str, Any]) -> list[list[list[int]]]:
    if shape["type"] == "Polygon":
        return [shape["arcs"]]
    return list(shape["arcs"]) if shape["type"] == "MultiPolygon" else []
