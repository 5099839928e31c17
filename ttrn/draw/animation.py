"""A game as an animated GIF, small enough for a chat: a frame for each turn that changes the picture."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttrn.core.facts import pieces_of
from ttrn.core.state import NOBODY, OVER, State
from ttrn.draw.board import board_svg
from ttrn.draw.colors import Theme
from ttrn.draw.curves import Point
from ttrn.draw.layout import Layout, Space, layout_of
from ttrn.draw.pixels import PixelBox, package, png, size
from ttrn.notation import GameRecord
from ttrn.replays import Timeline, replay

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES: Final = 3_000_000
"""What the larger chats take, and show at once."""

_AREAS: Final = (800_000, 500_000, 300_000, 180_000)
"""Pixels of a frame: the first that gives a small enough file is taken."""

_FRAMES: Final = (120, 60, 30)
"""Frames at most; where there are more moments, some are left out."""

_COLORS: Final = 128
_LENGTH: Final = 30_000
"""Milliseconds that the whole should take, if that is not too quick or too slow for the eye."""

_QUICK, _SLOW = 250, 900
_FIRST, _LAST = 1_000, 4_000

_AROUND: Final = 16.0
"""How far what is drawn of a route reaches from the middle of its spaces, and of a piece from its city."""

_SHADOW: Final = re.compile(r"filter:drop-shadow\([^;}]*\)")
"""Left out: shadows are worked out for the whole board, whatever part is drawn, and took four fifths of the time."""

_THING: Final = re.compile(r'data-(?:route|city)="\d+"')
_NAME: Final = 220.0
"""How far the name of a city may reach from it."""

_PIECE: Final = 26.0
_RULE: Final = 12.0
"""How far above the players their room begins."""


class Animation(NamedTuple):
    """An animated picture, and how many frames of which width it has."""

    data: bytes
    frames: int
    width: int


class _Moment(NamedTuple):
    """A picture of the game, with what it shows of routes and cities: what differs is drawn again."""

    svg: str
    routes: frozenset[tuple[int, int, bool]]
    """Claimed routes: the route, its owner, and whether it was claimed just now."""
    cities: frozenset[tuple[int, object]]
    """What lies in cities, each with the city first."""


def animation(thing: GameRecord | Timeline, *, theme: Theme = "light", most: int = MOST_BYTES) -> Animation:
    """Return a game as an animated GIF of so many bytes at most: as large as it can be, with as many frames.

    Turns that change nothing on the board have no frame. The last one stands longer, and has the totals if the game
    is over.

    Raises:
        MissingPackageError: a package that draws is not installed.
        ValueError: the record has no turns, or not even a small picture with few frames has so few bytes.
        BoardError: the game's board is not known.
    """
    timeline = replay(thing) if isinstance(thing, GameRecord) else thing
    package("resvg_py")
    package("PIL.Image")
    moments = _moments(timeline, theme)
    numbers = sorted({min(frames, len(moments)) for frames in _FRAMES}, reverse=True)
    for frames, area in product(numbers, _AREAS):
        found = _gif(timeline, _thinned(moments, frames), area)
        if len(found.data) <= most:
            return found
    raise ValueError(f"the animation would have {len(found.data):,} bytes, more than {most:,}")


def _thinned(moments: Sequence[_Moment], most: int) -> list[_Moment]:
    """Return the first, the last, and as many between them as there may be, evenly."""
    if len(moments) <= most:
        return list(moments)
    step = (len(moments) - 1) / (most - 1)
    return [moments[round(number * step)] for number in range(most)]


# --- what is to be seen ----------------------------------------------------------------------------------------------


def _moments(timeline: Timeline, theme: Theme) -> list[_Moment]:
    """Return the moments at which the picture changes, from the setup to the end."""
    game, board = timeline.game, timeline.board
    if not game.turns:
        raise ValueError("this record has no turns, so there is nothing to animate")
    found: list[_Moment] = []
    before = ""

    def add(state: State, told: Sequence[str] = ()) -> None:
        nonlocal before
        plain = board_svg(board, state, players=game.players, theme=theme, told=told)
        if plain == before:
            return
        before = plain
        owned = {(route, owner) for route, owner in enumerate(state.owners) if owner != NOBODY}
        old = {(route, owner) for route, owner, _ in found[-1].routes} if found else owned
        new = {route for route, _ in owned - old}
        svg = board_svg(board, state, players=game.players, theme=theme, told=told, last=new) if new else plain
        svg = _SHADOW.sub("", svg)
        routes = frozenset([(route, owner, route in new) for route, owner in owned])
        found.append(_Moment(svg, routes, frozenset(_in_cities(state))))

    add(timeline.state(game.first_turn - 1))
    for _, _, state in timeline.steps():
        add(state)
    add(timeline.final, _totals(timeline))
    return found


def _totals(timeline: Timeline) -> list[str]:
    """Return what stands below the names at the end: the totals, where all are known."""
    totals = [seat.total for seat in timeline.reckoning.seats]
    if timeline.final.phase != OVER or any(total.value is None for total in totals):
        return []
    return [f"{total.text} points" for total in totals]


def _in_cities(state: State) -> Iterator[tuple[int, object]]:
    for what, seat, city in pieces_of(state):
        yield city, (what, seat)
    if state.game.facts.tokens is not None:
        for city, values in state.game.facts.tokens(state).items():
            yield city, tuple(values)


# --- frames ----------------------------------------------------------------------------------------------------------


def _gif(timeline: Timeline, moments: Sequence[_Moment], area: int) -> Animation:
    wide, high = size(moments[0].svg)
    width = round(sqrt(area * wide / high))
    painter = _Painter(moments, width, layout_of(timeline.board) if timeline.final.game.facts.on_map else None)
    step = max(_QUICK, min(_SLOW, _LENGTH // len(moments))) // 10 * 10
    times = [_FIRST, *[step] * (len(moments) - 2), _LAST] if len(moments) > 1 else _LAST
    frames = painter.frames()
    file = io.BytesIO()
    # Pixels that stay as they are become transparent: most of every frame.
    next(frames).save(
        file, "GIF", save_all=True, append_images=frames, duration=times, loop=0, optimize=True, interlace=0
    )
    return Animation(file.getvalue(), len(moments), width)


class _Painter:
    """Draws one frame after the other: on a board only the places that changed, over a map that stays."""

    def __init__(self, moments: Sequence[_Moment], width: int, layout: Layout | None) -> None:
        self._images: Any = package("PIL.Image")
        self._moments, self._width, self._layout = moments, width, layout
        self._scale = width / size(moments[0].svg)[0]
        self._ground = self._opened(png(_cut(moments[0].svg)[0], width)) if layout else None
        self._room = self._ground.size if self._ground else (0, 0)
        # The ends of a space lie half its length from its middle.
        self._routes = [
            self._box(spaces, max([space.length for space in spaces]) / 2 + _AROUND)
            for spaces in (layout.spaces if layout else ())
        ]
        self._cities = [self._box([place], _NAME) for place in (layout.cities if layout else ())]
        ends = [self._drawn(moments[place]) for place in (0, -1)]
        self._first = ends[0]
        both = self._images.new("RGB", (ends[0].width, 2 * ends[0].height))
        both.paste(ends[0], (0, 0))
        both.paste(ends[1], (0, ends[0].height))
        self._palette = both.quantize(_COLORS, dither=self._images.Dither.NONE)

    def frames(self) -> Iterator[Image]:
        """Yield the frames, all with the colours of the first and the last together."""
        frame = self._few_colors(self._first)
        yield frame
        for before, now in pairwise(self._moments):
            if self._layout is None:
                frame = self._few_colors(self._drawn(now))
            else:
                frame = frame.copy()
                for box in self._touched(before, now, self._layout):
                    frame.paste(self._few_colors(self._drawn(now, box)), box[:2])
            yield frame

    def _drawn(self, moment: _Moment, box: PixelBox | None = None) -> Image:
        """Return a moment, or a part of it, in all its colours."""
        if self._ground is None:
            return self._opened(png(moment.svg, self._width))
        svg = _cut(moment.svg)[1]
        above = self._images.open(
            io.BytesIO(png(self._near(svg, box) if box else svg, self._width, box=box, clear=True))
        )
        drawn = self._ground.crop(box or (0, 0, *self._ground.size))
        drawn.paste(above, (0, 0), above)
        return drawn

    def _near(self, svg: str, box: PixelBox) -> str:
        """Return a picture without the routes and cities that do not come near a box: drawing them takes longest."""
        far = {f'data-route="{route}"' for route, place in enumerate(self._routes) if not _meet(place, box)}
        far |= {f'data-city="{city}"' for city, place in enumerate(self._cities) if not _meet(place, box)}
        return "\n".join([row for row in svg.split("\n") if not ((found := _THING.search(row)) and found[0] in far)])

    def _opened(self, data: bytes) -> Image:
        found: Image = self._images.open(io.BytesIO(data)).convert("RGB")
        return found

    def _few_colors(self, drawn: Image) -> Image:
        return drawn.quantize(palette=self._palette, dither=self._images.Dither.NONE)

    def _touched(self, before: _Moment, now: _Moment, layout: Layout) -> list[PixelBox]:
        """Return the places that differ: routes, cities, and the players below the board."""
        cities = {city for city, *_ in before.cities ^ now.cities}
        boxes = [self._routes[route] for route in {route for route, *_ in before.routes ^ now.routes}]
        boxes += [self._box([layout.cities[city]], _PIECE) for city in cities]
        return [*boxes, PixelBox(0, floor((layout.height - _RULE) * self._scale), *self._room)]

    def _box(self, places: Sequence[Space] | Sequence[Point], around: float) -> PixelBox:
        wide, high = self._room
        across, down = [place.x for place in places], [place.y for place in places]
        return PixelBox(
            max(0, floor((min(across) - around) * self._scale)),
            max(0, floor((min(down) - around) * self._scale)),
            min(wide, ceil((max(across) + around) * self._scale)),
            min(high, ceil((max(down) + around) * self._scale)),
        )


def _meet(one: PixelBox, two: PixelBox) -> bool:
    return one.left < two.right and two.left < one.right and one.top < two.bottom and two.top < one.bottom


def _cut(svg: str) -> tuple[str, str]:
    """Return the ground of a picture of a board, and all that lies on it, as two pictures."""
    begin, end = svg.index('<rect class="paper"'), svg.index('<rect class="frame"')
    return f"{svg[:end]}</svg>", svg[:begin] + svg[end:]
