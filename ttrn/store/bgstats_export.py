"""Games of the database as plays of the app BG Stats, in the JSON that it exports and imports.

A play has players, totals, winners, a day and a place. Ids are made from what they stand for, so that the same game is
the same play in every export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from ttrn.boards import board, board_names
from ttrn.imports.plays import ONLY_FIRST_KNOWN, SEATS_UNKNOWN
from ttrn.imports.titles import site_number
from ttrn.store.database import connect, cursor, script
from ttrn.store.failures import reading
from ttrn.store.filter_choices import check_filters
from ttrn.store.filters import NO_FILTERS, Filters

_OURS: Final = UUID("6f0a5bd5-3c0e-5d53-9a43-7f5f2b7c8e11")
_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d")
_UNNAMED: Final = re.compile(r"p\d+")

Entry = dict[str, Any]


class PlayExport(NamedTuple):
    """What an export holds, and the games that cannot be plays, by the reason in words."""

    tree: Entry
    games: int
    left_out: dict[str, int]
    turns: int
    """How many of the games have turns, which no play has."""


class _List:
    """A list of the export whose entries others refer to by number."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.entries: dict[str, Entry] = {}

    def number(self, name: str, **fields: object) -> int:
        """Return the number of an entry, which is added where it is new."""
        if name not in self.entries:
            ident = str(uuid5(_OURS, f"{self.kind} {name}"))
            self.entries[name] = {"id": len(self.entries) + 1, "uuid": ident, "name": name, **fields}
        found: int = self.entries[name]["id"]
        return found


def export_plays(path: str | Path, filters: Filters = NO_FILTERS) -> PlayExport:
    """Return the games of a database that a statistic would look at, as the JSON of the app.

    A game without a day is left out: the app keeps none.

    Raises:
        DatabaseError: the database cannot be opened or is damaged, or there is nothing like that which a filter names.
    """
    games, players, locations = _List("game"), _List("player"), _List("location")
    plays: list[Entry] = []
    left: dict[str, int] = {}
    turns = 0
    for game in _games(path, filters):
        why = _unfit(game)
        if why:
            left[why] = left.get(why, 0) + 1
            continue
        turns += game["turns"] > 0
        plays.append(
            {
                "uuid": _play_id(game),
                "playDate": (when := f"{game['date']:%Y-%m-%d} {_time(game['tags'])}"),
                "playDateYmd": int(f"{game['date']:%Y%m%d}"),
                "entryDate": when,
                "modificationDate": when,
                "gameRefId": games.number(_title(game["board"]), **_about(game["board"])),
                "locationRefId": locations.number(game["site"], modificationDate=when) if game["site"] else 0,
                "board": game["tags"].get("Expansion", ""),
                "comments": ", ".join([text for text in (game["event"], game["round"]) if text]),
                "durationMin": 0,
                "ignored": False,
                # Ties are broken by rules that the app does not know.
                "manualWinner": True,
                "rounds": 0,
                "usesTeams": False,
                "expansionPlays": [],
                "playerScores": _scores(game, players),
            }
        )
    tree = {
        "games": list(games.entries.values()),
        "players": list(players.entries.values()),
        "locations": list(locations.entries.values()),
        "plays": plays,
        "userInfo": {},
    }
    return PlayExport(tree, len(plays), left, turns)


def _games(path: str | Path, filters: Filters) -> Iterator[Entry]:
    """Yield the chosen games with their seats."""
    with connect(path) as connection, reading(path), cursor(connection) as mine:
        check_filters(connection, filters)
        filters.apply(mine)
        mine.execute(script("plays.sql"))
        columns = [column[0] for column in mine.description or ()]
        while rows := mine.fetchmany(500):
            for row in rows:
                yield dict(zip(columns, row, strict=True))


def _unfit(game: Entry) -> str:
    if game["date"] is None:
        return "without a day"
    if not any(seat["score"] is not None or seat["won"] for seat in game["seats"]):
        return "without a result"
    return ""


def _scores(game: Entry, players: _List) -> list[Entry]:
    text = game["text"]
    order = SEATS_UNKNOWN not in text and ONLY_FIRST_KNOWN not in text
    first = SEATS_UNKNOWN not in text
    seats: Sequence[Entry] = game["seats"]
    return [
        {
            "playerRefId": players.number(seat["player"], isAnonymous=_is_unnamed(seat)),
            "score": "" if seat["score"] is None else str(seat["score"]),
            "winner": bool(seat["won"]),
            "seatOrder": seat["seat"] if order else 0,
            "startPlayer": first and seat["seat"] == 1,
            "newPlayer": False,
            "rank": seat["rank"] or 0,
            "role": seat["color"] or "",
            "team": "",
        }
        for seat in seats
    ]


def _is_unnamed(seat: Entry) -> bool:
    """Return whether the record gives somebody a number in place of a name."""
    return bool(seat["player"] == seat["id"] and _UNNAMED.fullmatch(seat["id"]))


def _play_id(game: Entry) -> str:
    """Return the id of a play: its own, if it came from the app."""
    try:
        return str(UUID(game["tags"].get("Table", "")))
    except ValueError:
        return str(uuid5(_OURS, f"play {game['hash']}"))


def _time(tags: dict[str, str]) -> str:
    time = tags.get("Time", "")
    return time if _TIME.fullmatch(time) else "00:00:00"


def _title(name: str) -> str:
    return board(name).title if name in board_names() else name


def _about(name: str) -> Entry:
    return {
        "bggId": site_number(name),
        "bggName": _title(name),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }
