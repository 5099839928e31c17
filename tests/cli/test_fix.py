"""``ttrn fix``: nothing changes without a word, and then only the lines that should."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ttrn

RECORD = """[Game "usa"]
; a game with a slip
player ann
player bob

ann deal OBKL   ; her cards
bob deal RBPL
market WWYLR

1. ann claim POR-SEA OO ; too many
( 1. ann draw ? ? )
2. bob draw R>Y ?G
3. ann draw ?O ?O
"""

FIXED = RECORD.replace("POR-SEA OO", "POR-SEA O")

MISSING = """[Game "usa"]
player ann
player bob
1. ann draw ? ?
2. ann claim POR-SEA ?
( 2. ann draw ? ? )
3. bob draw ? ?
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.ttrn"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_without_a_word_nothing_is_written(ttrn: Ttrn, record: Path) -> None:
    done = ttrn("fix", record)
    assert done.status == 1
    assert "-1. ann claim POR-SEA OO ; too many\n+1. ann claim POR-SEA O ; too many\n" in done.out
    assert "--yes writes these lines" in done.err
    assert record.read_text(encoding="utf-8") == RECORD


def test_yes_writes_the_lines_and_leaves_the_rest(ttrn: Ttrn, record: Path) -> None:
    done = ttrn("fix", "--yes", record)
    assert done.status == 0
    assert record.read_text(encoding="utf-8") == FIXED
    assert ttrn("check", record).status == 0


def test_a_missing_turn_is_put_in_and_the_others_are_numbered_anew(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "game.ttrn"
    path.write_text(MISSING, encoding="utf-8")
    assert ttrn("fix", "--yes", path).status == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    turns = ["1. ann draw ? ?", "2. bob draw ? ?", "3. ann claim POR-SEA ?", "( 3. ann draw ? ? )", "4. bob draw ? ?"]
    assert lines[3:] == turns


def test_standard_input_goes_to_standard_output(ttrn: Ttrn) -> None:
    done = ttrn("fix", "--yes", "-", stdin=RECORD)
    assert (done.status, done.out) == (0, FIXED)


def test_a_packed_file_stays_packed(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "game.ttrn.gz"
    path.write_bytes(gzip.compress(RECORD.encode()))
    assert ttrn("fix", "--yes", path).status == 0
    assert gzip.decompress(path.read_bytes()).decode() == FIXED


def test_only_one_game_of_a_file(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "two.ttrn"
    path.write_text(f"{RECORD}\n{RECORD}", encoding="utf-8")
    assert ttrn("fix", "--yes", "--game", "2", path).status == 0
    assert path.read_text(encoding="utf-8") == f"{RECORD}\n{FIXED}"
    assert "has 2 games, no game 3" in ttrn("fix", "--game", "3", path).err


def test_a_sound_file_is_left_alone(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "sound.ttrn"
    path.write_text(FIXED, encoding="utf-8")
    done = ttrn("fix", path)
    assert (done.status, done.out) == (0, "")
    assert "nothing to fix" in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n2. bob play RR\n', "no change of a line makes the"),
        ('[Game "usa"]\nplayer ann\n1. ann drew ? ?\n', "TEXT-LINE"),
        ('[Game "uss"]\nplayer ann\n1. ann pass\n', 'there is no board "uss"'),
    ],
)
def test_what_cannot_be_fixed_is_told_and_left(ttrn: Ttrn, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "game.ttrn"
    path.write_text(text, encoding="utf-8")
    done = ttrn("fix", "--yes", path)
    assert done.status == 1
    assert words in done.err
    assert path.read_text(encoding="utf-8") == text


def test_check_gives_the_cures_as_data(ttrn: Ttrn, record: Path) -> None:
    (line,) = [row for row in ttrn("check", "--json", record).out.splitlines() if '"CLAIM-2"' in row]
    (cure,) = json.loads(line)["cures"]
    old, new = "1. ann claim POR-SEA OO", "1. ann claim POR-SEA O"
    assert cure == {"line": 10, "old": old, "new": new, "problems": 0}


def test_cures_can_be_left_out(ttrn: Ttrn, record: Path) -> None:
    assert "hint" in ttrn("check", record).out
    assert "hint" not in ttrn("check", "--no-cure", record).out
