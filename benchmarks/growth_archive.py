"""A large archive of simulated games, all different, kept in parts: whoever wants more games adds parts.

Game after game it is known by its number alone who plays which board when, so that a part is the same whenever it is
played. The circle of players grows with the archive, and some play much more than others.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import date, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import ttrn
from benchmarks.replaying import as_people_do
from ttrn.boards import board
from ttrn.notation.compression import zstd
from ttrn.play import play_random

PART: Final = 10_000
"""So many games make a part."""

_BOARDS: Final = ("usa", "europe", "usa", "marklin", "usa", "cardgame")
_FIRST_DAY: Final = date(2006, 1, 1)
_A_DAY: Final = 137
"""So many games are played on a day: a million in twenty years."""


def parts(folder: Path, games: int) -> list[Path]:
    """Return the files of the first so many games, a multiple of those of a part; play those that are not there yet."""
    files = [folder / f"{number:06}.ttrn.zst" for number in range(0, games, PART)]
    missing = [number for number, file in zip(range(0, games, PART), files, strict=True) if not file.exists()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(None, get_context("spawn")) as pool:
            playing = [pool.submit(play_part, number, folder / f"{number:06}.ttrn.zst") for number in missing]
            for done, _ in enumerate(as_completed(playing), 1):
                print(f"{done * PART:,} of {len(missing) * PART:,} games played", flush=True)
            for part in playing:
                part.result()
    return files


def play_part(first: int, file: Path) -> None:
    """Play a part and write it, packed; it is there when it is whole."""
    draft = file.with_suffix(".part")
    with zstd.open(draft, "wt", encoding="utf-8") as stream:
        for number in range(first, first + PART):
            stream.write("\n" * (number > first) + game(number))
    draft.replace(file)


def game(number: int) -> str:
    """Return the record of the game of a number."""
    rng = random.Random(f"growth {number}")
    on = board(rng.choice(_BOARDS))
    record = play_random(on, rng.randint(2, on.tables.max_players), number, chance=True, choose=as_people_do)
    day = _FIRST_DAY + timedelta(days=number // _A_DAY)
    text = ttrn.dumps(record).replace("\n\nplayer", f'\n[Date "{day}"]\n\nplayer', 1)
    circle = 200 + number // 50
    people: set[int] = set()
    while len(people) < len(record.players):
        people.add(int(circle * rng.random() ** 3))
    for player, person in zip(record.players, rng.sample(sorted(people), len(people)), strict=True):
        text = text.replace(f"player {player.id}\n", f'player {player.id} "Player {person + 1}"\n', 1)
    return text
