"""What fails inside is reported with its game; a board of unknown rules is an error, and no verdict on a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ttrn import BoardError, board, loads, store
from ttrn.cli import check as checking
from ttrn.cli.boards import BoardSet
from ttrn.hidden.guard import guarded
from ttrn.store.worker import Worker

TEXT = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n'
GAME = loads(TEXT).games[0]
USA = board("usa")
UNKNOWN = replace(USA, rules="nobody's")


def test_a_failure_of_ours_is_a_problem_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTRN_DEBUG", raising=False)
    with guarded(GAME, USA, file="x.ttrn", number=3) as failures:
        raise KeyError("oh")
    (problem,) = failures
    assert (problem.rule, problem.file, problem.line, problem.game) == ("INTERNAL", "x.ttrn", 1, 3)
    assert problem.message == "ttrn itself failed on this game, please report it (KeyError: 'oh')"
    monkeypatch.setenv("TTRN_DEBUG", "1")
    with pytest.raises(KeyError), guarded(GAME, USA):
        raise KeyError("oh")


def test_rules_that_nobody_knows_are_an_error() -> None:
    with pytest.raises(BoardError, match='there is no game "nobody\'s"'), guarded(GAME, UNKNOWN):
        pass
    with pytest.raises(BoardError):
        checking.check_game(GAME, BoardSet(UNKNOWN), checking.Tally(), checking.CheckLimits(1, 1), ("x", 1))


def test_a_load_onto_a_board_that_nobody_can_play_is_an_error() -> None:
    worker = Worker()
    worker._own = UNKNOWN
    with pytest.raises(BoardError):
        worker.load(list(store.items_of(TEXT)))


def test_an_unknown_board_under_guard_is_an_error() -> None:
    with pytest.raises(BoardError), guarded(GAME, USA):
        board("atlantis")
