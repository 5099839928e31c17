"""The commands about the database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

WRONG = '[Game "usa"]\n\nplayer ann\nplayer bob\n\n1. ann claim SEA-HEL RRR\n'


@pytest.fixture
def database(ttrn: Ttrn, tmp_path: Path) -> Path:
    path = tmp_path / "games.duckdb"
    assert ttrn("load", path, "real", "europe").status == 0
    return path


def test_load_tells_what_it_did(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    first = ttrn("load", path, "real")
    assert (first.status, first.out) == (0, "")
    assert first.err == "2 games loaded (0 of them invalid, 0 unreadable), 0 known already\n"
    again = ttrn("load", path, "real", "-", stdin=WRONG + "\n" + WRONG.replace("claim", "clam"))
    assert again.status == 1
    assert again.err.startswith("2 games loaded (1 of them invalid, 1 unreadable), 2 known already\nnote: ttrn sql ")


def test_load_goes_on_after_a_file_that_is_not_there(ttrn: Ttrn, tmp_path: Path) -> None:
    done = ttrn("load", tmp_path / "games.duckdb", "nowhere.ttrn", "real")
    assert done.status == 2
    assert "there is no file nowhere.ttrn" in done.err
    assert "2 games loaded" in done.err


def test_load_wants_something_to_load(ttrn: Ttrn, tmp_path: Path) -> None:
    done = ttrn("load", tmp_path / "games.duckdb")
    assert done.status == 2
    assert "which games?" in done.err


def test_load_of_nothing_leaves_nothing_behind(ttrn: Ttrn, tmp_path: Path) -> None:
    wrong = ttrn("load", tmp_path / "games.duckdb", "nowhere.ttrn")
    assert (wrong.status, wrong.err) == (2, "ttrn: there is no file nowhere.ttrn\n")
    assert list(tmp_path.iterdir()) == []
    empty = ttrn("load", tmp_path / "games.duckdb", "-", stdin="")
    assert empty.status == 0
    assert "games.duckdb was not made: there was no game to put into it" in empty.err
    assert not (tmp_path / "games.duckdb").exists()
    assert not (tmp_path / "games.duckdb.draft").exists()


def test_load_with_a_board_of_ones_own(ttrn: Ttrn, tmp_path: Path) -> None:
    own = Path(__file__).parents[1] / "boards" / "fifth.toml"
    record = tmp_path / "own.ttrn"
    name = next(line.split('"')[1] for line in own.read_text(encoding="utf-8").splitlines() if line.startswith("name"))
    record.write_text(f'[Game "{name}"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n')
    path = tmp_path / "games.duckdb"
    assert ttrn("load", path, record).status == 1
    assert ttrn("load", tmp_path / "own.duckdb", record, "--board", own).status == 0
    found = ttrn("sql", tmp_path / "own.duckdb", "SELECT count(*) > 0 AS has FROM routes")
    assert found.out == "has\nTrue\n"
    broken = ttrn("load", path, record, "--board", record)
    assert broken.status == 2
    assert "cannot be used" in broken.err


def test_rebuild(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("load", database, "--rebuild")
    assert (done.status, done.err) == (0, "5 games loaded (0 of them invalid, 0 unreadable), 0 known already\n")


def test_sql(ttrn: Ttrn, database: Path) -> None:
    query = "SELECT board, count(*) AS games, max(date) AS last FROM games GROUP BY board ORDER BY board"
    assert ttrn("sql", database, query).out == "board\tgames\tlast\neurope\t3\t\nusa\t2\t2026-05-01\n"
    found = [json.loads(line) for line in ttrn("sql", database, "-", "--json", stdin=query).out.splitlines()]
    assert found[1] == {"board": "usa", "games": 2, "last": "2026-05-01"}
    tags = ttrn("sql", database, "SELECT tags, [1, 2] AS list FROM games WHERE game = 1", "--json")
    assert json.loads(tags.out)["list"] == [1, 2]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT nothing FROM games", "nothing"),
        ("DELETE FROM games", "only queries that read are run here"),
    ],
)
def test_wrong_sql(ttrn: Ttrn, database: Path, query: str, message: str) -> None:
    before = database.read_bytes()
    done = ttrn("sql", database, query)
    assert done.status == 2
    assert message in done.err
    assert database.read_bytes() == before


def test_stats_are_listed(ttrn: Ttrn, database: Path) -> None:
    lines = ttrn("stats", database).out.splitlines()
    assert lines[0] == "statistic\twhat it tells"
    assert "records" in [line.split("\t")[0] for line in lines]
    assert all(line.split("\t")[1] for line in lines)


def test_stats_with_filters(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("stats", database, "records", "--board", "usa", "--players", "4", "--since", "2026-05-01")
    assert "usa\thighest score\t141\tPlayer Four\t" in done.out
    assert "europe" not in done.out
    few = ttrn("stats", database, "player_results", "--limit", "1", "--json", "--player", "Player One")
    assert json.loads(few.out)["games"] == 2
    game = ttrn("sql", database, "SELECT min(game) FROM games WHERE board = 'usa'").out.split()[1]
    assert ttrn("stats", database, "score_by_turn", game).out.splitlines()[1].startswith("1\t1\t")


def test_two_players_and_a_start(ttrn: Ttrn, database: Path) -> None:
    args = ("opponent_record", "--player", "Player Four", "--against", "Player One", "--limit", "1", "--json")
    met = json.loads(ttrn("stats", database, *args).out)
    assert (met["opponent"], met["games"], met["ahead"]) == ("Player One", 2, 2)
    first = json.loads(ttrn("stats", database, "opening_claims", "--board", "usa", "--limit", "1", "--json").out)
    back = "-".join(reversed(first["route"].lower().split("-")))
    begun = ttrn("stats", database, "opening_results", "--board", "usa", "--begun", back, "--json")
    assert json.loads(begun.out)["seats"] == first["times"]


def test_wrong_stats(ttrn: Ttrn, database: Path, tmp_path: Path) -> None:
    for args, message in (
        (("record",), 'there is no statistic "record"; did you mean "records"'),
        (("score_by_turn",), "wants the number of a game"),
        (("records", "--since", "May"), '"May" is no date'),
        (("opponent_record", "--player", "Player One", "--against", "Player Too"), 'did you mean "Player Two"'),
        (("opening_claims", "--kept", "LAX-NYX"), 'there is no ticket "LAX-NYX"; did you mean "LAX-NYC"'),
        (("opening_claims", "--begun", "POR-SEE"), 'there is no route "POR-SEE"; did you mean "POR-SEA"'),
        (("records", "--kept", "LAX-NYC"), "only openings can"),
    ):
        done = ttrn("stats", database, *args)
        assert done.status == 2
        assert message in done.err
    assert "there is no database" in ttrn("stats", tmp_path / "no.duckdb", "records").err


def test_dump_gives_the_games_back(ttrn: Ttrn, database: Path) -> None:
    files = [*sorted(resource("sample_games").glob("real/*.ttrn")), *sorted(resource("sample_games").glob("europe/*"))]
    assert ttrn("dump", database).out == "\n".join([file.read_text(encoding="utf-8") for file in files])
    assert ttrn("dump", database, "--board", "usa").out.count("[Game ") == 2


def test_export_and_load_again(ttrn: Ttrn, database: Path, tmp_path: Path) -> None:
    done = ttrn("export", database, "--parquet", tmp_path / "set")
    assert (done.status, done.err) == (0, f"5 games written to {tmp_path / 'set'}\n")
    assert ttrn("export", database, "--parquet", tmp_path / "set").status == 2
    again = tmp_path / "again.duckdb"
    assert ttrn("load", again, tmp_path / "set").status == 0
    assert ttrn("dump", again).out == ttrn("dump", database).out


def test_results_for_another_app(ttrn: Ttrn, database: Path, tmp_path: Path) -> None:
    file = tmp_path / "plays.json"
    done = ttrn("export", database, "--bgstats", file, "--board", "usa")
    assert done.status == 0
    assert done.err.startswith(f"2 games written to {file}\n")
    assert "turns, tickets and the parts of the scores of 2 games stay here" in done.err
    again = ttrn("import", "bgstats", file)
    assert again.status == 0
    assert "score player_one=126 player_two=100 player_three=77 player_four=141" in again.out
    assert ttrn("export", database, "--bgstats", "-", "--board", "usa").out == file.read_text(encoding="utf-8")
    for args, message in (
        ((), "say what to write, and where to"),
        (("--bgstats", file, "--parquet", tmp_path / "x"), "say what to write, and where to"),
        (("--parquet", tmp_path / "x", "--board", "usa"), "a data set in Parquet has all games"),
        (("--bgstats", file, "--board", "nowhere"), 'there is no board "nowhere"'),
        (("--bgstats", tmp_path / "no" / "file"), "No such file or directory"),
    ):
        done = ttrn("export", database, *args)
        assert (done.status, done.out) == (2, "")
        assert message in done.err


def test_alias(ttrn: Ttrn, database: Path) -> None:
    assert ttrn("alias", database, "Player Four", "Player One").status == 0
    assert ttrn("alias", database).out == "player\tspelling\nPlayer Four\tPlayer One\n"
    assert ttrn("alias", database, "Player Four").status == 2
    assert ttrn("alias", database, "Player Four", "Nobody").status == 2
    assert ttrn("alias", database, "--remove", "Player One").status == 0
    assert ttrn("alias", database).out == "player\tspelling\n"
