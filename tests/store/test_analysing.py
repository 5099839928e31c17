"""Games analysed with a load and after it: the same rows, in whole pieces, right after other changes too."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import ttrn
from tests.store import archive
from tests.store.test_removing import hashes
from ttrn import store
from ttrn.analysis.decisions import Decision
from ttrn.analysis.moments import every_moment
from ttrn.analysis.work_file import WorkFile
from ttrn.boards import board
from ttrn.store import analysing, database
from ttrn.store.engines import LocalEngine

TABLES = ("analyses", "analysed_seats", "standings", "losses")
TURNS = 6


def cut(game: ttrn.GameRecord) -> ttrn.GameRecord:
    """Return the beginning of a game, which is analysed in no time."""
    return ttrn.GameRecord(game.entries[: game.entries.index(game.turns[TURNS])])


@pytest.fixture(scope="module")
def records() -> list[str]:
    """Texts of games: beginnings on all boards, one by what a player saw, some that cannot be judged."""
    sound = [ttrn.dumps(cut(game)) for game in archive.sound_games()[:8]]
    return [*sound[:4], archive.WRONG, archive.UNREADABLE, *sound[4:], archive.NOWHERE]


@pytest.fixture(scope="module")
def analysed(records: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("analysed") / "games.duckdb", records, analyse=True)


@pytest.fixture(scope="module")
def plain(records: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("plain") / "games.duckdb", records)


def made(path: Path, records: list[str], *, analyse: bool = False, **options: object) -> Path:
    items = store.items_of("\n".join(records), "games.ttrn")
    store.load(path, items, cores=1, versions=store.BOTH, analyse=analyse, **options)  # type: ignore[arg-type]
    return path


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with store.connect(path) as connection:
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall() for name in TABLES}


def test_later_is_the_same_as_at_once(
    analysed: Path, plain: Path, records: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "PIECE", 2)
    path = Path(shutil.copy(plain, tmp_path / "games.duckdb"))
    done = store.analyse_games(path, cores=2)
    assert (done.games, done.analysed, done.stored) == (len(records), 8, len(records))
    assert done.reasons == {"it breaks rules": 1, "it cannot be read": 1, "nobody knows its board": 1}
    assert rows(path) == rows(analysed)
    before = path.read_bytes()
    assert store.analyse_games(path, cores=1).games == 0
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"games.duckdb", "games.duckdb.lock"}


class Stopped(BaseException):
    """Stands in for a Ctrl-C."""


def test_what_is_done_stays_when_it_is_stopped(
    analysed: Path, plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "BATCH", 2)
    monkeypatch.setattr(analysing, "PIECE", 4)
    path = Path(shutil.copy(plain, tmp_path / "games.duckdb"))

    def stop(summary: store.AnalysisSummary) -> None:
        if summary.done >= 6:
            raise Stopped

    with pytest.raises(Stopped):
        store.analyse_games(path, cores=1, progress=stop)
    with store.connect(path) as connection:
        assert connection.execute("SELECT list(game ORDER BY game) FROM analyses").fetchall() == [([1, 2, 3, 4],)]
    # A game may go in between: the others have other numbers then.
    store.remove_games(path, hashes(path, [1]))
    assert store.analyse_games(path, cores=1).games == 7
    other = Path(shutil.copy(analysed, tmp_path / "other.duckdb"))
    store.remove_games(other, hashes(other, [1]))
    assert rows(path) == rows(other)


def test_another_model_and_more_than_before_are_done_anew(analysed: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(analysed, tmp_path / "games.duckdb"))
    with database.writing(path) as draft:
        draft.connection.execute("UPDATE analyses SET model = '0-older' WHERE game IN (1, 2)")
        draft.connection.execute("UPDATE analyses SET weighed = false WHERE game = 3")
        draft.connection.execute("UPDATE analyses SET worlds = 0 WHERE basis = 'one view'")
    assert store.analyse_games(path, cores=1, luck=False, worlds=0).games == 2
    assert store.analyse_games(path, cores=1).games == 4
    assert rows(path) == rows(analysed)


def test_removing_and_replacing_take_the_analysis_along(analysed: Path, records: list[str], tmp_path: Path) -> None:
    path = Path(shutil.copy(analysed, tmp_path / "games.duckdb"))
    store.remove_games(path, hashes(path, [2, 6, 9]))
    left = [text for number, text in enumerate(records, 1) if number not in (2, 6, 9)]
    assert rows(path) == rows(made(tmp_path / "other.duckdb", left, analyse=True))
    corrected = records[0].replace("\n1. ", "\n; a good start\n1. ")
    store.load(path, store.items_of(corrected), cores=1, versions=store.REPLACE, analyse=True)
    assert sorted([row[1:] for row in rows(path)["analyses"]], key=str) == sorted(
        [row[1:] for row in rows(tmp_path / "other.duckdb")["analyses"]], key=str
    )


def test_a_data_set_has_it_too(
    records: list[str], analysed: Path, work: tuple[Path, list[Decision]], tmp_path: Path
) -> None:
    file = tmp_path / "games.ttrn"
    file.write_text("\n".join(records), encoding="utf-8")
    for analyse, key in ((False, 1), (True, 2)):
        target = tmp_path / f"games{key}"
        store.load_dataset(target, [store.place_of(file)], engine=LocalEngine(1), analyse=analyse, versions=store.BOTH)
    assert rows(tmp_path / "games2") == rows(analysed)
    assert not rows(tmp_path / "games1")["analyses"]
    keys = [{path.name for path in (tmp_path / f"games{key}/_shards").iterdir()} for key in (1, 2)]
    assert not keys[0] & keys[1]
    later = tmp_path / "games1"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(analysing, "PIECE", 4)
        assert store.analyse_games(later, cores=1).analysed == 8
    assert rows(later) == rows(analysed)
    state = (later / "_current.json").read_bytes()
    assert store.analyse_games(later, cores=1).games == 0
    assert (later / "_current.json").read_bytes() == state
    assert store.add_losses(later, [work[0]]) == 1
    with_losses = rows(later)
    assert with_losses["losses"]
    store.load_dataset(later, [], engine=LocalEngine(1), rebuild=True, versions=store.BOTH)
    assert rows(later) == with_losses
    store.remove_games(later, hashes(later, [1]))
    assert rows(later)["losses"] == []


def test_an_export_has_it_too(analysed: Path, tmp_path: Path) -> None:
    store.export_parquet(analysed, tmp_path / "out")
    assert rows(tmp_path / "out") == rows(analysed)


# --- what moves lost -------------------------------------------------------------------------------------------------


@pytest.fixture
def work(records: list[str], tmp_path: Path) -> tuple[Path, list[Decision]]:
    """Return a file in which the moves of the first game are judged, as far as anybody can tell by inventing it."""
    (game,) = ttrn.loads(records[0]).games
    path = tmp_path / "game.work"
    file = WorkFile(path, game, 800, 1)
    found = []
    for (turn, step), moment in every_moment(game, board(game.board)).items():
        decision = Decision(turn, moment.state.seat, moment.played, moment.played, turn / 100, 0.01, 0.5, 100, step)
        file.add(decision, moment)
        found.append(decision)
    return path, found


def test_a_deep_analysis_brings_what_was_lost(
    analysed: Path, work: tuple[Path, list[Decision]], tmp_path: Path
) -> None:
    path = Path(shutil.copy(analysed, tmp_path / "games.duckdb"))
    file, found = work
    assert store.add_losses(path, [file]) == 1
    assert store.add_losses(path, [file]) == 1
    expected = []
    for seat in (0, 1):
        own = [decision for decision in found if decision.seat == seat]
        error = pytest.approx(0.01 * len(own) ** 0.5)
        expected.append((1, seat + 1, len(own), pytest.approx(sum(one.loss for one in own)), error, 100 * len(own)))
    assert rows(path)["losses"] == expected
    # Another model judges the games anew, and everything is made anew from the texts: what playouts found stays.
    with database.writing(path) as draft:
        draft.connection.execute("UPDATE analyses SET model = '0-older'")
    store.analyse_games(path, cores=1)
    assert rows(path)["losses"] == expected
    before = rows(path)
    store.load(path, [], cores=1, rebuild=True, versions=store.BOTH)
    assert rows(path) == before
    store.remove_games(path, hashes(path, [1]))
    assert rows(path)["losses"] == []


def test_a_deep_analysis_that_does_not_fit(
    analysed: Path, work: tuple[Path, list[Decision]], records: list[str], tmp_path: Path
) -> None:
    path = Path(shutil.copy(analysed, tmp_path / "games.duckdb"))
    before = path.read_bytes()
    lines = work[0].read_text().splitlines(keepends=True)
    head = json.loads(lines[0])
    wrong = {
        "other": (json.dumps(head | {"game": "00"}) + "\n", "is about a game that is not in the database"),
        "half": ("".join(lines[:3]), "is not finished: of"),
        "older": (json.dumps(head | {"version": 1}) + "\n", "was made by another version of ttrn"),
        "record": (records[0], "is not a file in which a deep analysis was kept"),
    }
    for name, (text, message) in wrong.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(store.DatabaseError, match=message):
            store.add_losses(path, [work[0], tmp_path / name])
    with pytest.raises(store.DatabaseError, match="cannot be read: no such file"):
        store.add_losses(path, [tmp_path / "nowhere"])
    assert path.read_bytes() == before
