"""Tickets: what they are worth beside how often they are completed, and which are kept at the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from ..shared.escape import plain
from .base import BLUE, GRAY, SCALE, Row, counted, figure, label, points, share
from .board_names import BoardNames

_ENOUGH: Final = 10


def scatter(names: BoardNames, rows: Sequence[Row]) -> Any:
    """Return each ticket by its points and how often who keeps it completes it; the colour is the trains it takes."""
    kept = [row for row in rows if row["times_known"]]
    most = max([row["times_kept"] for row in kept], default=1)
    with_cost = [row for row in kept if row["cost"] is not None]
    marker: dict[str, Any] = {
        "size": [7 + 12 * (row["times_kept"] / most) ** 0.5 for row in kept],
        "color": [row["cost"] for row in kept] if with_cost else BLUE,
        "line": {"width": 1, "color": GRAY},
        "opacity": 0.9,
    }
    if with_cost:
        marker |= {"colorscale": SCALE, "colorbar": {"title": {"text": "trains"}, "thickness": 10, "len": 0.9}}
    trace = go.Scatter(
        x=[row["points"] for row in kept],
        y=[row["completion_rate"] for row in kept],
        mode="markers",
        marker=marker,
        customdata=[_hover(names, row) for row in kept],
        hovertemplate="%{customdata}<extra></extra>",
    )
    made = figure([trace], x="points of the ticket", y="completed when kept", percent="y", height=400)
    made.update_yaxes(range=[-0.05, 1.08])
    return made


def _hover(names: BoardNames, row: Row) -> str:
    cost = "" if row["cost"] is None else f", {counted(row['cost'], 'train')} on the shortest way"
    return (
        f"<b>{label(names.pair(row['ticket']), 80)}</b><br>{row['points']} points{cost}<br>"
        f"kept {share(row['kept_rate'])} of {counted(row['offered'], 'known offer')}<br>"
        f"{counted(row['times_kept'], 'time')} kept: completed {share(row['completion_rate'])}, "
        f"who kept it won {share(row['win_share'])}"
    )


def _known(rows: Sequence[Row]) -> list[Row]:
    """Return the tickets that were kept often enough to compare them."""
    enough = min(_ENOUGH, max([row["times_known"] for row in rows], default=0))
    return [row for row in rows if row["times_known"] >= max(enough, 1)]


def answer(names: BoardNames, rows: Sequence[Row]) -> str:
    """Return which tickets bring most and least for what they risk, in a sentence of Markdown.

    What a ticket brings is its points if completed less its points if not, on average of those who kept it.
    """
    known = _known(rows)
    if not known:
        return "Nobody kept a ticket that the records tell of."
    brings = [(row["points"] * (2 * row["completion_rate"] - 1), row) for row in known]
    brings.sort(key=lambda one: (one[0], one[1]["ticket"]))
    (worst, bottom), (best, top) = brings[0], brings[-1]
    verb = "brings most" if best >= 0 else "costs least"
    sentence = (
        f"**{plain(names.pair(top['ticket']))}** {verb}, {points(abs(best))} points on average "
        f"(completed {share(top['completion_rate'])})"
    )
    if bottom is top:
        return f"{sentence}."
    verb = "costs most" if worst < 0 else "brings least"
    return (
        f"{sentence}; **{plain(names.pair(bottom['ticket']))}** {verb}, {points(abs(worst))} points "
        f"(completed {share(bottom['completion_rate'])})."
    )


def table(names: BoardNames, rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Return the columns of the table of tickets; shares in percent, empty where there is none."""
    ordered = sorted(rows, key=lambda row: (-row["points"], row["ticket"]))

    def percent(name: str) -> list[float | None]:
        return [None if row[name] is None else 100 * row[name] for row in ordered]

    return {
        "ticket": [names.pair(row["ticket"]) for row in ordered],
        "points": [row["points"] for row in ordered],
        "trains": [row["cost"] for row in ordered],
        "offered": [row["offered"] for row in ordered],
        "kept": percent("kept_rate"),
        "completed": percent("completion_rate"),
        "won": percent("win_share"),
        "turn": [row["average_turn"] for row in ordered],
    }


def kept_first(rows: Sequence[Row]) -> list[Row]:
    """Return the tickets of the start that were dealt often enough, those most readily kept first."""
    enough = min(_ENOUGH, max([row["dealt"] for row in rows], default=0))
    known = [row for row in rows if row["dealt"] >= max(enough, 1)]
    return sorted(known, key=lambda row: (-row["kept_rate"], -row["dealt"], row["ticket"]))


def start_answer(names: BoardNames, rows: Sequence[Row]) -> str:
    """Return which ticket is kept most and least readily at the start, in a sentence of Markdown."""
    known = kept_first(rows)
    if not known:
        return "The records do not tell which tickets were dealt."
    top, bottom = known[0], known[-1]
    if top["kept_rate"] == bottom["kept_rate"]:
        return f"**{plain(names.pair(top['ticket']))}** is kept {share(top['kept_rate'])} of the times it is offered."
    return (
        f"**{plain(names.pair(top['ticket']))}** most readily, {share(top['kept_rate'])} of the times it is offered; "
        f"**{plain(names.pair(bottom['ticket']))}** least, {share(bottom['kept_rate'])}."
    )
