"""The end of a game as a table: places, components and totals, for records that have no board to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.draw.colors import Theme, train_paints
from ttrn.draw.curves import Point
from ttrn.draw.labels import text_width
from ttrn.draw.plates import PLATE_STYLE, plate, short
from ttrn.draw.style import still_style
from ttrn.draw.svg_text import FONTS, MARK, marked, safe
from ttrn.draw.svg_text import number as _n
from ttrn.replays import Timeline
from ttrn.replays.reckoning import SeatReckoning, component_title, known_components, marks_told

_ROW: Final = 40.0
_MARGIN: Final = 22.0
_NAME: Final = 250.0
_GAP: Final = 18.0
_STYLE: Final = (
    PLATE_STYLE
    + ".rule{stroke:var(--rim)}\n.number,.column,.told{fill:var(--ink);font-size:14px;text-anchor:end}\n"
    + ".column{fill:var(--quiet);font-size:12px}\n.told{text-anchor:start}\n.sure{font-weight:bold}\n"
)


def score_table_svg(timeline: Timeline, *, theme: Theme = "light") -> str:
    """Return the result or the score sheets of a game as SVG text: a row for each player, the first place first.

    Numbers are marked as in ``ttrn score``: ``*`` is stated, ``+`` noted at least, ``?`` not known.
    """
    players = timeline.game.players
    names = [player.name or player.id for player in players]
    paints = train_paints([player.color for player in players], timeline.board.tables.train_colors)
    seats = sorted(timeline.reckoning.seats, key=lambda seat: seat.rank.value or len(names) + 1)
    columns, rows = _cells(seats, known_components(timeline.reckoning))
    ends = _ends([[column, *[row[i] for row in rows]] for i, column in enumerate(columns)])
    told = marks_told(timeline.reckoning)
    width = max([ends[-1] if ends else _NAME, *[text_width(line, 14.0) + _MARGIN for line in told]]) + _MARGIN
    height = _MARGIN + _ROW * (len(rows) + 1) + 22 * len(told) + 10
    parts = [
        _head(width, height),
        f"<title>{safe(timeline.board.title)}</title>",
        f"<style>{still_style(theme, paints, f'.p-{MARK}', _STYLE)}</style>",
        f'<rect class="paper" x="1" y="1" width="{_n(width - 2)}" height="{_n(height - 2)}" rx="12"/>',
        *[_text("column", end, _MARGIN + 16, column) for end, column in zip(ends, columns, strict=True)],
    ]
    for i, (seat, row) in enumerate(zip(seats, rows, strict=True), 1):
        y = _MARGIN + i * _ROW
        parts.append(f'<path class="rule" d="M{_n(_MARGIN)} {_n(y - 10)}H{_n(width - _MARGIN)}"/>')
        parts.append(plate(Point(_MARGIN, y - 4), seat.seat, paints[seat.seat], (short(names[seat.seat], _NAME), "")))
        for end, cell in zip(ends, row, strict=True):
            parts.append(_text("number sure" if end == ends[-1] else "number", end, y + 14, cell))
    below = _MARGIN + (len(rows) + 1) * _ROW + 10
    parts += [_text("told", _MARGIN, below + 22 * i, line) for i, line in enumerate(told)]
    return marked("\n".join([*parts, "</svg>"]) + "\n")


def _head(width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="p-{MARK}" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img" font-family="{FONTS}">'
    )


def _cells(seats: Sequence[SeatReckoning], known: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Return the columns, and the cells of each player."""
    rows = [
        [
            "?" if seat.rank.value is None else str(seat.rank.value),
            *[seat.components[name].text for name in known],
            seat.total.text,
        ]
        for seat in seats
    ]
    return ["rank", *[component_title(name) for name in known], "total"], rows


def _ends(columns: Sequence[Sequence[str]]) -> list[float]:
    """Return where each column ends, to the right."""
    ends: list[float] = []
    at = _MARGIN + _NAME
    for column in columns:
        at += max([text_width(cell, 14.0) for cell in column]) + _GAP
        ends.append(at)
    return ends


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{safe(text)}</text>'
