"""A data set beside a database file of the same games: loading, size, and every statistic.

``TTRN_BENCH_GAMES`` sets how many games are loaded (1,000).
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.loading import GAMES, PEOPLE, archive
from benchmarks.table import BenchmarkRow
from ttrn import store


def rows() -> list[BenchmarkRow]:
    """Measure both, in the same run."""
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "games.ttrn"
        records.write_text("\n".join(archive(GAMES)), encoding="utf-8")
        return list(_rows(records, Path(folder) / "games.duckdb", Path(folder) / "games"))


def _rows(records: Path, database: Path, folder: Path) -> Iterator[BenchmarkRow]:
    file = _cpu(lambda: store.load(database, store.items_of(records)))
    parts = _cpu(lambda: store.load_dataset(folder, [store.place_of(records)]))
    again = _cpu(lambda: store.load_dataset(folder, [store.place_of(records)]))
    yield BenchmarkRow(f"load {GAMES:,} games into a database file", f"{file:.1f} s", "", "")
    yield BenchmarkRow("load them into a data set", f"{parts:.1f} s", f"{parts / file:.2f} x the time", "")
    yield BenchmarkRow("load them again", f"{again:.1f} s", f"{again / parts:.2f} of that", "")
    there = [path.stat().st_size for path in (folder / "tables").rglob("*.parquet")]
    whole = database.stat().st_size
    yield BenchmarkRow(
        f"size of {len(there)} files",
        f"{sum(there) / 1e6:.1f} MB",
        f"{sum(there) / whole:.2f} of the database file",
        "",
    )
    one, other = _asked(database), _asked(folder)
    slowest = max(other, key=lambda name: other[name])
    yield BenchmarkRow(
        f"all {len(other)} statistics of the data set",
        f"{1000 * sum(other.values()):.0f} ms",
        f"{sum(other.values()) / sum(one.values()):.2f} x the time of the file",
        "",
    )
    yield BenchmarkRow(f"the slowest: {slowest}", f"{1000 * other[slowest]:.0f} ms", "", "1,000 ms")


def _cpu(run: Callable[[], object]) -> float:
    """Return the processor time of something, and of the processes that it started."""

    def spent() -> float:
        uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum([use.ru_utime + use.ru_stime for use in uses])

    start = spent()
    run()
    return spent() - start


def _asked(path: Path) -> dict[str, float]:
    """Return how many seconds each statistic takes, the second time."""
    found: dict[str, float] = {}
    with store.connect(path) as connection:
        for statistic in store.statistics():
            filters = store.Filters(player=PEOPLE[0]) if statistic.of_player else store.Filters()
            for _ in range(2):
                start = time.perf_counter()
                store.ask(connection, statistic.name, filters, game=1, limit=1000)
                found[statistic.name] = time.perf_counter() - start
    return found
