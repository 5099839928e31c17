"""Statistics about routes and cities, each beside a brute force in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.store.brute import Book, Claimed, books, mean
from tests.store.comparing import Rows, boards, check, made, round_of, rows, share_won
from ttrn.boards import Route

if TYPE_CHECKING:
    import duckdb


def contested_rate(played: list[Book], route: Route) -> float | None:
    """Return in how many of the games with a claimed track of a double route another one was claimed too."""
    tracks = played[0].board.pairs[route.pair]
    taken = [sum(book.timeline.final.owners[track] >= 0 for track in tracks) for book in played]
    claimed = sum(n > 0 for n in taken)
    return sum(n - 1 for n in taken if n) / claimed if len(tracks) > 1 and claimed else None


def wild_paid(claim: Claimed) -> int | None:
    return None if "?" in claim.paid else claim.paid.count("L") + claim.paid.count("F")


def test_route_claims(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name, played in boards().items():
        for route in played[0].board.routes:
            text = played[0].board.route_text(route)
            clear = [book for book in played if route.pair not in book.unclear]
            claims = [(book, claim) for book, claim in made(name, text) if route.pair not in book.unclear]
            expected.append(
                {
                    "board": name,
                    "route": text,
                    "length": route.length,
                    "color": route.color,
                    "games": len(clear),
                    "claims": len(claims),
                    "claim_rate": len(claims) / len(clear),
                    "claims_timed": len(claims) or None,
                    "average_turn": mean([claim.turn for _, claim in claims]),
                    "average_round": mean([round_of(book, claim.turn) for book, claim in claims]),
                    **share_won([(book, claim.seat) for book, claim in claims]),
                    "claims_seen": sum(wild_paid(claim) is not None for _, claim in claims) if claims else None,
                    "locomotives": mean([wild_paid(claim) for _, claim in claims]),
                    "contested_rate": contested_rate(clear, route),
                }
            )
    check(rows(connection, "route_claims"), expected, "board", "route")


def counted(connection: duckdb.DuckDBPyConnection, name: str, key: Callable[[Book, Any], tuple[Any, ...]]) -> None:
    """Compare a statistic that counts claims by board, route and something else."""
    found = rows(connection, name)
    third = list(found[0])[2]
    numbers: Counter[tuple[Any, ...]] = Counter()
    wins: Counter[tuple[Any, ...]] = Counter()
    wild: Counter[tuple[Any, ...]] = Counter()
    for book in books():
        for claim in book.claims:
            if book.board.routes[claim.route].pair in book.unclear:
                continue
            place = (book.board.name, book.board.route_text(book.board.routes[claim.route]), *key(book, claim))
            numbers[place] += 1
            wins[place] += book.won(claim.seat)
            wild[place] += claim.paid.count("L") + claim.paid.count("F")
    expected: Rows = []
    for place, number in numbers.items():
        row = {"board": place[0], "route": place[1], third: place[2], "claims": number}
        more = {"wins": wins[place], "locomotives": wild[place]}
        expected.append({**row, **{column: more[column] for column in more if column in found[0]}})
    check(found, expected, "board", "route", third)


def test_route_rounds(connection: duckdb.DuckDBPyConnection) -> None:
    counted(connection, "route_rounds", lambda book, claim: (round_of(book, claim.turn),))


def test_route_seats(connection: duckdb.DuckDBPyConnection) -> None:
    counted(connection, "route_seats", lambda _book, claim: (claim.seat + 1,))


def test_route_payments(connection: duckdb.DuckDBPyConnection) -> None:
    def color(_book: Book, claim: Any) -> tuple[str]:
        plain = [card for card in claim.paid if card not in "LF?"]
        return (plain[0] if plain else "" if "?" in claim.paid else "L",)

    counted(connection, "route_payments", color)


def test_contested_doubles(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name, played in boards().items():
        board = played[0].board
        for pair, tracks in enumerate(board.pairs):
            taken = [sum(book.timeline.final.owners[track] >= 0 for track in tracks) for book in played]
            claimed, twice = sum(n > 0 for n in taken), sum(max(0, n - 1) for n in taken)
            if len(tracks) > 1 and claimed:
                a, b = (board.cities[city].code for city in board.pair_cities[pair])
                row = {"board": name, "pair": f"{a}-{b}", "games": len(played), "claimed": claimed, "twice": twice}
                expected.append({**row, "contested_rate": twice / claimed})
    check(rows(connection, "contested_doubles"), expected, "board", "pair")


def test_city_connections(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name, played in boards().items():
        number = sum(len(book.players) for book in played)
        for city in played[0].board.cities:
            connected = 0
            for book in played:
                owners = book.timeline.final.owners
                at_city = [route.index for route in book.board.routes if city.index in (route.a, route.b)]
                connected += len({owners[route] for route in at_city} - {-1})
            row = {"board": name, "city": city.code, "name": city.name, "seats": number, "connected": connected}
            expected.append({**row, "rate": connected / number})
    check(rows(connection, "city_connections"), expected, "board", "city")
