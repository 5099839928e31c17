"""How long the longest path takes on end positions of the real boards: ``python -m benchmarks.paths``.

To reach, in pure Python: median under 1 ms, none over 10 ms.
"""

import gc
import random
import statistics
import time

from benchmarks.positions import crowded, scattered, spreading
from ttrn.boards import board
from ttrn.rules.graph import board_dead_ends, board_edges
from ttrn.rules.paths import longest_path

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


def main(count: int = 1000) -> None:
    """Print median, 99th percentile and maximum for each board."""
    print(f"longest path, {count} end positions of 20 to 23 routes on each board, ms")
    for name in BOARDS:
        times = measure(name, count)
        tail = times[len(times) * 99 // 100]
        print(f"  {name:8} median {statistics.median(times):.3f}   99th {tail:.3f}   max {times[-1]:.3f}")


if __name__ == "__main__":
    main()
