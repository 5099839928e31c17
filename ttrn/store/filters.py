"""Which games are meant: one type of filters, for statistics, lists of games and whatever is written from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from ttrn.store.errors import DatabaseError

if TYPE_CHECKING:
    import duckdb

COUNTED: Final = "counted"
"""In place of a verdict: the games that statistics look at, of which it is known who won, without problems."""

VARIABLES: Final = (
    "board",
    "player",
    "player_count",
    "since",
    "until",
    "level",
    "information",
    "verdict",
    "kind",
    "event",
    "against",
    "kept",
    "begun",
)
"""The filters that statistics understand: in the database they are variables of these names."""

_OF_LISTS: Final = ("least", "most", "tag", "text", "route", "ticket")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to look at; ``None`` leaves out no game.

    ``player`` means games in which the player took part, ``against`` those in which somebody else did too, ``level``
    how much of a game was kept (:data:`ttrn.LEVELS`), ``information`` full, player, public or partial, ``kind`` human,
    bot or mixed. Without a ``verdict`` statistics look at the games of which it is known who won, without problems
    (``COUNTED``), lists at all games.

    ``kept`` and ``begun`` are for lists and for the statistics of openings: tickets that a player kept at the start,
    and the routes which the same player claimed first, in this order. They are named as in a record and from either
    end, with commas between them; the number of a track does not count.

    Only lists of games understand the fields from ``least`` on. ``least`` and ``most`` are about the best score.
    ``tag`` is the name of a tag, or ``Name=value``. ``text`` is looked for in names, events, sites, tags and files.
    ``route`` and ``ticket`` are named as in a record, from either end; without a number all tracks or tickets between
    two cities are meant. It is the ``player`` who claimed or kept it, if one is named.
    """

    board: str | None = None
    player: str | None = None
    player_count: int | None = None
    since: str | None = None
    until: str | None = None
    level: str | None = None
    information: str | None = None
    verdict: str | None = None
    kind: str | None = None
    event: str | None = None
    against: str | None = None
    kept: str | None = None
    begun: str | None = None
    least: int | None = None
    most: int | None = None
    tag: str | None = None
    text: str | None = None
    route: str | None = None
    ticket: str | None = None

    def apply(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Set the variables of a connection (or cursor) that the views of the statistics look at.

        Raises:
            DatabaseError: a date is none, or a filter is for lists only.
        """
        for name in _OF_LISTS:
            if getattr(self, name) is not None:
                raise DatabaseError(f'statistics cannot be filtered by "{name}", only lists of games can')
        for name in VARIABLES:
            value = getattr(self, name)
            if value is None or (name == "verdict" and value == COUNTED):
                connection.execute(f"RESET VARIABLE {name}")
            else:
                if name in ("since", "until"):
                    check_date(value)
                connection.execute(f"SET VARIABLE {name} = ?", [value])


NO_FILTERS: Final = Filters()


def check_date(text: str) -> None:
    """Raise unless a text is a date.

    Raises:
        DatabaseError: it is none.
    """
    try:
        date.fromisoformat(text)
    except ValueError:
        raise DatabaseError(f'"{text}" is no date: write it like 2026-11-30') from None


def both_ways(pair: str) -> list[str]:
    """Return the names of a route or ticket, read from either end.

    >>> both_ways("sea-por#2")
    ['SEA-POR#2', 'POR-SEA#2']
    """
    name, mark, track = pair.strip().upper().partition("#")
    return [f"{way}{mark}{track}" for way in (name, "-".join(reversed(name.split("-"))))]
