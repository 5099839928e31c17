"""Final scores where tickets were not seen: what follows for them is neither guessed nor left open."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from ttrn.hidden import PUBLIC, judge, redact
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.notation import GameRecord
from ttrn.notation.records import Keep, Reveal, Score
from ttrn.play import play_game

TABLES = [(name, players) for name in ("usa", "europe", "marklin") for players in (2, 3, 4, 5)]
TABLES += [("cardgame", 2), ("cardgame", 3), ("cardgame", 4)]


@cache
def played(name: str, players: int) -> GameRecord:
    return play_game(name, ["planner"] * players, 7)


def without(game: GameRecord, *kinds: type) -> GameRecord:
    return GameRecord(tuple([entry for entry in game.entries if not isinstance(entry, kinds)]), game.first_turn)


def stating_more(game: GameRecord, points: int) -> GameRecord:
    """Return a record in which the last player is said to have more points."""
    entries = list(game.entries)
    at = next(i for i, entry in enumerate(entries) if isinstance(entry, Score))
    line = entries[at]
    assert isinstance(line, Score)
    player, stated = line.scores[-1]
    entries[at] = replace(line, scores=(*line.scores[:-1], (player, stated + points)))
    return GameRecord(tuple(entries), game.first_turn)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("observer", ["ann", PUBLIC])
def test_scores_without_the_tickets_that_make_them(name: str, players: int, observer: str) -> None:
    view = without(redact(played(name, players), observer), Reveal)
    judged = judge(view)
    assert judged.status == CONSISTENT, judged.reason or judged.problems
    assert judged.witness is not None
    assert judge(judged.witness.game).status == EXACT
    for points in (700, -700):
        wrong = judge(stating_more(view, points))
        assert wrong.status == IMPOSSIBLE
        assert (" at most (" if points > 0 else " at least (") in wrong.problems[0].message


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[1] in (2, 4)])
def test_scores_without_what_was_kept_at_the_start(name: str, players: int) -> None:
    view = without(redact(played(name, players), PUBLIC), Keep)
    for record in (view, without(view, Reveal)):
        judged = judge(record)
        assert judged.status == CONSISTENT, judged.reason or judged.problems
