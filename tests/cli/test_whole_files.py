"""Whatever writes a file writes it whole or not at all: the old one survives, and nothing is left beside it."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ttrn import files, store
from ttrn.files import NamedOutput, first_file, whole_file
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

OLD = "what was there\n" * 20
RECORD = resource("sample_games", "annotated", "usa.ttrn")
LOG = Path(__file__).parents[1] / "imports" / "logs" / "usa_4p_1.txt"


class FullDisk(NamedOutput):
    """Each write beyond a small size fails as on a full disk: none has to be filled for that."""

    room = 0

    def write(self, data: Any) -> int:
        FullDisk.room -= len(data)
        if FullDisk.room < 0 and self._called != "standard output":
            raise files.named(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), self._called)
        return super().write(data)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "games.duckdb"
    store.load(path, store.items_of(RECORD), cores=1)
    return path


WRITERS: dict[str, list[str | Path]] = {
    "board.svg": ["board", "usa", "--svg", "OUT"],
    "show.svg": ["show", RECORD, "--svg", "OUT"],
    "show.html": ["show", RECORD, "--html", "OUT"],
    "show.png": ["show", RECORD, "--png", "OUT", "--width", "200"],
    "dump.ttrn": ["dump", "DATABASE", "-o", "OUT"],
    "dump.ttrn.gz": ["dump", "DATABASE", "-o", "OUT"],
    "dump.ttrn.zst": ["dump", "DATABASE", "-o", "OUT"],
    "play.ttrn": ["play", "usa", "-o", "OUT"],
    "archive.ttrn.zst": ["archive", "OUT", "--games", "2"],
    "import.ttrn": ["import", "bga", LOG, "-o", "OUT"],
    "fmt.ttrn": ["fmt", "OUT"],
    "fmt.ttrn.gz": ["fmt", "OUT"],
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_the_old_file(
    ttrn: Ttrn, monkeypatch: pytest.MonkeyPatch, database: Path, tmp_path: Path, name: str
) -> None:
    out = tmp_path / name
    old = OLD.encode() if not name.startswith("fmt") else RECORD.read_bytes().replace(b" claim ", b"  claim ")
    out.write_bytes(old)
    args = [str({"OUT": out, "DATABASE": database}.get(str(arg), arg)) for arg in WRITERS[name]]
    cure = "make room and do it again: what was there before is untouched"
    for room in (0, 400):
        with monkeypatch.context() as patched:
            patched.setattr(FullDisk, "room", room)
            patched.setattr(files, "NamedOutput", FullDisk)
            done = ttrn(*args)
        assert done.status == 2
        assert done.err.splitlines()[-1] == f"ttrn: {out} cannot be written, the disk is full; {cure}"
        assert out.read_bytes() == old
        assert list(tmp_path.iterdir()) == [out]
    assert ttrn(*args).status == 0
    assert out.read_bytes() != old
    assert list(tmp_path.iterdir()) == [out]


def test_what_fails_while_a_file_is_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(OLD)
    with pytest.raises(ZeroDivisionError), whole_file(path) as file:
        file.writelines(b"new" * (100_000 // left) for left in (2, 1, 0))
    assert path.read_text() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_turns_out_to_be_full_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    path.write_text(OLD)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as told, whole_file(path) as file:
        file.write(b"new")
    assert told.value.filename == str(path)
    assert path.read_text() == OLD
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of Unix")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(OLD)
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    with whole_file(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 2


def test_a_name_as_long_as_a_name_may_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    with whole_file(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_device_is_written_directly() -> None:
    with pytest.raises(OSError, match="/dev/full"), whole_file("/dev/full") as file:
        file.write(b"new")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)  # noqa: PTH116


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be opened there")
def test_a_file_and_its_name_are_on_the_disk_before_it_counts_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda number: kept.append(stat.filemode(os.fstat(number).st_mode)[0]))
    with whole_file(tmp_path / "a") as stream:
        stream.write(b"x")
    first_file(tmp_path / "b", b"y")
    assert kept == ["-", "d", "-", "d"]  # what is in it, then where it is
    with pytest.raises(FileExistsError):
        first_file(tmp_path / "b", b"z")
    assert (tmp_path / "b").read_bytes() == b"y"
