"""``ttrn record`` with lines from a pipe: what becomes of each, and what is in the file then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ttrn
from ttrn.boards import board_names
from ttrn.cli import record_store
from ttrn.cli.record_store import RecordStore
from ttrn.hidden import redact
from ttrn.notation import dumps, loads
from ttrn.play import play_game

START = """[Game "usa"]
[View "ann"]

player ann "Ann" red
player bob

ann deal RRBL
bob deal ????
market RGLKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep ? ? | ?
"""

PLAYED = f"""{START}
1. ann draw R>G ?K
2. bob claim SEA-POR ?
3. ann draw L>R
"""


@pytest.fixture(autouse=True)
def _without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.ttrn"
    path.write_text(PLAYED)
    return path


def head_and_lines(text: str) -> tuple[str, list[str]]:
    """Part a record after its players."""
    lines = text.split("\n")
    head = max(i for i, line in enumerate(lines) if line.startswith("player ")) + 1
    return "\n".join(lines[:head]) + "\n", [line for line in lines[head:] if line]


@pytest.mark.parametrize("view", ["full", "bob"])
@pytest.mark.parametrize("board", board_names())
def test_a_whole_game_line_by_line_is_its_record(ttrn: Ttrn, tmp_path: Path, board: str, view: str) -> None:
    full = play_game(board, ["planner"] * 3, seed=3)
    text = dumps(full if view == "full" else redact(full, view))
    head, lines = head_and_lines(text)
    # Numbers, players and capital letters need not be typed.
    if view == "bob":
        lines = [line.split(" ", 2)[2] if line[0].isdigit() else line for line in lines]
    file = tmp_path / "game.ttrn"
    file.write_text(head)
    done = ttrn("record", file, stdin="\n".join(lines))
    assert done.status == 0, done.out
    assert file.read_text() == text
    assert done.out.count("recorded: ") == len(lines)
    assert done.out.count(ttrn("score", file).out) == 1


def test_lines_from_a_new_file_on(ttrn: Ttrn, tmp_path: Path) -> None:
    """Cards, tickets and market take the place of what was to be filled in."""
    file = tmp_path / "game.ttrn"
    ttrn("new", "usa", "ann=Ann:red", "bob", "-o", file, "--view", "ann", "--date", "????-??-??")
    typed = (
        "deal rrbl\nmarket rglkw\nkeep lax-nyc DUL-HOU | sea-nyc\nkeep ? ? | ?\ndraw r>g ?k\nclaim sea-por\ndraw l>r"
    )
    done = ttrn("record", file, stdin=typed)
    assert done.status == 0, done.out
    assert "recorded: ann deal RRBL\n  in place of: ann deal ????\n" in done.out
    assert file.read_text() == PLAYED.replace('[View "ann"]', '[Date "????-??-??"]\n[View "ann"]')


def test_a_wrong_line_is_explained_and_not_written(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin="claim DUL-OMA RRR\ndraw ? ?")
    assert done.status == 1
    assert done.out.startswith("refused: 4. bob claim DUL-OMA RRR\n")
    assert "turn 4: bob pays 3 red for Duluth\u2013Omaha, which has 2 gray spaces: 3 cards for 2 spaces" in done.out
    assert "[CLAIM-2]\n    4. bob claim DUL-OMA RRR\n                         ^^^\n  hint: with " in done.out
    assert '"4. bob claim DUL-OMA RR" the rest of the game is sound' in done.out
    assert file.read_text() == PLAYED + "4. bob draw ? ?\n"


@pytest.mark.parametrize("typed", ["claim SEA-POR K !!", "claim sea-por k\n!!", "claim SEA-POR K !! ; they did"])
def test_a_wrong_line_is_written_if_that_is_wanted(ttrn: Ttrn, tmp_path: Path, typed: str) -> None:
    file = tmp_path / "game.ttrn"
    file.write_text(PLAYED.replace("2. bob claim SEA-POR ?", "2. bob draw ? ?") + "4. bob claim SEA-POR ?\n")
    done = ttrn("record", file, stdin=f"{typed}\ndraw ? ?\n!!")
    assert "all the same: turn 5, ann: Portland\u2013Seattle is closed" in done.out
    assert "\n5. ann claim SEA-POR K" in file.read_text()
    assert file.read_text().endswith("6. bob draw ? ?\n")  # one mistake is told once
    assert done.out.endswith("refused: !! records the line that was refused last; there is none\n")


def test_what_cannot_be_read_is_explained(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin='draw foo\n!!\nfly SEA-POR\n( 3. ann pass )\n9. bob pass\n[Game "europe"]')
    assert done.status == 1
    assert 'found "FOO" [TEXT-LINE]' in done.out
    assert "there is none" in done.out  # a line that cannot be read is not recorded anyway
    assert "fly" in done.out
    assert "in an editor afterwards" in done.out
    assert "this is turn 4, not turn 9 [TEXT-NUMBER]" in done.out
    assert "the board of a record that has begun stays" in done.out
    assert file.read_text() == PLAYED


def test_no_bytes_are_too_odd(file: Path) -> None:
    odd = b"\xef\xbb\xbf; first\r\n\xff\xfe draw\r1. ann pass\r\n\x00\n" + '; Zoë\u2028[Game "usa"]\n'.encode()
    line = [sys.executable, "-m", "ttrn", "record", str(file)]
    done = subprocess.run(line, input=odd, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b"refused: ") == 2
    assert file.read_text() == f'{PLAYED}; first\n; Zoë [Game "usa"]\n'


def test_undo_and_redo_as_far_as_there_is_something(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin="draw ? ?\nundo\nredo\nundo\nundo\nundo")
    assert done.status == 0
    # What was there before can be taken back too: whoever opens the file again may have been stopped.
    assert file.read_text() == PLAYED.replace("2. bob claim SEA-POR ?\n3. ann draw L>R\n", "")
    said = [line.split(":")[0] for line in done.out.splitlines()]
    assert said == ["recorded", "taken back", "written again", "taken back", "taken back", "taken back"]
    assert ttrn("record", file, stdin="redo").status == 1


def test_earlier_turns_are_changed_inserted_and_deleted(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin="edit 2 claim SEA-POR#2\nedit line 7 ann deal RRBB\nedit 1 draw R>G")
    assert "changed: 2. bob claim SEA-POR#2 ?\n  in place of: 2. bob claim SEA-POR ?\n" in done.out
    assert "ann deal RRBB" in file.read_text()
    assert "refused: 1. ann draw R>G\n" in done.out  # one card only
    file.write_text(PLAYED)
    done = ttrn("record", file, stdin="delete 2\ninsert 2 draw ? ?\ndelete 9\nedit\ndelete line 1")
    assert "refused: 2. bob claim SEA-POR ?\n  turn 2, ann: it is the turn of bob, not of ann [TURN-1]" in done.out
    assert "there is no turn 9" in done.out
    assert "edit which turn?" in done.out
    assert "the Game tag stays" in done.out
    file.write_text(PLAYED)
    done = ttrn("record", file, stdin="delete 2 !!\ninsert 2 draw ? ?")
    assert file.read_text() == PLAYED.replace("2. bob claim SEA-POR ?", "2. bob draw ? ?")


def test_the_level_is_lowered_on_the_way(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin="ann claim KAN-STL\nlevel claims\nann claim KAN-STL\nAnn claim nyc-bos\nlevel")
    assert done.out.startswith("refused: 4. ann claim KAN-STL ?\n")  # it is the turn of bob
    assert file.read_text().endswith("3. ann draw L>R\n4. ann claim KAN-STL ?\n5. ann claim NYC-BOS ?\n")
    assert '[Level "claims"]' in file.read_text()
    assert ttrn("check", file).status == 0


def test_claims_alone(ttrn: Ttrn, tmp_path: Path) -> None:
    file = tmp_path / "claims.ttrn"
    ttrn("new", "usa", "ann", "bob", "-o", file, "--level", "claims")
    done = ttrn("record", file, stdin="claim SEA-POR\nbob claim nyc-bos\nbob claim nyc-bos\nrank bob=1")
    assert done.status == 1
    assert "refused: 3. bob claim NYC-BOS ?\n  turn 3: bob owns" in done.out
    assert file.read_text().endswith("1. ann claim SEA-POR ?\n2. bob claim NYC-BOS ?\n\nrank bob=1\n")


@pytest.mark.parametrize(
    ("level", "typed", "end"),
    [
        ("result", "score ann=100 bob=90", "\n\nscore ann=100 bob=90\n"),
        ("sheet", "sheet bob routes=40\nsheet ann routes=60 bonus=10", "\n; score ann= bob=\n"),
        ("board", "routes ann SEA-POR\nroutes ann sea-por POR-SFO\nreveal ann SEA-LAX\nfinished", "\nfinished\n"),
    ],
)
def test_records_without_turns(ttrn: Ttrn, tmp_path: Path, level: str, typed: str, end: str) -> None:
    file = tmp_path / "end.ttrn"
    ttrn("new", "usa", "ann", "bob", "-o", file, "--level", level)
    done = ttrn("record", file, stdin=typed)
    assert done.status == 0, done.out
    text = file.read_text()
    assert text.endswith(end)
    assert text == dumps(loads(text).games)
    # What was to be filled in is gone, and nothing stands twice.
    for line in typed.splitlines()[-1:]:
        assert text.count(line.split("=")[0]) == 1
    assert ttrn("check", file).status == 0


def test_the_end_asks_for_tickets_and_shows_the_scores(ttrn: Ttrn, tmp_path: Path) -> None:
    full = play_game("usa", ["planner"] * 2, seed=5)
    seen = redact(full, full.players[0].id)
    text = dumps(seen)
    head, lines = head_and_lines(text)
    turns = [line for line in lines if not line.startswith(("reveal", "score"))]
    reveals = [line for line in lines if line.startswith("reveal")]
    file = tmp_path / "game.ttrn"
    file.write_text(head)
    done = ttrn("record", file, stdin="\n".join([*turns, *reveals, "score"]))
    assert done.status == 0, done.out
    assert "The game is over." in done.out
    assert "Tickets to show: " in done.out
    assert "longest path" in done.out.partition("Tickets to show")[2]
    assert file.read_text() == text


def test_other_games_of_the_file_stay(ttrn: Ttrn, tmp_path: Path) -> None:
    file = tmp_path / "two.ttrn"
    other = '[Game   "usa"]\nplayer ann\nplayer bob\n\n\n1. ann   draw ? ?\n'
    file.write_text(f"{other}\n{PLAYED}")
    assert ttrn("record", file, stdin="draw ? ?").status == 0
    assert file.read_text() == f"{other}\n{PLAYED}4. bob draw ? ?\n"
    assert ttrn("record", file, "--game", "1", stdin="draw ? ?").status == 0
    assert file.read_text().endswith(f"\n{PLAYED}4. bob draw ? ?\n")
    assert "2. bob draw ? ?" in file.read_text().partition(PLAYED)[0]
    assert ttrn("record", file, "--game", "3").status == 2


def test_the_work_of_another_program_is_not_written_over(
    ttrn: Ttrn, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = RecordStore.load
    monkeypatch.setattr(RecordStore, "load", lambda store: (load(store), file.write_text(START))[0])
    done = ttrn("record", file, stdin="draw ? ?\nundo")
    assert done.status == 1
    assert "changed by another program" in done.err
    assert file.read_text() == START


def test_a_full_disk_is_told_and_the_line_does_not_count(
    ttrn: Ttrn, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: RecordStore, _text: str) -> None:
        raise OSError(28, "No space left on device", str(file))

    monkeypatch.setattr(record_store.RecordStore, "save", full)
    done = ttrn("record", file, stdin="draw ? ?\nlist")
    assert done.status == 1
    assert "the disk is full" in done.err
    assert "4. bob" not in done.out


def test_files_that_cannot_be_gone_on_with(ttrn: Ttrn, tmp_path: Path) -> None:
    assert "ttrn new BOARD ann bob" in ttrn("record", tmp_path / "none.ttrn").err
    for text, told in (
        ('[Game "usa"]\nplayer ann\n1. ann fly', "must be readable first"),
        ('[Game "usb"]\nplayer ann', "usb"),
        ('[Game "usa"]', "has no players"),
        ("", "0 games"),
    ):
        file = tmp_path / "odd.ttrn"
        file.write_text(text)
        done = ttrn("record", file, stdin="draw ? ?")
        assert (done.status, file.read_text()) == (2, text)
        assert told in done.err


def test_what_else_can_be_asked(ttrn: Ttrn, file: Path) -> None:
    done = ttrn("record", file, stdin="help\ntable\nlist\ncheck\nscore\n; well played !!\nquit\ndraw ? ?")
    assert done.status == 0
    assert "undo" in done.out
    assert "> bob: 1 points" in done.out
    assert "   15 | 3. ann draw L>R" in done.out
    assert "\nconsistent\n" in done.out
    assert "As it stands after turn 3" in done.out
    assert file.read_text() == PLAYED + "; well played !!\n"
