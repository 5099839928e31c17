"""``ttrn sql``: it can read everything in the database, and do nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.groups import wait_for_process
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sql") / "games.duckdb"
    files = sorted(resource("sample_games").glob("real/*.ttrn"))
    store.load(path, (item for file in files for item in store.items_of(file)), cores=1)
    return path


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    path = tmp_path / "games.duckdb"
    shutil.copy(made, path)
    return path


READS = "only queries that read are run here"
NO_FILES = "file system operations are disabled"
ATTACKS = {
    "COPY (SELECT 1) TO '{database}'": READS,
    "COPY (SELECT 1) TO '{folder}/new.csv'": READS,
    "EXPORT DATABASE '{folder}/new'": READS,
    "ATTACH '{folder}/new.duckdb' AS new": READS,
    "ATTACH '{database}' AS again (READ_WRITE)": READS,
    "CREATE TABLE new AS SELECT 1": READS,
    "CREATE TEMP TABLE new AS SELECT 1": READS,
    "INSERT INTO aliases VALUES ('a', 'b')": READS,
    "UPDATE games SET text = ''": READS,
    "DELETE FROM games": READS,
    "DROP TABLE games": READS,
    "INSTALL httpfs": READS,
    "LOAD httpfs": READS,
    "SET enable_external_access = true": READS,
    "PRAGMA enable_profiling = 'json'": READS,
    "PRAGMA database_list": READS,
    "CHECKPOINT": READS,
    "CALL pragma_version()": READS,
    "SELECT 1; DROP TABLE games": READS,
    "SELECT 1; SELECT 2": "there are 2 statements; one is run at a time",
    "FROM glob('/etc/*')": NO_FILES,
    "FROM read_csv('/etc/passwd')": NO_FILES,
    "FROM read_text('{folder}/games.csv')": NO_FILES,
    "FROM '{folder}/games.csv'": NO_FILES,
    "FROM read_text('https://example.org/')": "disabled",
    "SELECT getenv('HOME')": "getenv",
    " ": "there is no query",
    "/* only a comment */": "there is no query",
    "": "QUERY is empty",
}


@pytest.mark.parametrize("query", ATTACKS)
def test_nothing_but_the_database_can_be_read_and_nothing_changed(ttrn: Ttrn, database: Path, query: str) -> None:
    (database.parent / "games.csv").write_text("a,b\n1,2\n")
    before = database.read_bytes()
    beside = sorted(database.parent.iterdir())
    done = ttrn("sql", database, query.format(database=database, folder=database.parent))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ttrn: ")
    assert ATTACKS[query] in done.err
    assert database.read_bytes() == before
    assert sorted(database.parent.iterdir()) == beside


def test_a_query_on_stdin_may_be_empty_too(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("sql", database, "-", stdin="\n")
    assert (done.status, done.err) == (2, "ttrn: there is no query\n")


def test_times_with_a_zone_need_no_package(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("sql", database, "SELECT now() AS at, INTERVAL 2 DAYS AS days")
    assert done.status == 0
    assert done.out.startswith("at\tdays\n20")
    assert done.out.endswith("\t2 days\n")


def test_values_keep_their_kind(ttrn: Ttrn, database: Path) -> None:
    query = "SELECT [1, 2] AS list, {'a': 1.5} AS parts, 12345678901234567890 AS big, 'NaN'::FLOAT AS n"
    found = json.loads(ttrn("sql", database, query, "--json").out)
    assert found == {"list": [1, 2], "parts": {"a": "1.5"}, "big": 12345678901234567890, "n": "nan"}
    assert ttrn("sql", database, query).out.splitlines()[1].startswith("1 2\ta: 1.5\t")


def test_files_are_told_as_they_were_loaded(ttrn: Ttrn, database: Path) -> None:
    with store.connect(database) as connection:
        ((file,),) = connection.execute("SELECT file FROM games LIMIT 1").fetchall()
    assert file in ttrn("sql", database, "SELECT file FROM games LIMIT 1").out


def test_lines_stay_lines_but_in_a_table_for_programs(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("sql", database, "SELECT 'a' || chr(10) || 'b' || chr(9) || 'c' AS value")
    assert done.out == "value\na\\nb\\tc\n"
    wrong = ttrn("sql", database, "SELECT\nnothing FROM games")
    assert wrong.status == 2
    lines = wrong.err.splitlines()
    assert lines[0].startswith("ttrn: Binder Error: ")
    assert "LINE 2: nothing FROM games" in lines
    assert lines[-1].strip(" ^") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_lines_stay_lines_on_a_terminal(database: Path) -> None:
    import pty  # noqa: PLC0415  not on every system

    ours, theirs = pty.openpty()
    query = "SELECT 'first' || chr(10) || 'second' AS value, chr(27) || '[31m' AS colour"
    command = [sys.executable, "-m", "ttrn", "sql", str(database), query]
    subprocess.run(command, stdin=theirs, stdout=theirs, stderr=theirs, check=True, env=os.environ | {"NO_COLOR": "1"})
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    rows = [row.rstrip() for row in shown.splitlines()]
    assert rows[-2:] == ["first   \ufffd[31m", "second"]


def test_filters_choose_the_games(ttrn: Ttrn, database: Path) -> None:
    query = "SELECT count(*) AS games FROM game_facts"
    assert ttrn("sql", database, query).out == "games\n2\n"
    assert ttrn("sql", database, query, "--board", "europe").out == "games\n0\n"
    assert ttrn("sql", database, query, "--player", "Player Four", "--since", "2026-05-01").out == "games\n1\n"


def test_too_much_memory_is_told_with_what_to_do(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("sql", database, "SELECT list(range) FROM range(200000000)", "--megabytes", "100")
    assert done.status == 2
    assert re.search("more memory than 100 MB(, or the database is damaged)?; --megabytes allows more", done.err)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("name", ["sql", "stats"])
def test_ctrl_c_is_quiet(database: Path, name: str) -> None:
    """As a terminal does it: the signal goes to all processes of the command."""
    endless = "SELECT sum(range) FROM range(1000000000000)"
    asked = database.with_name("asked")
    code = f"""
import pathlib, ttrn.store.asking as asking
from ttrn.cli.main import run
real = asking.rows_of
asking.rows_of = lambda connection, sql: pathlib.Path({str(asked)!r}).touch() or real(connection, {endless!r})
run()
"""
    command = {
        "sql": [sys.executable, "-m", "ttrn", "sql", str(database), endless],
        # Here the database works in the process of the command, and does not always hear of the signal.
        "stats": [sys.executable, "-c", code, "stats", str(database), "records"],
    }[name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        if name == "sql":
            wait_for_process(process, "ttrn.store.query_process")
        while name == "stats" and not asked.exists():
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1)  # so that it works on the answer
        os.killpg(process.pid, signal.SIGINT)
        said, told = process.communicate(timeout=60)
    assert (process.returncode, said, told) == (130, b"", b"")
