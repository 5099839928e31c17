"""How long the graph of a game takes: with all cards, from one view, and with the luck of every card."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.odds import replaying
from benchmarks.table import BenchmarkRow, goal_of
from ttrn import dumps, store
from ttrn.analysis import analyse
from ttrn.play import play_game

TURNS = 130
"""For a game of so many turns the goals were set; figures are scaled to it."""


def rows() -> list[BenchmarkRow]:
    """Measure games of four planners on every board."""
    found: list[BenchmarkRow] = []
    for name in ("usa", "europe", "marklin", "cardgame"):
        game = play_game(name, ["planner"] * 4, seed=1)
        analyse(game, luck=False)  # from here on the model is in memory
        other = play_game(name, ["planner"] * 4, seed=2)  # of which no plan is kept
        beside = replaying(other)
        for what, goal, observer, luck in (
            ("all cards", goal_of("0.3 s", "0.1 s"), "", False),
            ("one view", "3 s", "bob", False),
            ("all cards, with luck", "", "", True),
        ):
            start = time.process_time()
            analyse(other, observer, luck=luck)
            taken = (time.process_time() - start) * TURNS / len(other.turns)
            ratio = f"{taken / (beside * TURNS / len(other.turns)):.0f} x replaying"
            found.append(BenchmarkRow(f"{what}, four planners, {name}", f"{taken:.2f} s", ratio, goal))
    return [*found, _database()]


def _database() -> BenchmarkRow:
    """Measure the games of a database, one of each board, beside loading them."""
    games = [play_game(name, ["planner"] * 4, seed=3) for name in ("usa", "europe", "marklin", "cardgame")]
    text = "\n".join(map(dumps, games))
    with TemporaryDirectory() as folder:
        store.load(Path(folder) / "first.duckdb", store.items_of(text), cores=1)  # what it needs is in memory now
        path = Path(folder) / "games.duckdb"
        start = time.process_time()
        store.load(path, store.items_of(text), cores=1)
        loaded = time.process_time() - start
        start = time.process_time()
        store.analyse_games(path, cores=1)
        taken = (time.process_time() - start) / len(games)
    ratio = f"{taken * len(games) / loaded:.0f} x loading"
    return BenchmarkRow("a game of a database, with luck, stored", f"{taken:.2f} s", ratio, "")
