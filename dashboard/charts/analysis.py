"""Analysed games: comebacks, excitement, close games, and luck against skill, as sentences and charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from ..shared.escape import named
from .base import BLUE, GRAY, ORANGE, Row, counted, figure, label, points, share

MOST: Final = 15
"""How many players a chart shows."""

_ROW: Final = 46

_NONE: Final = "None of these games is analysed."


def wins(value: float, digits: int = 2) -> str:
    """Return a change of the probability of winning with its sign, in wins.

    >>> wins(0.1149), wins(-0.3), wins(-0.0001)
    ('+0.11', '-0.30', '0.00')
    """
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def points_words(value: float) -> str:
    """Return points with their sign.

    >>> points_words(-3.24)
    '-3.2 points'
    """
    return f"{'+' if value > 0 else ''}{points(value)} points"


# --- games -----------------------------------------------------------------------------------------------------------


def comeback_answer(rows: Sequence[Row]) -> str:
    """Return the largest comeback in a sentence of Markdown, from the rows of ``comebacks``."""
    if not rows:
        return _NONE
    row = rows[0]
    return (
        f"**{named(row['player'])}** won, and had been down to **{share(row['lowest'], 1)}** "
        f"after turn {row['turn']} of {row['turns']}."
    )


def excitement_answer(rows: Sequence[Row]) -> str:
    """Return the most exciting game in a sentence of Markdown, from the rows of ``exciting_games``."""
    if not rows:
        return _NONE
    row = rows[0]
    return (
        f"One in which the swings add up to **{row['excitement']:.1f}**: as if a certain win had changed hands so many "
        f"times. The largest single one was {share(row['largest_swing'])}, in turn {row['largest_turn']}."
    )


def luckiest_answer(rows: Sequence[Row]) -> str:
    """Return the luckiest win in a sentence of Markdown, from the rows of ``luckiest_wins``."""
    if not rows:
        return "Of none of these games luck is known: that takes all cards."
    row = rows[0]
    return (
        f"Chance brought **{named(row['player'])}** **{wins(row['luck'])}** wins, {points_words(row['luck_points'])}, "
        f"on the way from {share(row['start'])} at the start to the win."
    )


def closest_answer(rows: Sequence[Row], finishes: Sequence[Row]) -> str:
    """Return the closest games in a sentence of Markdown, from ``closest_games`` and ``closest_finishes``."""
    if not rows and not finishes:
        return _NONE
    said = []
    if rows:
        margin = rows[0]["margin"]
        ended = f"**{counted(margin, 'point')}** decided" if margin else "ended **level**"
        said.append(f"By points one that {ended}.")
    if finishes:
        row = finishes[0]
        said.append(
            f"Before the last round one in which **{share(row['gap'], 1)}** lay between the two best; "
            f"{named(row['leader'])} was ahead with {share(row['leader_win'])}."
        )
    return " ".join(said)


# --- players ---------------------------------------------------------------------------------------------------------


def luck_answer(rows: Sequence[Row]) -> str:
    """Return whose luck is beyond chance, in a sentence of Markdown, from the rows of ``luck_and_skill``."""
    told = [row for row in rows if row["luck_low"] is not None]
    if not told:
        return "That takes two games of somebody, analysed with all cards."
    beyond = [row for row in told if row["luck_low"] > 0 or row["luck_high"] < 0]
    top = max(told, key=lambda row: abs(row["luck"]))
    sentence = (
        f"Chance moved **{named(top['player'])}** most: {wins(top['luck'])} wins a game "
        f"({wins(top['luck_low'])} to {wins(top['luck_high'])} with 95 % confidence)."
    )
    if not beyond:
        return f"{sentence} Everybody's interval reaches 0: these games do not show more than chance evens out."
    return (
        f"{sentence} The interval of {len(beyond)} of {counted(len(told), 'player')} does not reach 0; "
        "by chance alone that happens to one in twenty."
    )


def frequent(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of those who played most, in the order of their luck."""
    most = sorted(rows, key=lambda row: (-row["games"], row["player"]))[:MOST]
    return sorted(most, key=lambda row: (-row["luck"], row["player"]))


