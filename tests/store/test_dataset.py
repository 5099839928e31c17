"""A data set has what a database file has, row for row, however it was made and however often that was interrupted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.store import archive
from tests.store.datasets import assert_equal, assert_same_answers
from ttrn import store
from ttrn.store import dataset_loading, publishing, shards
from ttrn.store.dataset import SUMS
from ttrn.store.engines import LocalEngine
from ttrn.store.places import Place

FILTERS = [
    store.Filters(board="usa", player_count=3),
    store.Filters(kind="human", information="full", level="full"),
    store.Filters(verdict="impossible"),
    store.Filters(player="Cleo"),
    store.Filters(player="Ann", against="Cleo"),
    store.Filters(since="2026-03-01"),
    store.Filters(until="2026-02-28"),
    store.Filters(event="Odd"),
]
"""Some that sums know, and all that they do not."""


@pytest.fixture(scope="module", autouse=True)
def small_shards() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dataset_loading, "SHARD_GAMES", 3)
        patched.setattr(dataset_loading, "SHARD_BYTES", 20_000)
        yield


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return files that hold the test archive, games twice, another version of one, and something else than games.

    They are cut into small shards: one of them in the middle, small ones put together.
    """
    every = [chunk.text for _, chunk in store.items_of(archive.text())]
    texts = [text for number, text in enumerate(every) if number % 4 == 0 or len(text) < 300]
    version = texts[0].replace("\n1. ", "\n; the same game once more\n1. ")
    parts = [texts[:7], texts[5:8], [*texts[8:11], texts[6], version], texts[11:], ["what is this?"], texts[3:5]]
    folder = tmp_path_factory.mktemp("records")
    made = [folder / f"{number}.ttrn" for number in range(len(parts))]
    for file, part in zip(made, parts, strict=True):
        file.write_text("\n".join([text if text.endswith("\n") else f"{text}\n" for text in part]), encoding="utf-8")
    return made


def load_both(folder: Path, files: Sequence[Path]) -> tuple[store.Summary, store.Summary]:
    items = (item for file in files for item in store.items_of(file))
    into_file = store.load(folder / "games.duckdb", items, cores=1)
    into_set = load(folder / "games", files)
    return into_file, into_set


def load(target: Path, files: Sequence[Path]) -> store.Summary:
    return store.load_dataset(target, [store.place_of(file) for file in files], engine=LocalEngine(1))


def test_a_data_set_is_a_database_row_for_row(tmp_path: Path, files: list[Path]) -> None:
    one, other = load_both(tmp_path, files)
    assert (other.loaded, other.known, other.invalid, other.unreadable) == (
        one.loaded,
        one.known,
        one.invalid,
        one.unreadable,
    )
    assert [version.new.hash for version in other.left] == [version.new.hash for version in one.left] != []
    assert_equal(tmp_path / "games", tmp_path / "games.duckdb")
    for filters in FILTERS:
        assert_same_answers(tmp_path / "games", tmp_path / "games.duckdb", filters)
    before = (tmp_path / "games/_current.json").read_bytes()
    assert load(tmp_path / "games", files).loaded == 0
    assert (tmp_path / "games/_current.json").read_bytes() == before


def test_later_loads_add_to_it(tmp_path: Path, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "FULL", 5_000)  # so that some files are full, and others not
    for part in (files[3:], files):
        load_both(tmp_path, part)
        assert_equal(tmp_path / "games", tmp_path / "games.duckdb")
    said = json.loads((tmp_path / "games/_current.json").read_text())["tables"]
    assert len(said["games"]) > 1
    assert all(size >= publishing.FULL for made in said.values() for _, size, _ in made[:-1])


def test_sums_of_other_rows_are_not_looked_at(tmp_path: Path, files: list[Path]) -> None:
    """A ttrn that knows of no sums leaves those of an earlier state where they are."""
    current = tmp_path / "games/_current.json"
    load_both(tmp_path, files[3:])
    earlier = json.loads(current.read_text())["tables"]
    load_both(tmp_path, files)
    said = json.loads(current.read_text())
    assert all(said["tables"][name] != earlier[name] for name in SUMS)
    said["tables"] |= {name: earlier[name] for name in SUMS}
    current.write_text(json.dumps(said))
    with store.connect(tmp_path / "games") as connection:
        assert connection.execute("SELECT summed()").fetchall() == [(False,)]
    assert_same_answers(tmp_path / "games", tmp_path / "games.duckdb", store.Filters())


def tables(folder: Path) -> dict[str, list[bytes]]:
    """Return the content of all files of the state of a data set."""
    said = json.loads((folder / "_current.json").read_text())["tables"]
    return {name: [(folder / path).read_bytes() for path, _, _ in made] for name, made in said.items()}


class Killed(BaseException):
    """Stands in for the end of a process."""


