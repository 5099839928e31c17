"""Standard streams that are closed or full, closed folders, empty arguments: each has its words. Ctrl-C has none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.groups import wait_for_process
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

RECORD = '[Game "usa"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n'

unix = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("streams")
    (path / "game.ttrn").write_text(RECORD)
    store.load(path / "games.duckdb", store.items_of(path / "game.ttrn"), cores=1)
    return path


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    line = f'"{sys.executable}" -m ttrn {line}'
    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    return done


@unix
@pytest.mark.parametrize(
    "command",
    ["check -", "fmt -", "show -", "redact - --for ann", "import bga -", "sql games.duckdb -", "load new.duckdb -"],
)
def test_standard_input_is_closed(folder: Path, command: str) -> None:
    done = shell(folder, f"{command} <&-")
    assert done.returncode == 2
    assert "ttrn: standard input is closed; name a file, or redirect one to it\n" in done.stderr


@unix
@pytest.mark.parametrize("command", ["check game.ttrn", "sql games.duckdb 'SELECT 1'", "load new.duckdb game.ttrn"])
def test_who_does_not_read_it_does_without_standard_input(folder: Path, command: str) -> None:
    assert shell(folder, f"{command} <&-").returncode == 0


PRINTING = [
    "list game.ttrn",
    "show game.ttrn",
    "sql games.duckdb 'SELECT 1'",
    "dump games.duckdb",
    "--version",
    "--help",
]


@unix
@pytest.mark.parametrize("command", PRINTING)
def test_standard_output_is_closed(folder: Path, command: str) -> None:
    done = shell(folder, f"{command} >&-")
    assert (done.returncode, done.stderr) == (2, "ttrn: standard output is closed; redirect it to a file\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", PRINTING)
def test_standard_output_is_full(folder: Path, command: str) -> None:
    done = shell(folder, f"{command} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "ttrn: standard output cannot be written, the disk is full; make room and do it again\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_output_is_not_held_against_the_file_that_is_read(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.ttrn"
    path.write_text(RECORD.replace("draw", "drow") * 200)
    done = shell(folder, f"check --json {path} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "ttrn: standard output cannot be written, the disk is full; make room and do it again\n"


@unix
def test_no_file_takes_the_place_of_a_closed_stream(folder: Path, tmp_path: Path) -> None:
    """Or whatever is printed would go into the database."""
    done = shell(folder, f"load {tmp_path}/games.duckdb game.ttrn <&- >&- 2>&-")
    assert done.returncode == 0
    assert len(list(store.texts(tmp_path / "games.duckdb"))) == 1


# --- folders and arguments -------------------------------------------------------------------------------------------


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, and a folder in it that nobody may look into, not even who may do everything."""
    path = tmp_path / "records"
    (path / "closed").mkdir(parents=True)
    for name in ("game.ttrn", "closed/more.ttrn"):
        (path / name).write_text(RECORD)
    real = os.scandir

    def scandir(place: str | Path = ".") -> object:
        if Path(place).name == "closed":
            raise PermissionError(13, "Permission denied", str(place))
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    return path


@pytest.mark.parametrize("command", ["check", "list", "fmt", "summary", "score", "load"])
def test_a_folder_that_cannot_be_read_is_a_failure(ttrn: Ttrn, closed: Path, tmp_path: Path, command: str) -> None:
    into = [tmp_path / "games.duckdb"] if command == "load" else []
    done = ttrn(command, *into, closed)
    assert done.status == 2
    assert f"ttrn: the folder {closed / 'closed'} cannot be read, nor what is in it: Permission denied\n" in done.err
    if command == "load":
        assert "1 game loaded" in done.err


def test_a_data_set_that_cannot_be_read_is_a_failure(ttrn: Ttrn, folder: Path, closed: Path, tmp_path: Path) -> None:
    data = tmp_path / "set"
    assert ttrn("export", folder / "games.duckdb", "--parquet", data).status == 0
    (closed / "closed").rename(data / "closed")
    done = ttrn("load", tmp_path / "games.duckdb", data)
    assert done.status == 2
    assert f"the folder {data / 'closed'} cannot be read" in done.err


EMPTY = [
    ["check", ""],
    ["fmt", ""],
    ["list", ""],
    ["score", ""],
    ["summary", ""],
    ["show", ""],
    ["get", "", "1"],
    ["redact", "", "--for", "ann"],
    ["infer", ""],
    ["odds", ""],
    ["merge", "", "game.ttrn"],
    ["import", "bga", ""],
    ["import", "bga", "game.ttrn", "-o", ""],
    ["load", "", "game.ttrn"],
    ["load", "games.duckdb", ""],
    ["sql", "", "SELECT 1"],
    ["stats", "", "records"],
    ["dump", ""],
    ["dump", "games.duckdb", "--output="],
    ["export", "games.duckdb", "--parquet", ""],
    ["alias", ""],
    ["dashboard", ""],
    ["archive", ""],
    ["play", "usa", "-o", ""],
    ["board", "usa", "--svg", ""],
    ["show", "game.ttrn", "--html="],
    ["check", "game.ttrn", "--board", ""],
]


@pytest.mark.parametrize("args", EMPTY, ids=" ".join)
def test_an_empty_argument_is_an_error(
    ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    sloppy = RECORD.replace("1. ann", "1.   ann")
    (tmp_path / "game.ttrn").write_text(sloppy)
    monkeypatch.chdir(tmp_path)
    done = ttrn(*args)
    assert (done.status, done.out) == (2, "")
    assert "write a name or a value there" in done.err
    assert (tmp_path / "game.ttrn").read_text() == sloppy
    assert [path.name for path in tmp_path.iterdir()] == ["game.ttrn"]


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


@unix
@pytest.mark.parametrize("moment", [0.0, 1.5], ids=["early", "late"])
@pytest.mark.parametrize("command", ["play", "load"])
def test_ctrl_c_on_several_cores_is_quiet(tmp_path: Path, command: str, moment: float) -> None:
    """As a terminal does it: the signal goes to all processes, to those that are just starting, too."""
    args = {
        "play": ["play", "usa", "--games", "5000", "--cores", "2", "-o", str(tmp_path / "games.ttrn")],
        "load": ["load", str(tmp_path / "games.duckdb"), str(tmp_path / "many"), "--cores", "2"],
    }[command]
    (tmp_path / "many").mkdir()
    archive = resource("sample_games", "simulated", "archive.ttrn.zst").read_bytes()
    for number in range(20 if command == "load" else 0):
        (tmp_path / "many" / f"{number}.ttrn.zst").write_bytes(archive)
    start = [sys.executable, "-m", "ttrn", *args]
    with subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        wait_for_process(process, "multiprocessing.spawn")
        time.sleep(moment)
        os.killpg(process.pid, signal.SIGINT)
        said, told = process.communicate(timeout=60)
    assert (process.returncode, said, told) == (130, b"", b"")
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {"many", *[f"games.duckdb.{what}" for what in ("draft", "draft.wal", "lock")]}
