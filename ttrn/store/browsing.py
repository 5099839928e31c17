"""The games of a database: one of them by its name, many of them page by page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttrn.store.database import DatabaseError, cursor, script
from ttrn.store.filters import COUNTED, NO_FILTERS, Filters, both_ways, check_date
from ttrn.store.worker import UNREADABLE

if TYPE_CHECKING:
    import duckdb

_NUMBER: Final = re.compile(r"0*[1-9][0-9]{0,9}", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{8,32}", re.ASCII)
_MOST: Final = 2**31 - 1
"""There is no game of a higher number, so no page begins after it."""

_PIECE: Final = 500


class Stored(NamedTuple):
    """A game as it is stored: its number in this database, what it is known by everywhere, the verdict, its text."""

    number: int
    hash: str
    verdict: str
    text: str


def find_game(connection: duckdb.DuckDBPyConnection, name: str = "") -> Stored | None:
    """Return the game of a name: a number, or eight signs or more of its hash.

    Eight to ten digits can be either: they are the number if there is a game of that number.

    Without a name it is the one that was played last, people's games first. Returns None where there is no such game.
    """
    name = name.strip().lower()
    asked: list[tuple[str, dict[str, object]]] = [] if name else [("latest_game.sql", {})]
    if _NUMBER.fullmatch(name) and int(name) <= _MOST:
        asked.append(("game_by_number.sql", {"number": int(name)}))
    if _HASH.fullmatch(name):
        asked.append(("game_by_hash.sql", {"hash": name}))
    found: list[tuple[Any, ...]] = []
    with cursor(connection) as mine:
        for sql, values in asked:
            found = found or mine.execute(script(sql), values).fetchall()
    return Stored(*found[0]) if found else None


def known_games(connection: duckdb.DuckDBPyConnection, hashes: Sequence[str]) -> set[str]:
    """Return those of some hashes that are of games in the database."""
    with cursor(connection) as mine:
        found = mine.execute("SELECT hash FROM games WHERE list_contains($hashes, hash)", {"hashes": list(hashes)})
        return {key for (key,) in found.fetchall()}


# --- many games ------------------------------------------------------------------------------------------------------


_PLAYED: Final = "SELECT game FROM participants WHERE"
_BY_PLAYER: Final = (
    " AND (game, seat) IN (SELECT (game, seat) FROM participants WHERE player = $player OR name = $player)"
)
_CONDITIONS: Final = {
    "board": "board = $board",
    "player_count": "players = $player_count",
    "player": f"game IN ({_PLAYED} player = $player OR name = $player)",
    "against": f"game IN ({_PLAYED} player = $against OR name = $against)",
    "since": "date >= $since::DATE",
    "until": "date <= $until::DATE",
    "least": "best >= $least",
    "most": "best <= $most",
    "verdict": "verdict = $verdict",
    COUNTED: "counts(decided, verdict)",
    "kind": "kind = $kind",
    "level": "level = $level",
    "information": "information = $information",
    "event": "event = $event",
    "tag": "map_contains(tags, $tag)",
    "tag_value": "list_contains(map_extract(tags, $tag), $tag_value)",
    "text": f"(contains(lower(concat_ws(' ', event, site, round, parse_filename(file))), $text)"
    f" OR game IN ({_PLAYED} contains(lower(name), $text) OR contains(lower(player), $text))"
    " OR contains(lower(array_to_string(map_values(tags), ' ')), $text))",
    "route": "game IN (SELECT game FROM claims"
    " WHERE (list_contains($route, route) OR list_contains($route, split_part(route, '#', 1)))$by_player)",
    "ticket": "game IN (SELECT game FROM tickets WHERE kept"
    " AND (list_contains($ticket, ticket) OR list_contains($ticket, split_part(ticket, '#', 1)))$by_player)",
    "opening": "game IN (SELECT game FROM openings_of($kept, $begun))",
}
"""What each field asks of a row of ``shelf.sql``."""

ORDERS: Final = {
    "date": "date",
    "board": "board",
    "players": "players",
    "score": "best",
    "margin": "margin",
    "turns": "turns",
    "event": "event",
    "verdict": "verdict",
    "loaded": "game",
}
"""What a list can be sorted by, with the column for it."""


class Listed(NamedTuple):
    """A game in a list. ``names`` are in turn order; ``score`` is the best one, of the ``winners``.

    ``turns`` is None where the record has not all of them.
    """

    number: int
    hash: str
    date: date | None
    board: str
    names: list[str]
    winners: list[str]
    score: int | None
    margin: int | None
    turns: int | None
    verdict: str
    level: str | None
    information: str | None
    kind: str | None
    event: str | None


class Listing(NamedTuple):
    """A page of a list, and how many games there are on all pages."""

    games: list[Listed]
    total: int


def browse(
    connection: duckdb.DuckDBPyConnection,
    filters: Filters = NO_FILTERS,
    *,
    order: str = "date",
    descending: bool = True,
    start: int = 0,
    count: int = 50,
) -> Listing:
    """Return some of the games that pass the filters, from the ``start``-th on.

    Only the rows of the page leave the database, so it does not matter how many games there are.

    Raises:
        DatabaseError: a date is none, or there is no such order.
    """
    where, values = _where(filters)
    sorting = _sorting(order, descending=descending)
    with cursor(connection) as mine:
        counting = script("shelf_count.sql").replace("$where", where)
        ((total,),) = mine.execute(counting, values).fetchall()
        page = {"page_start": min(max(start, 0), _MOST), "page_count": count}
        text = script("shelf.sql").replace("$where", where).replace("$order", sorting)
        rows = mine.execute(text, values | page).fetchall()
    return Listing([Listed(*row) for row in rows], int(total))


def listed_texts(
    connection: duckdb.DuckDBPyConnection,
    filters: Filters = NO_FILTERS,
    *,
    order: str = "date",
    descending: bool = True,
    count: int = _MOST,
) -> Iterator[str]:
    """Return the canonical texts of the games that :func:`browse` lists, a few hundred in memory at a time.

    Games that cannot be read are left out, for the text behind them would not come back as it is.

    Raises:
        DatabaseError: a date is none, or there is no such order.
    """
    where, values = _where(filters)
    text = script("shelf_texts.sql").replace("$where", where).replace("$order", _sorting(order, descending=descending))
    with cursor(connection) as mine:
        mine.execute(text, values | {"unreadable": UNREADABLE, "page_count": count})
        while rows := mine.fetchmany(_PIECE):
            for (found,) in rows:
                yield found


def _sorting(order: str, *, descending: bool) -> str:
    if order not in ORDERS:
        raise DatabaseError(f'games cannot be sorted by "{order}", only by {", ".join(ORDERS)}')
    way = "DESC" if descending else "ASC"
    return f"{ORDERS[order]} {way} NULLS LAST, game {way}"


def _where(filters: Filters) -> tuple[str, dict[str, Any]]:
    """Return the condition of the filters, and the values in it."""
    values: dict[str, Any] = {name: value for name, value in asdict(filters).items() if value not in (None, "")}
    for name in ("since", "until"):
        if name in values:
            check_date(values[name])
    for name in ("route", "ticket"):
        if name in values:
            values[name] = both_ways(values[name])
    if "text" in values:
        values["text"] = values["text"].lower()
    if "tag" in values:
        name, equals, value = values["tag"].partition("=")
        values["tag"] = name.strip()
        if equals:
            values["tag_value"] = value.strip()
    names = [name for name in values if name not in ("kept", "begun")]
    if len(names) < len(values):  # one player did both
        names.append("opening")
        values = {"kept": "", "begun": ""} | values
    if values.get("verdict") == COUNTED:
        names[names.index("verdict")] = values.pop("verdict")
    where = " AND ".join([_CONDITIONS[name] for name in names]) or "true"
    return where.replace("$by_player", _BY_PLAYER if "player" in values else ""), values


class Choices(NamedTuple):
    """What can be chosen in a database: the boards, numbers of players and so on that its games have."""

    games: int
    boards: list[str]
    players: list[int]
    verdicts: list[str]
    kinds: list[str]
    levels: list[str]
    information: list[str]
    events: list[str]
    tags: list[str]
    names: list[str]
    first: date | None
    last: date | None


def choices(connection: duckdb.DuckDBPyConnection) -> Choices:
    """Return what can be chosen; of events and players those with the most games, a thousand of each."""
    with cursor(connection) as mine:
        (row,) = mine.execute(script("choices.sql")).fetchall()
    return Choices(
        *[
            ([] if value is None and name not in ("first", "last") else value)
            for name, value in zip(Choices._fields, row, strict=True)
        ]
    )
