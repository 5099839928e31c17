"""Routes: a number for every track of the board, for the heat map, and what the map shows in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..shared.escape import plain
from .base import Row, counted, points, share
from .board_names import BoardNames
from .chance import surprising

_ENOUGH: Final = 20
"""Claims before a share of wins says something; where no route has so many, the most claimed ones do."""


class Measure(NamedTuple):
    """A number of a route: what it is called, also on a map, which question it answers, and how it is written."""

    name: str
    legend: str
    question: str
    words: Callable[[float], str]
    value: Callable[[Row], float | None]


def _rate(row: Row) -> float | None:
    return None if row["claim_rate"] is None else float(row["claim_rate"])


def _edge(row: Row) -> float | None:
    """Return how much more often than an even share the owner wins.

    Returns None where that rests on a few games only.
    """
    if row["win_share"] is None or not row["enough"]:
        return None
    return float(row["win_share"] - row["even"])


def _round(row: Row) -> float | None:
    return None if row["average_round"] is None else float(row["average_round"])


def _contested(row: Row) -> float | None:
    return None if row["contested_rate"] is None else float(row["contested_rate"])


def _more(value: float) -> str:
    above = round(round(100 * value, 9))  # see share
    return f"{above:+} percentage points" if above else "even"


MEASURES: Final[dict[str, Measure]] = {
    "claimed": Measure("Claim rate", "Games with a claim", "Which routes does everybody want?", share, _rate),
    "wins": Measure("Wins of the owner", "Wins above an even share", "Which routes decide games?", _more, _edge),
    "round": Measure("Average round", "Claimed in round", "Which routes go first?", "round {:.1f}".format, _round),
    "contested": Measure(
        "Contested doubles",
        "The other track is claimed too",
        "Where do two players take the same way?",
        share,
        _contested,
    ),
}


def named(names: BoardNames, routes: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows of ``route_claims`` with the ``name`` of each, and whether claims are ``enough`` to compare."""
    enough = min(_ENOUGH, max([row["claims"] for row in routes], default=0))
    return [{**row, "name": names.pair(row["route"]), "enough": row["claims"] >= max(enough, 1)} for row in routes]


def numbers(names: BoardNames, rows: Sequence[Row], measure: Measure) -> dict[int, float]:
    """Return the number of each track, by ``Route.index``; tracks of which there is none are left out."""
    found = {row["route"]: measure.value(row) for row in rows}
    routes = names.board.routes if names.board else ()
    texts = {route.index: names.board.route_text(route) for route in routes} if names.board else {}
    return {index: value for index, text in texts.items() if (value := found.get(text)) is not None}


def about(names: BoardNames, rows: Sequence[Row]) -> dict[int, str]:
    """Return all that is known of each track, in words, by ``Route.index``."""
    if names.board is None:
        return {}
    indices = {names.board.route_text(route): route.index for route in names.board.routes}
    return {indices[row["route"]]: _facts(row) for row in rows if row["route"] in indices}


def _facts(row: Row) -> str:
    if not row["claims"]:
        return f"never claimed in {counted(row['games'], 'game')}" if row["games"] else "no record tells of this track"
    parts = [
        f"claimed in {share(row['claim_rate'])} of {counted(row['games'], 'game')}",
        *([] if row["average_round"] is None else [f"in round {row['average_round']:.1f} on average"]),
        f"its owner won {share(row['win_share'])}, where an even share is {share(row['even'])}",
    ]
    if row["contested_rate"] is not None:
        parts.append(f"both tracks taken in {share(row['contested_rate'])} of the games with one")
    return "; ".join(parts)


def span(values: Mapping[int, float]) -> tuple[float, float] | None:
    """Return the ends of the scale: without the outermost twentieth at each side, which would flatten all others."""
    if not values:
        return None
    ordered = sorted(values.values())
    cut = len(ordered) // 20
    low, high = ordered[cut], ordered[-1 - cut]
    return (low, high) if high > low else None


def answer(rows: Sequence[Row], name: str) -> str:
    """Return what the map of a measure shows, in a sentence of Markdown."""
    measure = MEASURES[name]
    known = [(value, row) for row in rows if (value := measure.value(row)) is not None and row["claims"]]
    if not known:
        return _NOTHING[name]
    known.sort(key=lambda one: (one[0], -one[1]["claims"], one[1]["route"]), reverse=True)
    (most, top), (least, bottom) = known[0], known[-1]
    best, worst = f"**{plain(top['name'])}**", f"**{plain(bottom['name'])}**"
    if name == "claimed":
        return f"{best} most: it is claimed in {share(most)} of the games; {worst} least, in {share(least)}."
    if name == "round":
        return f"{worst} goes first, in round {points(least)} on average; {best} last, in round {points(most)}."
    if name == "contested":
        return f"{best}: where one track is claimed, the other one is too in {share(most)} of the games."
    return _decisive(known)


_NOTHING: Final = {
    "claimed": "No route was claimed.",
    "round": "No route was claimed.",
    "contested": "Nobody claimed a track of a double route.",
    "wins": "No route was claimed often enough to tell.",
}


def _decisive(known: Sequence[tuple[float, Row]]) -> str:
    """Say which route beats an even share by more than chance explains."""
    sure = surprising([row for _, row in known], "win_share", "claims")
    better = [row for row in sure if row["win_share"] > row["even"]]
    if not better:
        return "None, as far as these games can tell: no owner wins more often than chance explains."
    row = better[0]
    return (
        f"**{plain(row['name'])}** most: who claims it wins {share(row['win_share'])} of the games "
        f"({share(row['win_low'])} to {share(row['win_high'])}), where an even share is {share(row['even'])}."
    )


def opening_answer(names: BoardNames, rows: Sequence[Row]) -> str:
    """Return which route is claimed first (or next) most often, and whether that pays, in a sentence of Markdown."""
    if not rows:
        return "Nobody claimed a route."
    top = rows[0]
    claim = f"the {_nth(top['nth'])} claim of {share(top['share'], 1)} of the players"
    sentence = f"**{plain(names.pair(top['route']))}** most often: {claim}"
    if top["win_low"] > top["even"]:
        return f"{sentence}, and they win {share(top['win_share'])}, more than their share of {share(top['even'])}."
    if top["win_high"] < top["even"]:
        return (
            f"{sentence}, but they win only {share(top['win_share'])}, less than their share of {share(top['even'])}."
        )
    return f"{sentence}; that they win {share(top['win_share'])} is within chance of an even share."


def _nth(number: int) -> str:
    """Return a number in a row.

    >>> [_nth(number) for number in (1, 2, 3, 4, 11, 22)]
    ['first', '2nd', '3rd', '4th', '11th', '22nd']
    """
    if number == 1:
        return "first"
    last = 0 if 10 < number % 100 < 20 else number % 10
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"
