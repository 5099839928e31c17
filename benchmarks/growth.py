"""How a large load grows: rate, processor time and memory by 10,000 games, then the size, and every statistic.

    python -m benchmarks.growth ARCHIVE.ttrn.zst DATABASE

``make growth GAMES=100000`` plays an archive of so many four-player games first. A database that is there already is
kept: only what is new is loaded. One that ends with a slash is a data set.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.loading import archive as played
from benchmarks.table import BenchmarkRow, show
from ttrn import store
from ttrn.notation.compression import zstd
from ttrn.notation.source import games

if TYPE_CHECKING:
    import duckdb

STEP = 10_000
"""After so many games a line is told."""

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu() -> float:
    """Return the processor time of this process and of those that work for it now."""
    spent = time.process_time()
    for process in multiprocessing.active_children():
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        spent += (int(fields[11]) + int(fields[12])) / TICKS
    return spent


def memory() -> float:
    """Return the megabytes that this process, the one that writes, has in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE / 1e6


def load(archive: str, database: str) -> list[BenchmarkRow]:
    """Load an archive and tell about every step of it."""
    found: list[BenchmarkRow] = []
    mark = [0, time.perf_counter(), cpu()]

    def told(done: store.Summary) -> None:
        so_far = done.seen
        if so_far - mark[0] < STEP:
            return
        wall, spent = time.perf_counter(), cpu()
        number = so_far - mark[0]
        rate = f"{number / (wall - mark[1]):,.0f} games/s"
        row = BenchmarkRow(
            f"up to game {so_far:,}", rate, f"{1000 * (spent - mark[2]) / number:.2f} ms each", f"{memory():.0f} MB"
        )
        print(*row, sep="   ", flush=True)
        found.append(row)
        mark[:] = [so_far, wall, spent]

    if database.endswith("/"):
        print(store.load_dataset(database, [store.place_of(archive)], progress=told))
    else:
        print(store.load(database, store.items_of(archive), progress=told))
    return found


def size(archive: str, database: str) -> BenchmarkRow:
    """Compare the database with the text of its games, packed as one file with zstd at its usual level."""
    packer = zstd.ZstdCompressor()
    packed = number = 0
    for number, chunk in enumerate(games(archive), 1):  # noqa: B007  the last one is how many there are
        packed += len(packer.compress(chunk.text.encode() + b"\n"))
    packed += len(packer.flush())
    files = Path(database, "tables").rglob("*.parquet") if database.endswith("/") else [Path(database)]
    whole = sum([file.stat().st_size for file in files])
    return BenchmarkRow(
        f"size of the database, {number:,} games",
        f"{whole / 1e6:.1f} MB",
        f"{whole / packed:.2f} x the text, packed with zstd ({packed / 1e6:.1f} MB)",
        "less than 3",
    )


def questions(database: str) -> Iterator[BenchmarkRow]:
    """Ask every statistic, right after opening the database and once more."""
    with store.connect(database) as connection:
        ((player,),) = connection.execute("SELECT name FROM seats LIMIT 1").fetchall()
    for statistic in store.statistics():
        filters = store.Filters(player=player) if statistic.of_player else store.Filters()
        with store.connect(database) as connection:
            first, *again = [_answer(connection, statistic.name, filters) for _ in range(4)]
        wall, spent = min(again)
        warm = f"{wall:.0f} ms again ({spent:.0f} ms of all cores)"
        yield BenchmarkRow(statistic.name, f"{first[0]:.0f} ms", warm, "1,000 ms, 200 ms again")


def _answer(connection: duckdb.DuckDBPyConnection, name: str, filters: store.Filters) -> tuple[float, float]:
    """Return how many milliseconds went by, and how many the cores worked."""
    start, spent = time.perf_counter(), time.process_time()
    store.ask(connection, name, filters, game=1, limit=1000)
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - spent)


def play(target: str, number: int) -> None:
    """Write an archive of games as :mod:`benchmarks.loading` plays them."""
    part = Path(f"{target}.part")
    with zstd.open(part, "wt", encoding="utf-8") as file:
        for nth, text in enumerate(played(number)):
            file.write("\n" * (nth > 0) + text)
    part.replace(target)


def main(archive: str, database: str) -> None:
    """Do all of it, or play an archive if there is a number in place of the database."""
    if database.isdecimal():
        play(archive, int(database))
        return
    show("loading", load(archive, database))
    show("size", [size(archive, database)])
    show("statistics", list(questions(database)))


if __name__ == "__main__":
    main(*sys.argv[1:])
