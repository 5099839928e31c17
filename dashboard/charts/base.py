"""What charts share: rows, colours that every eye can distinguish, and a layout for light, dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

import plotly.graph_objects as go

from ttrn.notation.problems import brief
from ttrn.store import Answer

Row = Mapping[str, Any]

BLUE: Final = "#2f7fc1"
ORANGE: Final = "#e08a1e"
GREEN: Final = "#1b9e77"
PURPLE: Final = "#b065b5"
GRAY: Final = "#8d939c"
SERIES: Final = (BLUE, ORANGE, GREEN, PURPLE, GRAY)
"""Near the palette of Okabe and Ito: colour-blind eyes can distinguish them, on light and on dark ground."""

SCALE: Final = "Cividis"
"""The colour scale for numbers; its lightness grows evenly."""

CONFIG: Final[dict[str, Any]] = {"displayModeBar": False, "scrollZoom": False}
"""How Plotly behaves on a page: a finger on a chart scrolls the page."""

_BAR: Final = 26
_LONGEST: Final = 42


def rows_of(answer: Answer) -> list[dict[str, Any]]:
    """Return the rows of an answer by the names of its columns."""
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def label(text: str, width: int = _LONGEST) -> str:
    """Return any text so that Plotly shows it as it is: Plotly reads some HTML, entities and formulas in texts.

    >>> label("<b>Ann</b> & $x$")
    '&lt;b&gt;Ann&lt;/b&gt; &amp; &#36;x&#36;'
    """
    cut = brief(" ".join(text.split()), width)
    return escape(cut, quote=False).replace("$", "&#36;") or " "


def share(value: float | None, digits: int = 0) -> str:
    """Return a share as people write it.

    >>> share(0.256), share(0.256, 1), share(None)
    ('26 %', '25.6 %', '?')
    """
    # Sums of thirds differ in the last digits by their order: what is just a half must not fall to either side.
    return "?" if value is None else f"{round(100 * value, 9):.{digits}f} %"


def points(value: float | None) -> str:
    """Return points, or another average, with a digit after the point where that says something.

    >>> points(12.34), points(120.4), points(3.0)
    ('12.3', '120', '3')
    """
    if value is None:
        return "?"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}".removesuffix(".0")


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number of things.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def figure(
    traces: Iterable[Any],
    *,
    x: str = "",
    y: str = "",
    height: int = 340,
    percent: str = "",
    legend: bool = False,
    **layout: Any,
) -> Any:
    """Return a figure of some traces with the layout of all charts.

    ``x`` and ``y`` are the titles of the axes; ``percent`` names those ("x", "y", "xy") that show shares. The rest is
    layout as Plotly has it; what it says of an axis is added to that.
    """
    # All in one: each update of a figure that is made already takes as long as making it.
    found: dict[str, Any] = {
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 34 if legend else 10, "b": 8},
        "showlegend": legend,
        "legend": {
            "orientation": "h",
            "traceorder": "normal",
            "x": 0,
            "y": 1,
            "xanchor": "left",
            "yanchor": "bottom",
        },
        "dragmode": False,
        "hovermode": "closest",
        "bargap": 0.18,
        **layout,
    }
    for axis, title in (("x", x), ("y", y)):
        look = {"title": {"text": title, "standoff": 8}, "automargin": True, "fixedrange": True}
        shares = {"tickformat": ".0%"} if axis in percent else {}
        found[f"{axis}axis"] = {**look, **shares, **layout.get(f"{axis}axis", {})}
    return go.Figure(list(traces), found)


def bars(
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[float | None], str]],
    *,
    x: str,
    percent: bool = False,
    hover: Sequence[str] | None = None,
    mode: str = "group",
) -> Any:
    """Return bars that lie, the first name on top: long names fit even on a phone.

    ``names`` are labels already; each of the series is a name, a number for each name, and a colour. ``hover`` says
    more about each name.
    """
    high = _BAR * (len(series) if mode == "group" else 1)
    form = "%{x:.1%}" if percent else "%{x:,.1f}"
    # Names may be equal after they were cut, and must not share a bar then: places are numbers, names are ticks.
    traces = [
        go.Bar(
            x=list(values),
            y=list(range(len(names))),
            name=name,
            orientation="h",
            marker={"color": color},
            customdata=list(hover if hover is not None else names),
            hovertemplate=f"%{{customdata}}<br>{name}: {form}<extra></extra>",
        )
        for name, values, color in series
    ]
    return figure(
        traces,
        x=x,
        percent="x" if percent else "",
        legend=len(series) > 1,
        height=90 + max(high, _BAR) * max(len(names), 2),
        barmode=mode,
        yaxis={
            "tickmode": "array",
            "tickvals": list(range(len(names))),
            "ticktext": list(names),
            "autorange": "reversed",
            "showgrid": False,
        },
    )


def intervals(
    name: str, places: Sequence[Any], found: Sequence[Row], color: str, *, hover: Sequence[str], symbol: str = "circle"
) -> Any:
    """Return points with what lies within chance around them: ``win_rate``, ``win_low``, ``win_high``."""
    rates = [row["win_rate"] for row in found]
    return go.Scatter(
        x=list(places),
        y=rates,
        name=name,
        mode="markers",
        marker={"color": color, "size": 10, "symbol": symbol},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [row["win_high"] - rate for row, rate in zip(found, rates, strict=True)],
            "arrayminus": [rate - row["win_low"] for row, rate in zip(found, rates, strict=True)],
            "thickness": 1.6,
            "width": 5,
        },
        customdata=list(hover),
        hovertemplate="%{customdata}<extra></extra>",
    )


def level(made: Any, value: float, text: str) -> None:
    """Draw a line at an even share, with words."""
    made.add_hline(
        y=value,
        line={"color": GRAY, "dash": "dash", "width": 1.5},
        annotation={"text": text, "font": {"size": 12}},
        annotation_position="top left",
    )
