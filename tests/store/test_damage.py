"""Databases that something happened to, and disks that are full: told in words, with what to do, and nothing lost.

`make kills` damages 100 databases; the number is in the environment variable TTRN_FLIPS.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from filelock import FileLock

from tests.store import archive
from ttrn import store
from ttrn.store import database
from ttrn.store import failures as failing

resource = pytest.importorskip("resource", reason="this system has no limits to the size of files")

FLIPS = int(os.environ.get("TTRN_FLIPS", "8"))
CURE = "load your records into a new one"


@pytest.mark.parametrize("seed", range(FLIPS))
def test_flipped_bits_are_told(loaded: Path, tmp_path: Path, seed: int) -> None:
    """Whatever is done with the database works, or says that it is damaged."""
    rng = random.Random(f"flip {seed}")
    data = bytearray(loaded.read_bytes())
    for _ in range(rng.choice([1, 1, 8])):
        place = rng.randrange(len(data)) if seed % 3 else rng.randrange(1 << 16)
        data[place] ^= 1 << rng.randrange(8)
    path = tmp_path / "games.duckdb"
    path.write_bytes(data)

    def asked() -> None:
        with store.connect(path) as connection:
            for name in ("player_results", "route_claims", "game_facts"):
                store.ask(connection, name)

    for use in (
        asked,
        lambda: list(store.texts(path)),
        lambda: store.aliases(path),
        lambda: store.export_parquet(path, tmp_path / "set"),
        lambda: store.add_aliases(path, "Zed", [archive.PEOPLE[0]]),
        lambda: store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1),
        lambda: store.load(path, (), rebuild=True, cores=1),
    ):
        path.write_bytes(data)
        for left in (tmp_path / "set", database.draft_of(path)):
            shutil.rmtree(left, ignore_errors=True)
        said = ""
        try:
            use()
        except store.DatabaseError as error:
            said = str(error)
        if said:
            assert str(path) in said or "the database" in said
            assert CURE in said or "cannot be opened as a database" in said
            assert path.read_bytes() == data


def test_a_damaged_block_is_told_by_a_query_too(loaded: Path, tmp_path: Path) -> None:
    data = bytearray(loaded.read_bytes())
    data[100_000::5_000] = bytes(255 - byte for byte in data[100_000::5_000])
    path = tmp_path / "games.duckdb"
    path.write_bytes(data)
    with pytest.raises(store.QueryError, match=f"is damaged .*{CURE}"):
        store.safe_query(path, "SELECT sum(length(text)) FROM games, turns")


@pytest.mark.parametrize("version", ["'abc'", "''", "'1.5'", "'-3'", "'²'", "'9' || repeat('9', 5000)", "'2 '"])
def test_a_strange_version_is_told(loaded: Path, tmp_path: Path, version: str) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"UPDATE about SET value = {version} WHERE key = 'version'")
    before = path.read_bytes()
    for use in (lambda: store.connect(path), lambda: store.load(path, store.items_of(archive.WRONG), cores=1)):
        with pytest.raises(store.DatabaseError, match=r"no database of ttrn|its version is .*; load your records"):
            use()
    assert path.read_bytes() == before


# --- a full disk -----------------------------------------------------------------------------------------------------

FULL = duckdb.IOException(f'IO Error: Could not write file "x.draft": {os.strerror(errno.ENOSPC)}')


@pytest.mark.parametrize(
    "error",
    [
        FULL,
        duckdb.TransactionException(f"TransactionContext Error: Failed to commit: {FULL}"),
        duckdb.FatalException(f"FATAL Error: the database has been invalidated. Original error: {FULL}"),
        duckdb.InternalException(f"INTERNAL Error: Failed to roll back: {FULL}"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_full_disk_is_told_whatever_the_database_calls_it(error: duckdb.Error) -> None:
    with pytest.raises(store.DatabaseError) as told, failing.storing(Path("games.duckdb")):
        raise error
    said = str(told.value)
    assert said.startswith("games.duckdb cannot be written, the disk is full; make room and do it again")


@pytest.mark.parametrize("step", ["copy", "fsync", "lock"])
def test_a_disk_that_is_full_at_any_step(
    loaded: Path, tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    before = path.read_bytes()
    owner, name = {"copy": (shutil, "copy"), "fsync": (os, "fsync"), "lock": (FileLock, "acquire")}[step]
    monkeypatch.setattr(owner, name, full)
    with pytest.raises(store.DatabaseError, match="the disk is full; make room"):
        store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1)
    assert path.read_bytes() == before
    monkeypatch.undo()
    done = store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1)
    assert (done.loaded, done.known) == ((0, 1) if step == "fsync" else (1, 0)), "a draft that is done is gone on from"
    assert len(list(store.texts(path))) == len(archive.sound_games()) + 4


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from ttrn.cli.main import run
sys.argv = ["ttrn", *sys.argv[2:]]
run()
"""


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_load_for_which_there_is_no_room(loaded: Path, records: Path, tmp_path: Path, share: float) -> None:
    """The system lets no file grow beyond a size, wherever the load is then."""
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of(archive.WRONG), cores=1)
    before = path.read_bytes()
    most = int(len(before) + share * (loaded.stat().st_size - len(before)))
    command = [sys.executable, "-c", LIMITED, str(most), "load", str(path), str(records), "--cores", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert f"ttrn: {path} cannot be written: " in done.stderr
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before
    again = store.load(path, store.items_of(records), cores=1)
    assert again.loaded + again.known == len(archive.sound_games()) + 4


@pytest.mark.parametrize("most", [0, 4096])
def test_an_export_for_which_there_is_no_room(loaded: Path, tmp_path: Path, most: int) -> None:
    folder = tmp_path / "set"
    command = [sys.executable, "-c", LIMITED, str(most), "export", str(loaded), "--parquet", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"ttrn: {folder} cannot be written: " in done.stderr
    assert list(tmp_path.iterdir()) == []
