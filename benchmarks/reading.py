"""How fast the notation is read, beside python-chess reading PGN in the same process."""

from __future__ import annotations

import gc
import io
import mmap
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Collection
from pathlib import Path

import chess
import chess.pgn

import ttrn
from benchmarks.archive import Style, games
from benchmarks.table import BenchmarkRow
from ttrn.notation import line_memo as known
from ttrn.notation import syntax
from ttrn.notation.lexicon import parser
from ttrn.replays import resolve

ROUNDS = 7


def rows() -> list[BenchmarkRow]:
    """Measure everything about reading; each figure is a ratio to something measured in the same run."""
    parser()
    runs = {"chess": chess_reader(random_pgn(40))}
    styles: tuple[Style, ...] = ("view", "full", "deck")
    for count in (1000, 10):
        for style in styles:
            text = "\n".join(games(count, seed=5, style=style))
            runs[f"ttrn.read, {count} games, cold, {style}"] = _ttrn_reader(text)
    runs["ttrn.read, 1000 games, warm, view"] = _ttrn_reader("\n".join(games(1000, seed=5)))
    speeds = race(runs, warm=["ttrn.read, 1000 games, warm, view"])
    goals = {"ttrn.read, 1000 games, cold, view": "at least 10", "ttrn.read, 10 games, cold, view": "at least 3"}
    chess_speed = speeds.pop("chess")
    found = [BenchmarkRow("python-chess read_game", f"{chess_speed:,.0f} moves/s", "1.0", "")]
    for what, speed in speeds.items():
        found.append(BenchmarkRow(what, f"{speed:,.0f} moves/s", f"{speed / chess_speed:.1f}", goals.get(what, "")))
    return [*found, _index_row(), _memory_row(), _start_row(), _import_row()]


def random_pgn(count: int, moves: int = 150) -> str:
    """Return random games of chess as PGN."""
    rng = random.Random(3)
    texts = []
    for _ in range(count):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(moves):
            legal = list(board.legal_moves)
            if not legal:
                break
            node = node.add_variation(rng.choice(legal))
            board.push(node.move)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def chess_reader(pgn: str) -> Callable[[], int]:
    def run() -> int:
        stream, moves = io.StringIO(pgn), 0
        while (game := chess.pgn.read_game(stream)) is not None:
            moves += sum(1 for _ in game.mainline_moves())
        return moves

    return run


def _ttrn_reader(text: str) -> Callable[[], int]:
    def run() -> int:
        turns = 0
        for game, problems in ttrn.read(text):
            if game is None:
                raise SystemExit(problems[0].render())
            turns += len(game.turns)
        return turns

    return run


def forget_all() -> None:
    """Empty all memos."""
    for room in (known, syntax, resolve):
        room.forget()


def race(runs: dict[str, Callable[[], int]], rounds: int = ROUNDS, warm: Collection[str] = ()) -> dict[str, float]:
    """Return the best rate of each run, in processor time; they take turns, so that a slow minute hits them all.

    Every run starts from empty memos; a run that wants them full fills them in a first pass of its own.
    """
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            forget_all()
            gc.collect()
            if name in warm:
                run()
            start = time.process_time()
            done = run()
            best[name] = max(best[name], done / (time.process_time() - start))
    return best


def _index_row() -> BenchmarkRow:
    """Index a file of games, beside a plain search for the line that starts a game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.ttrn"
        text = "\n".join(games(500, seed=5)).encode()
        path.write_bytes(text * 100)
        size = path.stat().st_size

        def search() -> int:
            with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                at = 0
                while (at := data.find(b"\n[Game ", at)) >= 0:
                    at += 1
            return size

        plain, indexed = race({"search": search, "index": lambda: (ttrn.Index.build(path), size)[1]}).values()
    ratio = f"{indexed / plain:.2f} of a byte search"
    return BenchmarkRow(f"index of a {size / 1e6:.0f} MB file", f"{indexed / 1e6:,.0f} MB/s", ratio, "at least 0.33")


def _memory_row() -> BenchmarkRow:
    """Stream games that are made while they are read, and compare the peak of the first tenth with the whole."""

    class Endless(io.RawIOBase):
        def __init__(self, count: int) -> None:
            self._source = games(count, seed=9, turns=30)
            self._rest = b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            while len(self._rest) < len(buffer):
                game = next(self._source, None)
                if game is None:
                    break
                self._rest += game.encode() + b"\n"
            size = min(len(buffer), len(self._rest))
            buffer[:size] = self._rest[:size]
            self._rest = self._rest[size:]
            return size

    def peak(count: int) -> float:
        known.forget()
        syntax.forget()
        tracemalloc.start()
        for _ in ttrn.read(io.BufferedReader(Endless(count))):
            pass
        _, top = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return top / 1e6

    few, many = peak(10_000), peak(100_000)
    return BenchmarkRow(
        "memory, streaming 100,000 games", f"{many:.0f} MB peak", f"{many / few:.2f} of 10,000 games", "flat"
    )


def _start_row() -> BenchmarkRow:
    code = "import time; s = time.perf_counter(); from ttrn.notation import lexicon; lexicon.parser(); "
    code += "print(time.perf_counter() - s)"
    return BenchmarkRow("building the parser, once a process", f"{_seconds(code) * 1000:.0f} ms", "", "")


def _import_row() -> BenchmarkRow:
    code = "import time; s = time.perf_counter(); import ttrn; print(time.perf_counter() - s)"
    return BenchmarkRow("import ttrn", f"{_seconds(code) * 1000:.0f} ms", "", "under 100 ms")


def _seconds(code: str) -> float:
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)
