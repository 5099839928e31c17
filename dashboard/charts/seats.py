"""Seats and lengths: whether it matters who begins, and how long games take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from .base import BLUE, GRAY, SERIES, Row, counted, figure, intervals, level, points, share
from .chance import surprising

_SYMBOLS: Final = ("circle", "square", "diamond", "triangle-up", "cross")


def by_count(rows: Sequence[Row]) -> dict[int, list[Row]]:
    """Return rows by the number of players."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["players"], []).append(row)
    return dict(sorted(found.items()))


def seats(rows: Sequence[Row]) -> Any:
    """Return how often each seat wins beside an even share, from the rows of ``seat_advantage`` of a board.

    Where several numbers of players are among them, only the distance to an even share compares.
    """
    groups = by_count(rows)
    alone = len(groups) == 1
    traces = []
    for place, (number, mine) in enumerate(groups.items()):
        # Next to each other, not on top: each number of players has its own place beside the seat.
        shift = (place - (len(groups) - 1) / 2) * 0.14
        found = mine if alone else [_above_even(row) for row in mine]
        where = [row["seat"] + shift for row in mine]
        color, symbol = SERIES[place % len(SERIES)], _SYMBOLS[place % len(_SYMBOLS)]
        hover = [_seat_hover(row) for row in mine]
        traces.append(intervals(f"{number} players", where, found, color, hover=hover, symbol=symbol))
    title = "wins" if alone else "wins above an even share"
    made = figure(traces, x="seat, in turn order", y=title, percent="y", legend=not alone)
    made.update_xaxes(dtick=1, zeroline=False)
    if groups:
        level(made, next(iter(groups.values()))[0]["even"] if alone else 0.0, "an even share")
    return made


def _above_even(row: Row) -> Row:
    return {name: row[name] - row["even"] for name in ("win_rate", "win_low", "win_high")}


def _seat_hover(row: Row) -> str:
    return (
        f"{row['players']} players, seat {row['seat']}<br>"
        f"won {share(row['win_rate'], 1)} of {counted(row['games'], 'game')}<br>"
        f"95 % interval: {share(row['win_low'], 1)} to {share(row['win_high'], 1)}<br>"
        f"even share: {share(row['even'], 1)}"
    )


def seats_answer(rows: Sequence[Row]) -> str:
    """Return whether a seat wins more or less than chance explains, in a sentence of Markdown."""
    if not rows:
        return "There are no games to tell."
    sure = surprising(rows, "win_rate", "games")
    games = sum(row["games"] for row in rows if row["seat"] == 1)
    if not sure:
        return f"Not that {counted(games, 'game')} could show it: every seat wins its share, within chance."
    row = sure[0]
    more = "more" if row["win_rate"] > row["even"] else "less"
    return (
        f"Yes: with {row['players']} players **seat {row['seat']}** wins {share(row['win_rate'])} of the games, "
        f"{more} than its share of {share(row['even'])} and than chance explains."
    )


def lengths(rows: Sequence[Row]) -> Any:
    """Return how many games took how many rounds, from the rows of ``length_distribution`` of a board."""
    groups = by_count(rows)
    traces = [
        go.Bar(
            x=[row["rounds"] for row in mine],
            y=[row["games"] for row in mine],
            name=f"{number} players",
            marker={"color": SERIES[place % len(SERIES)]},
            hovertemplate=f"{number} players, %{{x}} rounds: %{{y:,}} games<extra></extra>",
        )
        for place, (number, mine) in enumerate(groups.items())
    ]
    return figure(
        traces, x="rounds (the last one may be cut short)", y="games", legend=len(groups) > 1, barmode="stack"
    )


def lengths_answer(rows: Sequence[Row]) -> str:
    """Return how long games take by number of players, from the rows of ``game_lengths``, in Markdown."""
    if not rows:
        return "There are no games to tell."
    parts = [f"**{points(row['turns_per_player'])}** with {row['players']}" for row in rows]
    margin = _weighted(rows, "margin", "scored")
    lead = _weighted(rows, "lead_changes", "games")
    sentence = f"Turns of each player on average: {', '.join(parts)} players."
    if margin is not None:
        sentence += f" The winner is {points(margin)} points ahead at the end"
        sentence += f", and the lead changes {points(lead)} times." if lead is not None else "."
    return sentence


def _weighted(rows: Sequence[Row], name: str, number: str) -> float | None:
    """Return the average of all games from the averages of some, of which ``number`` says how many know it."""
    known = [row for row in rows if row[name] is not None]
    games = sum(row[number] for row in known)
    return sum(row[name] * row[number] for row in known) / games if games else None


def habits(rows: Sequence[Row], x: str, unit: str = "") -> Any:
    """Return how often those win who have done something so many times, from rows of one habit of ``winning_habits``.

    Values that hardly anybody has are left out.
    """
    found = frequent(rows)
    hover = [
        f"{row['value']}{unit}: won {share(row['win_rate'])} of {counted(row['seats'], 'time')}<br>"
        f"95 % interval: {share(row['win_low'])} to {share(row['win_high'])}"
        for row in found
    ]
    values = [row["value"] for row in found]
    # Those with one value may sit at larger tables than those with another: an even share is not the same for all.
    even = go.Scatter(
        x=values,
        y=[row["even"] for row in found],
        name="an even share",
        mode="lines",
        line={"color": GRAY, "dash": "dash", "width": 1.5},
        hovertemplate=f"%{{x}}{unit}: an even share is %{{y:.0%}}<extra></extra>",
    )
    traces = [even, intervals("wins", values, found, BLUE, hover=hover)]
    made = figure(traces, x=x, y="wins", percent="y", legend=True)
    made.update_yaxes(rangemode="tozero")
    made.update_xaxes(zeroline=False, ticksuffix=unit)
    return made


def frequent(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a habit without values that hardly anybody has."""
    enough = max(3, sum(row["seats"] for row in rows) // 200)
    return [row for row in rows if row["seats"] >= enough]


def habits_answer(rows: Sequence[Row], one: str, many: str) -> str:
    """Return which value of a habit wins most, if that is more than chance, in a sentence of Markdown."""
    sure = [row for row in surprising(frequent(rows), "win_rate", "seats") if row["win_rate"] > row["even"]]
    if not sure:
        return "These games do not show that it matters."
    best = max(sure, key=lambda row: row["win_low"] - row["even"])
    what = one if best["value"] == 1 else many
    return (
        f"Those with **{best['value']} {what}** win {share(best['win_rate'])}; an even share is {share(best['even'])}."
    )
