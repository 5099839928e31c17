"""Loading: what is counted, and that a database is never half-written."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import ttrn
from tests.store import archive
from ttrn import store
from ttrn.store import database, loading, worker
from ttrn.store.columns import COLUMNS, TABLES
from ttrn.store.result_rows import Ending, Result, write_results

pytestmark = pytest.mark.slow

WRONG_SCORE = archive.WRONG + "\nscore ann=999999 bob=-999999\n"


def count(path: Path, table: str = "games") -> int:
    with store.connect(path) as connection:
        ((number,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(number)


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of games, sorted."""
    with store.connect(path) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
            for table in (*TABLES, "ratings", "boards", "routes")
        }


def test_every_game_is_counted_once(records: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    sound = len(archive.sound_games())
    first = store.load(path, store.items_of(records), cores=1)
    assert first == store.Summary(loaded=sound + 4, known=0, invalid=2, unreadable=1)
    with store.connect(path) as connection:
        verdicts = dict(connection.execute("SELECT verdict, count(*) FROM games GROUP BY verdict").fetchall())
        ((hashes,),) = connection.execute("SELECT count(DISTINCT hash) FROM games").fetchall()
    assert verdicts["impossible"] == 2
    assert verdicts["unreadable"] == 1
    assert hashes == first.loaded
    assert sum(verdicts.values()) == first.loaded


def test_the_verdicts_are_those_of_the_checker(loaded: Path) -> None:
    with store.connect(loaded) as connection:
        verdicts = dict(connection.execute("SELECT text, verdict FROM games").fetchall())
    expected = {ttrn.dumps(game): ttrn.judge(game).status for game in archive.sound_games()}
    assert {"exact", "consistent"} <= set(expected.values())
    assert {text: verdicts[text] for text in expected} == expected


def test_loading_again_changes_nothing(loaded: Path, records: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    before = path.read_bytes()
    again = store.load(path, store.items_of(records), cores=1)
    assert (again.loaded, again.known) == (0, len(archive.sound_games()) + 4)
    assert path.read_bytes() == before
    assert not database.draft_of(path).exists()


def test_a_game_written_otherwise_is_the_same_game(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    loose = ttrn.dumps(archive.sound_games()[0]).replace("\n", "  \r\n").replace("[Event ", "[ Event   ")
    assert store.load(path, store.items_of(loose), cores=1) == store.Summary(known=1)


def test_games_that_come_twice_in_different_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "BATCH", 3)
    texts = [ttrn.dumps(game) for game in archive.sound_games()[:6]]
    path = tmp_path / "games.duckdb"
    done = store.load(path, store.items_of("\n".join([archive.WRONG, *texts, texts[1], *texts[3:5]])), cores=1)
    assert (done.loaded, done.known, done.invalid) == (7, 3, 1)
    assert list(store.texts(path)) == [archive.WRONG, *texts]
    whole = tmp_path / "whole.duckdb"
    store.load(whole, store.items_of("\n".join([archive.WRONG, *texts])), cores=1)
    with store.connect(path) as one, store.connect(whole) as other:
        for table in TABLES:
            query = f"SELECT * EXCLUDE (game) FROM {table} ORDER BY ALL"
            if table == "games":
                query = "SELECT game, hash, verdict FROM games ORDER BY game"
            assert one.execute(query).fetchall() == other.execute(query).fetchall()


def test_many_cores_give_the_same_rows(
    loaded: Path, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH", 5)
    monkeypatch.setattr(loading, "_FEW", 1)
    monkeypatch.setattr(loading, "COMMIT", 7)
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of(records), cores=2)
    assert everything(path) == everything(loaded)


def test_problems_are_stored_with_their_places(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.execute(
        "SELECT verdict, rule, p.turn, player, p.line - g.line FROM problems p JOIN games g USING (game) ORDER BY rule"
    ).fetchall()
    assert rows == [
        ("impossible", "CLAIM-2", 1, "ann", 6),
        ("impossible", "SETUP-1", None, None, 0),
        ("unreadable", "TEXT-LINE", None, None, 4),
    ]


def test_every_case_of_the_rules_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    cases = sorted((Path(__file__).parents[1] / "cases").rglob("*.ttrn"))
    items = (item for case in cases for item in store.items_of(case))
    done = store.load(path, items, cores=1, versions=store.BOTH)  # many are versions of one record
    assert done.loaded + done.known >= len(cases)
    with store.connect(path) as connection:
        assert connection.execute("SELECT message FROM problems WHERE rule = 'INTERNAL'").fetchall() == []


def test_strange_games_cost_no_other(tmp_path: Path) -> None:
    """Numbers that nobody expects, characters that no text has, a table for three hundred, nobody at all."""
    crowd = "".join([f"player p{number}\n" for number in range(300)])
    strange = [
        WRONG_SCORE,
        f'[Game "usa"]\n\n{crowd}\n1. p0 draw ? ?\n',
        '[Game "usa"]\n',
        '[Game "usa"]\n\nplayer ann\n',
        '[Game "usa"]\n[Date "0000-99-99"]\n[Position "nonsense"]\n\nplayer ann\nplayer bob\n\n7. ann pass\n',
        '[Game "usa"]\n[Event "a\x00b"]\n',
        '[Game ""]\n',
        '[Game "usa"]\n[Rules "partial"]\n\nplayer ann\nplayer bob\n\nscore ann=999999 bob=-999999\n',
    ]
    file = tmp_path / "strange.ttrn"
    text = "\n".join([*strange, archive.UNFINISHED]).encode() + b'\n[Game "usa"]\n[Event "\xff"]\n'
    file.write_bytes(text)
    path = tmp_path / "games.duckdb"
    done = store.load(path, store.items_of(file), cores=1)
    assert done.loaded == len(strange) + 2
    assert done.unreadable == 2
    with store.connect(path) as connection:
        internal = connection.execute("SELECT game, message FROM problems WHERE rule = 'INTERNAL'").fetchall()
        for statistic in store.statistics():
            player = "Ann" if statistic.of_player else None
            store.ask(connection, statistic.name, store.Filters(verdict="impossible", player=player), game=1)
    assert internal == []
    assert store.load(path, store.items_of(file), cores=1).known == len(strange) + 2


def test_a_game_that_ttrn_fails_on_costs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTRN_DEBUG", raising=False)
    real = write_results
    calls: list[int] = []

    def failing(ending: Ending) -> Result:
        result = real(ending)
        calls.append(1)
        if len(calls) == 2:
            raise ZeroDivisionError
        return result

    monkeypatch.setattr(worker, "write_results", failing)
    path = tmp_path / "games.duckdb"
    games = archive.sound_games()[:3]
    assert store.load(path, store.items_of(ttrn.dumps(games)), cores=1).loaded == 3
    with store.connect(path) as connection:
        assert connection.execute("SELECT game, rule FROM problems").fetchall() == [(2, "INTERNAL")]
        turns = dict(connection.execute("SELECT game, count(*) FROM turns GROUP BY game").fetchall())
    assert turns == {1: len(games[0].turns), 3: len(games[2].turns)}


def test_the_columns_are_those_of_the_schema(connection: duckdb.DuckDBPyConnection) -> None:
    for table, columns in COLUMNS.items():
        described = connection.execute(f"DESCRIBE {'packed.claims' if table == 'claims' else table}").fetchall()
        assert [row[0] for row in described] == list(columns)


# --- interrupted, and at the same time -------------------------------------------------------------------------------


@pytest.mark.parametrize("cores", [1, 2])
def test_killed_in_the_middle_and_resumed(loaded: Path, records: Path, tmp_path: Path, cores: int) -> None:
    """Kill a load with -9 once it has written some batches: the database is as it was, and a new load goes on."""
    path = tmp_path / "games.duckdb"
    first = ttrn.dumps(archive.sound_games()[0])
    store.load(path, store.items_of(first), cores=1)
    before = path.read_bytes()
    code = (
        "import sys, time\n"
        "from ttrn import store\n"
        "from ttrn.store import loading\n"
        "loading.BATCH, loading.COMMIT, loading._FEW = 2, 4, 4\n"
        "def told(done):\n"
        "    if done.loaded >= 8: print('ready', flush=True); time.sleep(60)\n"
        "store.load(sys.argv[1], store.items_of(sys.argv[2]), cores=int(sys.argv[3]), progress=told)\n"
    )
    command = [sys.executable, "-c", code, str(path), str(records), str(cores)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(store.DatabaseError, match="another ttrn is writing"):
            store.load(path, store.items_of(first), cores=1)
        assert count(path) == 1
        process.send_signal(signal.SIGKILL)
        assert process.stdout.read() == ""  # comes to an end only when its helpers have gone too
    assert path.read_bytes() == before
    assert database.draft_of(path).exists()
    resumed = store.load(path, store.items_of(records), cores=1)
    total = len(archive.sound_games()) + 4
    assert 8 < resumed.known < total
    assert resumed.loaded == total - resumed.known
    assert not database.draft_of(path).exists()
    assert {row[1] for row in everything(path)["games"]} == {row[1] for row in everything(loaded)["games"]}
    assert count(path, "turns") == count(loaded, "turns")


def test_a_draft_of_another_database_is_not_gone_on_with(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of(archive.UNFINISHED), cores=1)
    shutil.copy(loaded, database.draft_of(path))
    store.load(path, store.items_of(archive.WRONG), cores=1)
    assert count(path) == 2


def test_a_failing_source_leaves_the_database_as_it_was(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    before = path.read_bytes()

    def failing() -> Iterator[store.Item]:
        yield from store.items_of(archive.WRONG.replace("ann", "ada"))
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        store.load(path, failing(), cores=1)
    assert path.read_bytes() == before
    assert count(path) == count(loaded)


def test_who_goes_on_from_a_broken_draft_is_told_how_to_do_without(loaded: Path, tmp_path: Path) -> None:
    """A draft that fails again and again can be cleared."""
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)

    def failing() -> Iterator[store.Item]:
        yield from store.items_of(archive.WRONG.replace("ann", "ada"))
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        store.load(path, failing(), cores=1)
    with duckdb.connect(str(database.draft_of(path))) as draft:
        draft.execute("DROP TABLE packed.markets CASCADE")
    for _ in range(2):
        with pytest.raises(
            store.DatabaseError, match=r"went on from one that was interrupted: ttrn load .* --fresh FILE"
        ):
            store.load(path, store.items_of(archive.WRONG.replace("ann", "eve")), cores=1)
    assert store.clear_drafts(path)
    assert not store.clear_drafts(path)
    assert store.load(path, store.items_of(archive.WRONG.replace("ann", "eve")), cores=1).loaded == 1


def test_readers_keep_what_they_opened(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    code = (
        "import sys\n"
        "from ttrn import store\n"
        "connection = store.connect(sys.argv[1])\n"
        "for _ in sys.stdin:\n"
        "    print(connection.execute('SELECT count(*) FROM games').fetchall()[0][0], flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None

        def ask() -> int:
            assert reader.stdin is not None
            assert reader.stdout is not None
            reader.stdin.write("\n")
            reader.stdin.flush()
            return int(reader.stdout.readline())

        before = ask()
        assert store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1).loaded == 1
        assert ask() == before
        reader.stdin.close()
    assert count(path) == before + 1


def test_a_database_that_is_written_in_place_is_left_alone(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    code = "import duckdb, sys\nc = duckdb.connect(sys.argv[1])\nprint('open', flush=True)\nsys.stdin.read()\n"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with pytest.raises(store.DatabaseError, match="being written to by another program"):
            store.load(path, store.items_of(archive.WRONG), cores=1)
        with pytest.raises(store.DatabaseError, match="being written to by another program"):
            store.connect(path)
        writer.communicate()


# --- versions --------------------------------------------------------------------------------------------------------


def altered(loaded: Path, tmp_path: Path, *statements: str) -> Path:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_a_newer_version_is_refused(loaded: Path, tmp_path: Path) -> None:
    path = altered(loaded, tmp_path, "UPDATE about SET value = '99' WHERE key = 'version'")
    before = path.read_bytes()
    for use in (
        lambda: store.connect(path),
        lambda: store.load(path, store.items_of(archive.WRONG), cores=1),
    ):
        with pytest.raises(store.DatabaseError, match=r"newer version of ttrn \(schema 99"):
            use()
    assert path.read_bytes() == before


def test_an_older_version_is_made_anew(loaded: Path, tmp_path: Path) -> None:
    path = altered(
        loaded,
        tmp_path,
        "UPDATE about SET value = '0' WHERE key = 'version'",
        "INSERT INTO aliases VALUES ('Annie', 'Ann')",
        "DROP SCHEMA packed CASCADE",
        "ALTER TABLE seats DROP longest",
    )
    with pytest.raises(store.DatabaseError, match=r"older version of ttrn .* --rebuild"):
        store.connect(path)
    done = store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1)
    assert done.loaded == len(archive.sound_games()) + 5
    assert store.aliases(path) == [("Ann", "Annie")]
    fresh = everything(loaded)
    assert [row for row in everything(path)["claims"] if row in fresh["claims"]] == fresh["claims"]


def test_rebuilding_gives_the_same(loaded: Path, tmp_path: Path) -> None:
    path = altered(loaded, tmp_path, "DELETE FROM packed.turns", "UPDATE games SET verdict = 'exact'")
    done = store.load(path, (), rebuild=True, cores=1)
    assert done.invalid == 2
    assert everything(path) == everything(loaded)


def test_moves_and_markets_are_kept_once(loaded: Path, records: Path, tmp_path: Path) -> None:
    """Also when games come one load after the other: numbers given out before are used again."""
    path = tmp_path / "games.duckdb"
    items = list(store.items_of(records))
    store.load(path, items[:20], cores=1)
    store.load(path, items[20:], cores=1)
    assert everything(path)["turns"] == everything(loaded)["turns"]
    assert everything(path)["claims"] == everything(loaded)["claims"]
    with store.connect(path) as connection:
        for table, number in (("moves", "move"), ("markets", "market")):
            values = f"SELECT DISTINCT * EXCLUDE ({number}) FROM packed.{table}"
            query = f"SELECT count(*), count(DISTINCT {number}), (SELECT count(*) FROM ({values})) FROM packed.{table}"
            ((rows, numbers, different),) = connection.execute(query).fetchall()
            assert rows == numbers == different > 100


def test_what_is_no_database(tmp_path: Path) -> None:
    text = tmp_path / "text.duckdb"
    text.write_text("not a database, but long enough to look at " * 200)
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE games (game INTEGER)")
    for path, message in (
        (text, "cannot be opened as a database"),
        (other, "is no database of ttrn"),
        (tmp_path / "none.duckdb", "there is no database"),
        (tmp_path, "is a folder"),
    ):
        with pytest.raises(store.DatabaseError, match=message):
            store.connect(path)
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(store.DatabaseError):
            store.load(path, store.items_of(archive.WRONG), cores=1)
        assert path.read_bytes() == before
    with pytest.raises(store.DatabaseError, match="there is no folder"):
        store.load(tmp_path / "no" / "games.duckdb", store.items_of(archive.WRONG), cores=1)


def test_another_board_of_the_same_name_is_refused(loaded: Path, tmp_path: Path) -> None:
    path = altered(loaded, tmp_path, "UPDATE boards SET fingerprint = 'another' WHERE board = 'usa'")
    with pytest.raises(store.DatabaseError, match='another board that is called "usa"'):
        store.load(path, store.items_of(archive.WRONG.replace("ann", "ada")), cores=1)
