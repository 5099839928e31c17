"""``ttrn import``: saved files in, records out, and a clear answer to everything else."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.imports import IMPORTERS
from ttrn.notation.compression import zstd

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

LOGS = Path(__file__).parents[1] / "imports" / "logs"


def test_a_log_becomes_a_record_that_checks(ttrn: Ttrn, tmp_path: Path) -> None:
    out = tmp_path / "game.ttrn"
    done = ttrn("import", "bga", LOGS / "usa_4p_1.txt", "-o", out)
    assert (done.status, done.out, done.err) == (0, "", "")
    assert ttrn("check", out).status == 0
    assert "p1" not in out.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [out]


def test_several_files_are_printed_one_after_the_other(ttrn: Ttrn) -> None:
    done = ttrn("import", "bga", "--anonymous", LOGS / "usa_4p_1.txt", LOGS / "usa_2p_unfinished.json")
    assert done.status == 0
    assert done.out.count("[Game ") == 2
    assert "usa_2p_unfinished.json: the log does not tell the end of the game" in done.err
    assert ttrn("check", "-", stdin=done.out).status == 0


def test_tickets_noted_apart_fill_the_gaps(ttrn: Ttrn) -> None:
    done = ttrn("import", "bga", LOGS / "usa_4p_1.txt", "--tickets", LOGS / "usa_4p_1_tickets.json")
    assert "1. player_one tickets LAX-MIA | DEN-ELP POR-PHO ; move 7" in done.out


def test_standard_input(ttrn: Ttrn) -> None:
    sheet = (LOGS / "friday.csv").read_text(encoding="utf-8")
    done = ttrn("import", "csv", "-", stdin=sheet)
    assert done.status == 0
    assert "1. ann_smith claim POR-SEA R ; line 2" in done.out
    broken = ttrn("import", "csv", "-", stdin=sheet.replace("Portland", "Porto"))
    assert broken.status == 1
    assert broken.err.startswith('stdin:2: there is no city "Porto" on the usa board [LOG-BOARD]')


def test_a_wrong_total_is_told_at_once(ttrn: Ttrn) -> None:
    sheet = (LOGS / "friday.csv").read_text(encoding="utf-8").replace("12.0", "13")
    done = ttrn("import", "csv", "-", stdin=sheet)
    assert done.status == 0
    assert "the record has 1 problem by the rules: ann_smith has 12 points" in done.err


def test_one_broken_file_does_not_keep_the_others_back(ttrn: Ttrn, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("Move 2 :21:26:38\nnothing\n", encoding="utf-8")
    out = tmp_path / "out.ttrn"
    done = ttrn("import", "bga", broken, LOGS / "usa_4p_2.txt", "--output", out)
    assert done.status == 1
    assert "none of the lines of this log can be understood [LOG-SHAPE]" in done.err
    assert out.read_text(encoding="utf-8").count("[Game ") == 1


def test_nothing_is_written_where_nothing_was_understood(ttrn: Ttrn, tmp_path: Path) -> None:
    out = tmp_path / "out.ttrn"
    out.write_text("as it was", encoding="utf-8")
    assert ttrn("import", "bga", LOGS / "friday.csv", "-o", out).status == 1
    assert out.read_text(encoding="utf-8") == "as it was"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("bgx", "x"), 'there is no source "bgx"; did you mean "bgg"?'),
        (("bga", "no_such_file"), "no_such_file: no such file or directory"),
        (("bga", "annotated"), "there are no logs (.txt, .txt.gz, .txt.zst, .json, .json.gz, .json.zst) in the folder"),
        (("bga", "a", "b", "--tickets", "c"), "--tickets belongs to one file"),
        (("bga", LOGS / "usa_4p_1.txt", "--tickets", "no_such_file"), "no_such_file: no such file or directory"),
        (("bga", LOGS / "usa_4p_1.txt", "-o", "no_such_folder/x.ttrn"), "No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told(ttrn: Ttrn, args: tuple[str | Path, ...], told: str) -> None:
    done = ttrn("import", *args)
    assert done.status == 2
    assert told in done.err
    assert done.out == ""


def test_a_board_that_the_source_does_not_have(ttrn: Ttrn) -> None:
    done = ttrn("import", "bga", LOGS / "usa_4p_1.txt", "--board", "marklin")
    assert done.status == 1
    assert 'the site has no board "marklin"; there are usa, europe [LOG-BOARD]' in done.err


def test_the_help_names_every_source(ttrn: Ttrn) -> None:
    done = ttrn("import", "--help")
    assert all(f"{name} (" in done.out for name in IMPORTERS)


def test_packed_files_and_folders_are_imported(ttrn: Ttrn, tmp_path: Path) -> None:
    plain = ttrn("import", "bga", LOGS / "usa_4p_1.txt", LOGS / "usa_4p_2.txt")
    (tmp_path / "deep").mkdir()
    (tmp_path / "1.txt.gz").write_bytes(gzip.compress((LOGS / "usa_4p_1.txt").read_bytes()))
    (tmp_path / "deep" / "2.txt.zst").write_bytes(zstd.compress((LOGS / "usa_4p_2.txt").read_bytes()))
    (tmp_path / "friday.csv").write_bytes((LOGS / "friday.csv").read_bytes())
    assert ttrn("import", "bga", tmp_path)[:2] == plain[:2]
    assert ttrn("import", "bga", tmp_path / "1.txt.gz", tmp_path / "deep")[:2] == plain[:2]
    assert ttrn("import", "csv", tmp_path).out.count("[Game ") == 1
    assert "--tickets belongs to one file" in ttrn("import", "bga", tmp_path, "--tickets", "x").err


def test_a_broken_or_endless_packed_file_is_a_problem(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "log.txt.gz"
    path.write_bytes(gzip.compress((LOGS / "usa_4p_1.txt").read_bytes())[:-20])
    done = ttrn("import", "bga", path)
    assert (done.status, done.out) == (1, "")
    assert "the compressed file is broken: " in done.err
    path.write_bytes(gzip.compress(bytes(100_000_000)))
    done = ttrn("import", "bga", path)
    assert (done.status, done.out) == (1, "")
    assert "this file has more than 8,388,608 bytes; no log has as many [LOG-FILE]" in done.err
