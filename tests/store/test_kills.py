"""A load that is killed at any moment costs nothing: the database is whole, and the next load works.

`make kills` kills 100 of them; the number is in the environment variable TTRN_KILLS.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

import ttrn
from tests.store import archive
from ttrn import store
from ttrn.store import database

KILLS = int(os.environ.get("TTRN_KILLS", "6"))
GAMES = 6

# Small pieces, so that much happens in little time; the moments are counted from when the load itself begins.
LOAD = """
import sys
from ttrn import store
from ttrn.store import loading
loading.BATCH = loading.COMMIT = 1
items = list(store.items_of(sys.argv[2]))
print("ready", flush=True)
store.load(sys.argv[1], items, cores=1)
print("done", flush=True)
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.ttrn"
    path.write_text(ttrn.dumps(archive.sound_games()[:GAMES]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def one_game(games: Path) -> Path:
    path = games.with_name("one.duckdb")
    store.load(path, list(store.items_of(games))[:1], cores=1)
    return path


@pytest.fixture(scope="module")
def duration(games: Path, one_game: Path) -> float:
    """Return how long the load takes that will be killed."""
    path = games.with_name("whole.duckdb")
    shutil.copy(one_game, path)
    with _started(path, games) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        start = time.monotonic()
        assert process.stdout.readline() == "done\n"
        return time.monotonic() - start


def _started(path: Path, games: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", LOAD, str(path), str(games)], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", range(KILLS))
def test_a_load_works_after_one_that_was_killed(
    games: Path, one_game: Path, duration: float, tmp_path: Path, number: int
) -> None:
    rng = random.Random(f"kill {number}")
    path = tmp_path / "games.duckdb"
    had = number % 2
    if had:
        shutil.copy(one_game, path)
    with _started(path, games) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        # Many of them early: that is when a draft is made.
        time.sleep(duration * rng.random() ** 2)
        process.kill()
        finished = process.stdout.read()
    if not finished:
        assert path.exists() or not had
        assert not path.exists() or len(list(store.texts(path))) in (had, GAMES)
    done = store.load(path, store.items_of(games), cores=1)
    assert done.loaded + done.known == GAMES
    assert len(list(store.texts(path))) == GAMES
    assert {left.name for left in tmp_path.iterdir()} == {path.name, f"{path.name}.lock"}


@pytest.mark.parametrize("had", [True, False], ids=["a database", "none"])
@pytest.mark.parametrize("left", ["empty", "cut off", "log only"])
def test_a_draft_that_is_not_whole_is_made_anew(
    games: Path, one_game: Path, tmp_path: Path, left: str, had: bool
) -> None:
    path = tmp_path / "games.duckdb"
    if had:
        shutil.copy(one_game, path)
    draft = database.draft_of(path)
    if left == "empty":
        duckdb.connect(str(draft)).close()
    elif left == "cut off":
        draft.write_bytes(one_game.read_bytes()[:100_000])
    else:
        draft.with_name(f"{draft.name}.wal").write_bytes(b"what was written to another draft")
    assert store.load(path, store.items_of(games), cores=1).loaded == GAMES - had
    assert len(list(store.texts(path))) == GAMES
    assert {left.name for left in tmp_path.iterdir()} == {path.name, f"{path.name}.lock"}
