"""Games taken out of the database: it is then as if they had never been loaded."""

from __future__ import annotations

import contextlib
import random
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

import ttrn
from tests.store import archive
from ttrn import store
from ttrn.store import database, removing
from ttrn.store.columns import TABLES

ALL_TABLES = (*TABLES, "ratings", "boards", "cities", "routes", "ticket_cards", "aliases")


def state(path: Path) -> dict[str, object]:
    """Return all that a database tells: every table, what the packed ones are made of, and every statistic."""
    found: dict[str, object] = {}
    with store.connect(path) as connection:
        for table in ALL_TABLES:
            found[table] = connection.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
        for table, number in (("moves", "move"), ("markets", "market")):
            rows = connection.execute(f"SELECT * EXCLUDE ({number}) FROM packed.{table} ORDER BY ALL").fetchall()
            numbers = connection.execute(f"SELECT {number} FROM packed.{table} ORDER BY ALL").fetchall()
            assert numbers == [(number,) for number in range(len(rows))]
            found[f"packed.{table}"] = rows
        for statistic in store.statistics():
            for game in (1, 2) if statistic.of_game else (None,):
                filters = store.Filters(player="Ann" if statistic.of_player else None)
                answer = store.ask(connection, statistic.name, filters, game=game)
                found[f"{statistic.name} {game}"] = sorted([str(list(map(rounded, row))) for row in answer.rows])
        found["choices"] = store.choices(connection)
    return found


def rounded(value: object) -> object:
    """Leave out what depends on the order in which numbers are added up."""
    return round(value, 9) if isinstance(value, float) else value


def made(path: Path, items: Iterable[store.Item]) -> Path:
    store.load(path, items, cores=1)
    return path


@pytest.fixture(scope="module")
def items() -> list[store.Item]:
    return list(store.items_of(archive.text(), "games.ttrn"))


def hashes(path: Path, numbers: Iterable[int]) -> list[str]:
    with store.connect(path) as connection:
        known = dict(connection.execute("SELECT game, hash FROM games").fetchall())
    return [known[number] for number in numbers]


@pytest.mark.parametrize("seed", range(3))
def test_as_if_they_had_never_been_loaded(loaded: Path, items: list[store.Item], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    gone = set(chance.sample(range(1, len(items) + 1), chance.choice([1, 2, 5, len(items) - 2])))
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    left = store.remove_games(path, hashes(path, gone))
    assert left == len(items) - len(gone)
    rest = [item for number, item in enumerate(items, 1) if number not in gone]
    never = made(tmp_path / "never.duckdb", rest)
    one, other = state(path), state(never)
    one["games"], other["games"] = without_file(one["games"]), without_file(other["games"])
    assert one == other
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("games")) == [
        "games.duckdb",
        "games.duckdb.lock",
    ]


def without_file(rows: object) -> list[object]:
    """Leave out where games came from: file, number and line follow from how the test loads them."""
    assert isinstance(rows, list)
    return [(*row[:-4], row[-1]) for row in rows]


def test_what_is_loaded_after_a_removal(loaded: Path, items: list[store.Item], tmp_path: Path) -> None:
    """Numbers of games, moves and markets go on where they end, not where they ended."""
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    gone = [1, 8, 9, 30]
    store.remove_games(path, hashes(path, gone))
    made(path, [items[number - 1] for number in gone])
    rest = [item for number, item in enumerate(items, 1) if number not in gone]
    other = made(made(tmp_path / "other.duckdb", rest), [items[number - 1] for number in gone])
    one, two = state(path), state(other)
    one["games"], two["games"] = without_file(one["games"]), without_file(two["games"])
    assert one == two


