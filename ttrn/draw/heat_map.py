"""A board as a heat map: every track in the colour of a number, with a scale beside it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ttrn.boards import Board, Route
from ttrn.draw import routes as tracks
from ttrn.draw.board import head
from ttrn.draw.cities import towns
from ttrn.draw.colors import Theme
from ttrn.draw.layout import MARGIN, Layout, Space, layout_of
from ttrn.draw.map import ground
from ttrn.draw.style import still_style
from ttrn.draw.svg_text import MARK, marked, safe
from ttrn.draw.svg_text import number as _n

_SCALE: Final = ("#00224e", "#1f3b6d", "#4a546c", "#6c6e72", "#8f8b75", "#b4a76d", "#dcc75b", "#fee838")
"""From the least to the most: lightness grows evenly from dark blue over gray to yellow, for every kind of eye."""

_FOOT: Final = 52.0
_BAR: Final = (300.0, 12.0)

_STYLE: Final = """\
.heat .spaces{stroke:var(--ink);stroke-width:1}
.heat .line{opacity:.9}
.none .spaces{fill:none;stroke:var(--quiet);stroke-dasharray:2 2.5}
.heat:hover .line{stroke:var(--last);stroke-width:19}
.foot{fill:var(--ink);font-size:13px}
.foot .few{fill:var(--quiet);font-size:12px}
.bar{stroke:var(--ink);stroke-width:1}
"""


def heat_svg(
    board: Board,
    values: Mapping[int, float],
    *,
    title: str = "",
    words: Callable[[float], str] = "{:g}".format,
    about: Mapping[int, str] | None = None,
    span: tuple[float, float] | None = None,
    theme: Theme = "light",
) -> str:
    """Return the board with each track in the colour of its number; a track without one stays empty.

    ``values`` are by ``Route.index``, as is ``about``: what a pointer on a track is told besides its name and its
    number. ``words`` writes a number, ``title`` says what the numbers are. ``span`` are the numbers at the ends of the
    scale, by default the least and the most there are. Every track is ``<g data-route="12">``, for a page to listen to.
    """
    layout = layout_of(board)
    low, high = span or (min(values.values(), default=0.0), max(values.values(), default=0.0))
    texts = {index: f"{words(value)}{_more(about, index)}" for index, value in values.items()}
    shares = {index: (value - low) / ((high - low) or 1.0) for index, value in values.items()}
    parts = [
        head(board, layout, layout.height + _FOOT, still_style(theme, (), f".p-{MARK}", _STYLE)),
        ground(board, layout, layout.height + _FOOT, f"-{MARK}"),
        *[
            _route(board, route, layout.spaces[route.index], shares.get(route.index), texts.get(route.index, "no data"))
            for route in board.routes
        ],
        towns(board, layout),
        _legend(layout, title, (words(low), words(high)) if values else ("", "")),
        "</svg>",
    ]
    return marked("\n".join(parts) + "\n")


def _more(about: Mapping[int, str] | None, index: int) -> str:
    return f" ({about[index]})" if about and index in about else ""


def _route(board: Board, route: Route, spaces: Sequence[Space], share: float | None, text: str) -> str:
    fill = "" if share is None else f' style="fill:{heat_color(share)}"'
    kind = "none" if share is None else "some"
    return (
        f'<g class="heat {kind}" data-route="{route.index}">'
        f"<title>{safe(f'{tracks.about(board, route)}: {text}')}</title>{tracks.line(spaces)}"
        f'<g class="spaces"{fill}><path d="{tracks.boxes(spaces)}"/></g></g>'
    )


def heat_color(share: float) -> str:
    """Return a colour of the scale: 0 is its beginning, 1 its end; what lies outside is taken for the nearer end.

    >>> heat_color(0.0), heat_color(1.5)
    ('#00224e', '#fee838')
    """
    place = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    i = min(bisect_right(range(len(_SCALE)), place), len(_SCALE) - 1) - 1
    parts = [
        round(int(a, 16) + (int(b, 16) - int(a, 16)) * (place - i))
        for a, b in [(_SCALE[i][k : k + 2], _SCALE[i + 1][k : k + 2]) for k in (1, 3, 5)]
    ]
    return "#" + "".join([f"{part:02x}" for part in parts])


def _legend(layout: Layout, title: str, ends: tuple[str, str]) -> str:
    wide, high = _BAR
    x, y = layout.width - MARGIN - wide, layout.height + 6
    stops = "".join([f'<stop offset="{_n(100 * i / 7)}%" stop-color="{color}"/>' for i, color in enumerate(_SCALE)])
    return (
        f'<linearGradient id="heat-{MARK}">{stops}</linearGradient>'
        f'<g class="foot"><text x="{_n(MARGIN)}" y="{_n(y + 11)}" font-weight="bold">{safe(title)}</text>'
        f'<rect class="bar" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="3" '
        f'fill="url(#heat-{MARK})"/>'
        f'<text class="few" x="{_n(x)}" y="{_n(y + 28)}">{safe(ends[0])}</text>'
        f'<text class="few" x="{_n(x + wide)}" y="{_n(y + 28)}" text-anchor="end">{safe(ends[1])}</text></g>'
    )
