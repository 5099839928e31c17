"""How fast boards are drawn, and how large the pictures are."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from benchmarks.table import BenchmarkRow
from ttrn.boards import board
from ttrn.draw import board_svg, stage_svg, train_paints
from ttrn.draw.layout import Layout
from ttrn.play import play_random
from ttrn.replays import replay

BOARDS = ("usa", "europe", "marklin")
ROUNDS = 20


def rows() -> list[BenchmarkRow]:
    """Measure the layout, which is worked out once for a board, and a picture of the end of a game."""
    found: list[BenchmarkRow] = []
    for name in BOARDS:
        on = board(name)
        final = replay(play_random(on, 5, 1, choose=random.Random.choice)).final
        layout = _best(partial(Layout, on), 3)
        svg = board_svg(on, final)
        drawn = _best(partial(board_svg, on, final), ROUNDS)
        stage = len(stage_svg(on, train_paints([""] * 5)).encode())
        found += [
            BenchmarkRow(f"{name}: places of tracks and names, once", f"{layout * 1e3:.0f} ms", "", ""),
            BenchmarkRow(
                f"{name}: a picture of a game",
                f"{drawn * 1e3:.1f} ms",
                f"{len(svg.encode()) / 1e3:.0f} KB",
                "at most 20 ms",
            ),
            BenchmarkRow(f"{name}: a board for a page that steps", f"{stage / 1e3:.0f} KB", "", "at most 200 KB"),
        ]
    return found


def _best(run: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)
