"""Results for the app BG Stats: what is written there comes back as the same players, totals, days and winners."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ttrn
from tests.store import archive
from ttrn import store
from ttrn.imports import import_games
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Player, Rank, Score, Tag
from ttrn.notation.source import Chunk
from ttrn.store.filters import Filters
from ttrn.store.worker import Item

HEAD = '[Game "usa"]\n[Date "2026-11-13"]\n[Rules "partial"]\n'
RESULTS = {
    "seats unknown": (
        f'{HEAD}\nplayer ann "Ann"\nplayer bob "Bob"\n\n; the order of the seats is not told\nscore ann=9 bob=7\n'
    ),
    "first known": (
        f'{HEAD}\nplayer ann "Ann"\nplayer bob\nplayer p3\n\n; who started is told, the order of the others is not\n'
        "score ann=9 bob=-7 p3=0\n"
    ),
    "expansion": HEAD.replace(
        "[Date", '[Expansion "USA 1910"]\n[Event "Friday"]\n[Site "Club"]\n[Time "20:15:00"]\n[Date'
    )
    + '\nplayer ann "Ann" red\nplayer bob "Bob"\n\nscore ann=9 bob=9\n',
    "a tie broken": f'{HEAD}\nplayer ann "Ann"\nplayer bob "Bob"\n\nscore ann=9 bob=9\nrank bob=1\n',
    "only who won": f'{HEAD}\nplayer ann "Ann"\nplayer bob "Bob"\n\nrank bob=1\n',
}


def database(folder: Path, texts: list[str]) -> Path:
    path = folder / "games.duckdb"
    store.load(path, [Item("x", Chunk(number, 1, text)) for number, text in enumerate(texts, 1)], cores=1)
    return path


def imported(path: Path, filters: Filters | None = None) -> tuple[GameRecord, ...]:
    tree = store.export_plays(path, filters or Filters()).tree
    found = import_games("bgstats", "plays.json", json.dumps(tree).encode())
    assert found.problems == ()
    return found.games


def dated(game: GameRecord, day: int) -> GameRecord:
    tags = [entry for entry in game.entries if isinstance(entry, Tag) and entry.name not in ("Date", "Table")]
    rest = [entry for entry in game.entries if not isinstance(entry, Tag)]
    return GameRecord((*tags, Tag("Date", f"2026-11-{day:02}"), *rest), game.first_turn)


def test_a_round_trip_keeps_players_totals_days_and_winners(tmp_path: Path) -> None:
    games = [dated(game, day) for day, game in enumerate(archive.sound_games()[:20], 1)]
    path = database(tmp_path, [ttrn.dumps(game) for game in games])
    again = {game.tags["Date"]: game for game in imported(path)}
    with store.connect(path) as connection:
        rows = connection.execute(
            "SELECT g.board, g.date, g.site, list(p.name ORDER BY seat), list(p.score ORDER BY seat), "
            "list(p.won ORDER BY seat) FROM chosen_games g JOIN participants p USING (game) GROUP BY ALL"
        ).fetchall()
    assert len(rows) == len(again) > 10
    assert len({row[0] for row in rows}) == 4
    for board, date, site, names, scores, won in rows:
        game = again[str(date)]
        assert (game.board, game.tags.get("Site")) == (board, site)
        assert [player.name or player.id for player in game.players] == names
        (score,) = [entry for entry in game.entries if isinstance(entry, Score)]
        assert [points for _, points in score.scores] == scores
        best = max(scores)
        ranks = [who for entry in game.entries if isinstance(entry, Rank) for who, place in entry.places if place == 1]
        told = ranks or [who for who, points in score.scores if points == best]
        assert [player.id in told for player in game.players] == won


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    path = database(tmp_path, [RESULTS[name]])
    (game,) = imported(path)
    (before,) = ttrn.loads(RESULTS[name]).games
    kept = [entry for entry in before.entries if not isinstance(entry, Tag)]
    assert [_with_name(entry) for entry in game.entries if not isinstance(entry, Tag)] == [*map(_with_name, kept)]
    for tag in ("Date", "Time", "Site", "Expansion"):
        assert game.tags.get(tag) == before.tags.get(tag)


def _with_name(entry: object) -> object:
    """Return an entry; of a player without a name the id is one, but for those who are only numbered."""
    if isinstance(entry, Player) and not entry.name and entry.id != "p3":
        return Player(entry.id, entry.id, entry.color)
    return entry


def test_the_same_game_is_the_same_play_in_every_export(tmp_path: Path) -> None:
    path = database(tmp_path, list(RESULTS.values()))
    first, second = store.export_plays(path), store.export_plays(path, Filters(event="Friday"))
    keys = {play["uuid"] for play in first.tree["plays"]}
    assert len(keys) == first.games == len(RESULTS)
    assert [play["uuid"] in keys for play in second.tree["plays"]] == [True]
    assert second.tree["plays"][0]["comments"] == "Friday"
    # A play that came from the app keeps its own.
    key = "00000000-0000-4000-8000-000000000001"
    (tmp_path / "own").mkdir()
    own = database(tmp_path / "own", [RESULTS["expansion"].replace("[Event", f'[Table "{key}"]\n[Event')])
    assert [play["uuid"] for play in store.export_plays(own).tree["plays"]] == [key]


def test_spellings_of_one_player_are_one_player_there(tmp_path: Path) -> None:
    path = database(tmp_path, [RESULTS["expansion"], RESULTS["first known"].replace('"Ann"', '"Annie"')])
    store.add_aliases(path, "Ann", ["Annie"])
    names = [player["name"] for player in store.export_plays(path).tree["players"]]
    assert sorted(names) == ["Ann", "Bob", "bob", "p3"]


def test_what_cannot_be_a_play_is_counted(tmp_path: Path) -> None:
    undated = RESULTS["expansion"].replace('[Date "2026-11-13"]\n', "")
    found = store.export_plays(database(tmp_path, [undated, RESULTS["expansion"]]))
    assert (found.games, found.left_out, found.turns) == (1, {"without a day": 1}, 0)
