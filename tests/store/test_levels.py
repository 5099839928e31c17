"""Statistics of an archive in which each game was kept at another level.

200 simulated games are cut down to totals, score sheets, final boards and so on. What a statistic says must be what it
says of the full records of exactly those games that know what it asks; where none does, it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

import ttrn
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from tests.store.archive import PEOPLE
from tests.store.comparing import Rows, rows
from ttrn import store
from ttrn.boards import board
from ttrn.hidden import redact
from ttrn.notation import Entry, GameRecord, Player, Tag
from ttrn.notation.records import Reveal
from ttrn.play import play_random
from ttrn.position.writer import format_position
from ttrn.replays import Timeline
from ttrn.store.filters import Filters

if TYPE_CHECKING:
    import duckdb

pytestmark = pytest.mark.slow

GAMES: Final = 200
PLAYER: Final = "Ann"

RESULT, PLACES, SCORES, PARTS = "result", "places", "scores", "parts"
"""What statistics ask for: who won, every place, every total, their components;"""

ROUTES, ORDER, SEATS, TICKETS, TURNS, CARDS = "routes", "order", "seats", "tickets", "turns", "cards"
"""the routes that everybody has, the order in which they were claimed, that of the seats, the tickets, all turns, all
cards."""

_TOTALS = {RESULT, PLACES, SCORES}
KNOWN: Final[dict[str, set[str]]] = {
    "places": {RESULT, PLACES},
    "result": _TOTALS,
    "sheet": {*_TOTALS, PARTS},
    "board": {*_TOTALS, PARTS, ROUTES, TICKETS},
    "claims": {*_TOTALS, PARTS, ROUTES, TICKETS, ORDER, SEATS},
    "claims without tickets": {*_TOTALS, SEATS},
    "view": {*_TOTALS, PARTS, ROUTES, TICKETS, ORDER, SEATS, TURNS},
    "full": {*_TOTALS, PARTS, ROUTES, TICKETS, ORDER, SEATS, TURNS, CARDS},
}
"""What a record of each level tells."""

_LEVELS: Final = {"places": "result", "claims without tickets": "claims"}
"""What the database calls these."""

_WITHOUT_BOARD: Final = ("places", "result", "sheet", "view", "full")

Asks = str | Callable[[dict[str, Any]], str]


class Question(NamedTuple):
    """A statistic: what its rows are known by, and what its columns ask for."""

    keys: tuple[str, ...]
    columns: dict[str, Asks]
    rows: Callable[[dict[str, Any]], bool] = lambda _row: True


def every(names: str, asks: Asks) -> dict[str, Asks]:
    return dict.fromkeys(names.split(), asks)


_WINS = every("games seats wins win_rate win_low win_high even", RESULT)
_SHARE = every("win_share win_low win_high even", RESULT)
_SCORE = every("scored average_score best_score", SCORES)
_MEASURES = {
    **every("score", SCORES),
    **every("routes tickets bonus stations goods longest points_lost", PARTS),
    **every("tickets_kept tickets_completed", TICKETS),
    **every("routes_claimed trains_left", ROUTES),
    **every("blind_cards face_up_cards turns blind_percent", TURNS),
    **every("locomotives", CARDS),
}
_RECORDS = {
    **every("highest_score closest_game largest_margin", SCORES),
    "longest_path": PARTS,
    "most_tickets_completed": TICKETS,
    **every("longest_game shortest_game", TURNS),
}


def measure(name: str) -> Callable[[dict[str, Any]], str]:
    """Ask for what the row is about."""
    return lambda row: str({**_MEASURES, **_RECORDS}[row[name].replace(" ", "_")])


def seen(row: dict[str, Any]) -> bool:
    return bool(row["color"])


QUESTIONS: Final = {
    "player_results": Question(
        ("player",),
        {
            **_WINS,
            **_SCORE,
            **every("with_components routes tickets bonus stations goods points_lost", PARTS),
            **every("with_tickets tickets_kept tickets_completed", TICKETS),
            **every("with_turns blind_cards face_up_cards turns", TURNS),
            **every("with_cards locomotives", CARDS),
            **every("with_routes route_length trains_left", ROUTES),
        },
    ),
    "active_players": Question(("player",), every("games wins first last", RESULT)),
    "player_boards": Question(("player", "board", "players"), _WINS | _SCORE),
    "player_ratings": Question(("player",), every("games mu sigma rating", PLACES)),
    "rating_history": Question(("player", "nth"), every("date game mu sigma rating", PLACES)),
    "seat_advantage": Question(("board", "players", "seat"), dict.fromkeys({**_WINS, **_SCORE}, SEATS)),
    "head_to_head": Question(
        ("player", "opponent"), every("games ahead behind level", PLACES) | every("scored margin", SCORES)
    ),
    "player_luck": Question(("player",), every("games seats seen expected luck", CARDS)),
    "route_claims": Question(
        ("board", "route"),
        {
            **every("games claims claim_rate win_share win_low win_high even contested_rate", ROUTES),
            **every("claims_timed average_turn average_round claims_seen locomotives", TURNS),
        },
    ),
    "route_rounds": Question(("board", "route", "round"), every("claims", TURNS)),
    "route_seats": Question(("board", "route", "seat"), every("claims wins", ORDER)),
    "route_payments": Question(("board", "route", "color"), every("claims locomotives", TURNS), seen),
    "contested_doubles": Question(("board", "pair"), every("games claimed twice contested_rate", ROUTES)),
    "city_connections": Question(("board", "city"), every("seats connected rate", ROUTES)),
    "ticket_results": Question(
        ("board", "ticket"),
        {
            **every("offered kept_rate", CARDS),
            **every("times_kept times_known times_completed completion_rate win_share win_low win_high even", TICKETS),
            **every("average_turn", TURNS),
        },
    ),
    "opening_results": Question(("board",), every("seats games wins", RESULT) | _SHARE | _SCORE),
    "opening_tickets": Question(
        ("board", "ticket"),
        every("dealt times_kept kept_rate times_known times_completed completion_rate", CARDS)
        | dict.fromkeys({**_SHARE, **_SCORE}, CARDS),
    ),
    "opening_claims": Question(
        ("board", "nth", "route"),
        every("times share win_share win_low win_high even scored average_score", ORDER)
        | every("times_timed average_turn", TURNS),
    ),
    "opening_games": Question(
        ("game", "seat"),
        {**every("board date players player won", RESULT), "rank": PLACES, "score": SCORES, "turn": ORDER},
    ),
    "game_facts": Question(
        ("game",),
        {
            **every("board date players winner", RESULT),
            **every("score margin", SCORES),
            **every("winner_longest longest", PARTS),
            **every("turns turns_per_player ended_by lead_changes flushes", TURNS),
        },
    ),
    "game_lengths": Question(
        ("board", "players"),
        every("games turns turns_per_player shortest longest scored margin lead_changes flushes", TURNS),
    ),
    "game_luck": Question(("game", "seat"), every("player blind expected luck locomotives_face_up won", CARDS)),
    "records": Question(("board", "record"), every("value player game", measure("record"))),
    "record_games": Question(("board", "record"), every("value player players date game", measure("record"))),
    "filter_choices": Question(
        ("filter", "value"), every("games", RESULT), lambda row: row["filter"] not in ("level", "information")
    ),
    "score_distribution": Question(("board", "low"), every("seats winners", SCORES)),
    "score_quartiles": Question(("board", "won"), every("seats lowest lower middle upper highest average", SCORES)),
    "score_components": Question(("board", "won", "component"), every("seats points", PARTS)),
    "length_distribution": Question(("board", "players", "rounds"), every("games", TURNS)),
    "card_sources": Question(
        ("board", "won"),
        every("seats blind face_up blind_share", TURNS)
        | every("seats_seen locomotives_dealt locomotives_blind locomotives_face_up", CARDS),
    ),
    "card_payments": Question(("board", "color"), every("claims claims_seen on_gray locomotives", TURNS), seen),
    "winning_habits": Question(
        ("board", "habit", "value"),
        every("seats wins win_rate win_low win_high even average_score", measure("habit")),
    ),
    "player_record": Question(("board", "players"), _WINS | _SCORE | every("first last", RESULT)),
    "rating_curve": Question(("nth",), every("date mu sigma rating", PLACES)),
    "player_field": Question(("board", "measure"), every("seats average other_seats others", measure("measure"))),
    "player_routes": Question(
        ("board", "route"),
        every("games claims claim_rate others_rate win_share", ROUTES) | every("average_round", TURNS),
    ),
    "player_tickets": Question(
        ("board", "ticket"),
        {
            **every("offered kept_rate others_kept_rate", CARDS),
            **every("times_kept times_known times_completed completion_rate others_completion_rate", TICKETS),
        },
    ),
    "player_opponents": Question(
        ("opponent",), every("games ahead behind level", PLACES) | every("scored margin", SCORES)
    ),
    "opponent_record": Question(
        ("opponent", "board", "players"),
        every("games ahead behind level ahead_share ahead_low ahead_high wins opponent_wins first last", PLACES)
        | every("scored average_score opponent_average margin", SCORES),
    ),
    "opponent_curve": Question(("opponent", "nth"), every("date ahead behind", PLACES)),
    "opponent_games": Question(
        ("opponent", "game"),
        every("date board players rank opponent_rank won opponent_won ahead behind", PLACES)
        | every("score opponent_score margin", SCORES),
    ),
    "player_best_games": Question(
        ("board", "nth"), every("score rank won margin opponents players date event game", SCORES)
    ),
}

_OTHERWISE: Final = ("known_games", "score_by_turn")
"""The statistics that ask for no part of a game."""

_ANALYSED: Final = (
    *("analysed_games", "closest_finishes", "closest_games", "comebacks", "exciting_games"),
    *("luck_and_skill", "luck_curve", "luckiest_wins", "win_by_turn"),
)
"""Those of games that were analysed, as none of these was: test_analysis_statistics.py counts them again."""


class Kept(NamedTuple):
    """A game as it was, and as it was kept."""

    full: GameRecord
    cut: GameRecord
    way: str


@cache
def archive() -> tuple[Kept, ...]:
    """Return the games, each cut down to one of the levels; no two players of one are level."""
    found: list[Kept] = []
    seed = 0
    while len(found) < GAMES:
        seed += 1
        number = len(found)
        on = board(("usa", "europe", "marklin", "cardgame")[number % 4])
        timeline = ttrn.replay(play_random(on, 2 + seed % (on.tables.max_players - 1), seed))
        totals = [score.total for score in timeline.outcome.seats]
        if len({*totals}) == len(totals):
            ways = tuple(KNOWN) if on.routes else _WITHOUT_BOARD
            way = ways[number // 4 % len(ways)]
            cut = _cut(timeline, way)
            found.append(Kept(_headed(timeline.game, number), _headed(cut, number), way))
    return tuple(found)


def _cut(timeline: Timeline, way: str) -> GameRecord:
    match way:
        case "full":
            return timeline.game
        case "view":
            return redact(timeline.game, "public")
    total, claims = score_line(timeline), claim_lines(timeline, tracks=True)
    lines: dict[str, list[Entry]] = {
        "places": [rank_line(timeline)],
        "result": [total],
        "sheet": [*sheet_lines(timeline), total],
        "board": [*board_lines(timeline), FINISHED],
        "claims": [*claims, *[line for line in board_lines(timeline) if isinstance(line, Reveal)], FINISHED],
        "claims without tickets": [*claims, total],
    }
    return record(timeline, *lines[way], level="claims" if "claims" in way else "")


def _headed(game: GameRecord, number: int) -> GameRecord:
    """Give the players names, and the game a date and a number that are the same however it was kept."""
    entries: list[Entry] = []
    for entry in game.entries:
        if isinstance(entry, Player):
            entry = replace(entry, name=PEOPLE[(number + len(entries)) % len(PEOPLE)])  # noqa: PLW2901
            entries.append(entry)
    rest = [entry for entry in game.entries if not isinstance(entry, Player)]
    head: list[Entry] = [entry for entry in rest if isinstance(entry, Tag) and entry.name not in ("Seed", "Event")]
    more = [Tag("Round", str(number)), Tag("Date", f"2026-{1 + number % 9:02}-{1 + number % 27:02}")]
    lines = [entry for entry in rest if not isinstance(entry, Tag)]
    return GameRecord((head[0], *more, *head[1:], *entries, *lines))


def load(path: Path, games: Sequence[GameRecord]) -> duckdb.DuckDBPyConnection:
    store.load(path, store.items_of("\n".join(map(ttrn.dumps, games))), cores=1)
    return store.connect(path)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    with load(tmp_path_factory.mktemp("kept") / "games.duckdb", [game.cut for game in archive()]) as found:
        yield found


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, duckdb.DuckDBPyConnection]]:
    """By what can be asked, the full records of the games that know it."""
    folder = tmp_path_factory.mktemp("full")
    found: dict[str, duckdb.DuckDBPyConnection] = {}
    loaded: dict[frozenset[str], str] = {}
    for asks in KNOWN["full"]:
        ways = frozenset(way for way, known in KNOWN.items() if asks in known)
        if ways not in loaded:
            games = [game.full for game in archive() if game.way in ways]
            found[asks] = load(folder / f"{asks}.duckdb", games)
            loaded[ways] = asks
        found[asks] = found[loaded[ways]]
    yield found
    for connection in {id(one): one for one in found.values()}.values():
        connection.close()


def answers(connection: duckdb.DuckDBPyConnection, name: str) -> Rows:
    """Ask, and name games by what they are called in all databases."""
    of_player = {statistic.name for statistic in store.statistics() if statistic.of_player}
    found = rows(connection, name, Filters(player=PLAYER) if name in of_player else Filters())
    numbers = dict(connection.execute("SELECT game, round::INTEGER FROM games").fetchall())
    for row in found:
        if "game" in row:
            row["game"] = numbers[row["game"]]
    return found


def test_every_game_is_loaded_at_its_level(kept: duckdb.DuckDBPyConnection) -> None:
    found = kept.execute("SELECT round::INTEGER, level, verdict, decided FROM games ORDER BY 1").fetchall()
    for (number, level, verdict, decided), game in zip(found, archive(), strict=True):
        problems = kept.execute("SELECT message FROM problems JOIN games USING (game) WHERE round = ?", [str(number)])
        assert (level, decided) == (_LEVELS.get(game.way, game.way), True), game.way
        assert verdict != "impossible", problems.fetchall()


def test_every_statistic_is_asked() -> None:
    assert {statistic.name for statistic in store.statistics()} == {*QUESTIONS, *_OTHERWISE, *_ANALYSED}


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_statistic_counts_exactly_the_games_that_know(
    kept: duckdb.DuckDBPyConnection, full: dict[str, duckdb.DuckDBPyConnection], name: str
) -> None:
    question = QUESTIONS[name]

    def keyed(connection: duckdb.DuckDBPyConnection) -> dict[tuple[Any, ...], dict[str, Any]]:
        found = [row for row in answers(connection, name) if question.rows(row)]
        return {tuple(row[key] for key in question.keys): row for row in found}

    mixed = keyed(kept)
    expected = {asks: keyed(connection) for asks, connection in full.items()}
    everywhere = {key: row for found in expected.values() for key, row in found.items()}
    counted = 0
    for key, example in everywhere.items():
        for column, asks in question.columns.items():
            if column not in example:
                continue
            needed = asks if isinstance(asks, str) else asks(example)
            if column.startswith("others_") and not (key in expected[needed] and key in mixed):
                continue  # the row is there for the player's own tickets
            value = expected[needed].get(key, {}).get(column)
            found = mixed.get(key, {}).get(column)
            assert (found or 0) == (pytest.approx(value) if isinstance(value, float) else value or 0), (key, column)
            counted += value is not None
    assert counted
    assert set(mixed) <= set(everywhere)


@pytest.mark.parametrize(("asks", "statistic", "name"), [(ORDER, "claims", "begun"), (CARDS, "tickets", "kept")])
def test_a_start_is_that_of_the_games_that_know_it(
    kept: duckdb.DuckDBPyConnection, full: dict[str, duckdb.DuckDBPyConnection], asks: str, statistic: str, name: str
) -> None:
    found = rows(full[asks], f"opening_{statistic}", Filters(board="usa"), limit=5)
    for start in [row["route" if name == "begun" else "ticket"] for row in found]:
        filters = replace(Filters(board="usa"), **{name: start})
        assert rows(kept, "opening_results", filters) == rows(full[asks], "opening_results", filters)


def test_no_column_is_forgotten(kept: duckdb.DuckDBPyConnection) -> None:
    constant = {"length", "color", "points", "cost", "points_per_train", "name", "hash", "tie_broken", "event"}
    constant |= {"locomotives_dealt", "locomotives_blind"}  # of game_luck: their sum is compared
    for name, question in QUESTIONS.items():
        columns = set(answers(kept, name)[0])
        assert columns - {*question.keys, *question.columns} <= constant, name


def test_who_knows_what_is_counted(kept: duckdb.DuckDBPyConnection) -> None:
    names = {
        "scores": SCORES,
        "components": PARTS,
        "routes": ROUTES,
        "tickets": TICKETS,
        "turns": TURNS,
        "cards": CARDS,
    }
    for row in rows(kept, "known_games"):
        mine = [
            game
            for game in archive()
            if (game.full.board, _LEVELS.get(game.way, game.way)) == (row["board"], row["level"])
        ]
        assert row["games"] == len(mine)
        for column, asks in names.items():
            assert row[column] == sum(asks in KNOWN[game.way] for game in mine), (row, column)


def test_tracks_that_nobody_named_are_counted_for_none_of_them(tmp_path: Path) -> None:
    timeline = next(
        found
        for seed in range(100)
        if (found := ttrn.replay(play_random(board("usa"), 4, seed))).final.owners[_track("DEN-SLC#1")] >= 0
    )
    lines = [*claim_lines(timeline), *[line for line in board_lines(timeline) if isinstance(line, Reveal)], FINISHED]
    with load(tmp_path / "games.duckdb", [record(timeline, *lines, level="claims")]) as connection:
        of = {row["route"]: row for row in rows(connection, "route_claims")}
        assert [(of[name]["games"], of[name]["claims"]) for name in ("DEN-SLC#1", "DEN-SLC#2")] == [(0, 0), (0, 0)]
        alone = [name for name in of if "#" not in name]
        assert {of[name]["games"] for name in alone} == {1}
        assert {row["pair"]: row["claimed"] for row in rows(connection, "contested_doubles")}["DEN-SLC"] == 1


def _track(name: str) -> int:
    on = board("usa")
    return next(route.index for route in on.routes if on.route_text(route) == name)


WINNER: Final = '[Game "usa"]\n\nplayer ann\nplayer bob\nplayer cleo\n\nrank bob=1\n'


def test_of_a_game_with_a_winner_alone_nothing_else_is_said(tmp_path: Path) -> None:
    with load(tmp_path / "games.duckdb", [ttrn.loads(WINNER).games[0]]) as connection:
        (result,) = connection.execute("SELECT decided, certain, turns, margin FROM games").fetchall()
        assert result == (True, False, None, None)
        seats = connection.execute("SELECT id, rank, won, score, claims, blind FROM seats ORDER BY seat").fetchall()
        assert seats == [
            ("ann", None, False, None, None, None),
            ("bob", 1, True, None, None, None),
            ("cleo", None, False, None, None, None),
        ]
        met = {(row["player"], row["opponent"]): row["ahead"] for row in rows(connection, "head_to_head")}
        assert met == {("bob", "ann"): 1, ("bob", "cleo"): 1, ("ann", "bob"): 0, ("cleo", "bob"): 0}
        assert rows(connection, "player_ratings") == []
        assert rows(connection, "records") == []
        assert rows(connection, "score_components") == []


def test_whoever_is_level_at_the_top_is_not_said_to_have_won(tmp_path: Path) -> None:
    text = WINNER.replace("rank bob=1", "score ann=100 bob=100 cleo=80")
    shared = WINNER.replace("rank bob=1", "rank ann=1 bob=1 cleo=3\nscore ann=100 bob=100 cleo=80")
    with load(tmp_path / "games.duckdb", ttrn.loads(text + shared).games) as connection:
        found = connection.execute("SELECT decided, certain FROM games ORDER BY game").fetchall()
        assert found == [(False, True), (True, True)]
        won = connection.execute("SELECT list(won ORDER BY seat) FROM seats GROUP BY game ORDER BY game").fetchall()
        assert won == [([None, None, False],), ([True, True, False],)]


def test_a_game_that_starts_from_a_position_has_all_routes_and_no_length(tmp_path: Path) -> None:
    timeline = ttrn.replay(play_random(board("usa"), 3, 5))
    before = timeline.last - 12
    tags = [Tag("Game", "usa"), Tag("Position", format_position(timeline.state(before)))]
    game = GameRecord((*tags, *timeline.game.players, *timeline.game.turns[before:]), before + 1)
    found: list[list[Any]] = []
    for name, one in (("whole", timeline.game), ("late", game)):
        with load(tmp_path / f"{name}.duckdb", [one]) as connection:
            query = "SELECT seat, list(route ORDER BY route), bool_and(nth IS NOT NULL) FROM claims GROUP BY seat"
            found.append(connection.execute(f"{query} ORDER BY seat").fetchall())
            ((turns, routes),) = connection.execute("SELECT turns, routes_known FROM games").fetchall()
            assert (turns, routes) == (timeline.last if name == "whole" else None, True)
    assert [row[:2] for row in found[0]] == [row[:2] for row in found[1]]
    assert [row[2] for row in found[1]] == [False] * 3