@pytest.fixture(scope="module")
def whole(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set that was loaded in two steps, and not interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "games"
    load(folder, files[:1])
    load(folder, files)
    return folder


@pytest.mark.parametrize("at", ["manifest", "tables", "ratings", "current"])
def test_an_interrupted_load_changes_nothing_and_is_gone_on_with(
    tmp_path: Path, files: list[Path], whole: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    load(tmp_path / "games", files[:1])
    before = (tmp_path / "games/_current.json").read_bytes()
    monkeypatch.setattr(publishing, "RATED", 5)
    written: list[str] = []
    write = Place.writing

    def dying(place: Place) -> object:
        written.append(place.path)
        dies = {
            "manifest": "_shards" in place.path and sum("_shards" in path for path in written) == 2,
            "tables": "tables/seats" in place.path,
            "ratings": "_ratings" in place.path and sum("_ratings" in path for path in written) == 2,
            "current": place.path.endswith("_current.json"),
        }
        if dies[at]:
            raise Killed
        return write(place)

    with monkeypatch.context() as patched:
        patched.setattr(Place, "writing", dying)
        with pytest.raises(Killed):
            load(tmp_path / "games", files)
    assert (tmp_path / "games/_current.json").read_bytes() == before
    with store.connect(tmp_path / "games") as connection:
        assert len(store.browse(connection).games) == 7
    made = [path.stat().st_mtime_ns for path in sorted((tmp_path / "games/_shards").iterdir())]
    load(tmp_path / "games", files)
    assert set(made) <= {path.stat().st_mtime_ns for path in (tmp_path / "games/_shards").iterdir()}
    assert tables(tmp_path / "games") == tables(whole)


def test_it_changes_as_a_database_file_does(tmp_path: Path, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "FULL", 5_000)  # so that some files stay as they are
    database, folder = tmp_path / "games.duckdb", tmp_path / "games"
    load_both(tmp_path, files[:1])
    with store.connect(database) as connection:
        found = connection.execute("SELECT hash, text FROM games ORDER BY game").fetchall()
    second = found[1][0]
    corrected = tmp_path / "corrected.ttrn"
    corrected.write_text(found[3][1].replace("\n1. ", "\n; put right\n1. "), encoding="utf-8")

    def replace(path: Path, *, rebuild: bool = False) -> store.Summary:
        if path == database:
            return store.load(path, store.items_of(corrected), cores=1, versions=store.REPLACE, rebuild=rebuild)
        place = store.place_of(corrected)
        return store.load_dataset(path, [place], engine=LocalEngine(1), versions=store.REPLACE, rebuild=rebuild)

    steps: list[tuple[str, Callable[[Path], object]]] = [
        ("a game is removed", lambda path: store.remove_games(path, [second])),
        ("one is replaced", replace),
        ("players have other names", lambda path: store.add_aliases(path, "Ann", ["Annie", "Bob"])),
        ("all is made anew", lambda path: replace(path, rebuild=True)),
        ("a name is its own again", lambda path: store.remove_aliases(path, ["Bob"])),
    ]
    for what, step in steps:
        assert step(database) == step(folder), what
    assert_equal(folder, database)
    load_both(tmp_path, files)  # what was removed comes back
    assert_equal(folder, database)
    said = json.loads((folder / "_current.json").read_text())
    listed = {path for made in said["tables"].values() for path, *_ in made} | set(said["before"])
    assert {str(path.relative_to(folder)) for path in folder.glob("tables/*/*")} == listed
    store.clear_drafts(folder)
    assert_equal(folder, database)


def test_what_cannot_be_made_is_named_and_the_rest_goes_on(
    tmp_path: Path, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "place_of", lambda name: store.place_of(str(name).replace("1.ttrn", "gone.ttrn")))
    done = load(tmp_path / "games", files[1:])
    assert len(done.failed) == 1
    assert "1.ttrn: " in done.failed[0]
    assert done.loaded > 5


def test_queries_of_people_reach_the_data_set_and_no_other_file(tmp_path: Path, files: list[Path]) -> None:
    load(tmp_path / "games", files[1:2])
    for exact in (True, False):
        answer = store.safe_query(tmp_path / "games", "SELECT count(*), min(file) FROM games", exact=exact)
        assert answer.rows == [(3, str(files[1]) if exact else files[1].name)]
        with pytest.raises(store.QueryError, match=r"disabled|not answered"):
            store.safe_query(tmp_path / "games", f"FROM read_parquet('{tmp_path}/other.parquet')", exact=exact)


def test_what_is_no_data_set_is_said(tmp_path: Path, files: list[Path]) -> None:
    for name, said in (("", "there is no data set in"), ("nowhere/", "there is no folder")):
        with pytest.raises(store.DatabaseError, match=said):
            store.connect(f"{tmp_path}/{name}")
    (tmp_path / "letter.txt").write_text("dear all", encoding="utf-8")
    with pytest.raises(store.DatabaseError, match="holds something else"):
        load(tmp_path, files)
    load(tmp_path / "games", files[4:5])
    current = tmp_path / "games/_current.json"
    for text, said in ((re.sub('"version": \\d+', '"version": 99', current.read_text()), "newer"), ("{}", "damaged")):
        current.write_text(text, encoding="utf-8")
        with pytest.raises(store.DatabaseError, match=said):
            store.connect(tmp_path / "games")
