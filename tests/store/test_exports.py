"""Games out of the database and in again; players with several names; ratings."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest
from openskill.models import PlackettLuce

import ttrn
from tests.store import archive
from tests.store.brute import books
from tests.store.datasets import assert_equal
from tests.store.test_loading import everything
from ttrn import store
from ttrn.boards import board
from ttrn.play import play_random
from ttrn.store.database import VERSION
from ttrn.store.dataset import read_current
from ttrn.store.engines import LocalEngine
from ttrn.store.filters import Filters
from ttrn.store.ratings import rate_games


@pytest.fixture
def copy(loaded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(loaded, tmp_path / "games.duckdb"))


# --- text ------------------------------------------------------------------------------------------------------------


def test_what_comes_out_is_what_went_in_byte_for_byte(loaded: Path) -> None:
    sound = [ttrn.dumps(game) for game in archive.sound_games()]
    texts = list(store.texts(loaded))
    assert texts == [*sound[:5], archive.WRONG, *sound[5:], archive.UNFINISHED, archive.NOWHERE]
    again = ttrn.loads("\n".join(texts))
    assert not again.problems
    assert ttrn.dumps(again.games) == "\n".join(texts)


def test_only_some_games_come_out(loaded: Path) -> None:
    expected = [ttrn.dumps(book.game) for book in books() if book.board.name == "usa"]
    assert list(store.texts(loaded, Filters(board="usa"))) == expected


def test_an_unreadable_game_keeps_its_text(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT text FROM games WHERE verdict = 'unreadable'").fetchall()
    assert found == [(archive.UNREADABLE,)]


# --- parquet ---------------------------------------------------------------------------------------------------------


def test_a_data_set_holds_everything_and_can_grow(loaded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data's set"
    assert store.export_parquet(loaded, folder) == len(archive.sound_games()) + 4
    assert_equal(folder, loaded)
    assert {len(files) for files in read_current(store.place_of(folder), VERSION).tables.values()} == {0, 1}
    new = ttrn.dumps(play_random(board("usa"), 2, 12345))
    store.load_dataset(folder, [store.items_of(new, "new.ttrn")], engine=LocalEngine(1))
    into = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    store.load(into, store.items_of(new, "new.ttrn"), cores=1)
    assert_equal(folder, into)


def test_a_data_set_can_be_loaded(loaded: Path, tmp_path: Path) -> None:
    store.export_parquet(loaded, tmp_path / "set")
    path = tmp_path / "again.duckdb"
    assert store.is_dataset(tmp_path / "set")
    assert not store.is_dataset(tmp_path)
    store.load(path, store.items_of_dataset(tmp_path / "set"), cores=1)
    assert everything(path) == everything(loaded)


def test_a_folder_with_something_in_it_is_left_alone(loaded: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(store.DatabaseError, match="is there already"):
        store.export_parquet(loaded, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# --- aliases ---------------------------------------------------------------------------------------------------------


def wins(path: Path) -> dict[str, int]:
    with store.connect(path) as connection:
        rows = store.ask(connection, "player_results").rows
    return {row[0]: row[2] for row in rows}


def test_one_player_of_several_spellings(copy: Path) -> None:
    before = wins(copy)
    store.add_aliases(copy, "Ann", ["Annie"])
    store.add_aliases(copy, "Ann", ["Annie", "Cleo"])
    after = wins(copy)
    assert "Annie" not in after
    assert after["Ann"] == before["Ann"] + before["Annie"] + before["Cleo"]
    assert store.aliases(copy) == [("Ann", "Annie"), ("Ann", "Cleo")]
    with store.connect(copy) as connection:
        everybody = {row[0] for row in store.ask(connection, "player_ratings").rows}
        games = store.ask(connection, "player_results", Filters(player="Ann")).rows
    assert "Annie" not in everybody
    assert sum(row[0] == "Ann" for row in games) == 1
    store.remove_aliases(copy, ["Annie", "Cleo"])
    assert wins(copy) == before


@pytest.mark.parametrize(
    ("player", "spellings", "message"),
    [
        ("Ann", ["Anne"], 'nobody in the database is called "Anne"; did you mean "Ann'),
        ("Ann", ["Ann"], "stands for itself"),
        ("Bob", ["Dan"], 'stands for "Eve" already'),
        ("Dan", ["Ann"], 'is itself another spelling of "Eve"'),
        ("Ann", ["Eve"], "has other spellings of its own"),
        ("Ann", ["Annie", "Nobody"], 'nobody in the database is called "Nobody"'),
    ],
)
def test_wrong_aliases(copy: Path, player: str, spellings: list[str], message: str) -> None:
    store.add_aliases(copy, "Eve", ["Dan"])
    before = copy.read_bytes()
    with pytest.raises(store.DatabaseError, match=message):
        store.add_aliases(copy, player, spellings)
    assert copy.read_bytes() == before
    assert {file.name for file in copy.parent.iterdir()} == {copy.name, f"{copy.name}.lock"}
    assert store.aliases(copy) == [("Eve", "Dan")]
    with pytest.raises(store.DatabaseError, match="stands for nobody else"):
        store.remove_aliases(copy, ["Ann"])


# --- ratings ---------------------------------------------------------------------------------------------------------


def by_hand() -> dict[str, list[tuple[float, float]]]:
    """Rate the games in the order of their dates with the model itself."""
    model = PlackettLuce()
    found: dict[str, list[tuple[float, float]]] = {}
    for book in sorted(books(), key=lambda book: book.date):  # the sort is stable: equal dates stay as loaded
        best: dict[str, int] = {}
        for name, rank in zip(book.players, book.ranks, strict=True):
            best[name] = min(rank, best.get(name, rank))
        if len(best) < 2:
            continue
        start = (model.mu, model.sigma)
        before = [found.get(name, [start])[-1] for name in best]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        for name, (rating,) in zip(best, model.rate(teams, ranks=list(map(float, best.values()))), strict=True):
            found.setdefault(name, []).append((rating.mu, rating.sigma))
    return found


def history(path: Path) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    with store.connect(path) as connection:
        answer = store.ask(connection, "rating_history")
    for row in answer.rows:
        values = dict(zip(answer.columns, row, strict=True))
        found.setdefault(values["player"], []).append((values["mu"], values["sigma"]))
        assert values["rating"] == pytest.approx(values["mu"] - 3 * values["sigma"], abs=1e-4)
        assert values["nth"] == len(found[values["player"]])
    return found


def same(one: dict[str, list[tuple[float, float]]], other: dict[str, list[tuple[float, float]]]) -> bool:
    flat = [
        [number for name in sorted(ratings) for pair in ratings[name] for number in pair] for ratings in (one, other)
    ]
    return sorted(one) == sorted(other) and flat[0] == pytest.approx(flat[1], rel=1e-4)


def test_ratings_over_time(loaded: Path) -> None:
    expected = by_hand()
    assert same(history(loaded), expected)
    with store.connect(loaded) as connection:
        latest = store.ask(connection, "player_ratings").rows
    assert {row[0]: row[1] for row in latest} == {name: len(ratings) for name, ratings in expected.items()}
    assert [row[4] for row in latest] == sorted([row[4] for row in latest], reverse=True)
    for name, _, mu, sigma, _ in latest:
        assert (mu, sigma) == pytest.approx(expected[name][-1], rel=1e-4)


def test_games_loaded_later_count_at_their_dates(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    texts = [ttrn.dumps(book.game) for book in sorted(books(), key=lambda book: book.date)]
    late, early = texts[len(texts) // 2 :], texts[: len(texts) // 2]
    for part in (early, late):  # in their order: the second load goes on from the first
        store.load(path, store.items_of("\n".join(part)), cores=1)
    assert same(history(path), by_hand())
    other = tmp_path / "other.duckdb"
    for part in (late, early):  # out of order: all are rated again
        store.load(other, store.items_of("\n".join(part)), cores=1)
    dated = {name: ratings[-1] for name, ratings in history(other).items()}
    assert dated.keys() == by_hand().keys()


def test_rating_again_changes_nothing(copy: Path) -> None:
    before = history(copy)
    with duckdb.connect(str(copy)) as connection:
        assert rate_games(connection) == 0
        assert rate_games(connection, anew=True) == len(books())
    assert same(history(copy), before)
