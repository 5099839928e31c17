"""The players' plates: number and colour, name, and a line or two in smaller letters."""

from __future__ import annotations

from typing import Final

from ttrn.draw.colors import Paint
from ttrn.draw.curves import Point
from ttrn.draw.labels import text_width
from ttrn.draw.svg_text import number as _n
from ttrn.draw.svg_text import safe

PLATE_STYLE: Final = """\
.player text{fill:var(--ink);font-size:14px;font-weight:bold}
.player .few{fill:var(--quiet);font-size:11.5px;font-weight:normal}
"""


def plate(place: Point, seat: int, paint: Paint, lines: tuple[str, ...]) -> str:
    """Draw a player's plate; the first line is the name."""
    x, y = place
    few = "".join(
        f'<text class="few" x="{_n(x + 34)}" y="{_n(y + 26 + 15 * i)}">{safe(line)}</text>'
        for i, line in enumerate(lines[1:])
    )
    return (
        f'<g class="player"><rect x="{_n(x)}" y="{_n(y)}" width="26" height="26" rx="6" fill="{paint.fill}" '
        f'stroke="{paint.edge}" stroke-width="1.8"/><text x="{_n(x + 13)}" y="{_n(y + 18)}" style="fill:{paint.ink}" '
        f'text-anchor="middle">{seat + 1}</text>'
        f'<text x="{_n(x + 34)}" y="{_n(y + 11)}">{safe(lines[0])}</text>{few}</g>'
    )


def short(name: str, room: float) -> str:
    """Cut a name that would run into what stands beside it.

    >>> short("Ann", 200), short("m" * 100, 120)
    ('Ann', 'mmmmm…')
    """
    if text_width(name, 14.0) <= room - 44:
        return name
    kept = ""
    for letter in name:
        if text_width(kept + letter + "…", 14.0) > room - 44:
            break
        kept += letter
    return kept + "…"
