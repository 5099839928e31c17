"""``make gate``: measure whether marks for mistakes can be trusted, and keep what came of it.

Games of planners are judged; each mark is measured again by ten times as many other playouts, all of them to the end of
the game, and is confirmed if the loss is as large as its mark says. Then moves of all bots are judged, each at a table
with a planner, and what they lose in contested positions is compared. The figures go to ``ttrn/analysis/gate.json``:
while they are not good enough for a game, or missing, it has no marks.

``python -m benchmarks.gate BOARD GAMES PLAYOUTS`` says on which board, in how many games and with how many playouts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Final, NamedTuple

from ttrn.analysis.decisions import PLAYOUTS, THRESHOLDS, Decision, judge_turn, measure, moments_of
from ttrn.analysis.gate import FILE, ORDER, Gate
from ttrn.boards import board
from ttrn.play import play_game
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker.comparing import TO_THE_END, Comparison
from ttrn.processes import cores_at_hand, in_order, processes

MORE: Final = 10
"""How many times as many playouts confirm a mark."""

THINKER: Final = "thinker:50"
"""Which thinker is compared with the other bots."""


class Task(NamedTuple):
    """A game to be played and judged: everybody's moves, to confirm marks, or those of the first bot."""

    board: str
    bots: tuple[str, ...]
    seed: str
    playouts: int
    confirm: bool = False


class Judged(NamedTuple):
    """What was found in a game, with which of its marks were confirmed."""

    losses: list[float]
    """Those of contested positions."""
    confirmed: list[bool]


def main(name: str, games: int, playouts: int = PLAYOUTS) -> None:
    """Measure, print and keep the figures."""
    marks: list[bool] = []
    tasks = [Task(name, ("planner", "planner"), f"gate {n}", playouts, confirm=True) for n in range(games)]
    for number, found in enumerate(_judged(tasks)):
        marks += found.confirmed
        print(f"game {number + 1}: {sum(marks)} of {len(marks)} marks confirmed", flush=True)
    losses: dict[str, float] = {}
    errors: dict[str, float] = {}
    moves: dict[str, int] = {}
    for bot in ORDER:
        seated = (THINKER if bot == "thinker" else bot, "planner")
        tasks = [Task(name, seated, f"loss {n}", playouts) for n in range(games)]
        lost = [loss for found in _judged(tasks) for loss in found.losses]
        losses[bot], errors[bot], moves[bot] = fmean(lost), stdev(lost) / len(lost) ** 0.5, len(lost)
        print(f"{bot}: {losses[bot]:.4f} ± {errors[bot]:.4f} a move, {len(lost)} moves", flush=True)
    gate = Gate(len(marks), sum(marks), losses)
    how = {"games": games, "playouts": playouts, "errors": errors, "moves": moves}
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[board(name).rules] = how | gate._asdict()
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print("the gate holds" if gate.holds else "the gate does not hold: no marks are shown")


def _judged(tasks: list[Task]) -> Iterator[Judged]:
    cores = cores_at_hand()
    with processes(cores) as submit:
        yield from in_order(submit, judge, tasks, cores)


def judge(task: Task) -> Judged:
    """Play a game and judge it."""
    on = board(task.board)
    game = play_game(on, task.bots, seed=task.seed)
    losses: list[float] = []
    confirmed: list[bool] = []
    for number, moment in moments_of(game, on).items():
        decision = judge_turn(game, on, number, task.playouts, 1) if task.confirm or not moment.state.seat else None
        if decision is not None:
            losses += [decision.loss] if decision.contested else []
            if task.confirm and decision.mark:
                confirmed.append(_confirmed(decision, Dealer(moment.seen()), task.playouts))
    return Judged(losses, confirmed)


def _confirmed(decision: Decision, dealer: Dealer, playouts: int) -> bool:
    """Return whether a mark's loss is found again, in other worlds, and ten times as many."""
    least = next(loss for loss, mark in THRESHOLDS if mark == decision.mark)
    pair = (decision.played, decision.best)
    comparison = Comparison(dealer, pair, memory_of(dealer.state), -1, rounds=TO_THE_END)
    return measure(comparison, MORE * playouts // 2, patient=True).mean >= least


if __name__ == "__main__":
    main(sys.argv[1], *[int(number) for number in sys.argv[2:4]])
