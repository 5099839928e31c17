"""How long the verdict on a record with unseen cards takes beside its replay, and that it depends on no clock."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from benchmarks.table import BenchmarkRow
from ttrn.boards import board, board_names
from ttrn.hidden import PUBLIC, Budget, Judgement, infer, judge, redact
from ttrn.hidden import solver as solving
from ttrn.hidden.judgement import UNDECIDED
from ttrn.hidden.linear_program import Program
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.game import Entry
from ttrn.notation.records import Claim, Draw, Market, Station, Take, Turn
from ttrn.play import play_game
from ttrn.play.mixed_archive import mixed
from ttrn.play.series import as_text
from ttrn.replays import replay

GAMES: Final = int(os.environ.get("TTRN_BENCH_GAMES", "40"))
"""Games of each kind."""

PLAYERS: Final = 4

T = TypeVar("T")


class Times(NamedTuple):
    """Processor time of some records, one by one: replayed, and judged."""

    replays: list[float]
    verdicts: list[float]
    judged: list[Judgement]

    @property
    def ratio(self) -> float:
        """How long all verdicts take together, beside all replays."""
        return sum(self.verdicts) / sum(self.replays)

    @property
    def median(self) -> float:
        """How long a verdict takes beside its replay, in the middle."""
        return statistics.median([v / r for v, r in zip(self.verdicts, self.replays, strict=True)])


def rows() -> list[BenchmarkRow]:
    """Measure verdicts: the replay of the record, the search for a deal, and the replay of the deal."""
    found = [BenchmarkRow("import of the solver, once in a process", f"{_cold_import() * 1000:.0f} ms", "", "")]
    games = {name: [_planners(name, PLAYERS, seed) for seed in range(GAMES)] for name in board_names()}
    views: list[GameRecord] = []
    for name, played in games.items():
        for observer in (PUBLIC, played[0].players[0].id):
            seen = [redact(game, observer) for game in played]
            views += seen
            what = f"{name}, {PLAYERS} players: what {'anybody' if observer == PUBLIC else 'a player'} saw"
            found.append(_row(what, _times(seen), "2.5 x"))
    found.append(_without_solver(views))
    for name, before in (("usa", 31), ("europe", 35), ("marklin", 74)):
        seen = [redact(game, PUBLIC) for game in games[name]]
        goal = f"{before / 3:.0f} x, a third of what it was"
        found.append(_row(f"{name}, {PLAYERS} players: replacements unseen (R>?)", _times(map_takes(seen, "?")), goal))
        found.append(_row(f"{name}, {PLAYERS} players: the text of a site", _times(site_logs(seen)), goal))
    found.append(
        _row(
            "a mixed archive",
            _times([loads(as_text(one)).games[0] for one in mixed(3 * GAMES, 5)]),
            "3.3 x, a third of what it was",
        )
    )
    for name in ("usa", "europe", "marklin"):
        most = board(name).tables.max_players
        played = [_planners(name, 2 + seed % (most - 1), seed) for seed in range(GAMES)]
        times = _times(without_payments([redact(game, PUBLIC) for game in played]), rounds=1)
        undecided = sum([judgement.status == UNDECIDED for judgement in times.judged])
        figure = f"{undecided} of {len(played)} undecided"
        found.append(
            BenchmarkRow(f"{name}: all payments unseen", figure, f"{times.median:.0f} x replaying, median", "0; 100 x")
        )
    inferred = [_seconds(infer, game)[0] for game in [redact(game, PUBLIC) for game in games["usa"][:20]]]
    found.append(BenchmarkRow("all that follows from the public view", _ms(statistics.median(inferred)), "median", ""))
    return [*found, _busy(games), _exact(games["usa"])]


def _row(what: str, times: Times, goal: str) -> BenchmarkRow:
    mean = sum(times.verdicts) / len(times.verdicts)
    return BenchmarkRow(what, _ms(mean), f"{times.ratio:.2f} x replaying", goal)


# --- records ---------------------------------------------------------------------------------------------------------


def _planners(name: str, players: int, seed: int) -> GameRecord:
    """Return a game that was played to win: the hardest, for its decks are used up several times."""
    return play_game(name, ["planner"] * players, seed=seed)


def _entries(games: list[GameRecord], change: Callable[[Entry], Entry | None]) -> list[GameRecord]:
    found: list[GameRecord] = []
    for game in games:
        entries = [change(entry) for entry in game.entries]
        found.append(GameRecord(tuple([entry for entry in entries if entry is not None]), game.first_turn))
    return found


def map_takes(games: list[GameRecord], gap: str | None) -> list[GameRecord]:
    """Return records in which nobody saw what came into the market (``?``), or said that anything did (None)."""

    def hidden(take: Take) -> Take:
        return take if take.blind or take.flushes or take.replacement == "-" else replace(take, replacement=gap)

    def change(entry: Entry) -> Entry:
        if not isinstance(entry, Turn) or not isinstance(entry.action, Draw):
            return entry
        return replace(entry, action=Draw(tuple([hidden(take) for take in entry.action.takes])))

    return _entries(games, change)


def site_logs(games: list[GameRecord]) -> list[GameRecord]:
    """Return records like the text of a site: neither the first market nor what came into it later."""

    def change(entry: Entry) -> Entry | None:
        if isinstance(entry, Market):
            return None
        return replace(entry, refill=None) if isinstance(entry, Turn) and entry.refill else entry

    return map_takes(_entries(games, change), None)


def without_payments(games: list[GameRecord]) -> list[GameRecord]:
    """Return records in which no payment was seen."""

    def change(entry: Entry) -> Entry:
        if isinstance(entry, Turn) and isinstance(entry.action, Claim | Station):
            return replace(entry, action=replace(entry.action, paid="?"))
        return entry

    return _entries(games, change)


# --- measuring -------------------------------------------------------------------------------------------------------


def _times(games: list[GameRecord], rounds: int = 3) -> Times:
    """Measure replays and verdicts in turns, the best of several rounds each, as a file with these games is read."""
    texts = [dumps([game]) for game in games]
    times = Times([], [], [])
    for text in texts:
        loads(text)  # what a reader keeps of lines is there for both
    for text in texts:
        (game,) = loads(text).games
        replays, verdicts = [_seconds(replay, game)[0] for _ in range(3)], []
        for _ in range(rounds):
            seconds, judgement = _seconds(judge, game)
            verdicts.append(seconds)
        times.replays.append(min(replays))
        times.verdicts.append(min(verdicts))
        times.judged.append(judgement)
    return times


def _without_solver(views: list[GameRecord]) -> BenchmarkRow:
    """Count the verdicts that never made a program for the solver."""
    made: list[Program] = []
    engine = solving._engine  # noqa: SLF001  nothing public says whether it was asked

    def counted(program: Program) -> Any:
        made.append(program)
        return engine(program)

    solving._engine = counted  # noqa: SLF001
    try:
        asked = 0
        for view in views:
            made.clear()
            judge(view)
            asked += bool(made)
    finally:
        solving._engine = engine  # noqa: SLF001
    share = 100 * (1 - asked / len(views))
    return BenchmarkRow("views judged without the solver", f"{share:.1f} %", f"of {len(views)}", "98 %")


def _busy(games: dict[str, list[GameRecord]]) -> BenchmarkRow:
    """Judge records that need a search, with less effort than some of them want: idle, and beside other work."""
    hard = [
        record
        for name in ("usa", "europe", "marklin")
        for until in (40, 80)
        for record in without_payments([redact(game, PUBLIC, until=until) for game in games[name]])
    ][:200]
    idle = [_verdict(record) for record in hard]
    with _other_work():
        busy = [_verdict(record) for record in hard]
    same = sum([a == b for a, b in zip(idle, busy, strict=True)])
    undecided = sum([status == UNDECIDED for status, _ in idle])
    return BenchmarkRow(
        "the same verdict, and work left, on a busy machine", f"{same} of {len(hard)}", f"{undecided} undecided", "all"
    )


def _verdict(record: GameRecord) -> tuple[str, int]:
    budget = Budget(effort=0.003)
    return judge(record, budget=budget).status, budget.left


@contextmanager
def _other_work() -> Iterator[None]:
    """Keep all cores busy, twice over."""
    work = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for process in work:
            process.kill()
            process.wait()


def _exact(games: list[GameRecord]) -> BenchmarkRow:
    """Compare judging with replaying, of full records."""
    times = _times(games)
    return _row("verdict on an exact game", times, "about 1 x")


def _seconds(run: Callable[[GameRecord], T], game: GameRecord) -> tuple[float, T]:
    start = time.process_time()
    found = run(game)
    return time.process_time() - start, found


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _cold_import() -> float:
    """Return how long the solver takes to import, in a process of its own."""
    code = "import time; s = time.process_time(); import highspy; print(time.process_time() - s)"
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)
