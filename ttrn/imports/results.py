"""Games of which only the result is known, as lines of a record: totals, winners, the parts of a score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ttrn.notation.lexicon import is_word
from ttrn.notation.records import Rank, Score, Sheet, sort_components

_SUM: Final = re.compile(r"[+-]?\d{1,6}(?:[+-]\d{1,6}){0,40}")
_PART: Final = re.compile(r"[+-]?\d+")


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


def result_lines(
    players: Sequence[str],
    scores: Mapping[str, int],
    places: Mapping[str, int],
    sheets: Mapping[str, Mapping[str, int]] | None = None,
) -> list[Sheet | Score | Rank]:
    """Return the lines that close a record with a result. Players are ids, in the order of their seats.

    ``places`` are those that are told, 1 for whoever won. They are written where they do not follow from the scores:
    where some are missing, or a tie was broken. ``sheets`` are the parts of each player's score, by the names that
    score sheets have for them. Nothing is compared here: what contradicts itself is written as it was told.
    """
    parts = sheets or {}
    lines: list[Sheet | Score | Rank] = [
        Sheet(player, sort_components(parts[player].items())) for player in players if parts.get(player)
    ]
    known = tuple([(player, scores[player]) for player in players if player in scores])
    if known:
        lines.append(Score(known))
    if not _follow(places, players, scores):
        lines.append(Rank(tuple([(player, places[player]) for player in players if player in places])))
    return lines


def contradicted(players: Sequence[str], scores: Mapping[str, int], places: Mapping[str, int]) -> bool:
    """Return whether somebody is said to have won, though another has more points."""
    complete = all(player in scores for player in players)
    return complete and any(place == 1 and _ahead(player, scores) for player, place in places.items())


def _follow(places: Mapping[str, int], players: Sequence[str], scores: Mapping[str, int]) -> bool:
    """Return whether these places are just what the scores say: nobody's are missing, and who is level has the same."""
    if any(player not in scores for player in players):
        return not places
    level = [(one, two) for one in places for two in players if scores[one] == scores[two]]
    return all(places.get(one) == places.get(two) for one, two in level) and all(
        place == 1 + _ahead(player, scores) for player, place in places.items()
    )


def _ahead(player: str, scores: Mapping[str, int]) -> int:
    return sum([points > scores[player] for points in scores.values()])
