"""The search beside trying everything, and what holds of every diagnosis."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from benchmarks.slips import OTHERS, QUIET, WAYS, spoiled
from ttrn.boards import Board, board, board_names
from ttrn.core.state import NOBODY
from ttrn.diagnosis import Edit, Examination
from ttrn.diagnosis.other_lines import Site, other_lines
from ttrn.diagnosis.rewrite import rewritten
from ttrn.diagnosis.slips import edited
from ttrn.hidden import redact
from ttrn.notation import GameRecord, format_game, loads
from ttrn.notation.game import trusted_game
from ttrn.notation.records import Deck, Score, Turn
from ttrn.play import play_game, play_random
from ttrn.replays import rule_problems
from ttrn.replays.run import Run

pytestmark = pytest.mark.slow

BOTS = ("greedy", "planner", "greedy", "hoarder", "greedy")


def games(name: str, count: int) -> Iterator[tuple[GameRecord, random.Random]]:
    on = board(name)
    for number in range(count):
        players = min(2 + number % 4, on.tables.max_players)
        yield play_game(on, BOTS[:players], f"diagnosis/{number}"), random.Random(f"{name} {number}")


@pytest.mark.parametrize("name", board_names())
def test_every_cure_leaves_what_it_says(name: str) -> None:
    """A diagnosis tells how many problems remain, and that its text is the record that has them."""
    on = board(name)
    cured = tried = 0
    for game, rng in games(name, 4):
        for how in (*WAYS, *QUIET, *OTHERS):
            slip = spoiled(game, on, how, rng, tries=10)
            if slip is None:
                continue
            # As a file has it: with a text and with places.
            ((written,), wrong) = loads(format_game(slip.game))
            assert not wrong
            found = Examination(written, on)
            assert [problem.message for problem in rule_problems(found.game, on)] == [p.message for p in found.problems]
            if found.diagnoses:
                assert found.diagnoses[-1].remaining == len(found.problems)
                text = rewritten(written.text, written, found.game)
                assert text is not None
                assert loads(text).games[0].entries == found.game.entries
            tried += 1
            cured += len(found.diagnoses) == 1 and not found.problems
    # The benchmark counts them; here it is enough that the search is not broken.
    assert cured > 0.8 * tried


@pytest.mark.parametrize("name", board_names())
def test_views_are_diagnosed_too(name: str) -> None:
    on = board(name)
    cured = tried = 0
    for game, rng in games(name, 4):
        view = redact(game, "ann", board=on)
        for how in WAYS:
            slip = spoiled(view, on, how, rng, tries=10)
            if slip is not None:
                found = Examination(slip.game, on)
                tried += 1
                cured += len(found.diagnoses) + len(found.problems) == 1
    assert cured > 0.8 * tried


def everything(game: GameRecord, on: Board) -> list[Edit]:
    """Try every edit of every line, one by one, by replaying the whole record."""
    found: list[Edit] = []
    for at, entry in enumerate(game.entries):
        run = Run(game, on)
        for before in game.entries[:at]:
            run.feed(before, 0)
        if isinstance(entry, Turn):
            run.await_turn()
        seat = run.seats.get(getattr(entry, "player", ""), NOBODY)
        for kind, other, distance in other_lines(Site(entry, run.state, seat)):
            edit = Edit(at, (entry,), (other,), kind, distance)
            if not rule_problems(edited(game, edit), on):
                found.append(edit)
    return found


@pytest.mark.parametrize("name", ["usa", "europe", "cardgame"])
def test_what_trying_everything_finds_the_search_finds(name: str) -> None:
    """On short records: where some single edit makes all sound, a diagnosis does too, and by one of these."""
    on = board(name)
    compared = 0
    for seed in range(4):
        whole = play_random(on, 2, seed)
        turns = [i for i, entry in enumerate(whole.entries) if isinstance(entry, Turn)]
        lines = [entry for entry in whole.entries[: turns[9]] if not isinstance(entry, Deck | Score)]
        game = trusted_game(tuple(lines), 1, (), "")
        for how in ("card taken", "replacement", "one card more", "colour paid", "route", "deal", "market"):
            slip = spoiled(game, on, how, random.Random(f"{seed} {how}"), tries=5)
            if slip is None:
                continue
            all_edits = everything(slip.game, on)
            found = Examination(slip.game, on)
            if not all_edits:
                continue
            assert not found.problems
            assert len(found.diagnoses) == 1
            assert found.diagnoses[0].edit.applied(slip.game.entries) in [
                edit.applied(slip.game.entries) for edit in all_edits
            ]
            compared += 1
    assert compared > 6
