"""What goes wrong inside, or at the limits, is told for its own game; the others have their verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.cli import check as checking
from ttrn.cli.boards import BoardSet
from ttrn.hidden import Judgement, judge
from ttrn.notation import GameRecord

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

SOUND = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n'


def test_a_failure_of_ours_is_told_for_its_game_only(ttrn: Ttrn, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: GameRecord, *args: object, **more: object) -> Judgement:
        if "Event" in game.tags:
            raise ZeroDivisionError("oh")
        return judge(game, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "judge", fails)
    bad = SOUND.replace("player ann", '[Event "bad"]\nplayer ann')
    done = ttrn("check", "-", stdin=SOUND + bad + SOUND)
    assert done.status == 1
    assert "stdin:5: ttrn itself failed on this game, please report it (ZeroDivisionError: oh) [INTERNAL]" in done.out
    assert "2 sound games" in done.err
    monkeypatch.setenv("TTRN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        checking.check_game(_event_game(), BoardSet(), checking.Tally(), checking.CheckLimits(1, 1), ("x", 1))


def _event_game() -> GameRecord:
    from ttrn import loads  # noqa: PLC0415  the command under test is called ttrn here

    return loads(SOUND.replace("player ann", '[Event "bad"]\nplayer ann')).games[0]


def test_a_line_that_formatting_makes_too_long_is_a_problem(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "wide.ttrn"
    text = SOUND + "2. bob draw ? ?;" + "x" * (65_536 - len("2. bob draw ? ?;")) + "\n"
    path.write_text(text)
    assert ttrn("check", path).status == 0
    done = ttrn("fmt", path)
    assert done.status == 1
    assert "this game has no canonical form" in done.out
    assert path.read_text() == text
