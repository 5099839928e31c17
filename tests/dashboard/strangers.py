"""Finished games of people with names, and an event, that are not what they seem."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import ttrn
from ttrn.boards import board, board_names
from ttrn.notation import GameRecord, Player, Tag
from ttrn.notation.game import Entry
from ttrn.play import play_random

ANN = '<img src=x onerror="alert(1)"> **Ann** $x^2$'
BOB = "<script>[B](javascript:alert(2)) :material/train: & alert(3)</script>"
EVENT = "<b>Night</b> `of` #games#"


@cache
def text() -> str:
    """Return three games on each board, between the same two."""
    games = [play_random(board(name), 2, seed, chance=True) for name in board_names() for seed in range(3)]
    return "\n".join([ttrn.dumps(_renamed(game)) for game in games])


def _renamed(game: GameRecord) -> GameRecord:
    names = iter((ANN, BOB))
    entries: list[Entry] = []
    for entry in game.entries:
        if isinstance(entry, Player):
            entries.append(replace(entry, name=next(names)))
        elif not (isinstance(entry, Tag) and entry.name == "Event"):
            entries.append(entry)
    entries.insert(1, Tag("Event", EVENT))
    return GameRecord(tuple(entries))
