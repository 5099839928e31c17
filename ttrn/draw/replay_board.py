"""The board without claims as SVG, for a page that steps through a game by itself.

What the page finds there: every track is ``<g class="route" data-route="12">`` (``Route.index``); with
``data-owner="0"`` (a seat) it shows that seat's trains, and the page writes the seat's number into its ``.cue``, whose
own letter stands in ``data-letter``. ``data-lit="0"`` lights a track up in a seat's colour, ``data-last`` marks it; the
class ``dim`` on the root fades what is not lit. Every city is ``<g class="city" data-city="3" data-x data-y>``, ringed
by the class ``lit``. ``<g class="pieces">`` is empty: stations and passengers go there as ``<use>`` of
``#ttrn-station`` and ``#ttrn-passenger``. Merchandise is ``<g class="goods" data-city="3">``. Every colour is a custom
property of the root; ``data-theme="dark"`` there turns on the night.
"""

from __future__ import annotations

from collections.abc import Sequence

from ttrn.boards import Board, Route
from ttrn.draw import routes as tracks
from ttrn.draw.cities import goods, symbols, towns
from ttrn.draw.colors import Paint
from ttrn.draw.layout import Layout, Space, layout_of
from ttrn.draw.map import ground
from ttrn.draw.style import seat_style, stage_style
from ttrn.draw.svg_text import FONTS, safe
from ttrn.draw.svg_text import number as _n


def stage_svg(board: Board, paints: Sequence[Paint]) -> str:
    """Return the board without claims, for the seats with these paints (``train_paints`` makes them).

    A board without routes has nothing to draw but its cities.
    """
    layout = layout_of(board)
    merchandise = board.tables.merchandise
    parts = [
        _head(board, layout, paints),
        symbols(""),
        ground(board, layout, layout.height, f"-{safe(board.name)}"),
        *[_route(board, route, layout.spaces[route.index]) for route in board.routes],
        towns(board, layout),
        goods(board, layout, [merchandise.get(city.goods, ()) for city in board.cities]),
        '<g class="pieces"></g>',
        "</svg>",
    ]
    return "\n".join([part for part in parts if part]) + "\n"


def _head(board: Board, layout: Layout, paints: Sequence[Paint]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttrn-board" data-board="{safe(board.name)}" '
        f'viewBox="0 0 {_n(layout.width)} {_n(layout.height)}" role="img" aria-label="{safe(board.title)}" '
        f'font-family="{FONTS}" style="{seat_style(paints)}">\n<style>{stage_style(len(paints))}</style>'
    )


def _route(board: Board, route: Route, spaces: Sequence[Space]) -> str:
    return "".join(
        [
            f'<g class="{tracks.classes(route)}" data-route="{route.index}">',
            f"<title>{safe(tracks.about(board, route))}</title>",
            tracks.line(spaces),
            tracks.free(route, spaces),
            tracks.locomotives(route, spaces, ""),
            tracks.trains(spaces),
            tracks.cue(spaces, route.color, route.color),
            "</g>",
        ]
    )
