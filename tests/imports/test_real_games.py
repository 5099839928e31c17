"""Real games between people, as two of them were copied from the review page and one from the running game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ttrn
from ttrn.core.state import OVER
from ttrn.imports import Imported, import_games
from ttrn.notation.game import GameRecord
from ttrn.notation.records import AssertCount, Keep, Pair, Reveal, Score, Tag, Turn
from ttrn.resources import resource

LOGS = Path(__file__).parent / "logs"
SCORES = {1: [81, 65, 80, 127], 2: [126, 100, 77, 141]}
PATHS = {1: [25, 22, 27, 31], 2: [43, 35, 15, 41]}
COMPLETED = {1: [3, 3, 3, 2], 2: [3, 2, 4, 4]}


def imported(name: str, *, tickets: bool = False, anonymous: bool = False) -> Imported:
    noted = (f"{name}_tickets.json", (LOGS / f"{name}_tickets.json").read_bytes()) if tickets else None
    path = next(path for path in LOGS.glob(f"{name}.*") if path.suffix in (".txt", ".json"))
    return import_games("bga", path.name, path.read_bytes(), tickets=noted, anonymous=anonymous)


def game_of(found: Imported) -> GameRecord:
    assert not found.problems
    (game,) = found.games
    return game


@pytest.mark.parametrize("tickets", [False, True], ids=["log-alone", "with-tickets"])
@pytest.mark.parametrize("number", [1, 2])
def test_the_result_is_that_of_the_site(number: int, tickets: bool) -> None:
    found = imported(f"usa_4p_{number}", tickets=tickets)
    assert found.notes == ()
    game = game_of(found)
    timeline = ttrn.replay(game)
    assert timeline.problems == ()
    assert timeline.final.phase == OVER
    assert [seat.total for seat in timeline.outcome.seats] == SCORES[number]
    assert [seat.path.length for seat in timeline.outcome.seats] == PATHS[number]
    assert [seat.completed for seat in timeline.outcome.seats] == COMPLETED[number]
    # The log states them too, and that is what was compared.
    (score,) = [entry for entry in game.entries if isinstance(entry, Score)]
    assert [points for _, points in score.scores] == SCORES[number]
    assert [entry.value for entry in game.entries if isinstance(entry, AssertCount)] == PATHS[number]
    assert sum(isinstance(entry, Reveal) for entry in game.entries) == 4


@pytest.mark.parametrize("number", [1, 2])
def test_the_samples_are_what_the_importer_makes_of_the_logs(number: int) -> None:
    game = game_of(imported(f"usa_4p_{number}", tickets=True, anonymous=True))
    text = (resource("sample_games") / "real" / f"usa_4p_{number}.ttrn").read_text(encoding="utf-8")
    (sample,) = ttrn.loads(text).games
    date = Tag("Date", sample.tags["Date"])  # the samples keep their dates
    assert replace(
        game, entries=tuple(date if entry == Tag("Date", "????-??-??") else entry for entry in game.entries)
    ) == (sample)


@pytest.mark.parametrize("number", [1, 2])
def test_tickets_dated_from_the_log_alone_are_those_that_were_noted(number: int) -> None:
    alone, noted = (game_of(imported(f"usa_4p_{number}", tickets=tickets)) for tickets in (False, True))
    dated = 0
    for entry, known in zip(alone.entries, noted.entries, strict=True):
        if isinstance(entry, Keep):
            assert isinstance(known, Keep)
            pairs = {ticket for ticket in entry.kept if isinstance(ticket, Pair)}
            assert pairs <= set(known.kept)
            dated += len(pairs)
        elif isinstance(entry, Turn) and entry.action != getattr(known, "action", None):
            pairs = {ticket for ticket in getattr(entry.action, "kept", ()) if isinstance(ticket, Pair)}
            assert isinstance(known, Turn)
            assert pairs <= set(getattr(known.action, "kept", ()))
            dated += len(pairs)
    assert dated >= 4


def test_moves_and_times_are_in_the_comments() -> None:
    game = game_of(imported("usa_4p_1"))
    assert game.tags["Date"] == "2026-04-23"
    assert game.tags["Time"] == "21:26:38"
    first, second = game.turns[0].comment, game.turns[1].comment
    assert first
    assert second
    assert (first.text, second.text) == ("move 7, 0:00:40", "move 8-9, 0:00:41")
    reshuffled = game.turns[55]
    assert reshuffled.comment
    assert reshuffled.comment.text == "move 102-103, 0:05:34, the deck is reshuffled"
    assert "O>?/?????/?????" in ttrn.dumps(game)


def test_names_become_ids_and_are_kept() -> None:
    players = game_of(imported("usa_4p_1")).players
    assert [(player.id, player.name) for player in players] == [
        ("player_one", "Player One"),
        ("player_2", "player_2"),
        ("player_three", "Player-Three"),
        ("player4", "player4"),
    ]


def test_a_game_that_is_not_over_is_sound_as_far_as_it_goes() -> None:
    found = imported("usa_2p_unfinished")
    assert found.notes == ("the log does not tell the end of the game",)
    game = game_of(found)
    timeline = ttrn.replay(game)
    assert timeline.problems == ()
    assert timeline.final.phase != OVER
    assert len(game.turns) == 62
    assert game.tags["View"] == "player_2"  # whose private channel is in it
    assert not any(isinstance(entry, Score) for entry in game.entries)


def test_no_name_is_left_in_an_anonymous_record() -> None:
    for name in ("usa_4p_1", "usa_2p_unfinished"):
        game = game_of(imported(name, anonymous=True))
        text = ttrn.dumps(game)
        assert ttrn.check(game) == ()
        for word in ("player_2", "player4", "Player-Three", "2026", "2024", "1000", "21:26"):
            assert word not in text
        assert game.tags["Date"] == "????-??-??"
        assert [player.id for player in game.players] == ["p1", "p2", "p3", "p4"][: len(game.players)]
        assert game.tags["View"] in ("full", "p1")
