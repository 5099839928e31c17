"""The map under the routes: water, land, coasts, borders, where the board has a map; else just paper."""

from __future__ import annotations

from typing import Final

from ttrn.boards import Board
from ttrn.boards.maps import MapLines
from ttrn.draw.layout import MARGIN, Layout
from ttrn.draw.svg_text import number as _n

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
    if board.map is None:
        return []
    lines = board.map.lines
    scale = layout.scale / lines.grain
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
        f'<defs><path id="ttrn-land{mark}" d="{lines.layers["land"]}"/></defs>',
        f'<clipPath id="ttrn-ashore{mark}"><use {land}/></clipPath>',
        *_layer(lines, "grid"),
        *_rings(land, lines.grain),
        f'<use class="land{" abroad" if "home" in lines.layers else ""}" {land}/>',
        *_layer(lines, "home"),
        f'<g clip-path="url(#ttrn-ashore{mark})">',
        *[f'<use class="inner" {land} stroke-width="{wide}"/>' for wide in _INNER],
        "</g>",
        *[row for name in ("states", "rivers", "borders") for row in _layer(lines, name)],
        f'<use class="coast" {land}/>',
        *_layer(lines, "lakes"),
        "</g></g>",
    ]


def _rings(land: str, grain: float) -> list[str]:
    """Draw lines in the water around the land: each is a broad stroke with a narrower one of water in it."""
    return [
        f'<use class="{kind}" {land} stroke-width="{_n(wide * grain / 2)}"/>'
        for far in _WAVES
        for kind, wide in (("wave", far), ("wave water", far - 1.8))
    ]


def _layer(lines: MapLines, name: str) -> list[str]:
    return [f'<path class="{name}" d="{lines.layers[name]}"/>'] if name in lines.layers else []
