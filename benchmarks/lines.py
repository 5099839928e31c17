"""How reading grows with the length of a line: lines of every kind, most of them nonsense, up to the longest."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle

from benchmarks.table import BenchmarkRow
from ttrn.notation import dumps, loads
from ttrn.notation.source import MAX_LINE

STARTS = (
    *("", "[", "[Event ", '[Event "', "player ", 'player bob "', "ann ", "ann deal ", "ann keep ", "market ", "deck "),
    *("reveal ann ", "score ", "assert ", "assert ann tickets ", "complete ann SEA-POR ", "1", "1. ", "1. ann "),
    *("1. ann draw ", "1. ann draw R>", "1. ann claim ", '1. ann claim "', "1. ann claim SEA-POR "),
    *("1. ann claim SEA-POR R ", "1. ann tickets ", "1. ann station ", "1. ann ride ", "1. ann play "),
    *("1. ann pass ; ", "1. ann pass ", "; ", "{ ", "( ", "(1. ann "),
)
"""How a line begins."""

UNITS = (
    *('"', '\\"', "\\\\", '"\\', '"a', '"a"', '"a" ', '"a"-', '"a"|', '"a"]', '"a";', '""', "a", "a ", "R", "R ", "R/"),
    *("AB-", "SEA-POR ", "? ", "?", "ann=1 ", "ann ", "|", "| ", "(", "( ", ")", ") ", "()", "{", "{}", "}", "[", "]"),
    *(
        ";",
        "1",
        "0 ",
        "1. ",
        ".",
        "-",
        " ",
        "\t",
        "$! ",
        "$",
        ">R ",
        "!R ",
        "+R ",
        "@AB ",
        "#1",
        "=",
        "_",
        "/",
        "claim ",
    ),
    *("é", "“", "—", "\u00a0", "\u200b", "e\u0301", "ﬁ", "🚂", "\x07", "\ud800"),
)
"""What is repeated to its end."""

ENDS = ("", '"', '"-POR R', '"]', " x", "; x", '; "', ")", "}", "-")
"""How it ends."""

SIZES = (1_024, 4_096, 16_384, MAX_LINE)
_ROUNDS = 3


def line(start: str, unit: str, end: str, size: int) -> str:
    """Return a line of so many characters, or a little less."""
    return start + unit * ((size - len(start) - len(end)) // len(unit)) + end


def kinds() -> Iterator[tuple[str, str, str]]:
    """Yield every beginning with everything that can be repeated; the ends take turns."""
    ends = cycle(ENDS)
    for start in STARTS:
        for unit in UNITS:
            yield start, unit, next(ends)


def record(text: str) -> str:
    """Return a record with a line where it belongs."""
    players = "player ann\n"
    before, after = ("", players) if text[:1] == "[" else (players, "")
    return f'[Game "usa"]\n{before}{text}\n{after}'


def read(text: str) -> None:
    """Read a line; tell what is wrong with it, or write it again."""
    found = loads(record(text))
    for problem in found.problems:
        problem.render()
    with suppress(ValueError):  # written, a line may be longer than one may be
        dumps(found.games)


def cost(run: Callable[[str], object], text: str, rounds: int = _ROUNDS) -> float:
    """Return the least processor time of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        run(text)
        best = min(best, time.process_time() - begun)
    return best


def rows() -> list[BenchmarkRow]:
    """Measure lines of every kind; each figure is by character, beside cutting the same lines at their blanks."""
    scan = re.compile("[^ \t]+")
    found: list[BenchmarkRow] = []
    at_first = 0.0
    for size in SIZES:
        plain = total = 0.0
        worst, what = 0.0, ""
        for start, unit, end in kinds():
            text = line(start, unit, end, size)
            spent = cost(read, text)
            plain += cost(scan.findall, text)
            total += spent
            if spent > worst:
                worst, what = spent, f"{start}{unit!r}…{end}"
        number = len(STARTS) * len(UNITS)
        each = total / number / size
        at_first = at_first or each
        figure = f"{each * 1e9:.0f} ns/character, {total / plain:.0f} x a plain scan"
        found.append(
            BenchmarkRow(f"lines of {size:,} characters", figure, f"{each / at_first:.2f} of 1,024", "at most 1.5")
        )
        found.append(BenchmarkRow("  the worst kind", f"{worst / size * 1e9:.0f} ns/character", what, ""))
    return found
