"""The tables of ``docs/scale.md`` about a growing data set, and what follows from them for more games than that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

DOCUMENT: Final = Path(__file__).parents[1] / "docs/scale.md"
START, END = "<!-- growth -->", "<!-- end of growth -->"

MANY, CORES = 100_000_000, 64
"""What the last figures are carried on to."""

NAMES: Final = {"set": "data set", "file": "database file"}
SHOWN: Final = 8
"""So many of the slowest statistics are named."""


def write(rows: list[dict[str, Any]]) -> None:
    """Put the tables into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{START}\n\n{document(rows)}\n\n{END}{after}", encoding="utf-8")


def document(rows: list[dict[str, Any]]) -> str:
    """Return the tables as Markdown."""
    rows = sorted(rows, key=lambda row: (row["kind"] != "set", row["games"]))
    return "\n".join([*_curve(rows), *_slowest(rows), *_pages(rows), *_reckoned(rows)])


def _curve(rows: list[dict[str, Any]]) -> Iterator[str]:
    build = "compiled" if all(row["compiled"] for row in rows) else "without compiling"
    yield f"On {rows[-1]['cores']} cores, {build}:"
    yield ""
    columns = "loading, ms of processor time a game | games/s | peak of the loader | bytes a game"
    yield f"| games | in a | {columns} | all statistics again | the slowest |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        load, asked = row["load"], row["statistics"]
        slowest = max(asked, key=lambda name: asked[name])
        cost = 1000 * load["processor"] / max(1, load["new"])
        rate = "went on after a break" if row["resumed"] else f"{load['new'] / load['seconds']:,.0f}"
        yield (
            f"| {row['games']:,} | {NAMES[row['kind']]} | {cost:.1f} | {rate} "
            f"| {load['peak']:,} MB | {row['size'] / row['games']:,.0f} | {sum(asked.values()):.1f} s "
            f"| `{slowest}`, {1000 * asked[slowest]:.0f} ms |"
        )


def _largest(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return of each kind the last step."""
    return [
        max(mine, key=lambda row: row["games"]) for kind in NAMES if (mine := [r for r in rows if r["kind"] == kind])
    ]


def _slowest(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in _largest(rows):
        asked = row["statistics"]
        late = [name for name in asked if asked[name] > 1]
        names = sorted(asked, key=lambda name: -asked[name])[:SHOWN]
        told = ", ".join([f"`{name}` {1000 * asked[name]:.0f} ms" for name in names])
        limit = "every one within a second" if not late else f"{len(late)} of {len(asked)} take longer than a second"
        yield ""
        where = f"{row['games']:,} games in a {NAMES[row['kind']]}"
        yield f"The slowest statistics of {where}, asked again, {limit}: {told}."


def _pages(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in _largest(rows):
        told = [f"{what.removeprefix('open ')} {figure}" for what, figure in row.get("pages", [])]
        lists = [f"{name} {1000 * seconds:.0f} ms" for name, seconds in row["lists"].items()]
        yield ""
        yield f"The dashboard on it: pages {', '.join(told) or 'not opened'}; lists of games: {', '.join(lists)}."


def _reckoned(rows: list[dict[str, Any]]) -> Iterator[str]:
    sets = [row for row in rows if row["kind"] == "set"]
    if not sets:
        return
    last = sets[-1]
    load, games = last["load"], max(1, last["load"]["new"])
    serial = {name: seconds / games * MANY / 3600 for name, seconds in load["stages"].items()}
    apart = (load["processor"] - sum(load["stages"].values())) / games * MANY / CORES / 3600
    asked = last["statistics"]
    slowest = max(asked, key=lambda name: asked[name])
    carried = asked[slowest] * MANY / last["games"] * last["cores"] / CORES
    first = max(serial, key=lambda name: serial[name])
    yield ""
    yield f"Carried on from the last step to {MANY:,} games on {CORES} cores, reckoned and not measured:"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| games taken apart, on all cores | {apart:.1f} h |"
    for name, hours in serial.items():
        yield f"| the command itself, {name}, on one core | {hours:.1f} h |"
    yield f"| size | {last['size'] / last['games'] * MANY / 1e9:,.0f} GB |"
    yield f"| the slowest statistic, `{slowest}` | {carried:.0f} s |"
    yield ""
    which = f"what the command does by itself ({first} first)" if sum(serial.values()) > apart else "taking games apart"
    yield f"The longest is {which}; the statistics are the first that nobody would wait for."
