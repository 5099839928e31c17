"""How fast full records are read and validated, beside python-chess, which checks legality too; and random play."""

from __future__ import annotations

import random
from functools import partial

import ttrn
from benchmarks import flat
from benchmarks.reading import chess_reader, race, random_pgn
from benchmarks.table import BenchmarkRow, goal_of, there
from ttrn.boards import board
from ttrn.core.actions import Action, DrawTickets
from ttrn.play import play_random
from ttrn.replays import replay

BOARDS = ("usa", "europe", "marklin", "cardgame")
"""The first is the one that the others are compared with, per turn."""

STYLES = {"every card written": True, "order of the deck given": False}


def rows() -> list[BenchmarkRow]:
    """Measure reading plus full validation, single core."""
    texts = {(name, style): _games(name, chance=chance) for name in BOARDS for style, chance in STYLES.items()}
    runs = {" ".join(key): partial(_validate, text) for key, text in texts.items()}
    speeds = race({"chess": chess_reader(random_pgn(40)), **runs}, rounds=4)
    found: list[BenchmarkRow] = []
    for name, style in texts:
        speed = speeds[f"{name} {style}"]
        ratio, goal = f"{speed / speeds['chess']:.2f} x python-chess", goal_of("at least 2.5", "at least 6")
        if name != BOARDS[0]:
            ratio, goal = f"{speeds[f'{BOARDS[0]} {style}'] / speed:.2f} x the time of {BOARDS[0]}", "at most 1.3"
        found.append(
            BenchmarkRow(f"read and validate 1,000 games of {name}, {style}", f"{speed:,.0f} moves/s", ratio, goal)
        )
    return [*found, _tables_of_four(speeds["chess"]), *flat.rows(text=texts[BOARDS[0], "every card written"])]


def _games(name: str, *, chance: bool) -> str:
    sizes = board(name).tables.max_players - 1
    return _text(name, [2 + seed % sizes for seed in range(1000)], chance=chance)


def _text(name: str, players: list[int], *, chance: bool) -> str:
    on = board(name)
    games = [play_random(on, n, seed, chance=chance, choose=as_people_do) for seed, n in enumerate(players)]
    return "\n".join([ttrn.dumps(game) for game in games])


def _tables_of_four(chess: float) -> BenchmarkRow:
    """Measure games of four players by the game, in the style that simulated games are written in."""
    text = _text(BOARDS[0], [4] * 400, chance=False)
    speed = race({"four": partial(_validate, text)}, rounds=4)["four"] * 400 / _validate(text)
    goal = goal_of("", "at least 1,500")
    return BenchmarkRow(
        "games of four players, order of the deck given", f"{speed:,.0f} games/s", there(speed, chess), goal
    )


def as_people_do(rng: random.Random, legal: list[Action]) -> Action:
    """Choose at random, but draw tickets about as rarely as in real games: in some four turns of a hundred."""
    rest = [action for action in legal if not isinstance(action, DrawTickets)]
    mixes = [action for action in legal if isinstance(action, DrawTickets)]
    if mixes and (not rest or rng.random() < 0.4 / (1 + len(rest))):
        return rng.choice(mixes)
    return rng.choice(rest or legal)


def _validate(text: str) -> int:
    turns = 0
    for game, problems in ttrn.read(text):
        assert game is not None, problems
        timeline = replay(game)
        if timeline.problems:
            raise SystemExit(timeline.problems[0].render())
        turns += len(game.turns)
    return turns