def test_all_games_can_go(items: list[store.Item], tmp_path: Path) -> None:
    path = made(tmp_path / "games.duckdb", items[:6])
    before = state(path)
    assert store.remove_games(path, hashes(path, range(1, 7))) == 0
    with store.connect(path) as connection:
        for table in (*ALL_TABLES, "packed.moves", "packed.markets"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
    assert state(made(path, items[:6])) == before


def test_other_spellings_stay(loaded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    store.add_aliases(path, "Ann", ["Annie"])
    store.remove_games(path, hashes(path, [3]))
    assert store.aliases(path) == [("Ann", "Annie")]


def test_games_are_named_by_hash_file_or_verdict(loaded: Path) -> None:
    first = hashes(loaded, [1])[0]
    assert [game.hash for game in store.choose_games(loaded, [first[:8].upper(), first])] == [first]
    (wrong,) = store.choose_games(loaded, verdict="unreadable")
    assert (wrong.verdict, wrong.names) == ("unreadable", [])
    both = store.choose_games(loaded, verdict="impossible")
    assert [game.board for game in both] == ["usa", "atlantis"]
    file = both[0].file
    assert len(store.choose_games(loaded, files=[file])) == len(archive.sound_games()) + 4
    assert store.choose_games(loaded, files=[file.replace("/", "/./")], verdict="impossible") == both


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({}, "name games by their hashes, or else by their file or verdict"),
        ({"hashes": ["abcd"], "verdict": "exact"}, "name games by their hashes, or else by"),
        ({"hashes": ["ab"]}, '"ab" is no hash of a game: that is four signs or more of 0-9 and a-f'),
        ({"hashes": ["game"]}, '"game" is no hash'),
        ({"hashes": ["0000000000000000"]}, "there is no game 0000000000000000 in the database"),
        ({"files": ["nowhere.ttrn"]}, "no game in the database comes from the file nowhere.ttrn"),
        ({"verdict": "unreadible"}, 'there is no verdict "unreadible"; did you mean "unreadable"?'),
        ({"verdict": "undecided"}, "no game in the database is undecided"),
    ],
)
def test_what_cannot_be_meant(loaded: Path, named: dict[str, list[str]], message: str) -> None:
    with pytest.raises(store.DatabaseError, match=message.replace("?", r"\?")):
        store.choose_games(loaded, **named)  # type: ignore[arg-type]


def test_a_beginning_of_several_hashes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ttrn.store import worker  # noqa: PLC0415

    real = worker.digest
    monkeypatch.setattr(worker, "digest", lambda text: b"\xab\xcd" + real(text)[2:])
    path = tmp_path / "games.duckdb"
    made(path, store.items_of(ttrn.dumps(archive.sound_games()[:3])))
    with pytest.raises(store.DatabaseError, match=r"abcd can be 3 games \(abcd\w{4}, abcd\w{4}, abcd\w{4}\)"):
        store.choose_games(path, ["abcd"])


def test_removing_what_is_not_there_removes_nothing(loaded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    before = path.read_bytes()
    with pytest.raises(store.DatabaseError, match="there is no game 00"):
        store.remove_games(path, [*hashes(path, [1]), "00" * 16])
    assert path.read_bytes() == before
    assert not database.draft_of(path, lasting=False).exists()


def test_a_removal_that_is_stopped_changes_nothing(
    loaded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    before = path.read_bytes()

    def stopped(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(removing, "rate_games", stopped)
    with pytest.raises(KeyboardInterrupt):
        store.remove_games(path, hashes(path, [1, 2, 3]))
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.duckdb", "games.duckdb.lock"]


def test_a_removal_that_was_killed_is_not_made_later(loaded: Path, tmp_path: Path) -> None:
    """What a killed change left behind is not gone on with by another one."""
    path = Path(shutil.copy(loaded, tmp_path / "games.duckdb"))
    with contextlib.suppress(KeyboardInterrupt), database.writing(path, lasting=True) as draft:
        draft.connection.execute("DELETE FROM games WHERE game < 10")
        raise KeyboardInterrupt
    database.draft_of(path).replace(database.draft_of(path, lasting=False))
    store.add_aliases(path, "Ann", ["Annie"])
    with store.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(len(archive.sound_games()) + 4,)]
