"""How much faster a second core makes the commands that use all of them.

``TTRN_BENCH_GAMES`` sets how many games there are (1,000). Beside the wall time stands what the work costs on two cores
in processor time: on a machine that others use too only that tells how much of the second core is lost.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.loading import GAMES, archive
from benchmarks.table import BenchmarkRow
from ttrn.hidden import redact
from ttrn.notation import dumps, loads

TIMES = 6
"""So often the games stand in the file: what works for a moment only would show what starting processes costs."""

HIDDEN = 10
"""One of so many games is inferred from, as one of the players saw it: that takes longest."""


def rows() -> list[BenchmarkRow]:
    """Measure each command on one core and on two, by turns; the best of two rounds counts."""
    if len(os.sched_getaffinity(0)) < 2:
        return []
    with tempfile.TemporaryDirectory() as folder:
        full, seen = Path(folder) / "games.ttrn", Path(folder) / "seen.ttrn"
        texts = list(archive(GAMES))
        full.write_text("\n".join(texts * TIMES), encoding="utf-8")
        views = [redact(loads(text).games[0], "ann") for text in texts[::HIDDEN]]
        seen.write_text(dumps(views), encoding="utf-8")
        return list(_rows(full, seen))


def _rows(full: Path, seen: Path) -> Iterator[BenchmarkRow]:
    commands = (("check", full), ("score", full), ("summary", full), ("fmt --check", full), ("infer", seen))
    for words, file in commands:
        walls, works = [[9e9, 9e9] for _ in range(2)]
        for _ in range(2):
            for place in range(2):
                wall, work = _timed([*words.split(), str(file), "--cores", str(place + 1)])
                walls[place], works[place] = min(walls[place], wall), min(works[place], work)
        yield BenchmarkRow(
            f"{words}, {GAMES // HIDDEN if file == seen else GAMES * TIMES:,} games in one file",
            f"{walls[0]:.1f} s, {walls[1]:.1f} s on two cores",
            f"{walls[0] / walls[1] / 2:.0%} of two cores; {works[0] / works[1]:.0%} of the processor time",
            "at least 90%",
        )


def _timed(words: list[str]) -> tuple[float, float]:
    """Return the seconds that a command took, and those of processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "ttrn", *words], check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
