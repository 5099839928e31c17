"""Cities as SVG: dots with names, the goods that lie there, and what players have put there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.boards import Board, City
from ttrn.draw.colors import Paint
from ttrn.draw.ink import MARK, safe
from ttrn.draw.ink import number as _n
from ttrn.draw.layout import DOT, Label, Layout, Point

_TOKEN: Final = 8.5

_SYMBOLS: Final = """\
<g id="ttrn-station{0}"><path fill="currentColor" d="M-8 7V-4L0 -11 8 -4V7z"/></g>
<g id="ttrn-passenger{0}"><path fill="currentColor" d="M-6.5 9C-6.5 3 -4.5 1 -2.8 -.6A4.6 4.6 0 1 1 2.8 -.6\
C4.5 1 6.5 3 6.5 9z"/></g>
<path id="ttrn-loco{0}" d="M-6 3V-1.5H-1V-4H-2.4V-5.2H6V-4H5V3zM1 -3.6V-1.5H3.4V-3.6zM-4.8 -1.8V-4.4H-3.2V-1.8z\
M-6.8 3H6V4.2H-6.8z" fill-rule="evenodd" transform="scale(.8)"/>
"""


def symbols(mark: str) -> str:
    """Return what is drawn again and again; ``mark`` tells the symbols of two pictures of one page apart."""
    return f"<defs>{_SYMBOLS.format(mark)}</defs>"


def town(city: City, place: Point, label: Label) -> str:
    """Draw the dot of a city and its name beside it; a country has a name only."""
    dot = "" if city.country else f'<circle class="dot" cx="{_n(place.x)}" cy="{_n(place.y)}" r="{DOT}"/>'
    kind = "city country" if city.country else "city"
    return (
        f'<g class="{kind}" data-city="{city.index}" data-x="{_n(place.x)}" data-y="{_n(place.y)}">{dot}'
        f'<text x="{_n(label.x)}" y="{_n(label.y)}" text-anchor="{label.anchor}">{safe(city.name)}</text></g>'
    )


def towns(board: Board, layout: Layout) -> str:
    """Draw all cities."""
    rows = zip(board.cities, layout.cities, layout.labels, strict=True)
    return "\n".join([town(city, place, label) for city, place, label in rows])


def goods(board: Board, layout: Layout, stacks: Sequence[Sequence[int]]) -> str:
    """Draw in each city the token that lies on top of its merchandise; ``stacks`` are what is left, top first."""
    return "\n".join(
        f'<g class="goods {safe(city.goods)}" data-city="{city.index}">'
        f"<title>{safe(_about_goods(city, stack))}</title>"
        f'<circle cx="{_n(place.x)}" cy="{_n(place.y)}" r="{_TOKEN}"/>'
        f'<text x="{_n(place.x)}" y="{_n(place.y + 3.2)}">{stack[0]}</text></g>'
        for city, place, stack in zip(board.cities, layout.cities, stacks, strict=True)
        if stack
    )


def _about_goods(city: City, stack: Sequence[int]) -> str:
    return f"{city.name}: merchandise worth {', '.join(map(str, stack))}"


def piece(what: str, place: Point, seat: int, paint: Paint, about: str) -> str:
    """Draw a station or a passenger in a city, in the owner's colour and with the owner's number."""
    return (
        f'<g style="color:{paint.fill};stroke:{paint.edge}"><title>{safe(about)}</title>'
        f'<use href="#ttrn-{what}-{MARK}" x="{_n(place.x)}" y="{_n(place.y)}"/>'
        f'<text class="on" x="{_n(place.x)}" y="{_n(place.y + 5)}" fill="{paint.ink}">{seat + 1}</text></g>'
    )
