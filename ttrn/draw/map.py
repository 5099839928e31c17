"""The map under the routes: water, land, coasts, borders, for the boards that come with ttrn; else just paper."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from ttrn.boards import Board, board_names
from ttrn.boards import board as built_in
from ttrn.draw.layout import MARGIN, Layout
from ttrn.draw.svg_text import number as _n

_DATA: Final = Path(__file__).parent / "data"
_MAPS: Final = {"cardgame": "usa"}
"""Boards that share the map of another one: their cities have the same places."""

_WAVES: Final = (44, 28, 14)
"""How far the lines in the water keep from the coast, as widths of a stroke, from the outermost on."""

_INNER: Final = (20, 10)
"""How far the shade inside the coast goes."""


def ground(board: Board, layout: Layout, height: float, mark: str) -> str:
    """Draw the paper, as high as the whole picture, and the map on it where there is one.

    ``mark`` makes the ids of the picture its own.
    """
    wide, high = _n(layout.width - 2), _n(height - 2)
    frame = f'x="1" y="1" width="{wide}" height="{high}" rx="12"'
    return "\n".join(
        [f'<rect class="paper" {frame}/>', *_map(board, layout, height, mark), f'<rect class="frame" {frame}/>']
    )


def _map(board: Board, layout: Layout, height: float, mark: str) -> list[str]:
    data = lines_of(board)
    if not data:
        return []
    scale = layout.scale / data["grain"]
    move = f"translate({_n(MARGIN)} {_n(MARGIN - layout.top * layout.scale)}) scale({scale:.4f})"
    # What stands below the map has paper under it.
    low = height - 2 if height <= layout.height else layout.height - 14
    corners = 12 if height <= layout.height else 0
    rect = f'x="1" y="1" width="{_n(layout.width - 2)}" height="{_n(low)}" rx="{corners}"'
    land = f'href="#ttrn-land{mark}"'
    return [
        f'<clipPath id="ttrn-map{mark}"><rect {rect}/></clipPath>',
        f'<g class="map" clip-path="url(#ttrn-map{mark})" pointer-events="none">',
        f'<rect class="sea" {rect}/><g transform="{move}">',
        f'<defs><path id="ttrn-land{mark}" d="{data["land"]}"/></defs>',
        f'<clipPath id="ttrn-ashore{mark}"><use {land}/></clipPath>',
        f'<path class="grid" d="{data["grid"]}"/>',
        *_rings(land, data),
        f'<use class="land{" abroad" if "home" in data else ""}" {land}/>',
        *_layer(data, "home"),
        f'<g clip-path="url(#ttrn-ashore{mark})">',
        *[f'<use class="inner" {land} stroke-width="{wide}"/>' for wide in _INNER],
        "</g>",
        *[row for name in ("states", "rivers", "borders") for row in _layer(data, name)],
        f'<use class="coast" {land}/>',
        *_layer(data, "lakes"),
        "</g></g>",
    ]


def _rings(land: str, data: dict[str, Any]) -> list[str]:
    """Draw lines in the water around the land: each is a broad stroke with a narrower one of water in it."""
    grain = data["grain"]
    return [
        f'<use class="{kind}" {land} stroke-width="{_n(wide * grain / 2)}"/>'
        for far in _WAVES
        for kind, wide in (("wave", far), ("wave water", far - 1.8))
    ]


def _layer(data: dict[str, Any], name: str) -> list[str]:
    return [f'<path class="{name}" d="{data[name]}"/>'] if name in data else []


def lines_of(board: Board) -> dict[str, Any]:
    """Return the lines of a board's map as SVG paths by layer, empty where there is no map.

    A board of a player's may be called like one of ours: it is another one all the same.
    """
    if board.name not in board_names() or built_in(board.name) is not board:
        return {}
    return _read(_MAPS.get(board.name, board.name))


@cache
def _read(name: str) -> dict[str, Any]:
    path = _DATA / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found
