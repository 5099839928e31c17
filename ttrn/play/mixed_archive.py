"""A mixed archive: games on all boards, of all numbers of players and all bots, as all kinds of observers saw them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ttrn.boards import board, board_names
from ttrn.hidden import PUBLIC
from ttrn.play.bots import BOTS
from ttrn.play.match import NAMES
from ttrn.play.series import FULL, Fixture

VIEWS = (FULL, NAMES[0], PUBLIC)
"""Who wrote the records: somebody who saw everything, a player, somebody who watched."""


def mixed(games: int, seed: int) -> Iterator[Fixture]:
    """Return the games of a mixed archive.

    Boards, numbers of players and views take turns, so that each comes up as often as the others; who plays is left to
    chance, the planner as often as all the rest together.
    """
    tables = {name: board(name).tables for name in board_names()}
    kinds = [
        (name, players, view)
        for view in VIEWS
        for players in range(1, len(NAMES) + 1)
        for name, table in tables.items()
        if table.min_players <= players <= table.max_players
    ]
    for number in range(games):
        name, players, view = kinds[number % len(kinds)]
        key = f"{seed}/{number + 1}"
        rng = random.Random(f"bots of {key}")  # noqa: S311  games, not secrets
        yield Fixture(name, tuple(rng.choices((*BOTS, *["planner"] * (len(BOTS) - 2)), k=players)), key, view)
