"""What a turn costs as an archive goes on: a curve, in a process of its own.

    python -m benchmarks.flat ARCHIVE.ttrn.zst

reads and validates an archive game by game and tells the processor time of a turn for each tenth of it. The first part
costs more, for there the memo of lines fills; it takes in only lines that come up again, for the collector of cycles
walks what is new, and keeps what came up lately, in two generations. A process that read the same games before is no
place to measure it: there the first games meet a full memo.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ttrn
from benchmarks.table import BenchmarkRow
from ttrn.replays import replay

PARTS = 10


def rows(archive: Path | None = None, text: str = "") -> list[BenchmarkRow]:
    """Measure an archive, or the games of a text, in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        if archive is None:
            archive = Path(folder) / "games.ttrn"
            archive.write_text(text, encoding="utf-8")
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.flat", str(archive)], check=True, capture_output=True, text=True
        )
    games, *costs = [float(word) for word in told.stdout.split()]
    # The first part fills the memos, and is not what goes on for ever.
    later = costs[1:]
    curve = " ".join([f"{cost:.1f}" for cost in costs])
    return [
        BenchmarkRow(
            f"cost per turn by tenths of {games:,.0f} games (µs)",
            curve,
            f"the last {costs[-1] / costs[1]:.2f} of the second, {max(later) / min(later):.2f} between extremes",
            "flat within 5%",
        )
    ]


def main(archive: str) -> None:
    """Print how many games there are, and the microseconds of a turn in each tenth."""
    times: list[float] = []
    turns: list[int] = []
    start = time.process_time()
    for game, problems in ttrn.read(archive):
        assert game is not None, problems
        replay(game)
        now = time.process_time()
        times.append(now - start)
        turns.append(len(game.turns))
        start = now
    size = len(times) // PARTS
    places = range(0, size * PARTS, size)
    print(len(times), *[1e6 * sum(times[at : at + size]) / sum(turns[at : at + size]) for at in places])


if __name__ == "__main__":
    main(*sys.argv[1:])
