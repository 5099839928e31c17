"""How a load grows: by steps up to a million games and more, with every statistic and the pages of the dashboard.

    python -m benchmarks.growth FOLDER GAMES [set|file]…
    python -m benchmarks.growth FOLDER again [set|file]…

The first plays what a step misses of an archive in the folder (:mod:`.growth_archive`), loads it into a data set, or
into a database file, asks every statistic, and goes on to the next step. Whatever is interrupted is run again and goes
on: parts of the archive are kept, a load goes on from what is done, and a step that was measured stands in
``results.jsonl``. At the end the tables in ``docs/scale.md`` are written from that file. ``make growth GAMES=1000000``
does it. The second loads nothing: it asks every statistic of the last step and opens the pages once more, for whoever
changed them.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from benchmarks import growth_tables, pages
from benchmarks.growth_archive import PART, parts
from benchmarks.table import COMPILED
from ttrn import store

STEPS: Final = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000)
"""After so many games it is measured; and at the end."""

PAGES: Final = 20_000
"""From so many games on the pages are opened, after the last step."""

TARGETS: Final = {"set": "set/", "file": "file.duckdb"}


def main(folder: Path, games: int, kinds: list[str]) -> None:
    """Do all of it."""
    if games % PART:
        raise SystemExit(f"GAMES must be a multiple of {PART:,}, for the archive is kept in parts of so many")
    for kind in kinds or ["set"]:
        target = f"{folder}/{TARGETS[kind]}"
        for step in [*[step for step in STEPS if step < games], games]:
            there = _loaded(folder, kind)
            if there < step:
                files = parts(folder / "games", step)  # those of later steps later: a run that is stopped has a curve
                measure(folder, kind, target, step, files[there // PART :])
        shown = [row for row in results(folder) if row["kind"] == kind and "pages" in row]
        if games >= PAGES and not any(row["games"] == games for row in shown):
            _keep(folder, {"kind": kind, "games": games, "pages": _pages(target)})
    growth_tables.write(results(folder))


def again(folder: Path, kinds: list[str]) -> None:
    """Ask every statistic of the last step anew, and open the pages; what is found takes the place of what was."""
    for kind in kinds or ["set"]:
        target, games = f"{folder}/{TARGETS[kind]}", _loaded(folder, kind)
        if not games or (folder / f"{kind}.begun").exists():
            raise SystemExit(f"no step of the {growth_tables.NAMES[kind]} in {folder} is done: nothing to ask again")
        pages_too = {"pages": _pages(target)} if games >= PAGES else {}
        _keep(folder, {"kind": kind, "games": games, **_asked(target), **pages_too})
    growth_tables.write(results(folder))


def _loaded(folder: Path, kind: str) -> int:
    """Return the games of the last step that was measured."""
    return max([row["games"] for row in results(folder) if row["kind"] == kind], default=0)


def _asked(target: str) -> dict[str, Any]:
    return {"statistics": _apart("ask", target), "lists": _apart("list", target)}


def results(folder: Path) -> list[dict[str, Any]]:
    """Return what was measured so far, by what was loaded into and how many games there are."""
    file = folder / "results.jsonl"
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        row = json.loads(line)
        found.setdefault((row["kind"], row["games"]), {}).update(row)
    return list(found.values())


def _keep(folder: Path, row: dict[str, Any]) -> None:
    with (folder / "results.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")


def _pages(target: str) -> list[tuple[str, str]]:
    return [(found.what, found.figure) for found in pages.opened(Path(target))]


def measure(folder: Path, kind: str, target: str, games: int, files: list[Path]) -> None:
    """Load files, up to so many games in all, ask every statistic, and keep the figures."""
    begun = folder / f"{kind}.begun"
    resumed = begun.exists()
    begun.touch()
    row = {
        "kind": kind,
        "games": games,
        "cores": len(os.sched_getaffinity(0)),
        "compiled": COMPILED,
        "resumed": resumed,
        "packed": sum([file.stat().st_size for file in files]),
        "load": _apart("load", target, *map(str, files)),
        "size": _size(target),
        **_asked(target),
    }
    _keep(folder, row)
    begun.unlink()
    slowest = max(row["statistics"], key=lambda name: row["statistics"][name])
    took = row["statistics"][slowest]
    print(f"{kind}, {games:,} games: {row['load']}; slowest {slowest}, {1000 * took:.0f} ms", flush=True)


def _apart(*words: str) -> Any:
    """Measure something in a process of its own: what it has in memory is its own, too."""
    command = [sys.executable, "-m", "benchmarks.growth", *words]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def _size(target: str) -> int:
    """Return the bytes of what readers see: a data set keeps the files of the state before for a while."""
    if not target.endswith("/"):
        return Path(target).stat().st_size
    tables = json.loads(Path(target, "_current.json").read_text(encoding="utf-8"))["tables"]
    return sum([size for files in tables.values() for _, size, _ in files])


# --- in a process of its own -----------------------------------------------------------------------------------------


def load(target: str, *files: str) -> dict[str, Any]:
    """Load files; return the games that are new, seconds of this process by stage, of all cores, and the peak in MB."""
    start, stage, since = time.perf_counter(), store.READING, _spent()
    stages: dict[str, float] = {}

    def told(done: store.Summary) -> None:
        nonlocal stage, since
        if done.stage != stage:
            now = _spent()
            stages[stage] = stages.get(stage, 0.0) + now - since
            stage, since = done.stage, now

    if target.endswith("/"):
        done = store.load_dataset(target, [store.place_of(file) for file in files], progress=told)
    else:
        done = store.load(target, (item for file in files for item in store.items_of(file)), progress=told)
    stages[stage] = stages.get(stage, 0.0) + _spent() - since
    return {
        "new": done.loaded,
        "seconds": round(time.perf_counter() - start, 1),
        "processor": round(_spent() + _spent(resource.RUSAGE_CHILDREN), 1),
        "stages": {name: round(seconds, 2) for name, seconds in stages.items()},
        "peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "peak_of_a_core": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
    }


def _spent(who: int = resource.RUSAGE_SELF) -> float:
    use = resource.getrusage(who)
    return use.ru_utime + use.ru_stime


def ask(target: str) -> dict[str, float]:
    """Return how many seconds each statistic takes that was asked before."""
    found: dict[str, float] = {}
    with store.connect(target) as connection:
        rows = connection.execute(
            "SELECT name FROM seats GROUP BY name ORDER BY count(*) DESC, name LIMIT 1"
        ).fetchall()
        for statistic in store.statistics():
            filters = store.Filters(player=rows[0][0]) if statistic.of_player else store.Filters()
            times = []
            for _ in range(3):
                start = time.perf_counter()
                store.ask(connection, statistic.name, filters, game=1, limit=1000)
                times.append(time.perf_counter() - start)
            found[statistic.name] = round(min(times[1:]), 4)
    return found


def lists(target: str) -> dict[str, float]:
    """Return how many seconds the pages of the dashboard wait for a list of games, and for what can be chosen."""
    with store.connect(target) as connection:
        return {name: round(seconds, 4) for name, seconds in pages.listed(connection).items()}


if __name__ == "__main__":
    named = {"load": load, "ask": ask, "list": lists}
    if sys.argv[1] in named:
        print(json.dumps(named[sys.argv[1]](*sys.argv[2:])))
    elif sys.argv[2] == "again":
        again(Path(sys.argv[1]), sys.argv[3:])
    else:
        main(Path(sys.argv[1]), int(sys.argv[2].replace(",", "")), sys.argv[3:])
