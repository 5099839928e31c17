"""What all statistics have in common: filters, and how they are described."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tests.store.brute import Book, books
from tests.store.comparing import check, information, kind, player_results, rows
from ttrn import store
from ttrn.store.filters import Filters

FILTERS: list[tuple[Filters, Callable[[Book], bool]]] = [
    (Filters(board="usa"), lambda book: book.board.name == "usa"),
    (Filters(player="Cleo"), lambda book: "Cleo" in book.players),
    (Filters(player_count=3), lambda book: len(book.players) == 3),
    (Filters(since="2026-03-01"), lambda book: book.date >= "2026-03-01"),
    (Filters(until="2026-02-28"), lambda book: "" < book.date <= "2026-02-28"),
    (Filters(information="full"), lambda book: information(book) == "full"),
    (Filters(information="public"), lambda book: information(book) == "public"),
    (Filters(information="player"), lambda book: information(book) == "player"),
    (Filters(kind="bot"), lambda book: kind(book) == "bot"),
    (Filters(kind="human"), lambda book: kind(book) == "human"),
    (Filters(event="Odd"), lambda book: book.game.tags.get("Event") == "Odd"),
    (Filters(verdict="exact"), lambda book: not book.timeline.final.unseen),
    (Filters(player="Ann", against="Cleo"), lambda book: {"Ann", "Cleo"} <= {*book.players}),
    (
        Filters(board="usa", kind="human", player_count=4),
        lambda book: (book.board.name, kind(book), len(book.players)) == ("usa", "human", 4),
    ),
]


@pytest.mark.parametrize(("filters", "chosen"), FILTERS, ids=[str(filters) for filters, _ in FILTERS])
def test_filters(connection: duckdb.DuckDBPyConnection, filters: Filters, chosen: Callable[[Book], bool]) -> None:
    expected = player_results([book for book in books() if chosen(book)])
    check(rows(connection, "player_results", filters), expected, "player")
    for statistic in store.statistics():
        asked = replace(filters, player=filters.player or "Ann") if statistic.of_player else filters
        store.ask(connection, statistic.name, asked, game=1)


def test_a_name_at_two_seats_of_a_table_played_one_game(tmp_path: Path) -> None:
    text = (
        '[Game "usa"]\n\nplayer a "Bot"\nplayer b "Bot"\nplayer c "Ann"\nplayer d "Bob"\n\nscore a=90 b=80 c=70 d=60\n'
    )
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of(text), cores=1)
    with store.connect(path) as connection:
        (bot,) = [row for row in rows(connection, "player_results") if row["player"] == "Bot"]
        assert (bot["games"], bot["seats"], bot["wins"], bot["average_score"]) == (1, 2, 1, 85)
        assert [row["games"] for row in rows(connection, "active_players")] == [1, 1, 1]
        (met,) = [row for row in rows(connection, "head_to_head") if (row["player"], row["opponent"]) == ("Bot", "Ann")]
        assert (met["games"], met["ahead"], met["margin"]) == (1, 1, 20)
        record = rows(connection, "player_record", Filters(player="Bot"))[0]
        assert (record["games"], record["seats"], record["wins"], record["even"]) == (1, 2, 1, 0.5)


def test_who_is_a_bot(tmp_path: Path) -> None:
    heads = {
        "": ("human", [None, None]),
        '[Event "simulated"]\n': ("bot", ["ann", "Bob"]),
        '[Bots "planner -"]\n': ("mixed", ["planner", None]),
        '[Bots "planner greedy"]\n': ("bot", ["planner", "greedy"]),
        '[Seed "7"]\n': ("bot", ["ann", "Bob"]),
    }
    texts = [f'[Game "usa"]\n{head}\nplayer ann\nplayer bob "Bob"\n' for head in heads]
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of("\n".join(texts)), cores=1)
    with store.connect(path) as connection:
        query = "SELECT any_value(kind), list(bot ORDER BY seat) FROM games JOIN seats USING (game) GROUP BY game"
        assert connection.execute(f"{query} ORDER BY game").fetchall() == list(heads.values())


def test_filters_end_with_the_question(connection: duckdb.DuckDBPyConnection) -> None:
    store.ask(connection, "player_results", Filters(board="usa"))
    check(rows(connection, "player_results"), player_results(), "player")


def test_games_with_problems_can_be_looked_at(connection: duckdb.DuckDBPyConnection) -> None:
    assert [row["games"] for row in rows(connection, "player_results", Filters(verdict="impossible"))] == [1, 1]


@pytest.mark.parametrize("date", ["yesterday", "2026-1-1", "2026-02-31"])
def test_a_wrong_date(connection: duckdb.DuckDBPyConnection, date: str) -> None:
    with pytest.raises(store.DatabaseError, match="is no date"):
        store.ask(connection, "player_results", Filters(since=date))


def test_what_only_lists_can_be_filtered_by(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(store.DatabaseError, match='statistics cannot be filtered by "route"'):
        store.ask(connection, "player_results", Filters(route="SEA-POR"))


def test_the_games_that_count_may_be_named(connection: duckdb.DuckDBPyConnection) -> None:
    counted = store.ask(connection, "player_results", Filters(verdict=store.COUNTED))
    assert counted == store.ask(connection, "player_results")


# --- how they are described ------------------------------------------------------------------------------------------


def test_every_statistic_and_table_says_what_it_is(connection: duckdb.DuckDBPyConnection) -> None:
    silent = """
        SELECT table_name FROM duckdb_tables() WHERE comment IS NULL AND NOT internal AND NOT temporary
        UNION ALL SELECT view_name FROM duckdb_views() WHERE comment IS NULL AND NOT internal
        UNION ALL SELECT function_name FROM duckdb_functions()
                  WHERE comment IS NULL AND function_type LIKE '%macro' AND NOT internal
    """
    assert connection.execute(silent).fetchall() == []
    views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    files = Path(__file__).parent.glob("test_*statistics.py")
    tested = {name for file in files for name in re.findall(r"def test_(\w+)\(", file.read_text(encoding="utf-8"))}
    names = {statistic.name for statistic in store.statistics()}
    assert names - {"player_ratings", "rating_history"} <= tested
    assert names <= {name for (name,) in views} | {"score_by_turn", "win_by_turn"}


def test_an_unknown_statistic(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(store.DatabaseError, match='no statistic "player_result"; did you mean "player_results"'):
        store.ask(connection, "player_result")
    with pytest.raises(store.DatabaseError, match="wants the number of a game"):
        store.ask(connection, "score_by_turn")
    with pytest.raises(store.DatabaseError, match="player_routes is about one player"):
        store.ask(connection, "player_routes")


def test_views_of_another_version_are_not_used(loaded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(loaded, tmp_path))
    with duckdb.connect(str(path)) as other:
        other.execute("CREATE OR REPLACE VIEW player_results AS SELECT 'nobody' AS player")
        other.execute("UPDATE about SET value = 'another' WHERE key = 'views'")
    with store.connect(path) as connection:
        check(rows(connection, "player_results"), player_results(), "player")


def test_real_games_lie_where_published_figures_do(connection: duckdb.DuckDBPyConnection) -> None:
    """Four people on the USA board: about 35 turns each, and winners with a longest path of 29 to 45."""
    facts = rows(connection, "game_facts", Filters(board="usa", player_count=4, kind="human", since="2026-04-01"))
    real = [row for row in facts if "Player Four" in row["winner"]]
    assert len(real) == 2
    for row in real:
        assert 30 <= row["turns_per_player"] <= 40
        assert 29 <= row["winner_longest"] <= 45
