"""Statistics about analysed games, beside what plain Python makes of the same analyses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import exp, lgamma, pi, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.analysed import CANNOT_BE_JUDGED, judged, text
from tests.store.comparing import Rows, check, rows
from ttrn import store
from ttrn.store.filters import Filters

if TYPE_CHECKING:
    import duckdb


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("analysed") / "games.duckdb"
    store.load(path, store.items_of(text()), cores=1, analyse=True)
    return path


@pytest.fixture
def connection(analysed: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with store.connect(analysed) as found:
        yield found


def found_rows(connection: duckdb.DuckDBPyConnection, name: str, filters: Filters | None = None) -> Rows:
    found = rows(connection, name, filters or Filters())
    for row in found:
        row.pop("hash", None)
        row["date"] = str(row["date"]) if row.get("date") else row.get("date")
    return found


@cache
def student(freedom: int) -> float:
    """Return how far 95 % of Student's distribution reach, by adding it up in small steps."""
    constant = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    step, reached, below = 1e-4, 0.0, 0.5
    while below < 0.975:
        middle = reached + step / 2
        below += step * constant * (1 + middle * middle / freedom) ** (-(freedom + 1) / 2)
        reached += step
    return reached


def mean_with_interval(name: str, values: list[float]) -> dict[str, float | None]:
    if not values:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    mean = fmean(values)
    off = student(len(values) - 1) * stdev(values) / len(values) ** 0.5
    return {name: mean, f"{name}_low": mean - off, f"{name}_high": mean + off}


