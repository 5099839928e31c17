"""Statistics about tickets and openings, each beside a brute force in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.store.brute import Book, Claimed, mean
from tests.store.comparing import Rows, boards, check, complete, made, offers, rows, share_won, shortest

if TYPE_CHECKING:
    import duckdb


def test_ticket_results(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for (name, ticket), offered in offers().items():
        kept = [(book, offer) for book, offer in offered if offer.kept]
        done = [(book, offer) for book, offer in kept if complete(book, offer)]
        turns = [book.completed.get((offer.seat, offer.ticket.index)) for book, offer in done]
        book, first = offered[0]
        cost = shortest(book, first.ticket.a, first.ticket.b) if book.board.routes else None
        expected.append(
            {
                "board": name,
                "ticket": ticket,
                "points": first.ticket.points,
                "cost": cost,
                "points_per_train": first.ticket.points / cost if cost else None,
                "offered": sum(offer.whole for _, offer in offered),
                "times_kept": len(kept),
                "kept_rate": mean([offer.kept for _, offer in offered if offer.whole]),
                "times_known": len(kept),
                "times_completed": len(done),
                "completion_rate": len(done) / len(kept) if kept else None,
                "average_turn": mean([turn for turn in turns if turn is not None]),
                **share_won([(book, offer.seat) for book, offer in kept]),
            }
        )
    check(rows(connection, "ticket_results"), expected, "board", "ticket")


def test_opening_tickets(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for (name, ticket), offered in offers().items():
        dealt = [(book, offer) for book, offer in offered if offer.turn == 0 and offer.whole]
        kept = [(book, offer) for book, offer in dealt if offer.kept]
        if dealt:
            expected.append(
                {
                    "board": name,
                    "ticket": ticket,
                    "dealt": len(dealt),
                    "times_kept": len(kept),
                    "kept_rate": len(kept) / len(dealt),
                    "completion_rate": mean([complete(*one) for one in kept]),
                    "win_share": mean([book.won(offer.seat) for book, offer in kept]),
                }
            )
    check(rows(connection, "opening_tickets"), expected, "board", "ticket")


def _ends(book: Book, claim: Claimed) -> tuple[int, int]:
    route = book.board.routes[claim.route]
    return route.a, route.b


def test_opening_claims(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name in boards():
        first = [(book, claim) for book, claim in made(name) if claim.nth == 1]
        pairs = {book.board.routes[claim.route].pair for book, claim in first}
        for pair in pairs:
            mine = [(book, claim) for book, claim in first if book.board.routes[claim.route].pair == pair]
            a, b = [mine[0][0].board.cities[city].code for city in _ends(*mine[0])]
            expected.append(
                {
                    "board": name,
                    "route": f"{a}-{b}",
                    "times": len(mine),
                    "share": len(mine) / len(first),
                    "times_timed": len(mine),
                    "average_turn": mean([claim.turn for _, claim in mine]),
                    **share_won([(book, claim.seat) for book, claim in mine]),
                }
            )
    check(rows(connection, "opening_claims"), expected, "board", "route")
