"""How many games are played in a second, on one core: random ones by the engine alone, and games between bots.

The goals are games a second of a machine on which python-chess reads 52,000 moves a second. So python-chess runs here
too, and beside each figure stands what it comes to on such a machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count

from benchmarks.reading import chess_reader, race, random_pgn
from benchmarks.table import CHESS, BenchmarkRow, goal_of, there
from ttrn.boards import Board, board
from ttrn.core.scoring import score_game
from ttrn.play import play_random, simulate
from ttrn.play.bots import find_bot
from ttrn.play.match import play_match

BOARDS = tuple(name for name in ("usa", "europe", "marklin", "cardgame"))
SECONDS = 2.0
"""How long each is measured."""

RANDOM_GOALS = {("usa", 2): goal_of("at least 500", "at least 5,000"), ("usa", 4): goal_of("at least 270", "")}
BOT_GOALS = {("random", "usa"): goal_of("", "at least 500"), **{("planner", name): "at least 10" for name in BOARDS}}


def rows() -> list[BenchmarkRow]:
    """Measure random games, without and with their records, and games between bots, which see only what they may."""
    chess = race({"chess": chess_reader(random_pgn(40))}, rounds=6)["chess"]
    found = [BenchmarkRow("python-chess reads", f"{chess:,.0f} moves/s", "", f"{CHESS:,} where the goals were set")]
    for name in BOARDS:
        on = board(name)
        for players in (2, 4):
            speed = per_second(partial(_to_the_end, on, players))
            goal = RANDOM_GOALS.get((name, players), "")
            found.append(
                BenchmarkRow(
                    f"random games of {name}, {players} players", f"{speed:,.0f} games/s", there(speed, chess), goal
                )
            )
            written = per_second(partial(play_random, on, players))
            ratio = f"{written / speed:.2f} of the above"
            found.append(BenchmarkRow("  with their records", f"{written:,.0f} games/s", ratio, ""))
    for bot in ("random", "greedy", "hoarder", "planner"):
        for name in BOARDS:
            speed = per_second(partial(_match, board(name), bot))
            goal = BOT_GOALS.get((bot, name), "")
            found.append(
                BenchmarkRow(f"{bot} bots on {name}, 4 players", f"{speed:,.1f} games/s", there(speed, chess), goal)
            )
    return found


def _to_the_end(on: Board, players: int, number: int) -> None:
    state = simulate(on, players, number)
    score_game(state)


def _match(on: Board, bot: str, number: int) -> None:
    play_match(on, [find_bot(bot)] * 4, str(number))


def per_second(play: Callable[[int], object]) -> float:
    """Return how many games are played in a second of processor time; the first one warms up."""
    play(0)
    start = time.process_time()
    for number in count(1):
        play(number)
        spent = time.process_time() - start
        if spent > SECONDS:
            return number / spent
    raise AssertionError