def test_comebacks(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for one in judged():
        for seat in one.winners:
            lowest, turn = min([(value.win[seat], value.number) for value in one.values[:-1]])
            new = {"lowest": lowest, "turn": turn, "player": one.players[seat], "turns": len(one.game.turns)}
            expected.append(one.about | new)
    order = [row["lowest"] for row in rows(connection, "comebacks")]
    assert order == sorted(order)
    check(found_rows(connection, "comebacks"), expected, "game", "player")


def test_exciting_games(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for one in judged():
        swings = [
            max([abs(after - before) for before, after in zip(old.win, new.win, strict=True)])
            for old, new in zip(one.values, one.values[1:], strict=False)
        ]
        largest = max(swings)
        new = {"excitement": sum(swings), "largest_swing": largest, "largest_turn": 1 + swings.index(largest)}
        winner = ", ".join([one.players[seat] for seat in one.winners])
        expected.append(one.about | new | {"winner": winner, "turns": len(one.game.turns)})
    order = [row["excitement"] for row in rows(connection, "exciting_games")]
    assert order == sorted(order, reverse=True)
    check(found_rows(connection, "exciting_games"), expected, "game")


def test_luckiest_wins(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for one in judged():
        for seat in one.winners if one.found.luck else []:
            luck = one.found.luck[seat]
            rest = one.values[-1].win[seat] - one.values[0].win[seat] - luck.win
            new = {"luck": luck.win, "luck_points": luck.score, "start": one.values[0].win[seat], "rest": rest}
            expected.append(one.about | new | {"player": one.players[seat]})
    order = [row["luck"] for row in rows(connection, "luckiest_wins")]
    assert order == sorted(order, reverse=True)
    check(found_rows(connection, "luckiest_wins"), expected, "game", "player")


def finishes() -> dict[int, tuple[float, str, float]]:
    """Return of each game the gap before the last round, who was ahead, and with which probability."""
    found: dict[int, tuple[float, str, float]] = {}
    for one in judged():
        win = one.values[-1 - len(one.players)].win
        first, second, *_ = sorted(win, reverse=True)
        found[one.number] = first - second, one.players[win.index(first)], first
    return found


def test_closest_games(connection: duckdb.DuckDBPyConnection) -> None:
    expected = [
        one.about
        | {"margin": one.margin, "gap": finishes()[one.number][0]}
        | {"winner": ", ".join([one.players[seat] for seat in one.winners])}
        for one in judged()
    ]
    order = [(row["margin"], row["gap"]) for row in rows(connection, "closest_games")]
    assert order == sorted(order)
    check(found_rows(connection, "closest_games"), expected, "game")


def test_closest_finishes(connection: duckdb.DuckDBPyConnection) -> None:
    expected = [
        one.about
        | dict(zip(("gap", "leader", "leader_win"), finishes()[one.number], strict=True))
        | {"margin": one.margin, "winner": ", ".join([one.players[seat] for seat in one.winners])}
        for one in judged()
    ]
    order = [row["gap"] for row in rows(connection, "closest_finishes")]
    assert order == sorted(order)
    check(found_rows(connection, "closest_finishes"), expected, "game")


def by_player() -> dict[str, list[tuple[Any, float]]]:
    """Return of each player the luck and the rest of each game with all cards, in the order of the games."""
    found: dict[str, list[tuple[Any, float]]] = defaultdict(list)
    for one in judged():
        for seat, luck in enumerate(one.found.luck):
            found[one.players[seat]].append((luck, one.found.rest(seat)))
    return found


def test_luck_and_skill(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for player, mine in by_player().items():
        expected.append(
            {"player": player, "games": len(mine), "seats": len(mine), "with_loss": 0}
            | mean_with_interval("luck", [luck.win for luck, _ in mine])
            | mean_with_interval("luck_points", [luck.score for luck, _ in mine])
            | mean_with_interval("rest", [rest for _, rest in mine])
            | mean_with_interval("loss", [])
        )
    found = rows(connection, "luck_and_skill")
    for one, other in ((row, next(e for e in expected if e["player"] == row["player"])) for row in found):
        for name, value in other.items():
            # Fisher's expansion is right to 0.0003 standard errors from six games on.
            assert one[name] == (pytest.approx(value, rel=1e-3, abs=1e-3) if isinstance(value, float) else value)
        assert set(one) == set(other)
    assert {row["player"] for row in found} == {row["player"] for row in expected}


def test_student(connection: duckdb.DuckDBPyConnection) -> None:
    for n in (1, 2, 3, 4, 5, 6, 10, 30, 1000):
        ((found,),) = connection.execute("SELECT t95(?)", [n]).fetchall()
        assert found == (None if n == 1 else pytest.approx(student(n - 1), abs=4e-4))


def test_luck_curve(connection: duckdb.DuckDBPyConnection) -> None:
    mine = by_player()["Ann"]
    found = rows(connection, "luck_curve", Filters(player="Ann"))
    assert [row["nth"] for row in found] == list(range(1, len(mine) + 1))
    for nth, row in enumerate(found, 1):
        assert row["luck"] == pytest.approx(sum([luck.win for luck, _ in mine[:nth]]))
        assert row["rest"] == pytest.approx(sum([rest for _, rest in mine[:nth]]))


def test_win_by_turn(connection: duckdb.DuckDBPyConnection) -> None:
    for one in judged():
        found = rows(connection, "win_by_turn", game=one.number)
        assert [row["turn"] for row in found] == [value.number for value in one.values]
        assert [row["win"] for row in found] == [[round(win, 4) for win in value.win] for value in one.values]
        assert [row["points"] for row in found] == [[round(score, 1) for score in value.score] for value in one.values]
        swings = [value.swing for value in one.found.turns]
        assert [row["swing"] for row in found[1:]] == pytest.approx(swings, abs=2e-4)
        ids = {player.id: player.name for player in one.game.players}
        assert [row["player"] for row in found[1:]] == [ids[turn.player] for turn in one.game.turns]


def test_analysed_games(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    found = rows(connection, "analysed_games")
    groups: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for one in judged():
        groups[one.game.board, one.about["basis"]].append(one)
    for row in found:
        mine = groups.pop((row["board"], row["basis"]))
        assert (row["reason"], row["model"], row["games"]) == (None, mine[0].found.version, len(mine))
        assert (row["with_luck"], row["with_loss"]) == (sum([bool(one.found.luck) for one in mine]), 0)
        assert row["stderr"] == pytest.approx(max([one.found.stderr for one in mine]))
        assert (row["worlds"], row["playouts"]) == (mine[0].found.worlds, 0)
    assert not groups
    made = store.how_analysed(connection)
    assert (made.games, made.judged, made.with_luck) == (7, 7, 6)
    assert made.words.startswith("Analysed: all 7 games, 6 by all cards, 1 by what one player saw; models ")
    assert "no playouts, standard error over 8 possible worlds" in made.words
    assert store.coverage(connection) == {
        "": 7,
        "it breaks rules": 1,
        "it cannot be read": 1,
        "nobody knows its board": 1,
        "this record has no turns, so there is nothing to analyse": 1,
    }
    assert sum(store.coverage(connection).values()) == 7 + len(CANNOT_BE_JUDGED)
    usa = store.how_analysed(connection, Filters(board="usa"))
    assert (usa.games, usa.by) == (1, {"all cards": 1})
    none = tmp_path / "none.duckdb"
    store.load(none, list(store.items_of(text()))[:2], cores=1)
    with store.connect(none) as other:
        made = store.how_analysed(other)
        assert store.why_not_analysed(made, "none.duckdb") == "no game is analysed yet: ttrn analyse none.duckdb"
        assert not store.ask(other, "luck_and_skill").rows
