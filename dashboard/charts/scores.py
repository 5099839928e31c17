"""Scores: what a good one is, and where the points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from .base import BLUE, GRAY, ORANGE, Row, bars, counted, figure, points

COMPONENTS: Final = {
    "routes": "routes",
    "tickets": "tickets",
    "bonus": "bonus",
    "stations": "stations",
    "goods": "merchandise",
}
"""The components of a score, and what they are called."""

_STEP: Final = 10


def distribution(rows: Sequence[Row]) -> Any:
    """Return how many players reached which score, those who won apart, from ``score_distribution`` of a board."""
    middle = [row["low"] + _STEP / 2 for row in rows]
    hover = [f"{row['low']} to {row['low'] + _STEP - 1} points" for row in rows]
    traces = [
        go.Bar(
            x=middle,
            y=values,
            width=_STEP * 0.92,
            name=name,
            marker={"color": color},
            customdata=hover,
            hovertemplate=f"%{{customdata}}<br>{name}: %{{y:,}}<extra></extra>",
        )
        for name, values, color in (
            ("won", [row["winners"] for row in rows], ORANGE),
            ("did not win", [row["seats"] - row["winners"] for row in rows], BLUE),
        )
    ]
    return figure(traces, x="final score", y="players", legend=True, barmode="stack")


def quartiles_answer(rows: Sequence[Row]) -> str:
    """Return between which scores the middle half lies, from ``score_quartiles`` of a board, in Markdown."""
    of = {row["won"]: row for row in rows}
    if True not in of:
        return "There are no scores to tell."
    spans = [f"{points(of[who]['lower'])} to {points(of[who]['upper'])}" for who in (True, None)]
    return f"The middle half of the winners has **{spans[0]}** points; of all players {spans[1]}."


def _by_result(rows: Sequence[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the average of each component for those who won, and for those who did not."""
    won = {row["component"]: row["points"] for row in rows if row["won"]}
    lost = {row["component"]: row["points"] for row in rows if not row["won"]}
    return won, lost


def components(rows: Sequence[Row]) -> Any:
    """Return where the points of winners and others come from, from ``score_components`` of a board.

    Components that the board does not have are left out.
    """
    won, lost = _by_result(rows)
    used = [name for name in COMPONENTS if won.get(name) or lost.get(name)]
    series = [("won", [won.get(name) for name in used], ORANGE)]
    if lost:
        series.append(("did not win", [lost.get(name) for name in used], BLUE))
    return bars([COMPONENTS[name] for name in used], series, x="points on average")


def components_answer(rows: Sequence[Row]) -> str:
    """Return which component sets winners apart most, in a sentence of Markdown."""
    won, lost = _by_result(rows)
    gaps = {name: won[name] - lost[name] for name in COMPONENTS if name in won and name in lost}
    if not gaps:
        return "There is nobody to compare the winners with."
    name = max(gaps, key=lambda one: gaps[one])
    total = won.get("score", 0) - lost.get("score", 0)
    return (
        f"Winners are {points(total)} points ahead of the others on average; most of all in "
        f"**{COMPONENTS[name]}**, {points(won[name])} against {points(lost[name])}."
    )


def against_field(rows: Sequence[Row]) -> Any:
    """Return a player's components beside those of the others, from ``player_field`` of one player and board."""
    own = {row["measure"]: row for row in rows}
    used = [name for name in COMPONENTS if name in own and (own[name]["average"] or own[name]["others"])]
    series = [
        ("this player", [own[name]["average"] for name in used], ORANGE),
        ("others at the table", [own[name]["others"] for name in used], GRAY),
    ]
    hover = [
        f"{COMPONENTS[name]}: known of {counted(row['seats'], 'seat')}, of the others {row['other_seats']:,}"
        for name in used
        if (row := own[name])
    ]
    return bars([COMPONENTS[name] for name in used], series, x="points on average per seat", hover=hover)


def field_answer(rows: Sequence[Row]) -> str:
    """Return where a player is ahead of the field and where behind, in a sentence of Markdown."""
    known = {row["measure"]: row for row in rows if row["average"] is not None and row["others"] is not None}
    gaps = {name: known[name]["average"] - known[name]["others"] for name in COMPONENTS if name in known}
    if not gaps or "score" not in known:
        return "There is nobody to compare with."
    total = known["score"]["average"] - known["score"]["others"]
    best, worst = max(gaps, key=lambda one: gaps[one]), min(gaps, key=lambda one: gaps[one])
    where = "ahead of" if total >= 0 else "behind"
    sentence = f"{points(abs(total))} points {where} the others on average"
    if gaps[best] > 0:
        sentence += f"; most gained with **{COMPONENTS[best]}** ({gaps[best]:+.1f})"
    if gaps[worst] < 0:
        sentence += f"; most lost with **{COMPONENTS[worst]}** ({gaps[worst]:+.1f})"
    return f"{sentence}."
