"""How long the longest path takes on end positions of the real boards: ``python -m benchmarks paths``.

To reach, in pure Python: median under 1 ms, none over 10 ms.
"""

import gc
import random
import statistics
import time

from benchmarks.positions import crowded, scattered, spreading
from benchmarks.table import BenchmarkRow
from ttrn.boards import board
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.graph.longest_path import longest_path

BOARDS = ("usa", "europe", "marklin")
KINDS = (scattered, spreading, crowded)


def measure(name: str, count: int) -> list[float]:
    """Return the milliseconds of one call for each of so many seeded positions, sorted."""
    real = board(name)
    edges, dead_ends = board_edges(real), board_dead_ends(real)
    rng = random.Random(name)
    positions = [KINDS[i % len(KINDS)](real, rng) for i in range(count)]
    times = []
    gc.collect()
    for owned in positions:
        start = time.perf_counter()
        longest_path(edges, owned, dead_ends)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)


def rows(count: int = 1000) -> list[BenchmarkRow]:
    """Return median, 99th percentile and maximum for each board."""
    found: list[BenchmarkRow] = []
    for name in BOARDS:
        times = measure(name, count)
        tail = times[len(times) * 99 // 100]
        figure = f"median {statistics.median(times):.3f} ms"
        found.append(
            BenchmarkRow(
                f"longest path, {name}", figure, f"99th {tail:.3f}, worst {times[-1]:.3f}", "1 ms, none over 10"
            )
        )
    return found
