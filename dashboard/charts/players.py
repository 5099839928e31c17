"""One player: the rating as games go by, favourite routes and tickets, opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from ..shared.escape import named, plain
from .base import BLUE, GRAY, GREEN, ORANGE, Row, bars, counted, figure, label, points, share
from .board_names import BoardNames

MOST: Final = 12
"""How many routes, tickets or opponents a chart shows."""


def rating(rows: Sequence[Row]) -> Any:
    """Return a player's strength after each game with the doubt about it, from ``rating_curve``."""
    games = [row["nth"] for row in rows]
    high = [row["mu"] + 2 * row["sigma"] for row in rows]
    low = [row["mu"] - 2 * row["sigma"] for row in rows]
    hover = [
        f"after game {row['nth']}"
        + (f", {row['date']}" if row["date"] else "")
        + f"<br>strength {row['mu']:.1f} ± {2 * row['sigma']:.1f}"
        for row in rows
    ]
    band = go.Scatter(
        x=[*games, *reversed(games)],
        y=[*high, *reversed(low)],
        fill="toself",
        fillcolor="rgba(47,127,193,0.18)",
        line={"width": 0},
        hoverinfo="skip",
        name="95 % interval",
    )
    line = go.Scatter(
        x=games,
        y=[row["mu"] for row in rows],
        mode="lines" if len(rows) > 1 else "markers",
        line={"color": BLUE, "width": 2.5},
        name="strength",
        customdata=hover,
        hovertemplate="%{customdata}<extra></extra>",
    )
    made = figure([band, line], x="rated games", y="strength", legend=True)
    made.add_hline(y=25, line={"color": GRAY, "dash": "dash", "width": 1.5})
    return made


def rating_answer(rows: Sequence[Row]) -> str:
    """Return how the rating went, in a sentence of Markdown."""
    if not rows:
        return "No game of this player is rated: that takes the places of at least two players."
    last = rows[-1]
    sentence = f"**{last['mu']:.1f}** ± {2 * last['sigma']:.1f} after {counted(last['nth'], 'rated game')}"
    sentence += "; everybody starts at 25"
    if len(rows) > 1:
        best = max(rows, key=lambda row: row["mu"])
        sentence += f"; the best was {best['mu']:.1f} after game {best['nth']}"
    return f"{sentence}."


def favourites(rows: Sequence[Row]) -> list[Row]:
    """Return the routes that a player claims most, those first that others claim less."""
    claimed = [row for row in rows if row["claims"]]
    return sorted(claimed, key=lambda row: (-row["claims"], row["others_rate"] or 0, row["route"]))


def route_text(row: Row) -> str:
    """Return what is known of a player and a route, in words, from a row of ``player_routes``."""
    beside = "" if row["others_rate"] is None else f"; another player at the table: {share(row['others_rate'])}"
    if not row["claims"]:
        return f"never claimed{beside}"
    when = "" if row["average_round"] is None else f", in round {row['average_round']:.1f} on average"
    claims = f"{counted(row['claims'], 'claim')} in {counted(row['games'], 'game')}"
    return f"{claims}{when}; won {share(row['win_share'])} of these{beside}"


def route_bars(names: BoardNames, rows: Sequence[Row]) -> Any:
    """Return how often a player claims the favourite routes beside the others, from ``player_routes`` of a board."""
    chosen = favourites(rows)[:MOST]
    hover = [
        f"{label(names.pair(row['route']), 80)}<br>{counted(row['claims'], 'claim')} in "
        f"{counted(row['games'], 'game')}; won {share(row['win_share'])} of these"
        for row in chosen
    ]
    series = [
        ("this player", [row["claim_rate"] for row in chosen], ORANGE),
        ("others at the table", [row["others_rate"] for row in chosen], GRAY),
    ]
    return bars(
        [label(names.pair(row["route"])) for row in chosen], series, x="of the games", percent=True, hover=hover
    )


def routes_answer(names: BoardNames, rows: Sequence[Row]) -> str:
    """Return the route that a player claims most, and the one claimed most above the others, in Markdown."""
    chosen = favourites(rows)
    if not chosen:
        return "No route was claimed."
    top = chosen[0]
    sentence = f"**{plain(names.pair(top['route']))}** most often, in {share(top['claim_rate'])} of the games"
    apart = max(chosen, key=lambda row: row["claim_rate"] - (row["others_rate"] or 0))
    if apart is top or apart["others_rate"] is None:
        if top["others_rate"] is not None:
            sentence += f"; another player at the table claims it in {share(top['others_rate'])}"
        return f"{sentence}."
    return (
        f"{sentence}; and more than others **{plain(names.pair(apart['route']))}**, {share(apart['claim_rate'])} "
        f"against {share(apart['others_rate'])}."
    )