def luck_bars(rows: Sequence[Row]) -> Any:
    """Return luck and rest of each player with their intervals, from the rows of ``luck_and_skill``."""
    used = frequent(rows)
    traces = [
        _spans("luck", used, BLUE, -0.16, "circle"),
        _spans("rest", used, ORANGE, 0.16, "diamond"),
    ]
    lost = [row for row in used if row["with_loss"]]
    if lost:
        traces.append(_spans("loss", used, GRAY, 0.32, "square"))
    made = figure(traces, x="wins a game", legend=True, height=110 + _ROW * max(len(used), 2))
    made.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(used))),
        ticktext=[label(row["player"]) for row in used],
        range=[len(used) - 0.4, -0.6],
        showgrid=False,
        zeroline=False,
    )
    made.add_vline(x=0, line={"color": GRAY, "dash": "dash", "width": 1.5})
    return made


WORDS: Final = {"luck": "luck", "rest": "rest: decisions of everybody, and the model", "loss": "lost by own moves"}
"""What the series of the chart are called."""


def _spans(name: str, rows: Sequence[Row], color: str, shift: float, symbol: str) -> Any:
    known = [(place + shift, row) for place, row in enumerate(rows) if row[name] is not None]
    middles = [row[name] for _, row in known]
    lows = [row[name] if row[f"{name}_low"] is None else row[f"{name}_low"] for _, row in known]
    highs = [row[name] if row[f"{name}_high"] is None else row[f"{name}_high"] for _, row in known]
    return go.Scatter(
        x=middles,
        y=[place for place, _ in known],
        name=WORDS[name],
        mode="markers",
        marker={"color": color, "size": 10, "symbol": symbol},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - middle for high, middle in zip(highs, middles, strict=True)],
            "arrayminus": [middle - low for low, middle in zip(lows, middles, strict=True)],
            "thickness": 1.6,
            "width": 4,
        },
        customdata=[_hover(name, row) for _, row in known],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _hover(name: str, row: Row) -> str:
    span = (
        "one game has no interval"
        if row[f"{name}_low"] is None
        else f"95 % interval: {wins(row[f'{name}_low'])} to {wins(row[f'{name}_high'])}"
    )
    games = counted(row["with_loss"] if name == "loss" else row["games"], "game")
    return f"{label(row['player'])}<br>{WORDS[name]}: {wins(row[name])} wins a game<br>{span}, {games}"


def own_answer(row: Row | None) -> str:
    """Return one player's luck and rest in Markdown, from the player's row of ``luck_and_skill``."""
    if row is None:
        return "No game of this player is analysed with all cards."
    sentence = (
        f"Luck brought **{wins(row['luck'])} wins a game** ({points_words(row['luck_points'])}), "
        f"the rest {wins(row['rest'])}, in {counted(row['games'], 'game')}"
    )
    if row["luck_low"] is None:
        return f"{sentence}; one game says nothing."
    between = f"{wins(row['luck_low'])} to {wins(row['luck_high'])} with 95 % confidence"
    even = row["luck_low"] <= 0 <= row["luck_high"]
    verdict = "chance may even it out yet" if even else "more than chance evens out"
    return f"{sentence}. The mean of the luck lies within {between}: {verdict}."


def loss_words(row: Row) -> str:
    """Return what the own moves of a player lost, in a sentence, from a row of ``luck_and_skill``."""
    if not row["with_loss"]:
        return "What own moves lost is not known: that takes playouts (ttrn analyse --deep)."
    lost = f"Own moves lost {row['loss']:.2f} wins a game by playouts, in {counted(row['with_loss'], 'game')}"
    if row["loss_low"] is None:
        return f"{lost}."
    return f"{lost} ({wins(row['loss_low'])} to {wins(row['loss_high'])} with 95 % confidence)."


def luck_curve(rows: Sequence[Row]) -> Any:
    """Return the luck and the rest of one player as games went by, from the rows of ``luck_curve``."""
    games = [row["nth"] for row in rows]
    hover = [
        f"after game {row['nth']}"
        + (f", {row['date']}" if row["date"] else "")
        + f"<br>luck {wins(row['luck'])}, rest {wins(row['rest'])} wins in all"
        for row in rows
    ]
    traces = [
        go.Scatter(
            x=games,
            y=[row[name] for row in rows],
            name=WORDS[name],
            mode="lines" if len(rows) > 1 else "markers",
            line={"color": color, "width": 2.5, "dash": dash},
            customdata=hover,
            hovertemplate="%{customdata}<extra></extra>",
        )
        for name, color, dash in (("luck", BLUE, "solid"), ("rest", ORANGE, "dot"))
    ]
    made = figure(traces, x="analysed games", y="wins in all", legend=True)
    made.add_hline(y=0, line={"color": GRAY, "dash": "dash", "width": 1.5})
    return made
