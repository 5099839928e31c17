"""How long the verdict on a record with unseen cards takes, and that records without any do not pay for it."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.replaying import as_people_do
from benchmarks.table import BenchmarkRow
from ttrn.boards import board
from ttrn.hidden import infer, judge, redact
from ttrn.notation import GameRecord
from ttrn.play import play_random
from ttrn.replays import replay

GAMES = 100
"""Games of four on the USA board; each is judged whole and up to some turn."""


def rows() -> list[BenchmarkRow]:
    """Measure verdicts on what the public saw and on what a player saw: replay, search, and the witness replayed."""
    games = [play_random(board("usa"), 4, seed, choose=as_people_do) for seed in range(GAMES)]
    cold = _cold_import()
    judge(redact(games[0], "public"))  # from here on the solver is in memory
    found = [BenchmarkRow("import of the solver, once in a process", f"{cold * 1000:.0f} ms", "", "")]
    for view in ("public", "ann"):
        found += _verdicts(view, games)
    inferred = [_seconds(infer, game) for game in [redact(game, "public") for game in games[:30]]]
    found.append(BenchmarkRow("all that follows from the public view", _ms(statistics.median(inferred)), "median", ""))
    return [*found, _exact(games)]


def _verdicts(view: str, games: list[GameRecord]) -> list[BenchmarkRow]:
    rng = random.Random(0)
    views = [redact(game, view) for game in games]
    views += [redact(game, view, until=rng.randrange(len(game.turns))) for game in games]
    times = sorted([_seconds(judge, game) for game in views])
    what = f"verdict on the {'public' if view == 'public' else 'single player'} view of a four-player USA game"
    return [
        BenchmarkRow(what, _ms(statistics.median(times)), "median", "50 ms"),
        BenchmarkRow(what, _ms(times[int(len(times) * 0.99)]), "99th percentile", "500 ms"),
    ]


def _exact(games: list[GameRecord]) -> BenchmarkRow:
    """Compare judging with replaying, of full records: in turns, so that both see the same machine."""
    judging = replaying = 0.0
    for game in games:
        replaying += min(_seconds(replay, game) for _ in range(3))
        judging += min(_seconds(judge, game) for _ in range(3))
    ratio = f"{judging / replaying:.2f} x replaying"
    return BenchmarkRow("verdict on an exact game", _ms(judging / len(games)), ratio, "about 1")


def _seconds(run: Callable[[GameRecord], object], game: GameRecord) -> float:
    start = time.process_time()
    run(game)
    return time.process_time() - start


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _cold_import() -> float:
    """Return how long the solver takes to import, in a process of its own."""
    code = "import time; s = time.process_time(); import highspy; print(time.process_time() - s)"
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)
