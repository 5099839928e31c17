"""The Games page without a browser: the list, its filters, bad addresses, games of the user's own."""

from __future__ import annotations

import errno
import gzip
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dashboard.pages.games import page as games
from dashboard.pages.my_games import adding, upload
from dashboard.shared import database as shown
from tests.dashboard.conftest import HOSTILE, WRONG
from ttrn import store
from ttrn.notation.compression import zstd
from ttrn.notation.source import Chunk
from ttrn.resources import resource
from ttrn.store.database import writing

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from tests.dashboard.conftest import RunPage

pytestmark = pytest.mark.slow

GOOD = resource("sample_games", "real", "usa_4p_1.ttrn").read_bytes()


def rows(app: AppTest) -> list[dict[str, Any]]:
    assert not app.exception
    assert not app.error
    return [] if not app.dataframe else app.dataframe[0].value.to_dict("records")


def total(app: AppTest) -> int:
    return int(app.caption[0].value.partition(" of ")[2].split()[0].rstrip("."))


def test_a_filter_that_is_none_is_named(run_page: RunPage) -> None:
    app = run_page("games", since="yesterday", bord="usa", verdict="fine")
    said = " ".join([warning.value.replace("\\", "") for warning in app.warning])
    assert 'has "bord", which means nothing on this page. Did you mean "board"?' in said
    assert 'since "yesterday", but it wants a day like 2026-11-30' in said
    assert 'verdict "fine", but it wants one of' in said
    app = run_page("statistics", text="Ann", players="9")
    said = " ".join([warning.value.replace("\\", "") for warning in app.warning])
    assert 'has "text", which means nothing on this page' in said
    assert 'players "9", but it wants one of' in said


def test_all_games_are_listed(run_page: RunPage, database: Path) -> None:
    with store.connect(database) as connection:
        games = store.choices(connection).games
    found = rows(run_page("games"))
    assert len(found) == games
    assert {row["board"] for row in found} == {"usa", "europe", "marklin", "cardgame"}


@pytest.mark.parametrize(
    ("parameters", "column", "value"),
    [
        ({"board": "europe"}, "board", "europe"),
        ({"verdict": "impossible"}, "verdict", "impossible"),
        ({"kind": "human", "information": "full"}, "known cards", "full"),
        ({"event": "Wrong"}, "event", "Wrong"),
        ({"text": "wrong"}, "event", "Wrong"),
    ],
)
def test_filters_stand_in_the_address(run_page: RunPage, parameters: dict[str, str], column: str, value: str) -> None:
    found = rows(run_page("games", **parameters))
    assert found
    assert all(row[column] == value for row in found)
    assert len(found) < len(rows(run_page("games")))


def test_more_filters(run_page: RunPage) -> None:
    assert all(len(row["players"]) == 4 for row in rows(run_page("games", players="4")))
    assert all("Ann" in row["players"] for row in rows(run_page("games", player="Ann")))
    assert all(row["score"] >= 120 for row in rows(run_page("games", least="120", board="usa")))
    assert all(str(row["date"]) >= "2026-04-24" for row in rows(run_page("games", since="2026-04-24")))
    assert rows(run_page("games", tag="Annotator"))


def test_columns_are_wide_enough_for_their_words(run_page: RunPage) -> None:
    app = run_page("games")
    widths = {name: one.get("width") for name, one in json.loads(app.dataframe[0].proto.columns).items()}
    found = rows(app)
    for name in ("date", "board", "verdict", "kept of it", "known cards", "played by"):
        longest = max([len(name), *[len(str(row[name])) for row in found if row[name] == row[name]]])
        assert isinstance(widths[name], int), name
        assert widths[name] >= 7.5 * longest + 16, name  # letters of this size, and the padding of a cell


