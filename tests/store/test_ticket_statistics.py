"""Statistics about tickets, each beside a brute force in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.store.brute import mean
from tests.store.comparing import Rows, check, complete, offers, rows, share_won, shortest

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
