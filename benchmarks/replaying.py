"""How fast full records are read and validated, beside python-chess, which checks legality too; and random play."""

from __future__ import annotations

import time
from functools import partial

import ttrn
from benchmarks.reading import chess_reader, race, random_pgn
from benchmarks.table import Row
from ttrn.boards import board
from ttrn.play import play_random
from ttrn.replay import replay


def rows() -> list[Row]:
    """Measure reading plus full validation, single core."""
    usa = board("usa")
    texts = {
        what: "\n".join([ttrn.dumps(play_random(usa, 2 + seed % 4, seed, chance=chance)) for seed in range(1000)])
        for chance, what in ((True, "every card written"), (False, "order of the deck given"))
    }
    runs = {what: partial(_validate, text) for what, text in texts.items()}
    speeds = race({"chess": chess_reader(random_pgn(40)), **runs}, rounds=4)
    chess_speed = speeds.pop("chess")
    found: list[Row] = []
    for what, speed in speeds.items():
        figure, ratio = f"{speed:,.0f} moves/s", f"{speed / chess_speed:.2f} x python-chess"
        found.append(Row(f"read and validate 1,000 games, {what}", figure, ratio, "at least 1.5"))
    return [*found, _flat(texts["every card written"])]


def _validate(text: str) -> int:
    turns = 0
    for game, problems in ttrn.read(text):
        assert game is not None, problems
        timeline = replay(game)
        if timeline.problems:
            raise SystemExit(timeline.problems[0].render())
        turns += len(game.turns)
    return turns


def _flat(text: str) -> Row:
    """Compare the time per game in the first and in the last quarter of an archive."""
    times: list[float] = []
    turns: list[int] = []
    for game, _ in ttrn.read(text):
        assert game is not None
        start = time.process_time()
        replay(game)
        times.append(time.process_time() - start)
        turns.append(len(game.turns))
    quarter = len(times) // 4
    first = sum(times[:quarter]) / sum(turns[:quarter])
    last = sum(times[-quarter:]) / sum(turns[-quarter:])
    return Row(
        "cost per turn, last quarter of the archive", f"{last * 1e6:.1f} µs", f"{last / first:.2f} of the first", "flat"
    )
