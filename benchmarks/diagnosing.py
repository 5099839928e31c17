"""How well a diagnosis finds the slip in a spoiled record, and what it costs."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from benchmarks.slips import OTHERS, QUIET, WAYS, Slip, spoiled
from benchmarks.table import BenchmarkRow
from ttrn.boards import Board, board_names
from ttrn.boards import board as find_board
from ttrn.diagnosis import Examination
from ttrn.hidden import redact
from ttrn.notation.game import GameRecord
from ttrn.play import play_game
from ttrn.replays import replay, rule_problems

GAMES = int(os.environ.get("TTRN_BENCH_GAMES", "20"))
"""Games on each board; each is spoiled in every way."""

TWO = "two slips"

BOTS = ("planner", "greedy", "planner", "hoarder", "planner")


class Outcome(NamedTuple):
    """What came of one spoiled record."""

    view: str
    how: str
    plain: int
    """Problems that a replay alone tells."""
    problems: int
    """Problems with the diagnosis."""
    equal: bool
    """Whether the first cures give back the original record."""
    among: bool
    """Whether the original is among the cures of the first slip."""
    seconds: float


def rows() -> list[BenchmarkRow]:
    """Spoil simulated games with two to five players, full records and one player's views, and diagnose them."""
    jobs = [(name, number) for number in range(GAMES) for name in board_names()]
    found: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    with ProcessPoolExecutor() as pool:
        for outcomes in pool.map(_examine, jobs, chunksize=2):
            for outcome in outcomes:
                found[outcome.view, outcome.how].append(outcome)
    table: list[BenchmarkRow] = []
    for view, one, equal in (("full", "97 %", "93 %"), ("view", "95 %", "80 %")):
        ten = [outcome for how in WAYS for outcome in found[view, how]]
        table += [_row(view, how, found[view, how]) for how in WAYS if found[view, how]]
        table += [_row(view, "ALL TEN WAYS", ten, f"one {one}, equal {equal}"), _times(view, ten)]
    quiet = [outcome for how in QUIET for outcome in found["full", how]]
    table += [_row("full", how, found["full", how]) for how in (*QUIET, *OTHERS) if found["full", how]]
    table.append(_row("full", "LEGAL WHERE THEY STAND", quiet, "equal 60 %"))
    table += [_row("full", TWO, found["full", TWO], "two 85 %"), _times("full", found["full", TWO]), _sound()]
    return table


def _examine(job: tuple[str, int]) -> list[Outcome]:
    return list(_outcomes(*job))


def _outcomes(name: str, number: int) -> Iterator[Outcome]:
    board = find_board(name)
    players = min(2 + number % 4, board.tables.max_players)
    full = play_game(board, BOTS[:players], f"slips/{number}")
    for view, game in (("full", full), ("view", redact(full, "ann", board=board))):
        for how in (*WAYS, *QUIET, *OTHERS) if view == "full" else WAYS:
            slip = spoiled(game, board, how, random.Random(f"{name} {number} {view} {how}"))
            if slip is not None:
                yield _outcome(view, how, game, slip, board)
        if view == "full":
            both = _two_slips(game, board, random.Random(f"{name} {number} two"))
            if both is not None:
                yield _outcome(view, TWO, game, both, board)


def _two_slips(game: GameRecord, board: Board, rng: random.Random) -> Slip | None:
    """Spoil a record twice: the second slip stands in another place and breaks a rule of its own."""
    first = spoiled(game, board, rng.choice(list(WAYS)), rng)
    return None if first is None else spoiled(first.game, board, rng.choice(list(WAYS)), rng)


def _outcome(view: str, how: str, game: GameRecord, slip: Slip, board: Board) -> Outcome:
    plain = len(rule_problems(slip.game, board))
    start = time.process_time()
    found = Examination(slip.game, board)
    seconds = time.process_time() - start
    equal = found.game.entries == game.entries
    among = equal or (
        bool(found.diagnoses)
        and any(edit.applied(slip.game.entries) == game.entries for edit in found.diagnoses[0].others)
    )
    return Outcome(view, how, plain, len(found.diagnoses) + len(found.problems), equal, among, seconds)


def _row(view: str, how: str, outcomes: list[Outcome], goal: str = "") -> BenchmarkRow:
    number = len(outcomes) or 1
    due = 2 if how == TWO else 1
    plain, right, equal, among = (
        100 * sum(values) / number
        for values in (
            [outcome.plain == due for outcome in outcomes],
            [outcome.problems == due for outcome in outcomes],
            [outcome.equal for outcome in outcomes],
            [outcome.among for outcome in outcomes],
        )
    )
    what = f"{view}, {how}: exactly {'two problems' if due == 2 else 'one problem'}; the original given back, among"
    return BenchmarkRow(what, f"{plain:.0f} → {right:.1f} %", f"{equal:.1f} %, {among:.1f} %", goal)


def _times(view: str, outcomes: list[Outcome]) -> BenchmarkRow:
    times = sorted([outcome.seconds * 1000 for outcome in outcomes]) or [0.0]
    tenth = times[int(len(times) * 0.9)]
    what = f"{view}, a broken game costs: median, 90th percentile, most ({len(outcomes):,} records)"
    return BenchmarkRow(
        what, f"{statistics.median(times):.0f} ms", f"{tenth:.0f}, {times[-1]:.0f} ms", "p90 100, most 500 ms"
    )


def _sound() -> BenchmarkRow:
    """Compare a diagnosis of sound games with replaying them: it should cost one replay, and no search."""
    games = [play_game("usa", BOTS[:3], f"sound/{number}") for number in range(10)]
    board = find_board("usa")
    diagnosing = replaying = 0.0
    for game in games:
        replaying += min([_seconds(replay, game, board) for _ in range(3)])
        diagnosing += min([_seconds(Examination, game, board) for _ in range(3)])
    return BenchmarkRow("a sound game, beside replaying it", "", f"{diagnosing / replaying:.2f}", "about 1")


def _seconds(run: Callable[[GameRecord, Board], object], game: GameRecord, board: Board) -> float:
    start = time.process_time()
    run(game, board)
    return time.process_time() - start
