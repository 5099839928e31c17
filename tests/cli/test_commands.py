"""The commands as a user meets them: a process, its output and its exit status."""

from __future__ import annotations

import gzip
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ttrn.notation.compression import zstd

SLOPPY = '[Game "usa"]\nplayer   ann "Ann"\nplayer bob\n\n1.  ann draw R>G ?;hello\n'
CANONICAL = '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob\n\n1. ann draw R>G ? ; hello\n'
BROKEN = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann clam SEA-POR R\n2. bob draw\n'


def ttrn(*args: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command as a user would; output that a terminal would colour must be plain here."""
    env = {**os.environ, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "ttrn", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, env=env, check=False, timeout=120)
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"\x1b[" not in done.stdout
    return done


@pytest.fixture
def sloppy(tmp_path: Path) -> Path:
    path = tmp_path / "game.ttrn"
    path.write_text(SLOPPY)
    return path


def test_fmt_rewrites_and_then_has_nothing_to_do(sloppy: Path) -> None:
    sloppy.chmod(0o640)
    assert ttrn("fmt", sloppy).returncode == 0
    assert sloppy.read_text() == CANONICAL
    assert stat.S_IMODE(sloppy.stat().st_mode) == 0o640
    again = ttrn("fmt", sloppy)
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")
    assert [p.name for p in sloppy.parent.iterdir()] == ["game.ttrn"]


def test_fmt_check_and_diff_write_nothing(sloppy: Path) -> None:
    checked = ttrn("fmt", "--check", sloppy)
    assert checked.returncode == 1
    assert b"would rewrite" in checked.stderr
    diffed = ttrn("fmt", "--diff", sloppy)
    assert diffed.returncode == 1
    assert "+1. ann draw R>G ? ; hello" in diffed.stdout.decode()
    assert sloppy.read_text() == SLOPPY


def test_fmt_reads_stdin() -> None:
    done = ttrn("fmt", "-", stdin=SLOPPY.encode())
    assert (done.returncode, done.stdout.decode()) == (0, CANONICAL)


def test_fmt_leaves_a_file_with_problems_alone(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttrn"
    path.write_text(SLOPPY + BROKEN)
    done = ttrn("fmt", path)
    assert done.returncode == 1
    assert b"clam" in done.stdout
    assert path.read_text() == SLOPPY + BROKEN


def test_fmt_renumber_numbers_the_turns_anew(sloppy: Path) -> None:
    sloppy.write_text(SLOPPY + "1. bob draw ? ?\nann draw ? ?\n")
    assert ttrn("fmt", sloppy).returncode == 1
    assert ttrn("fmt", "--renumber", "--check", sloppy).returncode == 1
    assert ttrn("fmt", "--renumber", sloppy).returncode == 0
    assert sloppy.read_text() == CANONICAL + "2. bob draw ? ?\n3. ann draw ? ?\n"
    assert ttrn("check", sloppy).returncode == 0
    again = ttrn("fmt", "--renumber", sloppy)
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")


def test_fmt_renumber_changes_nothing_else_where_other_lines_have_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttrn"
    path.write_bytes(SLOPPY.encode() + b'1.  bob clam SEA-POR R\n[Game "usa"]\n; \xff\n')
    done = ttrn("fmt", "--renumber", path)
    assert done.returncode == 1
    assert b"clam" in done.stdout
    assert path.read_bytes() == (
        SLOPPY.replace("1.  ann", "1. ann").encode() + b'2. bob clam SEA-POR R\n[Game "usa"]\n; \xff\n'
    )
    assert [p.name for p in tmp_path.iterdir()] == ["bad.ttrn"]


def test_fmt_renumber_reads_stdin_and_leaves_a_broken_archive(tmp_path: Path) -> None:
    done = ttrn("fmt", "--renumber", "-", stdin=SLOPPY.replace("1.  ann", "ann").encode())
    assert (done.returncode, done.stdout.decode()) == (0, CANONICAL)
    path = tmp_path / "cut.ttrn.gz"
    path.write_bytes(gzip.compress(SLOPPY.encode() * 50)[:-20])
    before = path.read_bytes()
    assert ttrn("fmt", "--renumber", path).returncode == 1
    assert path.read_bytes() == before


SPOILED = "> " + SLOPPY.replace('"', "“", 1).replace('"', "”", 1).replace("\n", "\r\n> ").rstrip("> ")


def test_fmt_repair_makes_a_pasted_record_good(tmp_path: Path) -> None:
    path = tmp_path / "mail.ttrn"
    path.write_bytes(SPOILED.encode())
    assert ttrn("fmt", path).returncode == 1
    done = ttrn("fmt", "--repair", path)
    assert (done.returncode, path.read_text()) == (0, CANONICAL)
    assert "repaired" in done.stderr.decode()
    assert "2 curly quotes" in done.stderr.decode()
    again = ttrn("fmt", "--repair", path)
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")
    assert ttrn("fmt", "--repair", "-", stdin=SPOILED.encode()).stdout.decode() == CANONICAL


def test_fmt_repair_changes_nothing_else_where_other_lines_have_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttrn"
    path.write_text("```\n" + SLOPPY + "7. bob clam SEA\u2013POR R\n```\n")
    assert ttrn("fmt", "--repair", path).returncode == 1
    assert path.read_text() == "\n" + SLOPPY + "7. bob clam SEA-POR R\n\n"
    path.write_bytes(broken := gzip.compress(SPOILED.encode() * 50)[:-20])
    assert ttrn("fmt", "--repair", path).returncode == 1
    assert path.read_bytes() == broken


def test_check_repair_names_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mail.ttrn"
    path.write_text("\n\n```\n" + SLOPPY + "2. bob clam SEA\u2013POR R\n```\n")
    line = path.read_text().split("\n").index("2. bob clam SEA\u2013POR R") + 1
    assert ttrn("check", path).stdout.count(b"mail.ttrn:") > 1
    done = ttrn("check", "--repair", path)
    assert done.returncode == 1
    assert done.stdout.count(b"mail.ttrn:") == 1
    assert f"mail.ttrn:{line}:8: ".encode() in done.stdout
    assert b"repaired: 2 fences of backticks, 1 long dash" in done.stderr


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_fmt_keeps_the_compression(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"game.ttrn.{kind}"
    pack, unpack = (gzip.compress, gzip.decompress) if kind == "gz" else (zstd.compress, zstd.decompress)
    path.write_bytes(pack(SLOPPY.encode()))
    assert ttrn("fmt", path).returncode == 0
    assert unpack(path.read_bytes()).decode() == CANONICAL
    before = path.read_bytes()
    assert ttrn("fmt", path).returncode == 0
    assert path.read_bytes() == before


def test_check_reports_every_problem_with_place_caret_and_hint(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttrn"
    path.write_text(BROKEN + SLOPPY)
    done = ttrn("check", path)
    text = done.stdout.decode()
    assert done.returncode == 1
    assert f"{path}:4:8: expected" in text
    assert '     4 | 1. ann clam SEA-POR R\n       |        ^^^^\n  hint: did you mean "claim"?' in text
    assert f"{path}:5:12: expected a card taken" in text
    assert b"1 sound game (0 exact, 1 consistent), 2 problems in 1 file" in done.stderr


def test_check_json_is_one_object_per_problem(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttrn"
    path.write_text(BROKEN)
    done = ttrn("check", "--json", path)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [(p["rule"], p["line"], p["column"], p["game"]) for p in found] == [
        ("TEXT-LINE", 4, 8, 1),
        ("TEXT-LINE", 5, 12, 1),
    ]
    assert found[0]["hint"] == 'did you mean "claim"?'
    assert found[0]["verdict"] == found[1]["verdict"] == "unreadable"
    assert done.stderr == b""


def test_check_json_gives_the_verdict_on_every_game(tmp_path: Path) -> None:
    path = tmp_path / "games.ttrn"
    partial = SLOPPY.replace("\n", '\n[Rules "partial"]\n', 1)
    path.write_text("\n".join([CANONICAL, SLOPPY.replace("usa", "atlantis"), partial]))
    done = ttrn("check", "--json", path)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(told["game"], told["verdict"]) for told in found] == [
        (1, "consistent"),
        (2, "impossible"),
        (3, "undecided"),
    ]
    assert found[0] == {"file": str(path), "line": 1, "game": 1, "verdict": "consistent", "reason": ""}
    assert found[1]["rule"] == "SETUP-1"
    assert "only some of the turns" in found[2]["reason"]
    assert (done.returncode, done.stderr) == (1, b"")


def test_check_walks_folders(sloppy: Path) -> None:
    (sloppy.parent / "deep").mkdir()
    (sloppy.parent / "deep" / "more.ttrn.gz").write_bytes(gzip.compress(SLOPPY.encode()))
    (sloppy.parent / "notes.txt").write_text("not a record")
    done = ttrn("check", sloppy.parent)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"2 sound games (0 exact, 2 consistent), 0 problems in 2 files" in done.stderr


@pytest.mark.parametrize("command", ["check", "fmt", "list"])
def test_what_cannot_be_read_is_status_2_and_the_rest_is_done(command: str, sloppy: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for missing in ("no/such/file.ttrn", str(empty)):
        done = ttrn(command, missing, sloppy)
        assert done.returncode == 2
        assert missing.encode() in done.stderr


def test_a_broken_archive_is_a_problem_with_a_place(tmp_path: Path) -> None:
    path = tmp_path / "cut.ttrn.gz"
    path.write_bytes(gzip.compress(SLOPPY.encode() * 50)[:-20])
    done = ttrn("check", path)
    assert done.returncode == 1
    assert b"TEXT-FILE" in done.stdout


def test_list_shows_one_line_per_game(sloppy: Path) -> None:
    done = ttrn("list", sloppy)
    assert done.returncode == 0
    header, row = done.stdout.decode().splitlines()
    assert header.split("\t") == ["file", "game", "board", "event", "date", "players", "turns"]
    assert row.split("\t") == [str(sloppy), "1", "usa", "", "", "Ann, bob", "1"]


def test_list_counts_games_as_check_and_get_do(sloppy: Path) -> None:
    sloppy.write_text("stray text\n" + SLOPPY)
    done = ttrn("list", sloppy)
    assert done.returncode == 1
    assert done.stdout.decode().splitlines()[1].split("\t")[1] == "1"


def test_get_prints_one_game_of_many(tmp_path: Path) -> None:
    path = tmp_path / "many.ttrn"
    path.write_text("\n".join(CANONICAL.replace("hello", f"game {i}") for i in range(1, 30)))
    assert ttrn("get", path, "17").stdout.decode() == CANONICAL.replace("hello", "game 17")
    assert ttrn("get", path, "17", "--index").returncode == 0
    assert (tmp_path / "many.ttrn.idx").exists()
    assert ttrn("get", path, "29").stdout.decode() == CANONICAL.replace("hello", "game 29")
    late = ttrn("get", path, "30")
    assert (late.returncode, b"has 29 games" in late.stderr) == (2, True)


def test_get_takes_packed_files_folders_and_standard_input(tmp_path: Path) -> None:
    games = [CANONICAL.replace("hello", f"game {i}") for i in range(1, 8)]
    (tmp_path / "a.ttrn").write_text("stray\n" + "\n".join(games[:2]))
    (tmp_path / "b.ttrn.gz").write_bytes(gzip.compress("\n".join(games[2:4]).encode()))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.ttrn.zst").write_bytes(zstd.compress("\n".join(games[4:]).encode()))
    assert [ttrn("get", tmp_path, str(i)).stdout.decode() for i in range(1, 8)] == games
    assert ttrn("get", tmp_path / "b.ttrn.gz", "2").stdout.decode() == games[3]
    assert ttrn("get", "-", "2", stdin="\n".join(games).encode()).stdout.decode() == games[1]
    assert ttrn("get", "-", "2", stdin=gzip.compress("\n".join(games).encode())).stdout.decode() == games[1]
    for name, told in ((tmp_path, "has 7 games"), ("-", "stdin has 0 games"), ("no_such_file", "there is no file")):
        late = ttrn("get", name, "8", stdin=b"")
        assert (late.returncode, late.stdout) == (2, b"")
        assert told in late.stderr.decode()
    for name in (tmp_path / "b.ttrn.gz", "-"):
        done = ttrn("get", name, "1", "--index", stdin=b"")
        assert (done.returncode, b"only a plain file can be indexed" in done.stderr) == (2, True)


def test_hostile_text_cannot_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.ttrn"
    path.write_text('[Game "usa"]\n[Event "\x1b]0;owned\x07[red]x[/red]"]\n')
    done = ttrn("check", path)
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout + done.stderr
    path.write_text('[Game "usa"]\n[Event "[red]x[/red] [bold"]\n')
    assert "[red]x[/red] [bold" in ttrn("list", path).stdout.decode()


def test_usage_errors_are_status_2() -> None:
    for args in ([], ["chek"], ["check"], ["fmt", "--nope", "x"]):
        assert ttrn(*args).returncode == 2
    assert ttrn("--version").stdout.startswith(b"ttrn ")
    assert b"canonical" in ttrn("fmt", "--help").stdout


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.ttrn"
    path.write_text((BROKEN + "\n") * 3000)
    command = f"{sys.executable} -m ttrn check {path} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=120)
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
