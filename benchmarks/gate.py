"""``make gate``: measure whether marks for mistakes can be trusted, and keep what came of it.

Games of planners are judged; each mark is measured again by ten times as many other playouts, and is confirmed if the
loss is as large as its mark says. Then moves of all bots are judged, and what they lose in contested positions is
compared. The figures go to ``ttrn/analysis/gate.json``: while they are not good enough, or missing, no mark is shown.

``python -m benchmarks.gate BOARD GAMES PLAYOUTS`` says on which board, in how many games and with how many playouts.
"""

from __future__ import annotations

import json
import sys
from statistics import fmean, stdev
from typing import Final

from ttrn.analysis.decisions import THRESHOLDS, Decision, decisions, measure, moments_of
from ttrn.analysis.gate import FILE, ORDER, Gate
from ttrn.boards import board
from ttrn.core.state import State
from ttrn.play import play_game
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker.comparing import Comparison
from ttrn.replays import Timeline

MORE: Final = 10
"""How many times as many playouts confirm a mark."""


def main(name: str, games: int, playouts: int) -> None:
    """Measure, print and keep the figures."""
    on = board(name)
    marks = confirmed = 0
    for seed in range(games):
        game = play_game(on, ["planner"] * 3, seed=f"gate {seed}")
        for decision in decisions(Timeline(game, on), playouts, seed=seed):
            if decision.mark:
                marks += 1
                confirmed += _confirmed(decision, moments_of(game, on)[decision.turn].seen(), playouts, seed)
        print(f"game {seed + 1}: {confirmed} of {marks} marks confirmed", flush=True)
    losses: dict[str, float] = {}
    for bot in ORDER:
        lost: list[float] = []
        for seed in range(games):
            game = play_game(on, [f"{bot}:50" if bot == "thinker" else bot, "planner", "planner"], seed=f"loss {seed}")
            found = decisions(Timeline(game, on), playouts, seed=seed)
            lost += [decision.loss for decision in found if decision.seat == 0 and decision.contested]
        losses[bot] = fmean(lost)
        print(f"{bot}: {fmean(lost):.4f} ± {stdev(lost) / len(lost) ** 0.5:.4f} a move, {len(lost)} moves", flush=True)
    gate = Gate(marks, confirmed, losses)
    how = {"board": name, "games": games, "playouts": playouts}
    FILE.write_text(json.dumps({**how, **gate._asdict()}, indent=1) + "\n", encoding="utf-8")
    print("the gate holds" if gate.holds else "the gate does not hold: no marks are shown")


def _confirmed(decision: Decision, state: State, playouts: int, seed: int) -> bool:
    """Return whether a mark's loss is found again, in other worlds, and ten times as many."""
    least = next(loss for loss, mark in THRESHOLDS if mark == decision.mark)
    comparison = Comparison(Dealer(state), (decision.played, decision.best), memory_of(state), -1 - seed)
    return measure(comparison, MORE * playouts // 2, patient=True).mean >= least


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