def test_a_card_tells_the_winner_and_the_score(database: Path) -> None:
    with store.connect(database) as connection:
        listed = store.browse(connection, store.Filters(player="Player One")).games
    card = games._card(listed[0])
    assert card.name == f"{listed[0].winners[0]}, {listed[0].score} points"
    assert card.facts[0] == "ahead of " + ", ".join(name for name in listed[0].names if name not in listed[0].winners)
    assert str(listed[0].date) in card.facts
    unknown = games._card(listed[0]._replace(winners=[], score=None))
    assert unknown.name == "Winner not known"


def test_a_filter_is_chosen(run_page: RunPage) -> None:
    app = run_page("games")
    app.selectbox(key="games board").set_value("marklin").run()
    assert rows(app)
    assert all(row["board"] == "marklin" for row in rows(app))


def test_an_order(run_page: RunPage) -> None:
    scores = [row["score"] for row in rows(run_page("games", order="highest score")) if row["score"] == row["score"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "parameters",
    [
        {"board": "atlantis"},
        {"players": "many"},
        {"page": "99"},
        {"page": "-1"},
        {"page": "x"},
        {"since": "tomorrow"},
        {"least": "a lot"},
        {"order": "text; DROP TABLE games"},
        {"view": "nowhere"},
    ],
)
def test_a_bad_address_is_not_answered_with_an_error(run_page: RunPage, parameters: dict[str, str]) -> None:
    assert rows(run_page("games", **parameters))


def test_pages(run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SIZE", 5)
    everything = [row["game"] for n in range(1, 5) for row in rows(run_page("games", page=str(n)))]
    assert len(everything) == len(set(everything)) == total(run_page("games"))
    app = run_page("games", page="4")
    app.selectbox(key="games board").set_value("marklin").run()
    assert rows(app), "fewer pages than before: the last one is shown"


@pytest.mark.parametrize("parameters", [{"player": "' OR 1=1"}, {"text": "%"}, {"tag": "="}, {"route": "<b>"}])
def test_nothing_found_is_said(run_page: RunPage, parameters: dict[str, str]) -> None:
    app = run_page("games", **parameters)
    assert not rows(app)
    assert "No game is like this" in app.info[0].value


def mark(app: AppTest, database: Path, filters: store.Filters, row: int) -> AppTest:
    """Mark a row of the table of the games that pass the filters."""
    with store.connect(database) as connection:
        key = games.table_key(store.browse(connection, filters, order="date", descending=True, count=games.SIZE).games)
    app.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


def test_a_marked_game_can_be_downloaded_and_shared(run_page: RunPage, database: Path) -> None:
    event = "<img src=x onerror=alert(1)>"
    app = mark(run_page("games", event=event), database, store.Filters(event=event), 0)
    assert not app.exception
    assert "\\<img src\\=x onerror\\=alert\\(1\\)\\>" in app.markdown[0].value
    assert "share=1" in app.code[0].value


def downloads(app: AppTest) -> list[str]:
    return [button.proto.label for button in app.get("download_button")]


@pytest.mark.parametrize("filters", [store.Filters(), store.Filters(board="marklin")])
def test_what_a_filter_lists_can_be_downloaded_and_loaded_again(
    run_page: RunPage, database: Path, tmp_path: Path, filters: store.Filters
) -> None:
    app = run_page("games", **({"board": filters.board} if filters.board else {}))
    with store.connect(database) as connection:
        listed = store.browse(connection, filters, count=1000).games
        file = tmp_path / "games.ttrn.zst"
        file.write_bytes(games.archive(store.listed_texts(connection, filters)))
    assert f"The {len(listed)} games (TTRN, packed)" in downloads(app)
    assert "The table (CSV)" in downloads(app)
    again = tmp_path / "again.duckdb"
    store.load(again, store.items_of(file), cores=1)
    with store.connect(again) as connection:
        loaded = store.browse(connection, count=1000).games
    assert {game.hash: game.verdict for game in loaded} == {game.hash: game.verdict for game in listed}


def test_a_marked_game_is_offered_as_files_of_many_kinds(
    run_page: RunPage, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filters = store.Filters(board="europe")
    app = mark(run_page("games", board="europe"), database, filters, 0)
    pixels = ["Picture of the end (PNG, 1,200 pixels)", "Picture of the end (PNG, 2,400 pixels)", "Animation (GIF)"]
    assert {*pixels, "Replay (HTML)", "Turns (CSV)", "Picture of the end (SVG)"} < set(downloads(app))
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    app = mark(run_page("games", board="europe"), database, filters, 0)
    assert set(pixels).isdisjoint(downloads(app))
    assert "Picture of the end (SVG)" in downloads(app)
    assert [note.value for note in app.caption if "ttrn[pictures]" in note.value]


def test_what_is_marked_does_not_outlive_its_list(run_page: RunPage, database: Path) -> None:
    app = run_page("games")
    app = mark(app, database, store.Filters(), len(rows(app)) - 1)
    assert "Replay" in [button.label for button in app.button]
    app.text_input(key="games text").set_value("wrong").run()
    assert len(rows(app)) == 1
    assert "Replay" not in [button.label for button in app.button]


def test_a_row_that_the_table_does_not_have_is_nobodys(run_page: RunPage, database: Path) -> None:
    app = mark(run_page("games", event="Wrong"), database, store.Filters(event="Wrong"), 7)
    assert len(rows(app)) == 1
    assert "Replay" not in [button.label for button in app.button]


# --- games of one's own ----------------------------------------------------------------------------------------------


def uploaded(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader(key="files").set_value([(name, data, "text/plain") for name, data in files]).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress])
def test_a_good_game_can_be_replayed_and_added(run_page: RunPage, pack: Any) -> None:
    app = uploaded(run_page("mine"), ("game.ttrn", pack(GOOD)))
    assert not app.error
    assert "1 sound" in app.markdown[0].value
    assert "Replay" in [button.label for button in app.button]
    assert "in the database already" in app.markdown[0].value
    assert "All of them are in the database already" in app.caption[-1].value


def test_many_games_and_a_wrong_one(run_page: RunPage) -> None:
    app = uploaded(run_page("mine"), ("mixed.ttrn", GOOD + b"\n" + WRONG.encode() + b"\n[Game nonsense\n"))
    assert "1 sound" in app.markdown[0].value
    assert "2 with problems" in app.markdown[0].value
    assert "CLAIM-2" in app.code[0].value
    assert "SEA-HEL RRR" in app.code[0].value
    assert "TEXT-LINE" in app.code[1].value
    assert "^" in app.code[1].value


def test_a_log_of_board_game_arena(run_page: RunPage) -> None:
    log = Path(__file__).parents[1] / "imports" / "logs" / "usa_4p_1.txt"
    app = uploaded(run_page("mine"), ("table.txt", log.read_bytes()))
    assert "1 sound" in app.markdown[0].value


def test_a_spreadsheet(run_page: RunPage) -> None:
    sheet = b"board,player,route,score\nusa,Ann,Seattle-Portland,\n,Bob,Boston-Montreal,\n,Ann,,1\n,Bob,,2\n"
    app = uploaded(run_page("mine"), ("friday.csv", sheet))
    assert not app.error
    assert "1 sound" in app.markdown[0].value
    assert "Ann" in app.markdown[1].value
    assert "Bob" in app.markdown[1].value


def test_a_spreadsheet_of_one_player(run_page: RunPage) -> None:
    sheet = b"board,player,route,score\nusa,Ann,Seattle-Portland,\n,Ann,,1\n"
    app = uploaded(run_page("mine"), ("friday.csv", sheet))
    assert "impossible" in app.error[0].value
    assert "2 to 5 players; the record has 1 [SETUP-1]" in app.code[-1].value


def test_a_pasted_game_with_a_slip(run_page: RunPage) -> None:
    app = run_page("mine")
    app.text_area(key="pasted").set_value('[Game "usa"]\n\nplayer ann\n\n1. ann clam SEA-POR R\n').run()
    assert "cannot be read" in app.error[0].value
    assert 'did you mean "claim"?' in app.code[0].value
    assert "       |        ^^^^" in app.code[0].value


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bomb.ttrn.gz", gzip.compress(b"\n" * 60_000_000), "more than 20 million bytes"),
        ("bomb.ttrn.zst", zstd.compress(b"\n" * 60_000_000), "more than 20 million bytes"),
        ("cut.ttrn.gz", gzip.compress(GOOD)[:-30], "the compressed file is broken"),
        ("cut.ttrn.zst", zstd.compress(GOOD)[:-30], "the compressed file is broken"),
        ("empty.ttrn", b"", "there is no game in it"),
        ("noise.bin", bytes(range(256)) * 10, "none of the kinds of files that are known"),
        ("atlantis.ttrn", b'[Game "atlantis"]\n\nplayer ann\n', "atlantis"),
    ],
    ids=lambda value: "data" if isinstance(value, bytes) else None,  # gzip writes the time into it
)
def test_bad_files_are_answered_in_words(run_page: RunPage, name: str, data: bytes, said: str) -> None:
    app = uploaded(run_page("mine"), (name, data))
    assert app.error
    assert said in " ".join([code.value for code in app.code])


