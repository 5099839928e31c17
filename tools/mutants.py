"""Mutation testing of the rules and the replay with mutmut: ``make mutants``.

A mutant is the source with one small change; a test that fails has killed it. Those that survive show what no test
looks at. All of them take hours, so a random sample is tried: ``make mutants MUTANTS=200 SEED=1``, or ``MUTANTS=all``.

This module is a plug-in of pytest as well: of the tests that reach a mutant, the fast ones are run first.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

FOLDER: Final = Path("mutants")
"""Where mutmut keeps its copy of the source, with all mutants in it."""

FIRST: Final = "ttrn.core.passing.x_pass_turn__mutmut_1"
"""A mutant whose run makes all the others, and finds out which tests reach them."""

SPINNER: Final = re.compile(r"[\u2800-\u28ff] |\s*$")
"""Lines that only show that something goes on."""

KILLED: Final = ("killed", "timeout", "segfault", "caught by type check")
UNTRIED: Final = ("not checked", "skipped")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put fast tests first, as far as it is known how long each of them takes."""
    stats = Path("mutmut-stats.json")
    if stats.exists():
        seconds = json.loads(stats.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def names() -> list[str]:
    """Return the names of all mutants, in order."""
    files = sorted(FOLDER.rglob("*.py.meta"))
    return sorted(name for file in files for name in json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"])


def mutmut(*words: str) -> str:
    """Run mutmut; return what it prints."""
    command = [sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # noqa: S603
    if done.returncode:
        sys.exit("\n".join(line for line in done.stdout.splitlines() if not SPINNER.match(line)))
    return done.stdout


def results(tried: list[str]) -> dict[str, str]:
    """Return what became of mutants, by their names."""
    lines = [line.strip().partition(": ") for line in mutmut("results", "--all=true").splitlines()]
    found = {name: status for name, _, status in lines}
    return {name: found[name] for name in tried if found[name] not in UNTRIED}


def room(name: str) -> str:
    """Return the room that a mutant is in.

    >>> room("ttrn.games.europe.tunnels.x_claim__mutmut_3")
    'ttrn.games'
    """
    return ".".join(name.split(".")[:2])


def report(found: dict[str, str]) -> str:
    """Return how many mutants were killed, in each room and in all, and the names of the others."""
    lines = [f"{status:10} {name}" for name, status in sorted(found.items()) if status not in KILLED]
    lines += ["", f"{'room':14} mutants killed  score"]
    mutants = Counter(map(room, found))
    killed = Counter(room(name) for name, status in found.items() if status in KILLED)
    for where in (*sorted(mutants), ""):
        number, dead = (mutants[where], killed[where]) if where else (mutants.total(), killed.total())
        lines.append(f"{where or 'together':14} {number:7} {dead:6} {dead / max(number, 1):6.1%}")
    return "\n".join(lines)


def main(number: str, seed: str) -> None:
    """Try so many mutants, or all; print what became of them."""
    # Files in which nothing is changed are not copied again.
    shutil.rmtree(FOLDER, ignore_errors=True)
    mutmut("run", FIRST)
    everything = names()
    chosen = everything if number == "all" else random.Random(seed).sample(everything, int(number))  # noqa: S311
    sys.stdout.write(f"{len(chosen)} of {len(everything)} mutants\n")
    sys.stdout.flush()
    mutmut("run", *(chosen if number != "all" else ()))
    sys.stdout.write(f"{report(results(chosen))}\n\nmutmut show NAME prints what a mutant changes.\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
