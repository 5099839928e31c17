"""Queries of strangers: what they may not do is answered in words, and nothing else happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from hashlib import blake2b
from pathlib import Path

import pytest

from tests.groups import wait_for_process
from ttrn import store
from ttrn.store import safe_queries

pytestmark = pytest.mark.slow

QUICK = store.QueryLimits(seconds=1.0)

READS_ONLY = "only queries that read"
NO_FILES = "file system operations are disabled"
TOO_LONG = "stopped after 1 seconds"
TOO_MUCH = "wants more memory"

ATTACKS = {
    "CREATE TABLE mine (a INTEGER)": READS_ONLY,
    "CREATE TEMP TABLE mine AS SELECT 1": READS_ONLY,
    "CREATE OR REPLACE TEMP VIEW games AS SELECT 1": READS_ONLY,
    "CREATE TEMP MACRO mine() AS 1": READS_ONLY,
    "DELETE FROM games": READS_ONLY,
    "UPDATE games SET text = ''": READS_ONLY,
    "INSERT INTO aliases VALUES ('a', 'b')": READS_ONLY,
    "DROP TABLE games": READS_ONLY,
    "ALTER TABLE games ADD COLUMN a INTEGER": READS_ONLY,
    "TRUNCATE games": READS_ONLY,
    "MERGE INTO aliases USING aliases b ON true WHEN MATCHED THEN DELETE": READS_ONLY,
    "COPY games TO 'stolen.csv'": READS_ONLY,
    "COPY (SELECT 1) TO '/dev/stdout'": READS_ONLY,
    "EXPORT DATABASE 'stolen'": READS_ONLY,
    "IMPORT DATABASE 'stolen'": READS_ONLY,
    "ATTACH ':memory:' AS mine": READS_ONLY,
    "ATTACH 'other.duckdb'": READS_ONLY,
    "DETACH snapshot": READS_ONLY,
    "USE memory": READS_ONLY,
    "INSTALL httpfs": READS_ONLY,
    "LOAD httpfs": READS_ONLY,
    "SET threads = 64": READS_ONLY,
    "SET memory_limit = '64GB'": READS_ONLY,
    "SET enable_external_access = true": READS_ONLY,
    "RESET lock_configuration": READS_ONLY,
    "SET VARIABLE board = 'usa'": READS_ONLY,
    "PRAGMA threads = 64": READS_ONLY,
    "PRAGMA enable_profiling = 'json'": READS_ONLY,
    "CALL pragma_database_size()": READS_ONLY,
    "CHECKPOINT": READS_ONLY,
    "VACUUM": READS_ONLY,
    "BEGIN": READS_ONLY,
    "PREPARE mine AS SELECT 1": READS_ONLY,
    "EXECUTE mine": READS_ONLY,
    "SELECT 1; DELETE FROM games": READS_ONLY,
    "SELECT 1; SELECT 2": "2 statements",
    "PIVOT seats ON seat USING count(*)": "PIVOT is possible here only with the values",
    "EXPLAIN ANALYZE DELETE FROM games": "base table",
    "SELECT getenv('HOME')": "getenv",
    "FROM task": "does not exist",
    "FROM statement": "does not exist",
    "COPY (SELECT 1) TO 'games.duckdb'": READS_ONLY,
    "COPY games FROM 'games.csv'": READS_ONLY,
    "COPY FROM DATABASE games TO memory": READS_ONLY,
    "FORCE INSTALL httpfs": READS_ONLY,
    "UPDATE EXTENSIONS": READS_ONLY,
    "CREATE SECRET (TYPE http)": READS_ONLY,
    "CREATE FUNCTION mine() AS 1": READS_ONLY,
    "COMMENT ON TABLE games IS 'mine'": READS_ONLY,
    "ANALYZE": READS_ONLY,
    "SELECT * FROM read_csv_auto('games.csv')": NO_FILES,
    "FROM parquet_metadata('games.parquet')": NO_FILES,
    "FROM read_duckdb('games.duckdb')": "",
    "SELECT nextval('mine')": "does not exist",
    "FROM read_csv('/etc/passwd')": NO_FILES,
    "FROM read_text('/etc/passwd')": NO_FILES,
    "FROM read_blob('/etc/passwd')": NO_FILES,
    "FROM read_json('/proc/self/environ')": NO_FILES,
    "FROM read_parquet('games.parquet')": NO_FILES,
    "FROM sniff_csv('/etc/passwd')": NO_FILES,
    "FROM glob('/*')": NO_FILES,
    "FROM 'games.parquet'": NO_FILES,
    "FROM '/etc/passwd'": "does not exist",
    "FROM 'https://example.org/games.csv'": NO_FILES,
    "FROM read_csv('https://example.org/games.csv')": "disabled",
    "FROM query('DELETE FROM games')": "not answered here",
    "FROM duckdb_secrets()": "disabled",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t": TOO_LONG,
    "SELECT count(*) FROM turns a, turns b, turns c, turns d": TOO_LONG,
    "SELECT sum(range) FROM range(1000000000000)": TOO_LONG,
    "SELECT list(range) FROM range(2000000000)": TOO_MUCH,
    "SELECT string_agg(repeat('x', 1000000), '') FROM range(20000)": TOO_MUCH,
    "SELECT repeat(text, 1000000) FROM games": TOO_MUCH,
    "": "no query",
    " ;; ": "no query",
    "-- nothing": "no query",
    "SELEKT 1": "syntax error",
    "SELECT nothing FROM games": "not found",
    "SELECT '\ud800'": "letters that are none",
}


@pytest.mark.parametrize("sql", ATTACKS)
def test_what_a_query_may_not_do_is_answered_in_words(loaded: Path, sql: str) -> None:
    before = blake2b(loaded.read_bytes()).digest()
    beside = sorted(loaded.parent.iterdir())
    with pytest.raises(store.QueryError) as refused:
        store.safe_query(loaded, sql, QUICK)
    said = str(refused.value)
    assert ATTACKS[sql] in said or (ATTACKS[sql] == TOO_MUCH and TOO_LONG in said)
    assert str(loaded.parent) not in said
    assert "Traceback" not in said
    assert blake2b(loaded.read_bytes()).digest() == before
    assert sorted(loaded.parent.iterdir()) == beside


def test_a_huge_text_ends_the_query_and_not_the_program(loaded: Path) -> None:
    start = time.monotonic()
    with pytest.raises(store.QueryError, match=r"stopped|memory"):
        store.safe_query(loaded, "SELECT repeat('x', 1000000000), repeat('y', 1000000000)", QUICK)
    assert time.monotonic() - start < 30


def test_a_query_of_many_letters_is_refused(loaded: Path) -> None:
    with pytest.raises(store.QueryError, match="at most 20,000"):
        store.safe_query(loaded, "SELECT 1 --" + "x" * 20_000)


def test_cells_are_numbers_truth_values_dates_or_text(loaded: Path) -> None:
    answer = store.safe_query(
        loaded,
        "SELECT 1 AS a, 1.5::DECIMAL(4, 2) AS b, true AS c, DATE '2026-11-30' AS d, [1, 2] AS e, NULL AS f",
    )
    assert answer.columns == ("a", "b", "c", "d", "e", "f")
    assert answer.types[:5] == ("INTEGER", "DECIMAL(4,2)", "BOOLEAN", "DATE", "INTEGER[]")
    assert answer.rows[0] == (1, 1.5, True, date(2026, 11, 30), "[1, 2]", None)
    assert not answer.cut


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a, [a], {'a': a}, a::VARIANT, a, 'it''s' FROM (SELECT TIMESTAMPTZ '2026-11-30 12:00+00' AS a);",
        "VALUES (TIMESTAMPTZ '2026-11-30 12:00+00', 'it''s'), (NULL, NULL); -- both",
    ],
)
def test_times_with_a_zone_are_text(loaded: Path, sql: str) -> None:
    answer = store.safe_query(loaded, sql)
    assert answer.types[0] == "TIMESTAMP WITH TIME ZONE"
    assert all("2026-11-30 12:00:00+00" in cell for cell in answer.rows[0][:-1])
    assert answer.rows[0][-1] == "it's"


KINDS = {
    "now()": None,
    "current_time": None,
    "TIMESTAMPTZ '2026-11-30 12:00+00'": "2026-11-30 12:00:00+00",
    "TIMESTAMP '2026-11-30 12:00:00.5'": "2026-11-30 12:00:00.5",
    "TIMESTAMP 'infinity'": "infinity",
    "TIMESTAMP '290000-01-01'": "290000-01-01 00:00:00",
    "TIMESTAMP_NS '2026-11-30 12:00:00.123456789'": "2026-11-30 12:00:00.123456789",
    "TIMESTAMP_S '2026-11-30 12:00:00'": "2026-11-30 12:00:00",
    "TIME '12:30'": "12:30:00",
    "'12:30:00+01'::TIMETZ": "12:30:00+01",
    "INTERVAL 3 DAYS": "3 days",
    "INTERVAL (2000000000) DAYS": "2000000000 days",
    "'\\x00\\xFFa'::BLOB": r"\x00\xFFa",
    "'00000000-0000-0000-0000-000000000001'::UUID": "00000000-0000-0000-0000-000000000001",
    "170141183460469231731687303715884105727::HUGEINT": 2**127 - 1,
    "18446744073709551615::UBIGINT": 2**64 - 1,
    "1.50::DECIMAL(4, 2)": "1.50",
    "'101'::BIT": "101",
    "'b'::ENUM ('a', 'b')": "b",
    "[TIMESTAMPTZ '2026-11-30 12:00+00', NULL]": ["2026-11-30 12:00:00+00", None],
    "{'a b': 1, 'c': [INTERVAL 1 DAY]}": {"a b": 1, "c": ["1 day"]},
    "MAP {'a': TIME '12:30'}": {"a": "12:30:00"},
    "MAP {[1]: 2}": {"key": [[1]], "value": [2]},
    "array_value(1, 2)": [1, 2],
    "array_value(TIME '12:30', NULL)": ["12:30:00", None],
    "union_value(a := 1)": "1",
    "row(1, TIME '12:30')": "(1, '12:30:00')",
    "1::VARIANT": "1",
    """'{"a": 1}'::JSON""": '{"a": 1}',
    "'NaN'::DOUBLE = 'NaN'::DOUBLE": True,
    "NULL": None,
    "chr(10) || 'x' || chr(9)": "\nx\t",
}


def test_every_kind_of_value(loaded: Path) -> None:
    query = f"SELECT {', '.join(KINDS)}"
    (shown,) = store.safe_query(loaded, query).rows
    (exact,) = store.safe_query(loaded, query, store.UNLIMITED, exact=True).rows
    for value, told, whole in zip(KINDS, shown, exact, strict=True):
        assert told is None or isinstance(told, bool | int | float | str), value
        assert whole == KINDS[value] or (KINDS[value] is None and isinstance(whole, str)), value


def test_names_and_order_stay_where_values_become_text(loaded: Path) -> None:
    answer = store.safe_query(
        loaded, "SELECT TIME '12:30' AS a, range AS a, 'x' AS \"A\" FROM range(5) ORDER BY 2 DESC"
    )
    assert answer.columns == ("a", "a", "A")
    assert answer.types == ("TIME", "BIGINT", "VARCHAR")
    assert [row[1] for row in answer.rows] == [4, 3, 2, 1, 0]


def test_an_answer_without_limits_is_whole(loaded: Path) -> None:
    answer = store.safe_query(loaded, "SELECT range, repeat('x', 1000) FROM range(20000)", store.UNLIMITED, exact=True)
    assert not answer.cut
    assert len(answer.rows) == 20_000
    assert len(answer.rows[-1][1]) == 1_000


def test_filters_choose_the_games(loaded: Path) -> None:
    query = "SELECT DISTINCT board FROM game_facts"
    assert len(store.safe_query(loaded, query).rows) > 1
    assert store.safe_query(loaded, query, filters=store.Filters(board="usa")).rows == [("usa",)]
    with pytest.raises(store.QueryError, match='"May" is no date'):
        store.safe_query(loaded, query, filters=store.Filters(since="May"))


def test_a_query_ends_with_the_program_that_asked(loaded: Path) -> None:
    """Nobody else would stop one without limits."""
    code = (
        "import sys\n"
        "from ttrn import store\n"
        "store.safe_query(sys.argv[1], 'SELECT sum(range) FROM range(1000000000000)', store.UNLIMITED)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(loaded)], start_new_session=True) as process:
        wait_for_process(process, "ttrn.store.query_process")
        time.sleep(1)  # so that it works on the answer
        process.kill()
    for _ in range(200):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGKILL)
    pytest.fail("the query goes on")


def test_days_beyond_the_years_of_python_are_text(loaded: Path) -> None:
    rows = store.safe_query(loaded, "VALUES (DATE '10000-01-01'), (DATE '0001-01-01 (BC)'), (NULL)").rows
    assert rows == [("10000-01-01",), ("0001-01-01 (BC)",), (None,)]


def test_a_pivot_that_names_its_values(loaded: Path) -> None:
    sql = "PIVOT seats ON seat IN (0, 1) USING count(*)"
    assert store.safe_query(loaded, f"SELECT * FROM ({sql})").columns[-2:] == ("0", "1")


def test_long_answers_are_cut(loaded: Path) -> None:
    answer = store.safe_query(loaded, "SELECT range, repeat('x', 1000) FROM range(7000)")
    assert answer.cut
    assert len(answer.rows) == store.QueryLimits().rows
    assert len(answer.rows[0][1]) == store.QueryLimits().width


@pytest.mark.parametrize("relation", ["games", "chosen_games", "passing_games"])
def test_of_files_only_the_names_are_told(loaded: Path, relation: str) -> None:
    rows = store.safe_query(loaded, f"SELECT DISTINCT file FROM {relation} ORDER BY 1").rows
    whole = store.safe_query(loaded, f"SELECT DISTINCT file FROM {relation} ORDER BY 1", exact=True).rows
    assert any("/" in file for (file,) in whole)
    assert {file for (file,) in rows} == {Path(file).name for (file,) in whole}
    assert store.safe_query(loaded, f"SUMMARIZE {relation}").rows
    assert not store.safe_query(loaded, f"SELECT 1 FROM {relation} WHERE contains(file, '/')").rows


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT substr(path, 2) FROM duckdb_databases()",
        "SELECT (SELECT substr(value, 2) FROM duckdb_settings() WHERE name = 'temp_directory')",
        "SELECT substr(current_setting('temp_directory'), 2)",
        "SELECT substr(file, 2) FROM main.games",
        'WITH a AS (FROM "main"."chosen_games") SELECT substr(file, 2) FROM a',
        "SUMMARIZE main.games",
        "EXPLAIN ANALYZE SELECT 1 FROM main.games WHERE file < 'a'",
        "FROM query('SELECT substr(file, 2) FROM main.games')",
        "FROM query_table('main.games')",
        "FROM pragma_storage_info('games')",
        "SELECT * FROM pragma_database_list",
    ],
)
def test_the_places_of_files_are_not_told(loaded: Path, sql: str) -> None:
    with pytest.raises(store.QueryError) as refused:
        store.safe_query(loaded, sql)
    assert "not answered here" in str(refused.value) or "games, not main.games" in str(refused.value)
    assert store.safe_query(loaded, sql, store.UNLIMITED, exact=True).columns


@pytest.mark.parametrize("name", [statistic.name for statistic in store.statistics() if not statistic.of_game][:6])
def test_statistics_can_be_asked(loaded: Path, name: str) -> None:
    with store.connect(loaded) as connection:
        columns = store.ask(connection, name).columns
    assert store.safe_query(loaded, f"FROM {name} LIMIT 3").columns == columns


@pytest.mark.parametrize("example", store.examples(), ids=lambda example: example.question)
def test_the_examples_are_answered(loaded: Path, example: store.Example) -> None:
    assert store.safe_query(loaded, example.sql).rows


def test_a_bad_query_does_not_hold_up_the_others(loaded: Path) -> None:
    """One that never ends runs beside ten that do."""
    ended = threading.Event()

    def endless() -> None:
        with pytest.raises(store.QueryError):
            store.safe_query(loaded, "SELECT sum(range) FROM range(1000000000000)", store.QueryLimits(seconds=4))
        ended.set()

    thread = threading.Thread(target=endless)
    thread.start()
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda n: store.safe_query(loaded, f"SELECT {n} + 0 AS n").rows, range(10)))
    thread.join()
    assert ended.is_set()
    assert answers == [[(n,)] for n in range(10)]


def test_a_quick_query_does_not_wait_behind_slow_ones(loaded: Path) -> None:
    """Who has had a turn makes room, and is told why; all of them had one."""
    slow = "SELECT sum(range) FROM range(1000000000000)"

    def ask(_: int) -> str:
        with pytest.raises(store.QueryError) as refused:
            store.safe_query(loaded, slow, store.QueryLimits(seconds=3))
        return str(refused.value)

    with ThreadPoolExecutor(8) as pool:
        asked = pool.map(ask, range(8))
        while len(safe_queries._places) < safe_queries.AT_ONCE:
            time.sleep(0.01)
        assert store.safe_query(loaded, "SELECT 1").rows == [(1,)]
        said = list(asked)
    stopped = [words for words in said if "because others wait" in words]
    assert len(stopped) >= 4
    assert all("stopped after 3 seconds" in words for words in said if words not in stopped)


def test_whoever_asked_can_end_a_query(loaded: Path) -> None:
    """It is gone then, and so is its process."""
    ticks: list[float] = []

    def tick() -> None:
        ticks.append(time.monotonic())
        if len(ticks) == 5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        store.safe_query(loaded, "SELECT sum(range) FROM range(1000000000000)", tick=tick)
    assert ticks[-1] - ticks[0] < 2
    assert not safe_queries._places
    assert store.safe_query(loaded, "SELECT 1").rows == [(1,)]


HUNGRY = [
    "SELECT repeat('x', 1000000000)",
    "SELECT regexp_replace(repeat('ab', 50000000), 'a', 'xyz', 'g')",
    "SELECT list(range) FROM range(2000000000)",
    "SELECT a.text || b.text FROM games a, games b, games c ORDER BY 1",
]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells what a process holds")
def test_no_query_holds_more_memory_than_it_may(loaded: Path) -> None:
    code = (
        "import resource, sys\n"
        "from ttrn import store\n"
        "for sql in sys.argv[2:]:\n"
        "    try:\n"
        "        store.safe_query(sys.argv[1], sql)\n"
        "    except store.MemoryExceededError:\n"
        "        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(loaded), *HUNGRY], capture_output=True, text=True, check=True, timeout=120
    )
    held = [int(size) for size in done.stdout.split()]
    assert len(held) == len(HUNGRY)
    assert max(held) <= store.QueryLimits().megabytes


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "none.duckdb").write_text("no database")
    with pytest.raises(store.QueryError, match="cannot be opened"):
        store.safe_query(tmp_path / "none.duckdb", "SELECT 1")