@pytest.mark.parametrize(("name", "value"), [("MAX_GAMES", 2), ("MAX_SECONDS", -1.0)])
def test_there_is_an_end_to_what_is_looked_at(
    run_page: RunPage, monkeypatch: pytest.MonkeyPatch, name: str, value: float
) -> None:
    monkeypatch.setattr(upload, name, value)
    app = uploaded(run_page("mine"), ("many.ttrn", b"\n".join([GOOD] * 5)))
    assert "not looked at to its end" in app.error[0].value
    assert "only the first" in app.code[0].value
    assert "0 with problems" in app.markdown[0].value


def test_there_is_an_end_to_the_time_for_all_files(run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MAX_SECONDS", -1.0)
    app = uploaded(run_page("mine"), *[(f"{number}.ttrn", GOOD) for number in range(3)])
    assert "1 sound" in app.markdown[0].value
    assert "this file and those after it were not looked at" in app.code[0].value


def test_there_is_an_end_to_the_bytes_of_all_files(run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MAX_MEGABYTES_IN_ALL", 2.5 * len(GOOD) / 1024 / 1024)
    app = uploaded(run_page("mine"), *[(f"{number}.ttrn", GOOD) for number in range(3)])
    assert "2 sound" in app.markdown[0].value
    assert "Only the first 2 files are looked at" in app.warning[0].value


def test_hostile_games_are_shown_as_text(run_page: RunPage) -> None:
    app = uploaded(run_page("mine"), ("[x](javascript:alert(1)).ttrn", HOSTILE.encode()))
    assert not app.error
    shown = " ".join([element.value for element in (*app.markdown, *app.caption)])
    assert "<img" not in shown.replace("\\<img", "")
    assert "](" not in shown
    assert "**Ann**" not in shown


@pytest.fixture
def own(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_page: RunPage) -> Path:
    """A copy of the database that a test may change."""
    del run_page  # it names another database, so it comes first
    path = tmp_path / "own.duckdb"
    shutil.copy(database, path)
    monkeypatch.setenv("TTRN_DATABASE", str(path))
    monkeypatch.setenv("TTRN_ADD", "everybody")  # who the owner is, a browser tells
    return path


NEW = '[Game "usa"]\n[Event "New"]\n\nplayer zoe "Zoe"\nplayer bob "Bob"\n\n1. zoe draw ? ?\n'


def test_a_game_is_added_once(own: Path, run_page: RunPage) -> None:
    before = total(run_page("games"))
    app = uploaded(run_page("mine"), ("new.ttrn", NEW.encode()))
    app.button(key="add").click().run()
    assert not app.exception
    assert "1 added" in app.success[0].value
    assert total(run_page("games")) == before + 1
    assert [list(row["players"]) for row in rows(run_page("games", event="New"))] == [["Zoe", "Bob"]]
    again = uploaded(run_page("mine"), ("again.ttrn", b"\n\n" + NEW.replace("\n\n", "\n").encode()))
    assert "add" not in [button.key for button in again.button]
    assert "already" in again.caption[-1].value
    assert sorted(path.name for path in own.parent.iterdir()) == ["own.duckdb", "own.duckdb.lock"]


@pytest.mark.parametrize(("choice", "more"), [("replace_versions", 0), ("keep_versions", 1)])
def test_a_corrected_game_is_asked_about(own: Path, run_page: RunPage, choice: str, more: int) -> None:
    before = total(run_page("games"))
    text = resource("sample_games", "real", "usa_4p_2.ttrn").read_text(encoding="utf-8")
    corrected = text.replace("\n2. ", " ; <b>good</b>\n2. ", 1)
    app = uploaded(run_page("mine"), ("corrected.ttrn", corrected.encode()))
    assert choice not in [button.key for button in app.button]
    app.button(key="add").click().run()
    assert not app.exception
    assert not app.success
    assert "1 game looks like another version of what is in the database" in app.warning[0].value
    assert app.code[-1].value.endswith("; <b>good</b>")
    assert "add" not in [button.key for button in app.run().button]
    app.button(key=choice).click().run()
    assert not app.exception
    assert "1 added" in app.success[0].value
    assert total(run_page("games")) == before + more
    assert (corrected in store.texts(own), text in store.texts(own)) == (True, bool(more))


def test_sessions_that_add_at_the_same_time_all_do(own: Path) -> None:
    """Ten of them, while others read: nothing is lost, nothing comes twice, and everybody reads whole states."""
    with store.connect(own) as connection:
        before = store.browse(connection).total

    def add(number: int) -> int:
        text = NEW.replace("New", f"New {number % 5}")
        return adding.add_games(own, [store.Item("new.ttrn", Chunk(1, 1, text))]).loaded

    def read(_number: int) -> int:
        with store.snapshot(own) as connection:
            return store.browse(connection).total

    with ThreadPoolExecutor(10) as pool:
        added, seen = pool.map(add, range(10)), pool.map(read, range(30))
        assert sum(added) == 5
        assert set(seen) <= set(range(before, before + 6))
    assert read(0) == before + 5


def test_a_database_that_is_written_in_place(own: Path, run_page: RunPage) -> None:
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(own)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"open\n"
        said = run_page("games").error[0].value
        writer.communicate(b"")
    assert "is being written to by another program" in said.replace("\\", "")
    assert rows(run_page("games"))


def test_a_database_that_another_program_writes_to(own: Path, run_page: RunPage) -> None:
    from filelock import FileLock  # noqa: PLC0415

    app = uploaded(run_page("mine"), ("new.ttrn", NEW.encode()))
    with FileLock(f"{own}.lock"):
        app.button(key="add").click().run()
    assert not app.exception
    assert "another ttrn is writing" in app.error[0].value.replace("\\", "")


def test_a_full_disk_is_reported(own: Path, run_page: RunPage, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, copy: Path) -> None:
        copy.write_bytes(b"half of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    app = uploaded(run_page("mine"), ("new.ttrn", NEW.encode()))
    before = own.read_bytes()
    monkeypatch.setattr("ttrn.store.database.shutil.copy", full)
    app.button(key="add").click().run()
    assert not app.exception
    assert "the disk is full; make room and do it again" in app.error[0].value
    assert own.read_bytes() == before
    assert sorted(path.name for path in own.parent.iterdir()) == ["own.duckdb", "own.duckdb.lock"]


def test_a_database_that_cannot_be_shown_is_reported(own: Path, run_page: RunPage) -> None:
    own.write_bytes(b"no database at all")
    app = run_page("games")
    assert "cannot be opened as a database" in app.error[0].value.replace("\\", "")
    own.unlink()
    assert "There is no database own.duckdb yet" in run_page("games").info[0].value.replace("\\", "")


def test_a_database_of_a_newer_version_is_reported(own: Path, run_page: RunPage) -> None:
    import duckdb  # noqa: PLC0415

    with duckdb.connect(str(own)) as connection:
        connection.execute("UPDATE about SET value = '99' WHERE key = 'version'")
    assert "newer version of ttrn" in run_page("games").error[0].value.replace("\\", "")


def test_an_empty_database(own: Path, run_page: RunPage) -> None:
    own.unlink()
    with writing(own):
        pass
    assert "no games in this database" in run_page("games").info[0].value


def test_ten_readers_at_once_each_see_their_own(database: Path) -> None:
    """One connection, a cursor per query: nobody gets the rows of another."""
    boards = ["usa", "europe", "marklin", "cardgame"]
    with store.snapshot(database) as connection:
        wanted = {board: store.browse(connection, store.Filters(board=board)) for board in boards}

        def read(number: int) -> bool:
            board = boards[number % 4]
            return store.browse(connection, store.Filters(board=board)) == wanted[board]

        with ThreadPoolExecutor(10) as pool:
            assert all(pool.map(read, range(100)))


# --- who may add, and to what ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["nobody", ""])
def test_readers_of_a_served_dashboard_do_not_add(
    own: Path, run_page: RunPage, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    monkeypatch.setenv("TTRN_ADD", who)
    app = uploaded(run_page("mine"), ("new.ttrn", NEW.encode()))
    assert "add" not in [button.key for button in app.button]
    assert "Only the owner" in app.caption[-1].value
    own.unlink()
    app = run_page("games")
    assert "There is no database own.duckdb yet" in app.info[0].value.replace("\\", "")
    assert not app.button
    assert not own.exists()


class _Context:
    """What Streamlit tells of a reader."""

    def __init__(self, ip_address: str | None, **headers: str) -> None:
        self.ip_address = ip_address
        self.headers = headers


@pytest.mark.parametrize(
    ("reader", "may"),
    [
        (_Context(None), True),
        (_Context("192.168.0.7"), False),
        (_Context(None, **{"X-Forwarded-For": "127.0.0.1"}), False),
    ],
)
def test_the_owner_sits_at_the_computer(
    own: Path, monkeypatch: pytest.MonkeyPatch, reader: _Context, may: bool
) -> None:
    del own
    monkeypatch.setenv("TTRN_ADD", "owner")
    monkeypatch.setattr("streamlit.context", reader)
    assert shown.may_add() is may
    monkeypatch.delenv("TTRN_DATABASE")
    assert not shown.may_add(), "nothing is added to the sample games"


@pytest.mark.parametrize("page", ["replay", "games", "mine", "players", "statistics", "check"])
def test_a_database_is_begun_from_any_page(own: Path, run_page: RunPage, page: str) -> None:
    own.unlink()
    app = run_page(page)
    assert not app.exception
    assert not app.error
    if page not in ("replay", "mine", "check"):  # those do without one
        app.button[0].click().run()
        assert own.exists()
        assert not app.exception
        assert not app.error


def test_the_first_game_begins_the_database(own: Path, run_page: RunPage) -> None:
    own.unlink()
    app = uploaded(run_page("mine"), ("new.ttrn", NEW.encode()))
    app.button(key="add").click().run()
    assert "1 added" in app.success[0].value
    assert total(run_page("games")) == 1


def test_a_data_set_is_shown_like_a_database(
    run_page: RunPage, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [str(row) for row in rows(run_page("games"))]
    texts = "\n".join(store.texts(database))
    store.load_dataset(
        tmp_path / "set", [store.items_of(texts)], engine=store.engine_of("local", 1), versions=store.BOTH
    )
    monkeypatch.setenv("TTRN_DATABASE", str(tmp_path / "set"))
    found = [str(row) for row in rows(run_page("games"))]
    assert found == [row for row in wanted if row in found]
    assert len(found) > 10
    assert not run_page("players").exception
    assert not shown.writable()
