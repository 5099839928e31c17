"""Cities as SVG: dots with names, the goods that lie there, and what players have put there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.boards import Board, City
from ttrn.draw.colors import Paint
from ttrn.draw.curves import Point
from ttrn.draw.labels import CODE, Label, name_width, text_width
from ttrn.draw.layout import DOT, Layout
from ttrn.draw.svg_text import MARK, safe
from ttrn.draw.svg_text import number as _n

_TOKEN: Final = 8.5
_STOP: Final = 6.0

_SYMBOLS: Final = """\
<path id="ttrn-station{0}" fill="currentColor" d="M-10 8V-5L-13 -5 0 -15 13 -5 10 -5V8z"/>
<path id="ttrn-passenger{0}" fill="currentColor" d="M-9 6C-9 -1 -7 -5 -3.6 -7.2A6 6 0 1 1 3.6 -7.2C7 -5 9 -1 9 6z"/>
<path id="ttrn-loco{0}" d="M-6 3V-1.5H-1V-4H-2.4V-5.2H6V-4H5V3zM1 -3.6V-1.5H3.4V-3.6zM-4.8 -1.8V-4.4H-3.2V-1.8z\
M-6.8 3H6V4.2H-6.8z" fill-rule="evenodd" transform="scale(.8)"/>
"""


def symbols(mark: str) -> str:
    """Return what is drawn again and again; ``mark`` tells the symbols of two pictures of one page apart."""
    return f"<defs>{_SYMBOLS.format(mark)}</defs>"


def town(city: City, place: Point, label: Label, stubs: Sequence[Point] = ()) -> str:
    """Draw the dot of a city and its name beside it; a country has a name, and a stop at the end of each route."""
    dot = "" if city.country else f'<circle class="dot" cx="{_n(place.x)}" cy="{_n(place.y)}" r="{DOT}"/>'
    if stubs:
        dot = f'<path class="stop" d="{"".join([_diamond(stub) for stub in stubs])}"/>'
    kind = "city country" if city.country else "city"
    x, y, anchor = _n(label.x), label.y, label.anchor
    # On a narrow screen a name would be too small to read, and its code takes its place.
    return (
        f'<g class="{kind}" data-city="{city.index}" data-x="{_n(place.x)}" data-y="{_n(place.y)}">{dot}'
        f'<text x="{x}" y="{_n(y)}" text-anchor="{anchor}" {_fixed(name_width(city))}>{safe(city.name)}</text>'
        f'<text class="code" x="{x}" y="{_n(y + 3)}" text-anchor="{anchor}" {_fixed(text_width(city.code, CODE))}>'
        f"{safe(city.code)}</text></g>"
    )


def _fixed(wide: float) -> str:
    """Say how wide a text is, whatever type it is set in: names were placed by that."""
    return f'textLength="{_n(wide)}" lengthAdjust="spacingAndGlyphs"'


def towns(board: Board, layout: Layout) -> str:
    """Draw all cities."""
    rows = zip(board.cities, layout.cities, layout.labels, layout.stubs, strict=True)
    return "\n".join([town(*row) for row in rows])


def _diamond(place: Point) -> str:
    step = _n(_STOP)
    return f"M{_n(place.x)} {_n(place.y - _STOP)}l{step} {step}-{step} {step}-{step}-{step}z"


def goods(board: Board, layout: Layout, stacks: Sequence[Sequence[int]]) -> str:
    """Draw in each city the token that lies on top of its merchandise; ``stacks`` are what is left, top first."""
    return "\n".join(
        _token(city, place, city.goods, str(stack[0]), f"merchandise worth {', '.join(map(str, stack))}")
        for city, place, stack in zip(board.cities, layout.cities, stacks, strict=True)
        if stack
    )


def bonuses(board: Board, layout: Layout) -> str:
    """Draw what the bonus cards of the big cities are worth."""
    return "\n".join(
        _token(board.cities[city], layout.cities[city], "yellow", str(points), f"bonus card worth {points}")
        for city, points in board.tables.big_cities.items()
    )


def _token(city: City, place: Point, color: str, text: str, about: str) -> str:
    return (
        f'<g class="goods {safe(color)}" data-city="{city.index}"><title>{safe(f"{city.name}: {about}")}</title>'
        f'<circle cx="{_n(place.x)}" cy="{_n(place.y)}" r="{_TOKEN}"/>'
        f'<text x="{_n(place.x)}" y="{_n(place.y + 3.2)}">{text}</text></g>'
    )


def piece(what: str, place: Point, seat: int, paint: Paint, about: str) -> str:
    """Draw a station or a passenger in a city, in the owner's colour and with the owner's number."""
    return (
        f'<g style="color:{paint.fill};stroke:{paint.edge}"><title>{safe(about)}</title>'
        f'<use href="#ttrn-{what}-{MARK}" x="{_n(place.x)}" y="{_n(place.y)}"/>'
        f'<text class="on" x="{_n(place.x)}" y="{_n(place.y + 3.5)}" fill="{paint.ink}">{seat + 1}</text></g>'
    )
