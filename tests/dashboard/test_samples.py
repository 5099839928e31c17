"""Without a database: the sample games are loaded into one of their own, in a cache folder."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from dashboard.shared import samples
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.dashboard.conftest import RunPage


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_page: RunPage) -> Iterator[Path]:
    """A folder with few samples, an empty cache folder, and no database; it returns the cache folder."""
    del run_page  # it names a database
    chosen = tmp_path / "samples" / "real"
    chosen.mkdir(parents=True)
    for name in ("usa_4p_1.ttrn", "usa_4p_2.ttrn"):
        shutil.copy(resource("sample_games", "real", name), chosen)
    monkeypatch.delenv("TTRN_DATABASE")
    monkeypatch.setenv("TTRN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(samples, "resource", lambda *parts: tmp_path.joinpath("samples", *parts[1:]))
    samples.key_of_samples.cache_clear()
    yield tmp_path / "cache"
    samples.key_of_samples.cache_clear()


def age(file: Path) -> None:
    """Make a file a month old."""
    then = time.time() - 30 * 24 * 3600
    os.utime(file, (then, then))


def test_they_are_loaded_once_and_shown(few: Path, run_page: RunPage) -> None:
    app = run_page("games")
    assert not app.exception
    assert not app.error
    assert "of 2." in app.caption[0].value
    (file,) = few.glob("*.duckdb")
    made = file.stat().st_mtime_ns
    assert "of 2." in run_page("games").caption[0].value
    assert file.stat().st_mtime_ns == made


def wait() -> None:
    """Wait as a page does, without one."""
    while not samples.start():
        time.sleep(0.05)


def test_other_samples_make_another_database_and_the_old_one_goes(few: Path, tmp_path: Path) -> None:
    wait()
    before = samples.place()
    for file in few.iterdir():
        age(file)
    shutil.copy(resource("sample_games", "annotated", "usa.ttrn"), tmp_path / "samples" / "real")
    samples.key_of_samples.cache_clear()
    assert samples.place() != before
    wait()
    assert sorted(few.glob("*.duckdb")) == [samples.place()]
    with store.connect(samples.place()) as connection:
        assert store.choices(connection).games == 3


def test_only_our_own_old_files_go(few: Path) -> None:
    few.mkdir()
    names = {name: few / f"samples-{name}.duckdb" for name in ("mine", "0" * 16, "1" * 16, "2" * 16)}
    draft = few / f"samples-{'2' * 16}.duckdb.draft"
    for file in (*names.values(), draft):
        file.write_bytes(b"")
    for file in (names["mine"], names["0" * 16], names["2" * 16], draft):
        age(file)
    with FileLock(f"{names['0' * 16]}.lock"):
        age(few / f"samples-{'0' * 16}.duckdb.lock")
        wait()
    left = {names["mine"], names["0" * 16], names["1" * 16], samples.place()}
    assert {file for file in few.iterdir() if file.suffix != ".lock"} == left
    assert not list(few.glob(f"samples-{'2' * 16}*"))


def test_the_replay_does_not_wait_for_them(few: Path, run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("the page waits for the sample games")

    monkeypatch.setattr(samples, "wait", never)
    monkeypatch.setattr(samples, "start", lambda: False)
    app = run_page("replay")
    assert not app.exception
    assert not app.error
    assert not list(few.glob("*.duckdb"))


def test_a_folder_that_cannot_be_made_is_reported(
    few: Path, run_page: RunPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    few.write_text("a file where the folder should be")
    monkeypatch.setattr(samples, "_started", {})
    app = run_page("games")
    assert "cannot be loaded" in app.error[0].value.replace("\\", "")
    assert "TTRN\\_CACHE names another folder" in app.error[0].value
