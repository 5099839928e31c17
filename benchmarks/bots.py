"""``make bot-tables``: play the tournaments and the games of docs/bots.md, and write the tables into it.

Names of boards as arguments (``python -m benchmarks.bots usa``) write only theirs.

Everything comes from the commands that stand above the tables; here they are only run, and put into columns.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from ttrn.boards import board_names
from ttrn.boards.load import board

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
ORDER = ("usa", "europe", "marklin", "cardgame")
BOARDS = [name for name in ORDER if name in board_names()]


def main(names: list[str]) -> None:
    """Write the tables of some boards anew, or of all."""
    for name in names or BOARDS:
        put(f"tournament of {name}", tournament(name))
        put(f"games on {name}", statistics(name))
    put("real games", columns(ttrn("summary", str(PAGE.parents[1] / "sample_games" / "real")).splitlines()))


def tournament(name: str) -> str:
    """Return a board's tournament, two at a table."""
    lines = ttrn("tournament", name, "--games", "200", "--seed", "1").splitlines()
    duels = lines[lines.index("") + 1 :]
    duels = duels[duels.index("") + 1 :]
    return f"**{lines[0]}**\n\n{columns(duels)}"


def statistics(name: str) -> str:
    """Return what games between planners look like on a board, with each number of players."""
    tables = board(name).tables
    with tempfile.TemporaryDirectory() as folder:
        for players in range(tables.min_players, tables.max_players + 1):
            out = str(Path(folder) / f"{name}{players}.ttrn")
            ttrn("play", name, "--players", str(players), "--games", "100", "--bots", "planner", "-o", out)
        return columns(ttrn("summary", folder).splitlines())


def ttrn(*args: str) -> str:
    """Run a command and return what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "ttrn", *args], check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def columns(lines: list[str]) -> str:
    """Turn a table that is separated by tabs into one of Markdown; numbers stand on the right."""
    head, *rows = [line.split("\t") for line in lines]
    rule = ["---" if re.match("[a-z]", rows[0][i]) else "---:" for i in range(len(head))]
    return "\n".join([f"| {' | '.join(row)} |" for row in (head, rule, *rows)])


def put(name: str, table: str, page: Path = PAGE) -> None:
    """Put a table in its place on a page."""
    text = page.read_text(encoding="utf-8")
    start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, found, rest = text.partition(start)
    if not found or end not in rest:
        raise SystemExit(f'{page} has no place for "{name}"')
    page.write_text(f"{before}{start}\n{table}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
