"""How long the odds of hidden hands take, beside the replay of the same records, and how exact they are."""

from __future__ import annotations

import random
import statistics
import time

from benchmarks.table import BenchmarkRow
from ttrn.boards import board
from ttrn.hidden import judge, odds, redact
from ttrn.notation import GameRecord
from ttrn.play import play_game
from ttrn.replays import replay

GAMES = 10
"""Games of four planners on each board; of each the odds of the public are asked for after some turn."""


def rows() -> list[BenchmarkRow]:
    """Measure the odds on every board."""
    judge(redact(play_game("usa", ["planner"] * 2, seed=0), "public"))  # from here on the solver is in memory
    return [row for name in ("usa", "europe", "marklin", "cardgame") for row in _of(name)]


def _of(name: str) -> list[BenchmarkRow]:
    rng = random.Random(name)
    times: list[float] = []
    ratios: list[float] = []
    errors: list[float] = []
    for seed in range(GAMES):
        game = play_game(board(name), ["planner"] * 4, seed=seed)
        turn = rng.randrange(len(game.turns))
        start = time.process_time()
        found = odds(game, turn, "public")
        times.append(time.process_time() - start)
        errors.append(found.error)
        ratios.append(times[-1] / replaying(redact(game, "public", until=turn)))
    what = f"odds after a turn, public view of four planners, {name}"
    middle = f"median; {statistics.median(ratios):.0f} x replaying"
    return [
        BenchmarkRow(what, f"{statistics.median(times) * 1000:.0f} ms", middle, "1 s"),
        BenchmarkRow(what, f"{max(times) * 1000:.0f} ms", f"longest of {GAMES}", "1 s"),
        BenchmarkRow("largest standard error of a chance", f"{max(errors):.3f}", f"worst of {GAMES}", "0.02"),
    ]


def replaying(game: GameRecord) -> float:
    """Return how long a record takes to replay, the best of three."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        replay(game)
        best = min(best, time.process_time() - start)
    return best
