"""``make thinker-tables``: let the thinker play planners, and write what came of it into docs/bots.md.

``python -m benchmarks.thinkers usa 200 40`` plays forty games on one board with 200 playouts a decision, one thinker at
a table full of planners, and writes that row; a number behind it says how many sit at the table. Without arguments all
rows are played, which takes hours.
"""

from __future__ import annotations

import json
import sys
from typing import Final

from benchmarks.bots import BOARDS, PAGE, put, ttrn
from ttrn.boards import board

BUDGETS: Final = (50, 200, 800)
GAMES: Final = 100
SEED: Final = 2
"""The thinker's settings were chosen by games of other seeds."""
HEAD: Final = "| board | playouts | at the table | games | ahead | 95% interval | by points |"
RULE: Final = "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"


def main(arguments: list[str]) -> None:
    """Play one row of the table, or all."""
    if arguments:
        name, playouts, games, *players = arguments
        write(row(name, int(playouts), int(games), *[int(number) for number in players]))
        return
    for name in BOARDS:
        for budget in BUDGETS:
            write(row(name, budget, GAMES))


def row(name: str, playouts: int, games: int, players: int = 0) -> str:
    """Return a row of the table: one thinker among planners, as many as fit, from a tournament."""
    players = players or board(name).tables.max_players
    bot = f"thinker:{playouts}"
    bots = ",".join([bot, *["planner"] * (players - 1)])
    options = ["--bots", bots, "--players", str(players), "--games", str(games), "--seed", str(SEED), "--json"]
    lines = [json.loads(line) for line in ttrn("tournament", name, *options).splitlines()]
    duel = next(line for line in lines if line["bot"] == bot and line.get("against") == "planner")
    ahead, margin = duel["ahead"], duel["margin"]
    interval = f"{ahead['low']:.1%} to {ahead['high']:.1%}"
    points = f"{margin['mean']:+.1f} ± {margin['margin']:.1f}"
    return f"| {name} | {playouts} | {players} | {games} | {ahead['share']:.1%} | {interval} | {points} |"


def write(new: str) -> None:
    """Put a row into the table, in the place of the one for the same board, playouts and seats."""
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition("<!-- thinkers -->\n")[2].partition("\n<!-- end of thinkers -->")[0]
    key = new.split("|")[1:4]
    rows = [line for line in table.splitlines() if line.startswith("|") and line not in (HEAD, RULE)]
    rows = [line for line in rows if line.split("|")[1:4] != key] + [new]
    rows.sort(key=lambda line: (BOARDS.index(line.split("|")[1].strip()), [int(n) for n in line.split("|")[2:4]][::-1]))
    put("thinkers", "\n".join([HEAD, RULE, *rows]))


if __name__ == "__main__":
    main(sys.argv[1:])
