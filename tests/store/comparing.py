"""What the tests of the statistics share: questions, groups of seats, and rows beside rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.brute import Book, books, mean
from ttrn import store
from ttrn.notation import format_game
from ttrn.store.filters import NO_FILTERS, Filters

if TYPE_CHECKING:
    import duckdb


Rows = list[dict[str, Any]]
Seats = list[tuple[Book, int]]


def rows(connection: duckdb.DuckDBPyConnection, name: str, filters: Filters = NO_FILTERS, **more: Any) -> Rows:
    answer = store.ask(connection, name, filters, **more)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def seats(chosen: Iterable[Book] | None = None) -> Seats:
    return [(book, seat) for book in (books() if chosen is None else chosen) for seat in range(len(book.players))]


def grouped(what: Seats, key: Callable[[Book, int], Any]) -> dict[Any, Seats]:
    found: dict[Any, Seats] = defaultdict(list)
    for book, seat in what:
        found[key(book, seat)].append((book, seat))
    return dict(sorted(found.items()))


def check(found: Rows, expected: Rows, *key: str) -> None:
    """Compare rows without their order; numbers may differ in the last digits."""
    assert expected
    for table in (found, expected):
        table.sort(key=lambda row: tuple(str(row[name]) for name in key))
    assert [[row[name] for name in key] for row in found] == [[row[name] for name in key] for row in expected]
    for one, other in zip(found, expected, strict=True):
        for name, value in other.items():
            assert one[name] == (pytest.approx(value) if isinstance(value, float) else value), (name, one, other)
        assert set(one) == set(other)


def wilson(wins: int, n: int) -> tuple[float, float]:
    z = 1.959964
    middle = (wins + z * z / 2) / (n + z * z)
    width = z / (n + z * z) * sqrt(wins * (n - wins) / n + z * z / 4)
    return max(0.0, middle - width), min(1.0, middle + width)


def share_won(mine: Seats) -> dict[str, float | None]:
    """Return how many of these seats won, the interval around it, and an even share."""
    if not mine:
        return {"win_share": None, "win_low": None, "win_high": None, "even": None}
    wins = sum(book.won(seat) for book, seat in mine)
    low, high = wilson(wins, len(mine))
    even = mean([1 / len(book.players) for book, _ in mine])
    return {"win_share": wins / len(mine), "win_low": low, "win_high": high, "even": even}


def games_won(mine: Seats) -> int:
    return len({id(book) for book, seat in mine if book.won(seat)})


def span(mine: Seats) -> dict[str, str | None]:
    """Return the dates of the first and the last game of these seats."""
    dates = sorted({book.date for book, _ in mine if book.date})
    return {"first": dates[0] if dates else None, "last": dates[-1] if dates else None}


def lost(book: Book, seat: int) -> int | None:
    if not book.tickets_known(seat):
        return None
    return -sum(ticket.points for ticket in book.seats[seat].tickets if not ticket.complete)


def ticket_points(book: Book, seat: int) -> int | None:
    return book.seats[seat].ticket_points if book.tickets_known(seat) else None


def bonus(book: Book, seat: int) -> int | None:
    return None if book.seats[seat].bonus_unsure else book.seats[seat].bonus


def tickets_kept(book: Book, seat: int) -> int | None:
    return len(book.seats[seat].tickets) if book.tickets_known(seat) else None


def tickets_completed(book: Book, seat: int) -> int | None:
    return book.seats[seat].completed if book.tickets_known(seat) else None


def wild_taken(book: Book, seat: int) -> int | None:
    mine = book.taken[seat]
    return mine["wild_blind"] + mine["wild_face_up"] if book.draws_seen(seat) else None


def extra(book: Book, seat: int, what: str) -> int:
    return sum(one.points for one in book.seats[seat].extras if one.what == what)


def lengths(book: Book, seat: int) -> list[int]:
    return [book.board.routes[claim.route].length for claim in book.claims if claim.seat == seat]


def player_results(chosen: Iterable[Book] | None = None) -> Rows:
    expected: Rows = []
    for player, mine in grouped(seats(chosen), lambda book, seat: book.players[seat]).items():
        wins, games = games_won(mine), len({id(book) for book, _ in mine})
        low, high = wilson(wins, games)
        routes = [length for book, seat in mine for length in lengths(book, seat)]
        expected.append(
            {
                "player": player,
                "games": games,
                "seats": len(mine),
                "wins": wins,
                "win_rate": wins / games,
                "win_low": low,
                "win_high": high,
                "scored": len(mine),
                "average_score": mean([book.totals[seat] for book, seat in mine]),
                "best_score": max(book.totals[seat] for book, seat in mine),
                "with_components": sum(None not in (ticket_points(*one), bonus(*one)) for one in mine),
                "routes": mean([book.seats[seat].routes for book, seat in mine]),
                "tickets": mean([ticket_points(*one) for one in mine]),
                "bonus": mean([bonus(*one) for one in mine]),
                "stations": mean([extra(book, seat, "stations not built") for book, seat in mine]),
                "goods": mean([extra(book, seat, "merchandise") for book, seat in mine]),
                "with_tickets": sum(book.tickets_known(seat) for book, seat in mine),
                "tickets_kept": mean([tickets_kept(*one) for one in mine]),
                "tickets_completed": mean([tickets_completed(*one) for one in mine]),
                "points_lost": mean([lost(*one) for one in mine]),
                "with_turns": len(mine),
                "blind_cards": mean([book.taken[seat]["blind"] for book, seat in mine]),
                "face_up_cards": mean([book.taken[seat]["face_up"] for book, seat in mine]),
                "with_cards": sum(book.draws_seen(seat) for book, seat in mine),
                "locomotives": mean([wild_taken(*one) for one in mine]),
                "with_routes": len(mine),
                "route_length": mean(routes),
                "trains_left": mean([book.timeline.final.trains[seat] for book, seat in mine]),
                "turns": mean([book.turns_of[seat] for book, seat in mine]),
            }
        )
    return expected


def expected_wild(book: Book, seat: int) -> float:
    tables = book.board.tables
    return (tables.dealt_cards + book.taken[seat]["blind"]) * tables.train_cards["L"] / tables.deck_size


def seen_wild(book: Book, seat: int) -> int:
    return book.taken[seat]["wild_dealt"] + book.taken[seat]["wild_blind"]


def number_of(connection: duckdb.DuckDBPyConnection, book: Book) -> int:
    """Return the number of a game in the database, by its text."""
    found = connection.execute("SELECT game FROM games WHERE text = ?", [format_game(book.game)]).fetchall()
    return int(found[0][0])


def made(name: str, route: str = "") -> list[tuple[Book, Any]]:
    return [
        (book, claim)
        for book in books()
        for claim in book.claims
        if book.board.name == name and route in ("", book.board.route_text(book.board.routes[claim.route]))
    ]


def boards() -> dict[str, list[Book]]:
    ordered = sorted(books(), key=lambda book: book.board.name)
    return {name: list(found) for name, found in groupby(ordered, key=lambda book: book.board.name)}


def round_of(book: Book, turn: int) -> int:
    return (turn - 1) // len(book.players) + 1


def offers() -> dict[tuple[str, str], list[tuple[Book, Any]]]:
    found: dict[tuple[str, str], list[tuple[Book, Any]]] = defaultdict(list)
    for book in books():
        for offer in book.offers:
            found[book.board.name, book.board.ticket_text(offer.ticket)].append((book, offer))
    return found


def complete(book: Book, offer: Any) -> bool:
    return offer.kept and any(
        result.complete for result in book.seats[offer.seat].tickets if result.ticket == offer.ticket.index
    )


def margin(book: Book) -> int | None:
    best = sorted(book.totals, reverse=True)
    return best[0] - best[1] if len(best) > 1 else None


def kind(book: Book) -> str:
    tags = book.game.tags
    return "bot" if "Seed" in tags or "Bots" in tags or tags.get("Event") == "simulated" else "human"


def information(book: Book) -> str:
    if not book.timeline.final.unseen:
        return "full"
    view = book.game.tags.get("View", "")
    return "public" if view == "public" else "player" if view in [p.id for p in book.game.players] else "partial"


def shortest(book: Book, a: int, b: int) -> int:
    """Return the trains on the shortest way, by trying longer and longer ones; nobody travels through a country."""
    best = {a: 0}
    for _ in book.board.cities:
        for route in book.board.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                if here in best and (here == a or not book.board.cities[here].country):
                    best[there] = min(best.get(there, 999), best[here] + route.length)
    return best[b]
