"""Cards: where they come from, and what routes are paid with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ttrn.boards import COLORS

from .base import BLUE, GRAY, ORANGE, Row, bars, counted, points, share

_SPECIAL: Final = {"L": "locomotives only", "": "not seen"}
_COLORS: Final = {letter: name for name, letter in COLORS.items()}


def color_name(letter: str) -> str:
    """Return what a colour is called that a route was paid with.

    >>> color_name("K"), color_name("L"), color_name("")
    ('black', 'locomotives only', 'not seen')
    """
    return _SPECIAL.get(letter) or _COLORS.get(letter, letter)


def sources(rows: Sequence[Row]) -> Any:
    """Return cards taken blind and face up by those who won and those who did not, from ``card_sources`` of a board."""
    used = ordered(rows)
    labels = ["won" if row["won"] else "did not win" for row in used]
    series = [
        ("face up", [row["face_up"] for row in used], ORANGE),
        ("blind", [row["blind"] for row in used], BLUE),
    ]
    return bars(labels, series, x="train cards taken in a game", mode="stack")


def ordered(rows: Sequence[Row]) -> list[Row]:
    """Return the winners' row first, then the others'."""
    return sorted(rows, key=lambda row: not row["won"])


def sources_answer(rows: Sequence[Row]) -> str:
    """Return how many cards are taken blind, in a sentence of Markdown."""
    shares = {row["won"]: row["blind_share"] for row in rows if row["blind_share"] is not None}
    if not shares:
        return "The records do not tell where cards were taken."
    if len(shares) < 2:
        return f"**{share(next(iter(shares.values())))}** of the cards are taken blind."
    gap = shares[True] - shares[False]
    sentence = f"Winners take **{share(shares[True])}** of their cards blind, the others {share(shares[False])}"
    return f"{sentence}." if abs(gap) >= 0.01 else f"{sentence}: it is not what decides."


def locomotives_answer(rows: Sequence[Row]) -> str:
    """Return how many locomotives winners and others have, in a sentence of Markdown."""
    sums = {row["won"]: _all(row) for row in rows}
    if any(value is None for value in sums.values()) or len(sums) < 2:
        return "The records do not tell all locomotives."
    return (
        f"Winners get **{points(sums[True])}** locomotives in a game, dealt or taken, the others {points(sums[False])}."
    )


def _all(row: Row) -> float | None:
    parts = [row[f"locomotives_{where}"] for where in ("dealt", "blind", "face_up")]
    return None if None in parts else float(sum(parts))


def payments(rows: Sequence[Row]) -> Any:
    """Return with which colours routes are paid, gray routes apart, from ``card_payments`` of a board."""
    rows = seen(rows)
    labels = [color_name(row["color"]) for row in rows]
    hover = [
        f"{name}: {counted(row['claims'], 'claim')}, {counted(row['locomotives'], 'locomotive')} among the cards"
        + ("" if row["claims_seen"] == row["claims"] else f" of the {row['claims_seen']:,} that were seen in full")
        for name, row in zip(labels, rows, strict=True)
    ]
    total = sum(row["claims"] for row in rows) or 1
    series = [
        ("routes of a colour", [(row["claims"] - row["on_gray"]) / total for row in rows], BLUE),
        ("gray routes", [row["on_gray"] / total for row in rows], GRAY),
    ]
    return bars(labels, series, x="of all claims whose colour was seen", percent=True, hover=hover, mode="stack")


def seen(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of ``card_payments`` without the claims whose payment nobody saw."""
    return [row for row in rows if row["color"]]


def unseen(rows: Sequence[Row]) -> str:
    """Say how many claims do not count because nobody saw their payment; nothing if there are none."""
    number = sum(row["claims"] for row in rows if not row["color"])
    total = sum(row["claims"] for row in rows)
    return (
        f"Of {counted(number, 'claim')} of {total:,} nobody noted the payment: they do not count here."
        if number
        else ""
    )


def payments_answer(rows: Sequence[Row]) -> str:
    """Return the colour that pays most and least, in a sentence of Markdown."""
    rows = seen(rows)
    known = [row for row in rows if row["color"] != "L"]
    if len(known) < 2:
        return "The records do not tell what routes were paid with."
    total = sum(row["claims"] for row in rows)
    wild, noted = [sum(row[name] for row in rows) for name in ("locomotives", "claims_seen")]
    top, bottom = known[0], known[-1]
    return (
        f"**{color_name(top['color']).capitalize()}** most ({share(top['claims'] / total, 1)} of the claims), "
        f"{color_name(bottom['color'])} least ({share(bottom['claims'] / total, 1)})"
        + (f"; a claim takes {wild / noted:.2f} locomotives on average." if noted else ".")
    )