def ticket_bars(names: BoardNames, rows: Sequence[Row]) -> Any:
    """Return the tickets that a player keeps most, completed and not, from ``player_tickets`` of a board."""
    chosen = [row for row in rows if row["times_kept"]][:MOST]
    hover = [
        f"{label(names.pair(row['ticket']), 80)}: {row['points']} points<br>kept {share(row['kept_rate'])} "
        f"(others {share(row['others_kept_rate'])}), completed {share(row['completion_rate'])} "
        f"(others {share(row['others_completion_rate'])})"
        for row in chosen
    ]
    series = [
        ("completed", [row["times_completed"] for row in chosen], GREEN),
        ("not completed", [row["times_known"] - row["times_completed"] for row in chosen], ORANGE),
    ]
    unknown = [row["times_kept"] - row["times_known"] for row in chosen]
    series += [("not known", unknown, GRAY)] if any(unknown) else []
    labels = [label(names.pair(row["ticket"])) for row in chosen]
    made = bars(labels, series, x="times kept", hover=hover, mode="stack")
    made.update_xaxes(tickformat=",d", rangemode="tozero")
    return made


def tickets_answer(names: BoardNames, rows: Sequence[Row]) -> str:
    """Return how many tickets a player keeps and completes, and the favourite, in a sentence of Markdown."""
    kept = sum(row["times_kept"] for row in rows)
    if not kept:
        return "The records do not tell of tickets that were kept."
    done, known = [sum(row[name] for row in rows) for name in ("times_completed", "times_known")]
    top = rows[0]
    which = "all tickets kept" if known == kept else f"the {counted(known, 'ticket')} of which that is known"
    return (
        f"**{plain(names.pair(top['ticket']))}** is kept most, {counted(top['times_kept'], 'time')}. "
        f"Of {which}, {share(done / known if known else None)} are completed."
    )


def _margin(row: Row) -> str:
    return "?" if row["margin"] is None else f"{row['margin']:+.1f}"


def opponents(rows: Sequence[Row]) -> Any:
    """Return how often a player was ahead of each opponent, level and behind, from ``player_opponents``."""
    chosen = rows[:MOST]
    hover = [
        f"{label(row['opponent'], 80)}<br>{counted(row['games'], 'game')}; {_margin(row)} points on average"
        for row in chosen
    ]
    series = [
        ("ahead", [row["ahead"] / row["games"] for row in chosen], GREEN),
        ("level", [row["level"] / row["games"] for row in chosen], GRAY),
        ("behind", [row["behind"] / row["games"] for row in chosen], ORANGE),
    ]
    labels = [f"{label(row['opponent'], 24)} ({row['games']:,})" for row in chosen]
    made = bars(
        labels,
        series,
        x="of the games together in which it is known who was ahead",
        percent=True,
        hover=hover,
        mode="stack",
    )
    made.update_xaxes(range=[0, 1])
    return made


def opponents_answer(rows: Sequence[Row]) -> str:
    """Return against whom a player does best and worst, in a sentence of Markdown."""
    if not rows:
        return "Nobody else sat at the table."
    enough = min(3, max(row["games"] for row in rows))
    met = [row for row in rows if row["games"] >= enough]
    best = max(met, key=lambda row: ((row["ahead"] - row["behind"]) / row["games"], row["games"]))
    worst = min(met, key=lambda row: ((row["ahead"] - row["behind"]) / row["games"], -row["games"]))
    if best is worst:
        return f"**{named(best['opponent'])}**: ahead {best['ahead']:,}, behind {best['behind']:,}."
    return (
        f"Best against **{named(best['opponent'])}** (ahead {best['ahead']:,}, behind {best['behind']:,}), "
        f"hardest against **{named(worst['opponent'])}** (ahead {worst['ahead']:,}, behind {worst['behind']:,})."
    )


def record_answer(row: Row) -> str:
    """Return a player's record beside what chance would bring, from the first row of ``player_record``, in Markdown."""
    sentence = f"Won **{counted(row['wins'], 'time')} of {row['games']:,}**, {share(row['win_rate'])}"
    where = f"({share(row['win_low'])} to {share(row['win_high'])} with 95 % confidence"
    where += f"; an even share is {share(row['even'])})"
    if row["win_low"] > row["even"]:
        return f"{sentence} {where}: more than luck."
    if row["win_high"] < row["even"]:
        return f"{sentence} {where}: less than luck would bring."
    return f"{sentence} {where}: luck alone could explain it."


HABITS: Final = {
    "score": "score",
    "tickets_kept": "tickets kept",
    "tickets_completed": "tickets completed",
    "points_lost": "points lost with tickets",
    "routes_claimed": "routes claimed",
    "longest": "longest path",
    "blind_cards": "cards taken blind",
    "face_up_cards": "cards taken face up",
    "locomotives": "locomotives taken",
    "trains_left": "trains left",
    "turns": "turns",
}
"""What a player does in a game on average, beside the components of the score."""


def habits(rows: Sequence[Row], *, on_board: bool) -> dict[str, list[Any]]:
    """Return the columns of the table of a player's habits beside the others, from ``player_field`` of a board."""
    found = {row["measure"]: row for row in rows}
    off = () if on_board else ("routes_claimed", "longest", "trains_left")
    used = [name for name in HABITS if name in found and name not in off]
    return {
        "average per seat": [HABITS[name] for name in used],
        "this player": [points(found[name]["average"]) for name in used],
        "seats": [found[name]["seats"] for name in used],
        "others": [points(found[name]["others"]) for name in used],
        "their seats": [found[name]["other_seats"] for name in used],
    }
