"""``make gate``: measure whether marks for mistakes can be trusted, and keep what came of it.

Games of planners are judged; each mark is measured again by ten times as many other playouts, all of them to the end of
the game, and is confirmed if the loss is as large as its mark says. Then each bot is asked what it would do in the same
contested positions, and what these moves lose is compared. The figures go to ``ttrn/analysis/gate.json``:
while they are not good enough for a game, or missing, it has no marks.

``python -m benchmarks.gate BOARD GAMES PLAYOUTS`` says on which board, in how many games and with how many playouts.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple, TypeVar

from benchmarks.bots import PAGE as BOTS_PAGE
from benchmarks.bots import put
from ttrn.analysis.decisions import PLAYOUTS, THRESHOLDS, Decision, judge, judge_move, measure
from ttrn.analysis.gate import FILE, ORDER, Gate
from ttrn.analysis.moments import Moment, Place, every_moment, moments_of
from ttrn.boards import board
from ttrn.core.actions import Action
from ttrn.play import play_game
from ttrn.play.bots import entrant
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker.comparing import TO_THE_END, Comparison
from ttrn.processes import cores_at_hand, in_order, processes

Result = TypeVar("Result")

PAGE: Final = BOTS_PAGE.with_name("analysis.md")

MORE: Final = 10
"""How many times as many playouts confirm a mark."""

THINKER: Final = "thinker:50"
"""Which thinker is compared with the other bots."""


class Task(NamedTuple):
    """A game of planners to be judged."""

    board: str
    seed: str
    playouts: int


def main(name: str, games: int, playouts: int = PLAYOUTS) -> None:
    """Measure, print and keep the figures."""
    marks: list[bool] = []
    for number, found in enumerate(_done(confirmed, [Task(name, f"gate {n}", playouts) for n in range(games)])):
        marks += found
        print(f"game {number + 1}: {sum(marks)} of {len(marks)} marks confirmed", flush=True)
    rows = [
        row for found in _done(losses_of, [Task(name, f"loss {n}", playouts) for n in range(games)]) for row in found
    ]
    losses = {bot: fmean(row) for bot, row in zip(ORDER, zip(*rows, strict=True), strict=True)}
    errors: dict[str, float] = {}
    for place, (bot, better) in enumerate(pairwise(ORDER)):
        apart = [row[place] - row[place + 1] for row in rows]
        errors[f"{bot} less {better}"] = stdev(apart) / len(apart) ** 0.5
    gate = Gate(len(marks), sum(marks), losses)
    how = {"games": games, "playouts": playouts, "moves": len(rows), "errors": errors}
    print(json.dumps(how | losses, indent=1))
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[board(name).rules] = how | gate._asdict()
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    put("gate", table(known), PAGE)
    print("the gate holds" if gate.holds else "the gate does not hold: no marks are shown")


def table(known: dict[str, Any]) -> str:
    """Return what was measured for docs/analysis.md, a row for each game."""
    rows = [f"| board | marks confirmed | moves | {' | '.join(ORDER)} | marks are shown |", f"|---|{'---:|' * 6}---|"]
    for rules, found in sorted(known.items()):
        gate = Gate(found["marks"], found["confirmed"], found["losses"])
        off = ["", *[f" (less by {_less(found, *pair)})" for pair in pairwise(ORDER)]]
        lost = [f"{100 * found['losses'][bot]:.1f}{more}" for bot, more in zip(ORDER, off, strict=True)]
        cells = [rules, f"{gate.confirmed} of {gate.marks}", str(found["moves"]), *lost, "yes" if gate.holds else "no"]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _less(found: dict[str, Any], worse: str, better: str) -> str:
    apart = found["losses"][worse] - found["losses"][better]
    return f"{100 * apart:.1f} ± {100 * found['errors'][f'{worse} less {better}']:.1f}"


def _done(work: Callable[[Task], Result], tasks: list[Task]) -> Iterator[Result]:
    cores = cores_at_hand()
    with processes(cores) as submit:
        yield from in_order(submit, work, tasks, cores)


def confirmed(task: Task) -> list[bool]:
    """Judge a game of planners, every decision of it, and say of each mark whether it is confirmed."""
    on = board(task.board)
    game = play_game(on, ("planner", "planner"), seed=task.seed)
    found: list[bool] = []
    for place, moment in every_moment(game, on).items():
        decision = judge(game, on, place, task.playouts, 1)
        if decision.mark:
            found.append(_confirmed(decision, Dealer(moment.seen()), task.playouts))
    return found


def losses_of(task: Task) -> list[tuple[float, ...]]:
    """Return what each bot's move would lose, in every third of the contested positions of a game of planners."""
    on = board(task.board)
    game = play_game(on, ("planner", "planner"), seed=task.seed)
    found: list[tuple[float, ...]] = []
    for number, moment in [*moments_of(game, on).items()][::3]:
        judge_bot = partial(_judged, moment=moment, number=number, playouts=task.playouts, judged={})
        if judge_bot("planner").contested:
            found.append(tuple([judge_bot(bot).loss for bot in ORDER]))
    return found


def _judged(bot: str, moment: Moment, number: int, playouts: int, judged: dict[Action, Decision]) -> Decision:
    """Let a bot decide at a moment, and judge what it does: in the same worlds for all, so the same move but once."""
    asked = entrant(THINKER if bot == "thinker" else bot).make()
    action = asked(moment.view(random.Random(f"{bot} {number}")))
    if action not in judged:
        judged[action] = judge_move(moment.view(random.Random(number)), action, Place(number), playouts)
    return judged[action]


def _confirmed(decision: Decision, dealer: Dealer, playouts: int) -> bool:
    """Return whether a mark's loss is found again, in other worlds, and ten times as many."""
    least = next(loss for loss, mark in THRESHOLDS if mark == decision.mark)
    pair = (decision.played, decision.best)
    comparison = Comparison(dealer, pair, memory_of(dealer.state), -1, rounds=TO_THE_END)
    return measure(comparison, MORE * playouts // 2, patient=True).mean >= least


if __name__ == "__main__":
    main(sys.argv[1], *[int(number) for number in sys.argv[2:4]])
