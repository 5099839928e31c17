"""The games of a database as a shelf: one of them by its name, many of them page by page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.store.database import cursor, script

if TYPE_CHECKING:
    import duckdb

_NUMBER: Final = re.compile(r"[0-9]{1,7}", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{8,32}", re.ASCII)


class Stored(NamedTuple):
    """A game as it is stored: its number in this database, what it is known by everywhere, the verdict, its text."""

    number: int
    hash: str
    verdict: str
    text: str


def find_game(connection: duckdb.DuckDBPyConnection, name: str = "") -> Stored | None:
    """Return the game of a name, or nothing: a number (up to seven digits), or eight signs or more of its hash.

    Without a name it is the one that was played last, people's games first.
    """
    name = name.strip().lower()
    with cursor(connection) as mine:
        if not name:
            mine.execute(script("latest_game.sql"))
        elif _NUMBER.fullmatch(name):
            mine.execute(script("game_by_number.sql"), {"number": int(name)})
        elif _HASH.fullmatch(name):
            mine.execute(script("game_by_hash.sql"), {"hash": name})
        else:
            return None
        found = mine.fetchall()
    return Stored(*found[0]) if found else None
