"""What it costs to start a command: processor time beside a bare interpreter, which is started in the same run."""

from __future__ import annotations

import resource as system
import subprocess
import sys
from pathlib import Path

from benchmarks.table import BenchmarkRow
from ttrn.resources import resource

ROUNDS = 9
SAMPLES = resource("sample_games")
SLIP = next((Path(__file__).parents[1] / "tests" / "notation" / "wrong").glob("*.ttrn"))
COMMANDS = (
    ("ttrn --version", ["--version"], "0.15 s"),
    ("ttrn check, every card known", ["check", str(SAMPLES / "marklin" / "every_action.ttrn")], "0.15 s"),
    ("ttrn check, some cards unknown", ["check", str(SAMPLES / "teaching" / "usa_first_turns.ttrn")], "0.15 s"),
    ("ttrn check, a slip of the pen", ["check", str(SLIP)], ""),
    ("ttrn check, the solver is needed", ["check", str(SAMPLES / "real" / "usa_4p_1.ttrn")], ""),
    ("ttrn --help", ["--help"], ""),
)


def rows() -> list[BenchmarkRow]:
    """Measure the interpreter alone, then commands; the first round of each writes the bytecode and does not count."""
    bare = _cost(["-c", "pass"])
    found = [BenchmarkRow("python -c pass", f"{bare * 1000:.0f} ms", "", "")]
    for what, args, goal in COMMANDS:
        cost = _cost(["-m", "ttrn", *args])
        ratio = f"{cost / bare:.1f} times a bare interpreter"
        found.append(BenchmarkRow(what, f"{cost * 1000:.0f} ms", ratio, goal and f"within {goal}"))
    return found


def _cost(args: list[str]) -> float:
    """Return the processor time of a process, the median of several."""
    spent = []
    for _ in range(ROUNDS + 1):
        before = system.getrusage(system.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *args], check=False, capture_output=True)
        after = system.getrusage(system.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return sorted(spent[1:])[ROUNDS // 2]
