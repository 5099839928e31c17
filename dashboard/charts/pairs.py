"""Two players beside each other: who was ahead, by how much, and how it went over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ..shared.escape import plain, shown
from .base import BLUE, GRAY, Row, counted, figure, points, share
from .board_names import names_of


def answer(player: str, opponent: str, row: Row) -> str:
    """Return who was ahead, and whether that is more than luck, from the first row of ``opponent_record``."""
    one, other = f"**{plain(player)}**", f"**{plain(opponent)}**"
    if row["ahead"] == row["behind"]:
        sentence = f"Neither: {one} and {other} were ahead {counted(row['ahead'], 'time')} each"
    else:
        best = (one, row["ahead"]) if row["ahead"] > row["behind"] else (other, row["behind"])
        sentence = f"{best[0]}, in {best[1]:,} of {counted(row['games'], 'game')} together"
    if row["ahead_low"] is not None:
        chance = "luck alone could explain it" if row["ahead_low"] <= 0.5 <= row["ahead_high"] else "more than luck"
        sentence += (
            f" ({plain(player)} {share(row['ahead_share'])}, {share(row['ahead_low'])} to {share(row['ahead_high'])} "
            f"with 95 % confidence: {chance})"
        )
    if row["margin"] is not None:
        side = plain(player if row["margin"] >= 0 else opponent)
        sentence += f". On average {side} has {points(abs(row['margin']))} points more"
    return f"{sentence}."


def table(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Return the columns of the table by board and number of players, from ``opponent_record`` of two players."""
    chosen = [row for row in rows if row["players"] is not None]
    return {
        "board": [shown(names_of(row["board"]).title, 60) for row in chosen],
        "players": [row["players"] for row in chosen],
        **{name: [row[name] for row in chosen] for name in ("games", "ahead", "behind", "level")},
        "margin": [row["margin"] for row in chosen],
        "score": [row["average_score"] for row in chosen],
        "opponent's score": [row["opponent_average"] for row in chosen],
    }


def curve(rows: Sequence[Row]) -> Any:
    """Return how often a player was ahead more than behind as games went by, from ``opponent_curve`` of two players."""
    hover = [
        f"after game {row['nth']:,}" + (f", {row['date']}" if row["date"] else "")
        + f"<br>ahead {row['ahead']:,}, behind {row['behind']:,}"
        for row in rows
    ]  # fmt: skip
    line = go.Scatter(
        x=[row["nth"] for row in rows],
        y=[row["ahead"] - row["behind"] for row in rows],
        mode="lines+markers" if len(rows) < 60 else "lines",
        line={"color": BLUE, "width": 2.5},
        customdata=hover,
        hovertemplate="%{customdata}<extra></extra>",
    )
    made = figure([line], x="games together", y="times ahead less times behind")
    made.add_hline(y=0, line={"color": GRAY, "dash": "dash", "width": 1.5})
    made.update_xaxes(tickformat=",d")
    return made


def curve_answer(player: str, opponent: str, rows: Sequence[Row]) -> str:
    """Return who led when, in a sentence of Markdown, from ``opponent_curve`` of two players."""
    leads = [row["ahead"] - row["behind"] for row in rows]
    high, low = max(leads), min(leads)
    parts = []
    if high > 0:
        parts.append(f"**{plain(player)}** led by {high:,} at most, after game {rows[leads.index(high)]['nth']:,}")
    if low < 0:
        parts.append(f"**{plain(opponent)}** by {-low:,}, after game {rows[leads.index(low)]['nth']:,}")
    return f"{'; '.join(parts) or 'They were level all the time'}."
