"""The boards in the database: cities, routes and tickets, so that a query can name them."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import pyarrow as pa

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, LOCOMOTIVE
from ttrn.core.engine import new_game
from ttrn.store.database import DatabaseError

if TYPE_CHECKING:
    import duckdb


def fingerprint(board: Board) -> str:
    """Return what a board is known by: two boards of one name must not be mixed."""
    parts = (board.rules, board.cities, board.routes, board.tickets, board.tables)
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def keep_board(connection: duckdb.DuckDBPyConnection, board: Board) -> None:
    """Put a board into the database, unless it is there.

    Raises:
        DatabaseError: there is another board of this name.
    """
    mine = fingerprint(board)
    found = connection.execute("SELECT fingerprint FROM boards WHERE board = ?", [board.name]).fetchall()
    if found:
        if found[0][0] != mine:
            message = f'the database has games on another board that is called "{board.name}"'
            raise DatabaseError(f"{message}; load these into a database of their own, or --rebuild it with this board")
        return
    cards = board.tables.train_cards
    wild, dealt = cards.get(LETTERS[LOCOMOTIVE], 0), board.tables.dealt_cards
    row = [board.name, board.title, board.rules, board.tables.deck_size, wild, dealt, mine]
    connection.execute("INSERT INTO boards VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for table, rows in {"cities": _cities(board), "routes": _routes(board), "ticket_cards": _tickets(board)}.items():
        if rows:
            columns = pa.Table.from_pylist(rows)
            connection.register("incoming", columns)
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608  names of our own
            connection.unregister("incoming")


def _cities(board: Board) -> list[dict[str, object]]:
    return [
        {
            "board": board.name,
            "city": city.code,
            "name": city.name,
            "country": city.country,
            "x": float(city.x),
            "y": float(city.y),
            "lon": None if city.lon is None else float(city.lon),
            "lat": None if city.lat is None else float(city.lat),
        }
        for city in board.cities
    ]


def _routes(board: Board) -> list[dict[str, object]]:
    codes = [city.code for city in board.cities]
    return [
        {
            "board": board.name,
            "route": board.route_text(route),
            "a": codes[route.a],
            "b": codes[route.b],
            "pair": f"{codes[route.a]}-{codes[route.b]}",
            "tracks": len(board.pairs[route.pair]),
            "length": route.length,
            "points": route.points,
            "color": route.color,
            "tunnel": route.tunnel,
            "ferry": route.ferry,
        }
        for route in board.routes
    ]


def _tickets(board: Board) -> list[dict[str, object]]:
    codes = [city.code for city in board.cities]
    # Four players, so that every track of the empty board is open.
    empty = new_game(board, ("a", "b", "c", "d"))
    facts = empty.game.facts
    return [
        {
            "board": board.name,
            "ticket": board.ticket_text(ticket),
            "a": codes[ticket.a],
            "b": codes[ticket.b],
            "points": ticket.points,
            "deck": ticket.deck,
            "cost": facts.progress(empty, 0, ticket.index) if facts.on_map else None,
        }
        for ticket in board.tickets
    ]
