"""A small archive for the tests: games on all boards, people and bots, dates, unknown cards, and some wrong ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import ttrn
from ttrn.boards import board, board_names
from ttrn.core.state import OVER
from ttrn.hidden import redact
from ttrn.notation import GameRecord, Player, Tag
from ttrn.notation.game import Entry
from ttrn.play import play_random
from ttrn.resources import resource

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Annie")

WRONG = """[Game "usa"]
[Event "Wrong"]

player ann "Ann"
player bob "Bob"

1. ann claim SEA-HEL RRR
"""

UNREADABLE = '[Game "usa"]\n\nplayer ann "Ann"\n\n1. ann clam SEA-POR R\n'

UNFINISHED = '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\n1. ann draw ? ?\n2. bob draw ? ?\n'

NOWHERE = '[Game "atlantis"]\n\nplayer ann "Ann"\n'


def named(game: GameRecord, number: int) -> GameRecord:
    """Give the seats names, and the game a date; every third game is one of bots, every fifth has no date."""
    entries: list[Entry] = []
    seats = 0
    for entry in game.entries:
        if isinstance(entry, Player):
            entries.append(replace(entry, name=PEOPLE[(number + seats) % len(PEOPLE)]))
            seats += 1
        elif not (isinstance(entry, Tag) and entry.name == "Seed" and number % 3):
            entries.append(entry)
    if number % 5:
        entries.insert(1, Tag("Date", f"2026-{1 + number % 4:02}-{1 + number * 7 % 28:02}"))
    entries.insert(1, Tag("Event", "Odd" if number % 2 else "Even"))
    return GameRecord(tuple(entries))


@cache
def samples() -> tuple[GameRecord, ...]:
    """Return the sample games of people that are over: real ones, with stations, passengers and railyards."""
    files = sorted(resource("sample_games").rglob("*.ttrn"))
    games = [game for file in files for game in ttrn.loads(file.read_text(encoding="utf-8")).games]
    return tuple(game for game in games if ttrn.replay(game).final.phase == OVER)


@cache
def sound_games() -> tuple[GameRecord, ...]:
    """Return games without problems: full records, records of a player, and public ones."""
    found: list[GameRecord] = []
    names = board_names()
    for number in range(24):
        on = board(names[number % len(names)])
        most = on.tables.max_players
        game = named(play_random(on, 2 + number % (most - 1), number, chance=number % 4 > 0), number)
        if number % 8 == 3:
            game = redact(game, "ann" if number % 16 == 3 else "public")
        found.append(game)
    return (*found, *samples())


def text() -> str:
    """Return the whole archive: sound games with wrong ones among them."""
    sound = [ttrn.dumps(game) for game in sound_games()]
    return "\n".join([*sound[:5], WRONG, UNREADABLE, *sound[5:], UNFINISHED, NOWHERE])
