"""``make bot-tables``: play the tournaments and the games of docs/bots.md, and write the tables into it.

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
from ttrn.rules.engine import DIALECTS

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
ORDER = ("usa", "europe", "marklin", "cardgame")
BOARDS = [name for name in ORDER if name in board_names() and board(name).rules in DIALECTS]


def main() -> None:
    """Write all tables anew."""
    text = PAGE.read_text(encoding="utf-8")
    text = _put(text, "tournaments", "\n\n".join(map(tournament, BOARDS)))
    text = _put(text, "statistics", statistics())
    real = columns(ttrn("summary", str(PAGE.parents[1] / "sample_games" / "real")).splitlines())
    PAGE.write_text(_put(text, "real", real), encoding="utf-8")


def tournament(name: str) -> str:
    """Return a board's tournament, two at a table."""
    lines = ttrn("tournament", name, "--games", "200", "--seed", "1").splitlines()
    duels = lines[lines.index("") + 1 :]
    duels = duels[duels.index("") + 1 :]
    return f"**{lines[0]}**\n\n{columns(duels)}"


def statistics() -> str:
    """Return what games between planners look like, on each board and with each number of players."""
    with tempfile.TemporaryDirectory() as folder:
        for name in BOARDS:
            tables = board(name).tables
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


def _put(text: str, name: str, table: str) -> str:
    start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, _, rest = text.partition(start)
    after = rest.partition(end)[2]
    return f"{before}{start}\n{table}\n{end}{after}"


if __name__ == "__main__":
    main()
