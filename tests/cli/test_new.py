"""``ttrn new``: every beginning is sound, canonical, and written over nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.cli.conftest import Ttrn
from ttrn.boards import board_names
from ttrn.notation import dumps, loads
from ttrn.notation.levels import LEVELS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", board_names())
def test_a_beginning_is_sound_and_canonical_at_every_level(ttrn: Ttrn, tmp_path: Path, board: str, level: str) -> None:
    file = tmp_path / "new.ttrn"
    assert ttrn("new", board, "ann=Ann Smith:red", "bob", "--level", level, "-o", file, "--event", "Friday").status == 0
    text = file.read_text()
    assert ttrn("check", file).status == 0
    assert ttrn("fmt", "--check", file).status == 0
    (game,) = loads(text).games
    assert game.tags["Event"] == "Friday"
    assert game.tags["Date"] == date.today().isoformat()  # noqa: DTZ011  as the command has it
    assert game.tags.get("Level", "") == (level if level not in ("view", "full") else "")
    assert [(player.id, player.name, player.color) for player in game.players] == [
        ("ann", "Ann Smith", "red"),
        ("bob", "", ""),
    ]


def test_it_has_lines_to_fill_in(ttrn: Ttrn) -> None:
    done = ttrn("new", "usa", "ann", "bob:blue", "-o", "-", "--view", "ann", "--date", "2026-11-??", "--rules", "skips")
    assert done.out == (
        '[Game "usa"]\n[Date "2026-11-??"]\n[View "ann"]\n[Rules "skips"]\n\nplayer ann\nplayer bob blue\n\n'
        "ann deal ????\nbob deal ????\nmarket ?????\n; ann keep ? ? | ?\n; bob keep ? ? | ?\n"
    )
    assert dumps(loads(done.out).games) == done.out


def test_no_file_is_overwritten(ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.ttrn"
    file.write_text("years of work")
    done = ttrn("new", "usa", "ann", "bob", "-o", file)
    assert (done.status, file.read_text()) == (2, "years of work")
    assert f"ttrn record {file}" in done.err
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        assert ttrn("new", "usa", "ann", "bob", "--date", "2026-11-18").status == 0
        monkeypatch.chdir(tmp_path)
    names = sorted(path.name for path in tmp_path.glob("usa*"))
    assert names == ["usa-2026-11-18-2.ttrn", "usa-2026-11-18-3.ttrn", "usa-2026-11-18.ttrn"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["usa", "ann"], "2 to 5 players"),
        (["usb", "ann", "bob"], 'did you mean "usa"'),
        (["usa", "ann", "bob", "--view", "bo"], 'did you mean "bob"'),
        (["usa", "ann", "ann"], "the same id"),
        (["usa", "Ann=Ann", "bob"], "cannot be a player's id"),
        (["usa", "ann:pink", "bob"], "no pink trains"),
        (["usa", "ann:red", "bob:red"], "both play red"),
        (["usa", "ann", "bob", "--date", "18.11.2026"], "2026-11-18"),
        (["usa", "ann", "bob", "--level", "full", "--view", "ann"], "leave one of them out"),
        (["usa", "ann", "bob", "--level", "all"], "--level is result"),
    ],
)
def test_what_cannot_be_is_refused(ttrn: Ttrn, words: list[str], told: str) -> None:
    done = ttrn("new", *words, "-o", "-")
    assert (done.status, done.out) == (2, "")
    assert told in done.err


def test_a_name_alone_gets_an_id(ttrn: Ttrn) -> None:
    done = ttrn("new", "usa", "Ann Smith", "Bob", "bob", "-o", "-")
    assert '\nplayer ann_smith "Ann Smith"\nplayer bob_2 "Bob"\nplayer bob\n' in done.out
