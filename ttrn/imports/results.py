"""Games of which only the result is known, as lines of a record: totals, winners, the parts of a score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ttrn.notation.lexicon import is_word
from ttrn.notation.records import Comment, Score, Tag

_SUM: Final = re.compile(r"[+-]?\d{1,6}(?:[+-]\d{1,6}){0,40}")
_PART: Final = re.compile(r"[+-]?\d+")
_SHEET: Final = re.compile(r"sheet ([a-z][a-z0-9_]*)( .*)")


class Points(NamedTuple):
    """Points as somebody wrote them; ``added`` is whether they were a sum, like 60+34."""

    total: int
    added: bool = False


def points_of(text: str) -> Points | None:
    """Return the points that a text states, None if it is no whole number and no sum of such.

    A spreadsheet may write a whole number as 121.0 or 121,00; a dash or minus sign of print is one.

    >>> points_of("121.0"), points_of(" 60 + 34 - 8"), points_of("\N{MINUS SIGN}3"), points_of("many")
    (Points(total=121, added=False), Points(total=86, added=True), Points(total=-3, added=False), None)
    """
    plain = re.sub(r"[.,]0+$", "", text.strip()).replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    plain = "".join(plain.split(" "))
    if not plain.isascii() or not _SUM.fullmatch(plain):
        return None
    parts = [int(part) for part in _PART.findall(plain)]
    total = sum(parts)
    return Points(total, len(parts) > 1) if is_word("COUNT", str(total)) else None


class ResultLines(NamedTuple):
    """What a record says of a result: tags for its head, and the lines that close it."""

    tags: tuple[Tag, ...]
    lines: tuple[Comment | Score, ...]


def result_lines(
    players: Sequence[str],
    scores: Mapping[str, int],
    places: Mapping[str, int],
    sheets: Mapping[str, Mapping[str, int]] | None = None,
) -> ResultLines:
    """Return what a record says of a result. Players are ids, in the order of their seats.

    ``places`` are those that are told, 1 for whoever won. Winners are written where they do not follow from the scores:
    where some are missing, or a tie was broken; other places are not. ``sheets`` are the parts of each player's score,
    by the names that score sheets have for them.
    """
    lines: list[Comment | Score] = []
    for player in players:
        parts = (sheets or {}).get(player, {})
        if parts:
            # A comment in the form of a sheet line: it is kept, but not checked against the total.
            told = " ".join([f"{name}={points}" for name, points in parts.items()])
            lines.append(Comment(f"sheet {player} {told}"))
    known = tuple([(player, scores[player]) for player in players if player in scores])
    if known:
        lines.append(Score(known))
    won = [player for player in players if places.get(player) == 1]
    tags = () if not won or set(won) == _leaders(players, scores) else (Tag("Result", " ".join(won)),)
    return ResultLines(tags, tuple(lines))


def contradicted(players: Sequence[str], scores: Mapping[str, int], places: Mapping[str, int]) -> bool:
    """Return whether somebody is said to have won, though another has more points."""
    leaders = _leaders(players, scores)
    return bool(leaders) and any(place == 1 and player not in leaders for player, place in places.items())


def _leaders(players: Sequence[str], scores: Mapping[str, int]) -> set[str]:
    """Return who has the most points, nobody where the points of some are not known."""
    if not players or any(player not in scores for player in players):
        return set()
    best = max(scores.values())
    return {player for player in players if scores[player] == best}


def renamed(comment: Comment, ids: Mapping[str, str]) -> Comment:
    """Return a comment with the new id of the player whose score sheet it is; any other comment as it is."""
    found = _SHEET.fullmatch(comment.text)
    if found is None or found[1] not in ids:
        return comment
    return Comment(f"sheet {ids[found[1]]}{found[2]}", comment.private, comment.block)
