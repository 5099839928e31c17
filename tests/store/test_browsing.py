"""Browsing a database: pages of games, filters, single games; beside what plain Python finds in the records."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import duckdb
import pytest

import ttrn
from tests.store import archive
from ttrn import store
from ttrn.store.database import writing
from ttrn.store.worker import digest


def everything(connection: duckdb.DuckDBPyConnection) -> list[store.Listed]:
    return store.browse(connection, order="loaded", descending=False, count=1000).games


def test_all_games_are_listed_once_page_by_page(connection: duckdb.DuckDBPyConnection) -> None:
    total = store.browse(connection).total
    for order in ("date", "score", "event"):
        for descending in (True, False):
            pages = [
                store.browse(connection, order=order, descending=descending, start=start, count=7)
                for start in range(0, total, 7)
            ]
            numbers = [game.number for page in pages for game in page.games]
            assert sorted(numbers) == list(range(1, total + 1))
            assert all(page.total == total for page in pages)


def test_a_row_says_what_the_record_says(connection: duckdb.DuckDBPyConnection) -> None:
    rows = {game.hash: game for game in everything(connection)}
    for game in archive.sound_games():
        row = rows[digest(ttrn.dumps(game)).hex()]
        assert row.board == game.board
        assert row.names == [player.name or player.id for player in game.players]
        assert row.turns == len(game.turns)
        assert row.event == game.tags.get("Event")


@pytest.mark.parametrize("order", ["date", "score", "margin", "turns"])
def test_order(connection: duckdb.DuckDBPyConnection, order: str) -> None:
    for descending in (True, False):
        games = store.browse(connection, order=order, descending=descending, count=1000).games
        values = [getattr(game, order) for game in games]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=descending)
        assert values[: len(known)] == known, "what is not known comes last"


Case: TypeAlias = tuple[store.Filters, Callable[[store.Listed], object]]

CASES: list[Case] = [
    (store.Filters(board="usa"), lambda game: game.board == "usa"),
    (store.Filters(player_count=3), lambda game: len(game.names) == 3),
    (store.Filters(player="Ann"), lambda game: "Ann" in game.names),
    (
        store.Filters(since="2026-02-10", until="2026-03-20"),
        lambda g: g.date and "2026-02-10" <= str(g.date) <= "2026-03-20",
    ),
    (store.Filters(least=100), lambda game: game.score is not None and game.score >= 100),
    (store.Filters(most=50), lambda game: game.score is not None and game.score <= 50),
    (store.Filters(verdict="impossible"), lambda game: game.verdict == "impossible"),
    (store.Filters(kind="bot"), lambda game: game.kind == "bot"),
    (store.Filters(information="full"), lambda game: game.information == "full"),
    (store.Filters(event="Odd"), lambda game: game.event == "Odd"),
    (store.Filters(tag="Event=Odd"), lambda game: game.event == "Odd"),
    (store.Filters(tag="Event"), lambda game: game.event is not None),
    (store.Filters(text="CLEO"), lambda game: "Cleo" in game.names),
    (store.Filters(text="odd"), lambda game: game.event == "Odd"),
    (
        store.Filters(board="usa", player="Bob", event="Even"),
        lambda g: g.board == "usa" and "Bob" in g.names and g.event == "Even",
    ),
    (store.Filters(player="Ann", against="Cleo"), lambda game: {"Ann", "Cleo"} <= {*game.names}),
    (store.Filters(player="' OR 1=1 --"), lambda _game: False),
    (store.Filters(text="100%_"), lambda _game: False),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[0]).replace("None", ""))
def test_filters_find_what_a_reader_finds(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    filters, fits = case
    wanted = [game.number for game in everything(connection) if fits(game)]
    found = store.browse(connection, filters, order="loaded", descending=False, count=1000)
    assert [game.number for game in found.games] == wanted
    assert found.total == len(wanted)


@pytest.mark.parametrize(("name", "column"), [("route", "claims"), ("ticket", "tickets")])
def test_games_with_a_route_or_a_ticket(connection: duckdb.DuckDBPyConnection, name: str, column: str) -> None:
    """Named from either end; a double route without its number means both tracks."""
    with store.cursor(connection) as mine:
        rows = mine.execute(f"SELECT {name}, game FROM {column} {'WHERE kept' if name == 'ticket' else ''}").fetchall()
    for wanted in sorted({pair for pair, _ in rows})[:: max(1, len(rows) // 200)]:
        bare = wanted.partition("#")[0]
        back = "-".join(reversed(bare.split("-")))
        for asked, mean in (
            (wanted, {wanted}),
            (back.lower(), {pair for pair, _ in rows if pair.partition("#")[0] in (bare, back)}),
        ):
            found = store.browse(connection, store.Filters(**{name: asked}), count=1000).games  # type: ignore[arg-type]
            assert {game.number for game in found} >= {game for pair, game in rows if pair in mean}


def test_bad_questions_are_answered_in_words(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(store.DatabaseError, match="no date"):
        store.browse(connection, store.Filters(since="tomorrow"))
    with pytest.raises(store.DatabaseError, match="sorted by"):
        store.browse(connection, order="text; DROP TABLE games")
    assert store.browse(connection, start=10**9).games == []


def test_a_game_by_number_and_by_hash(connection: duckdb.DuckDBPyConnection) -> None:
    for game in everything(connection)[:5]:
        by_number = store.find_game(connection, str(game.number))
        by_hash = store.find_game(connection, game.hash[:10].upper())
        assert by_number == by_hash == store.find_game(connection, game.hash)
        assert by_number is not None
        assert by_number.hash == game.hash
    for name in ("0", "9999999", "99999999", "deadbeef", "x", "a" * 40, "1 OR 1", "%", "é"):
        assert store.find_game(connection, name) is None


def test_numbers_beyond_seven_digits_and_a_tie_in_the_records(loaded: Path, tmp_path: Path) -> None:
    shutil.copy(loaded, tmp_path / "many.duckdb")
    with duckdb.connect(str(tmp_path / "many.duckdb")) as writing_in_place:
        for schema, table in writing_in_place.execute(
            "SELECT schema_name, table_name FROM duckdb_columns() "
            "SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE column_name = 'game'"
        ).fetchall():
            writing_in_place.execute(f"UPDATE {schema}.{table} SET game = game + 12345670")
        writing_in_place.execute("UPDATE games SET hash = '12345679' || hash[9:] WHERE game = 12345671")
        writing_in_place.execute("UPDATE games SET hash = '99345678' || hash[9:] WHERE game = 12345672")
        # Everybody ties, and the rows lie backwards: the first seat of the first game has the record.
        writing_in_place.execute("UPDATE seats SET longest = 7")
        writing_in_place.execute("CREATE TABLE turned AS FROM seats ORDER BY game DESC, seat DESC")
        writing_in_place.execute("DELETE FROM seats")
        writing_in_place.execute("INSERT INTO seats FROM turned")
    with store.connect(tmp_path / "many.duckdb") as connection:
        names = ("12345679", "123456790", "99345678", "4294967296", "00012345671")
        found = [store.find_game(connection, name) for name in names]
        assert [game and game.number for game in found] == [12345679, None, 12345672, None, 12345671]
        whole = connection.execute("SELECT hash FROM games WHERE game = 12345671").fetchall()[0][0]
        assert store.find_game(connection, whole[:12]) == store.find_game(connection, "12345671")
        for board, _, _, player, game in [
            row for row in store.ask(connection, "records").rows if row[1] == "longest path"
        ]:
            first = "SELECT game, player FROM chosen_seats WHERE board = ? ORDER BY game, seat LIMIT 1"
            assert connection.execute(first, [board]).fetchall() == [(game, player)]


def test_the_latest_game_is_one_of_people(connection: duckdb.DuckDBPyConnection) -> None:
    found = store.find_game(connection)
    assert found is not None
    (row,) = [game for game in everything(connection) if game.hash == found.hash]
    assert row.kind == "human"
    assert row.score is not None
    assert row.date == max(
        g.date for g in everything(connection) if g.date and g.kind == "human" and g.score is not None
    )


def test_choices_are_what_the_games_have(connection: duckdb.DuckDBPyConnection) -> None:
    games = everything(connection)
    found = store.choices(connection)
    assert found.games == len(games)
    assert found.boards == sorted({game.board for game in games})
    assert found.events == sorted({game.event for game in games if game.event})
    assert found.verdicts == sorted({game.verdict for game in games})
    assert set(found.names) == {name for game in games for name in game.names}
    assert found.last == max(game.date for game in games if game.date)


def test_an_empty_database_has_nothing_to_choose(tmp_path: Path) -> None:
    with writing(tmp_path / "empty.duckdb"):
        pass
    with store.connect(tmp_path / "empty.duckdb") as connection:
        assert store.choices(connection).games == 0
        assert store.choices(connection).boards == []
        assert store.browse(connection) == ([], 0)
        assert store.find_game(connection) is None


def test_known_games(connection: duckdb.DuckDBPyConnection) -> None:
    hashes = [game.hash for game in everything(connection)]
    assert store.known_games(connection, [*hashes[:3], "0" * 32]) == set(hashes[:3])
    assert store.known_games(connection, []) == set()


def test_a_snapshot_sees_what_was_loaded_since_and_an_older_one_does_not(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    before = store.snapshot(path)
    total = store.browse(before).total
    (tmp_path / "more.ttrn").write_text('[Game "usa"]\n\nplayer zoe "Zoe"\nplayer bob\n\n1. zoe draw ? ?\n')
    assert store.load(path, store.items_of(tmp_path / "more.ttrn"), cores=1).loaded == 1
    with store.snapshot(path) as after:
        assert store.browse(after).total == total + 1
        assert store.browse(after, store.Filters(player="Zoe")).total == 1
        assert store.ask(after, "player_results").columns
    assert store.browse(before).total == total
    before.close()


def test_a_snapshot_uses_the_views_of_this_version(loaded: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    shutil.copy(loaded, path)
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE OR REPLACE VIEW participants AS SELECT 1 AS something_else")
        connection.execute("UPDATE about SET value = 'other views' WHERE key = 'views'")
    with store.snapshot(path) as old, store.connect(loaded) as new:
        wanted = store.browse(new, store.Filters(player="Ann"))
        assert wanted.total
        assert store.browse(old, store.Filters(player="Ann")) == wanted
        assert store.relations(old) == store.relations(new)
        for name in ("player_results", "route_claims", "game_lengths"):
            assert sorted(map(str, store.ask(old, name).rows)) == sorted(map(str, store.ask(new, name).rows))


def test_a_snapshot_of_nothing_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(store.DatabaseError, match="no database"):
        store.snapshot(tmp_path / "none.duckdb")
    (tmp_path / "text.duckdb").write_text("no database")
    with pytest.raises(store.DatabaseError, match="cannot be opened"):
        store.snapshot(tmp_path / "text.duckdb")
    with pytest.raises(store.DatabaseError, match="a folder"):
        store.snapshot(tmp_path)


def test_every_table_of_the_catalog_is_explained(connection: duckdb.DuckDBPyConnection) -> None:
    found = {relation.name: relation for relation in store.relations(connection)}
    assert {"games", "seats", "turns", "claims", "player_results"} <= set(found)
    assert all(relation.comment for relation in found.values())
    (column,) = [column for column in found["games"].columns if column.name == "hash"]
    assert column.comment


def test_turns_as_csv() -> None:
    text = ttrn.dumps(archive.sound_games()[0])
    lines = store.turns_csv(text).splitlines()
    assert lines[0].startswith("turn,seat,action,")
    assert len(lines) == 1 + len(archive.sound_games()[0].turns)
    assert store.turns_csv("nonsense") == ""


def test_the_games_that_count_are_those_of_the_statistics(connection: duckdb.DuckDBPyConnection) -> None:
    for board in ("usa", "europe", "marklin", "cardgame"):
        listed = store.browse(connection, store.Filters(board=board, verdict=store.COUNTED), count=1000)
        lengths = store.ask(connection, "length_distribution", store.Filters(board=board))
        assert listed.total == sum([row[lengths.columns.index("games")] for row in lengths.rows]) > 0


def test_with_a_player_a_route_is_one_that_the_player_claimed(connection: duckdb.DuckDBPyConnection) -> None:
    wanted = connection.execute(
        "SELECT route, name, count(DISTINCT game) FROM claims JOIN seats USING (game, seat) JOIN games USING (game) "
        "WHERE board = 'usa' GROUP BY ALL ORDER BY ALL LIMIT 40"
    ).fetchall()
    for route, name, games in wanted:
        found = store.browse(connection, store.Filters(board="usa", route=route, player=name))
        others = store.browse(connection, store.Filters(board="usa", route=route))
        # Without a number a route means each of its tracks, so there may be more.
        assert found.total == games if "#" in route else games <= found.total
        assert found.total <= others.total


@pytest.mark.parametrize(
    "filters", [store.Filters(), store.Filters(board="europe"), store.Filters(verdict="unreadable")]
)
def test_the_texts_of_a_list_are_those_of_its_readable_games(
    connection: duckdb.DuckDBPyConnection, filters: store.Filters
) -> None:
    for order, descending in (("date", True), ("turns", False)):
        listed = store.browse(connection, filters, order=order, descending=descending, count=1000).games
        readable = [game.hash for game in listed if game.verdict != store.UNREADABLE]
        texts = list(store.listed_texts(connection, filters, order=order, descending=descending))
        assert [digest(text).hex() for text in texts] == readable
        assert len(list(store.listed_texts(connection, filters, order=order, count=3))) == min(3, len(readable))
    with pytest.raises(store.DatabaseError, match="cannot be sorted"):
        next(store.listed_texts(connection, order="; DROP"))
