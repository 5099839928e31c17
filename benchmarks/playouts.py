"""How many playouts are made in a second from the middle of a game, beside the same through copied views."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from benchmarks.playing import BOARDS, per_second
from benchmarks.reading import chess_reader, race, random_pgn
from benchmarks.table import CHESS, BenchmarkRow, goal_of, there
from ttrn.actions import Action
from ttrn.boards import board
from ttrn.play import play_game, remembered
from ttrn.play.bots import BOTS, Bot
from ttrn.play.memory import Memory
from ttrn.play.onward import Onward
from ttrn.play.redeal import Dealer
from ttrn.play.view import View, seen_by
from ttrn.replays import replay

GAMES: Final = 6
"""From the middle of so many games of four planners playouts are made, by turns."""


def rows() -> list[BenchmarkRow]:
    """Measure playouts of four planners on each board."""
    chess = race({"chess": chess_reader(random_pgn(40))}, rounds=6)["chess"]
    found = [BenchmarkRow("python-chess reads", f"{chess:,.0f} moves/s", "", f"{CHESS:,} where the goals were set")]
    for name in BOARDS:
        middles = [_middle(name, seed) for seed in range(GAMES)]
        lent = per_second(partial(_playout, middles, BOTS["planner"]))
        copied = per_second(partial(_playout, middles, _stranger))
        what = f"playouts on {name}, 4 planners"
        found.append(BenchmarkRow(what, f"{lent:,.0f}/s", there(lent, chess), goal_of("", "at least 250")))
        ratio = f"the above is {lent / copied:.2f} times as fast"
        found.append(BenchmarkRow("  through copied views", f"{copied:,.0f}/s", ratio, ""))
    return found


def _middle(name: str, seed: int) -> tuple[Dealer, Memory]:
    timeline = replay(play_game(board(name), ["planner"] * 4, seed=seed))
    turn = len(timeline.game.turns) // 2
    state, memory = timeline.state(turn), remembered(timeline, turn)
    return Dealer(seen_by(state, state.seat, memory)), memory


def _stranger() -> Bot:
    """Return a planner that is treated as somebody's own bot: each of its decisions gets a copy of the state."""
    planner = BOTS["planner"]()

    def ask(view: View) -> Action:
        return planner(view)

    return ask


def _playout(middles: list[tuple[Dealer, Memory]], make: Callable[[], Bot], number: int) -> None:
    dealer, memory = middles[number % len(middles)]
    world = dealer.deal(random.Random(number))
    Onward(world, [make() for _ in range(world.seats)], memory.copy(), number).play()
