"""Correcting a database on the command line: versions, duplicates, removals, and what is said of empty answers."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

REAL = resource("sample_games", "real", "usa_4p_2.ttrn")
BROKEN = '[Game "usa"]\n\nplayer ann "Ann"\n\n1. ann clam SEA-POR R\n'


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("loaded") / "games.duckdb"
    files = [resource("sample_games", "real", f"usa_4p_{number}.ttrn") for number in (1, 2)]
    store.load(path, [item for file in files for item in store.items_of(file, f"real/{file.name}")], cores=1)
    return path


@pytest.fixture
def database(loaded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(loaded, tmp_path / "games.duckdb"))


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    path = tmp_path / "corrected.ttrn"
    path.write_text(REAL.read_text(encoding="utf-8").replace("\n2. ", " ; good\n2. ", 1), encoding="utf-8")
    return path


def wins(ttrn: Ttrn, database: Path) -> int:
    rows = ttrn("stats", database, "player_results", "--player", "Player Four", "--since", "2026-05-01", "--json").out
    return int(next(row["wins"] for row in map(json.loads, rows.splitlines()) if row["player"] == "Player Four"))


def test_a_corrected_game_is_left_out_or_replaces(ttrn: Ttrn, database: Path, corrected: Path) -> None:
    before = database.read_bytes()
    left = ttrn("load", database, corrected)
    assert left.status == 1
    first, told, game, how = left.err.splitlines()
    assert first == "0 games loaded (0 of them invalid, 0 unreadable), 0 known already, 1 left out"
    assert told == "note: left out: 1 game looks like another version of what is there:"
    assert re.fullmatch(
        r" {4}\w{12} \(.*corrected.ttrn, game 1\): 98 of 98 lines as in \w{12} \(.*usa_4p_2.ttrn, game 1\)", game
    )
    assert how == f"note: ttrn load {database} {corrected} --replace replaces what is there, --both keeps both"
    assert database.read_bytes() == before
    done = ttrn("load", database, corrected, "--replace")
    assert done.status == 0
    assert done.err.endswith("0 known already, 1 in place of another version\n")
    assert (ttrn("sql", database, "SELECT count(*) FROM games").out, wins(ttrn, database)) == ("count_star()\n2\n", 1)
    assert "known already\n" in ttrn("load", database, corrected, "--replace").err


def test_both_are_duplicates(ttrn: Ttrn, database: Path, corrected: Path) -> None:
    none = ttrn("duplicates", database)
    assert (none.status, none.err) == (0, "0 pairs of games that look like one game\n")
    assert ttrn("load", database, corrected, "--both").status == 0
    some = ttrn("duplicates", database)
    assert (some.status, some.err) == (1, "1 pair of games that look like one game\n")
    head, row = some.out.splitlines()
    assert head == "game\tlooks like\tas\tlines the same\twhat differs"
    assert row.endswith("0:00:17 → 1. p1 draw O R ; move 6-7, 0:00:17 ; good")
    pair = json.loads(ttrn("duplicates", database, "--json").out)
    assert pair["files"] == ["real/usa_4p_2.ttrn", str(corrected)]
    assert ttrn("remove", database, pair["games"][1][:6], "--yes").status == 0
    assert ttrn("duplicates", database).status == 0


def test_replace_and_both_exclude_each_other(ttrn: Ttrn, database: Path, corrected: Path) -> None:
    done = ttrn("load", database, corrected, "--replace", "--both")
    assert (done.status, done.err) == (2, "ttrn: --replace and --both exclude each other\n")


def test_remove_says_what_it_removed(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("remove", database, "--file", "real/usa_4p_1.ttrn", "--yes")
    assert (done.status, done.err) == (0, f"1 game removed, 1 left in {database}\n")
    names = "Player One, Player Two, Player Three, Player Four"
    assert done.out.splitlines()[1].split("	")[1:] == [
        *("usa", "2026-04-23", names, "132", "consistent", "real/usa_4p_1.ttrn")
    ]
    assert ttrn("dump", database).out == REAL.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "which games? Name their hashes, --file or --verdict"),
        (("0000",), "there is no game 0000 in the database"),
        (("xyz",), '"xyz" is no hash of a game'),
        (("--file", "real/usa_4p_3.ttrn"), 'comes from the file real/usa_4p_3.ttrn; did you mean "real/usa_4p_'),
        (("--verdict", "impossibel"), 'there is no verdict "impossibel"; did you mean "impossible"?'),
        (("--verdict", "impossible"), "no game in the database is impossible"),
        (("--file", "real/usa_4p_1.ttrn"), "1 game would be removed; say --yes, for there is nobody to ask"),
    ],
)
def test_remove_takes_nothing_by_mistake(ttrn: Ttrn, database: Path, args: tuple[str, ...], message: str) -> None:
    before = database.read_bytes()
    done = ttrn("remove", database, *args)
    assert done.status == 2
    assert message in done.err
    assert database.read_bytes() == before


def test_remove_by_verdict(ttrn: Ttrn, database: Path) -> None:
    assert ttrn("load", database, "-", stdin=BROKEN).status == 1
    assert "1 game removed, 2 left" in ttrn("remove", database, "--verdict", "unreadable", "--yes").err


# --- dump, and answers without rows ----------------------------------------------------------------------------------


def test_dump_says_what_it_leaves_out(ttrn: Ttrn, database: Path) -> None:
    assert ttrn("dump", database).err == ""
    ttrn("load", database, "teaching", "-", stdin=BROKEN)
    whole = ttrn("dump", database)
    assert whole.out.count("[Game ") == 3
    assert whole.err == "note: left out: 1 game unreadable; --verdict unreadable prints the texts\n"
    some = ttrn("dump", database, "--board", "usa")
    assert some.out.count("[Game ") == 2
    assert some.err == "note: left out: 1 game not over, 1 game unreadable; --verdict chooses by the verdict alone\n"
    assert ttrn("dump", database, "--verdict", "impossible").err == (
        "note: no game is impossible: 3 games consistent, 1 game unreadable\n"
    )
    broken = ttrn("dump", database, "--verdict", "unreadable")
    assert (broken.out, broken.err) == (BROKEN, "")


def test_an_answer_without_rows_says_why(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    ttrn("load", path, "teaching")
    rule = "statistics count finished games with known winners and without problems"
    done = ttrn("stats", path, "records")
    assert (done.status, done.err) == (0, f"note: 1 game, not over: {rule}\n")
    ttrn("load", path, "-", stdin=BROKEN + "\n" + BROKEN.replace("clam", "claim"))
    why = f"note: 3 games, 1 game not over, 1 game unreadable, 1 game with problems: {rule}\n"
    assert ttrn("stats", path, "records").err == why
    assert ttrn("stats", path, "records", "--board", "europe").err == (
        "note: none of the 3 games in the database passes the filters\n"
    )
    ttrn("load", path, "real")
    assert ttrn("stats", path, "records").err == ""
    nothing = ttrn("stats", path, "contested_doubles", "--verdict", "unreadable")
    assert nothing.err == "note: there is nothing of that in 1 game\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--board", "ussa"), 'there is no board "ussa"; did you mean "usa"?'),
        (("--verdict", "good"), 'there is no verdict "good"; there are exact, consistent, undecided, impossible'),
        (("--kind", "people"), 'there is no kind of game "people"; there are human, bot, mixed'),
        (("--information", "all"), 'there is no kind of record "all"; there are full, player, public, partial'),
        (("--player", "Player Onne"), 'nobody in the database is called "Player Onne"; did you mean "Player One"?'),
    ],
)
def test_what_nobody_knows_is_an_error(ttrn: Ttrn, database: Path, args: tuple[str, ...], message: str) -> None:
    for command in (("stats", database, "records"), ("dump", database)):
        done = ttrn(*command, *args)
        assert (done.status, done.out) == (2, "")
        assert message in done.err


def test_a_game_that_is_not_there_is_an_error(ttrn: Ttrn, database: Path) -> None:
    done = ttrn("stats", database, "score_by_turn", "99")
    assert (done.status, done.err) == (2, "ttrn: there is no game 99 in the database: they have the numbers 1 to 2\n")


# --- what interrupted loads leave ------------------------------------------------------------------------------------


def test_what_was_left_can_be_cleared(ttrn: Ttrn, database: Path) -> None:
    draft = database.with_name("games.duckdb.draft")
    draft.write_text("broken")
    done = ttrn("load", database, "--fresh")
    assert (done.status, done.err) == (0, "note: what an interrupted load had left was removed\n")
    assert not draft.exists()
    assert ttrn("load", database, "--fresh").err == "note: no interrupted load had left anything\n"
    assert "0 games loaded" in ttrn("load", database, "real", "--fresh").err


# --- on a terminal ---------------------------------------------------------------------------------------------------


def on_a_terminal(*args: str | Path, answers: dict[str, str] | None = None) -> tuple[int, str]:
    """Run the command on a terminal of its own, and answer its questions."""
    master, slave = pty.openpty()
    env = dict(os.environ) | {"TERM": "xterm", "COLUMNS": "200", "LINES": "50"}
    command = [sys.executable, "-m", "ttrn", *map(str, args)]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True)
    os.close(slave)
    said = ""
    waiting = dict(answers or {})
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            said += data.decode(errors="replace")
        for question in [question for question in waiting if question in said]:
            os.write(master, waiting.pop(question).encode() + b"\n")
        if process.poll() is not None and not select.select([master], [], [], 0)[0]:
            break
    os.close(master)
    return process.wait(30), re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said)


@pytest.mark.parametrize(("answer", "games"), [("R", 2), ("b", 3), ("l", 2)])
def test_on_a_terminal_one_is_asked(ttrn: Ttrn, database: Path, corrected: Path, answer: str, games: int) -> None:
    code, said = on_a_terminal("load", database, corrected, answers={"the same for all: ": answer})
    assert code == (answer == "l")
    assert "looks like another version of" in said
    assert "0:00:17 → 1. p1 draw O R ; move 6-7, 0:00:17 ; good" in said
    assert ttrn("sql", database, "SELECT count(*) FROM games").out.split()[-1] == str(games)
    assert ("; good" in ttrn("dump", database).out) == (answer != "l")


@pytest.mark.parametrize(("answer", "left"), [("y", 1), ("", 2)])
def test_on_a_terminal_a_removal_is_asked_for(ttrn: Ttrn, database: Path, answer: str, left: int) -> None:
    code, said = on_a_terminal(
        "remove", database, "--file", "real/usa_4p_1.ttrn", answers={"Remove 1 game? [y/N] ": answer}
    )
    assert code == (0 if left == 1 else 2)
    assert ("nothing was removed" in said) == (left == 2)
    assert ttrn("sql", database, "SELECT count(*) FROM games").out.split()[-1] == str(left)


def test_a_load_shows_how_far_it_is(tmp_path: Path) -> None:
    """By what has been taken apart, not by what has been read: a small packed file is read at once."""
    archive = resource("sample_games", "simulated", "archive.ttrn.zst")
    few = tmp_path / "few.ttrn.gz"
    games = [item.chunk.text for item, _ in zip(store.items_of(archive), range(190), strict=False)]
    few.write_bytes(gzip.compress("\n".join(games).encode()))
    code, said = on_a_terminal("load", tmp_path / "games.duckdb", REAL, few)
    assert code == 0
    shown = [
        (int(done), int(share))
        for done, share in re.findall(r"of 2 files, (\d+) games?, [\d.,]+ games/s, (\d+) %, [\d:]+ left", said)
    ]
    assert shown == sorted(shown)
    assert all(0.75 * share < 100 * done / 191 < 1.25 * share for done, share in shown if share < 100)
    assert len({share for _, share in shown if 0 < share < 100}) >= 2
    assert "191 games loaded" in said
