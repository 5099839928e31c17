"""How fast games are loaded into the database, beside reading and validating them alone; and how fast it answers.

``TTRN_BENCH_GAMES`` sets how many games are loaded (1,000; the aim is stated for 5,000), ``TTRN_BENCH_SCALE`` how many
times their rows are multiplied before the statistics are asked (20; with 5,000 games that makes 100,000).
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import duckdb

import ttrn
from benchmarks.replaying import as_people_do
from benchmarks.table import BenchmarkRow
from ttrn import store
from ttrn.boards import board
from ttrn.notation.compression import zstd
from ttrn.notation.reader import read_chunk
from ttrn.play import play_random
from ttrn.replays import replay
from ttrn.store import loading

GAMES = int(os.environ.get("TTRN_BENCH_GAMES", "1000"))
SCALE = int(os.environ.get("TTRN_BENCH_SCALE", "20"))

PEOPLE = [f"Player {number}" for number in range(1, 201)]


def rows() -> list[BenchmarkRow]:
    """Measure loading and asking."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        text = "\n".join(archive(GAMES))
        records = path / "games.ttrn"
        records.write_text(text, encoding="utf-8")
        packed = len(zstd.compress(text.encode()))
        found = [*_speed(records, path), _memory(records, path)]
        database = path / "loaded.duckdb"
        return [*found, *_questions(database, packed)]


def archive(count: int) -> Iterator[str]:
    """Yield records of four-player games on the USA board, all different, of a circle of people."""
    with ProcessPoolExecutor(None, get_context("spawn")) as pool:
        yield from pool.map(_game, range(count), chunksize=20)


def _game(number: int) -> str:
    text = ttrn.dumps(play_random(board("usa"), 4, number, chance=True, choose=as_people_do))
    date = f"{2020 + number % 7}-{1 + number % 12:02}-{1 + number % 28:02}"
    text = text.replace("\n\nplayer", f'\n[Date "{date}"]\n\nplayer', 1)
    for seat, name in enumerate(("ann", "bob", "cat", "dan")):
        player = PEOPLE[(number * 7 + seat * 31) % len(PEOPLE)]
        text = text.replace(f"player {name}\n", f'player {name} "{player}"\n', 1)
    return text


def _validate(items: Sequence[store.Item]) -> int:
    turns = 0
    for item in items:
        game = read_chunk(item.chunk, item.file).game
        assert game is not None
        turns += len(replay(game).game.turns)
    gc.collect(1)
    return turns


def _batches(items: Iterator[store.Item]) -> Iterator[list[store.Item]]:
    while batch := list(islice(items, loading.BATCH)):
        yield batch


def _cpu() -> float:
    """Return the processor time of this process and of all that it has waited for."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _timed(run: Callable[[], object]) -> float:
    start = _cpu()
    run()
    return _cpu() - start


def _speed(records: Path, path: Path) -> list[BenchmarkRow]:
    """Load, and read and validate alone, each with all cores and by turns; the least processor time counts."""

    def alone() -> None:
        with ProcessPoolExecutor(None, get_context("spawn"), initializer=gc.disable) as pool:
            list(pool.map(_validate, _batches(store.items_of(records))))

    def load() -> None:
        database = path / "loaded.duckdb"
        database.unlink(missing_ok=True)
        store.load(database, store.items_of(records))

    best = [9e9, 9e9]
    for _ in range(2):
        best = [min(old, _timed(run)) for old, run in zip(best, (alone, load), strict=True)]
    again = _timed(lambda: store.load(path / "loaded.duckdb", store.items_of(records)))
    return [
        BenchmarkRow(f"read and validate {GAMES:,} games, all cores", f"{best[0]:.1f} s", "", ""),
        BenchmarkRow(
            f"load {GAMES:,} games", f"{best[1]:.1f} s", f"{best[0] / best[1]:.2f} of that speed", "at least 0.5"
        ),
        BenchmarkRow("load them again", f"{again:.1f} s", f"{best[0] / again:.2f} of that speed", ""),
    ]


def _memory(records: Path, path: Path) -> BenchmarkRow:
    """Compare the peak of the process that writes after a quarter of the games and after all."""
    code = (
        "import resource, sys, itertools\n"
        "from ttrn import store\n"
        "items = itertools.islice(store.items_of(sys.argv[2]), int(sys.argv[3]))\n"
        "store.load(sys.argv[1], items, cores=1)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )

    def peak(count: int) -> float:
        database = path / f"{count}.duckdb"
        command = [sys.executable, "-c", code, str(database), str(records), str(count)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    few, many = peak(GAMES // 4), peak(GAMES)
    return BenchmarkRow(
        f"memory, loading {GAMES:,} games", f"{many:.0f} MB peak", f"{many / few:.2f} of a quarter", "flat"
    )


def _questions(database: Path, packed: int) -> list[BenchmarkRow]:
    size = database.stat().st_size
    ratio = f"{size / packed:.1f} x the text, packed with zstd"
    found = [BenchmarkRow(f"size of the database, {GAMES:,} games", f"{size / 1e6:.1f} MB", ratio, "less than 3")]
    many = multiplied(database)
    cold: dict[str, float] = {}
    warm: dict[str, float] = {}
    for name in [statistic.name for statistic in store.statistics()]:
        with store.connect(many) as connection:
            cold[name] = _answer(connection, name)
            warm[name] = min([_answer(connection, name) for _ in range(3)])
    return [*found, _slowest("the first time", cold, 1000), _slowest("again", warm, 200)]


def _slowest(when: str, times: dict[str, float], limit: int) -> BenchmarkRow:
    first, second, *_ = sorted(times, key=lambda name: -times[name])
    what = f"slowest of {len(times)} statistics of {GAMES * SCALE:,} games, asked {when}: {first}"
    figure, next_one = (f"{times[name] * 1000:.0f} ms" for name in (first, second))
    return BenchmarkRow(what, figure, f"then {second}, {next_one}", f"at most {limit} ms")


def _answer(connection: duckdb.DuckDBPyConnection, name: str) -> float:
    of_player = next(statistic.of_player for statistic in store.statistics() if statistic.name == name)
    filters = store.Filters(player=PEOPLE[0]) if of_player else store.Filters()
    start = time.perf_counter()
    store.ask(connection, name, filters, game=1, limit=1000)
    return time.perf_counter() - start


def multiplied(database: Path, games: int = GAMES, scale: int = SCALE) -> Path:
    """Return a database with the rows of another so many times over, each with games of its own."""
    many = database.with_name("many.duckdb")
    many.write_bytes(database.read_bytes())
    with duckdb.connect(str(many)) as connection:
        tables = connection.execute(
            "SELECT schema_name, table_name FROM duckdb_columns() "
            "SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE column_name = 'game'"
        )
        for schema, table in tables.fetchall():
            connection.execute(
                f"INSERT INTO {schema}.{table} SELECT t.* REPLACE (t.game + k * {games} AS game) "  # noqa: S608  our own
                f"FROM {schema}.{table} t, range(1, {scale}) r(k) ORDER BY k, t.rowid"
            )
    return many
