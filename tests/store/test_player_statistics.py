"""Statistics about players, each beside a brute force in Python."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tests.store.brute import Book, books, mean
from tests.store.comparing import (
    Rows,
    check,
    expected_wild,
    grouped,
    number_of,
    player_results,
    rows,
    seats,
    seen_wild,
    wilson,
)

if TYPE_CHECKING:
    import duckdb


def test_the_archive_has_something_to_count() -> None:
    assert len(books()) > 24
    assert {book.board.name for book in books()} == {"usa", "europe", "marklin", "cardgame"}
    assert sum(len(book.completed) for book in books()) > 20
    assert any(book.lead_changes for book in books())


def test_player_results(connection: duckdb.DuckDBPyConnection) -> None:
    check(rows(connection, "player_results"), player_results(), "player")


def test_player_boards(connection: duckdb.DuckDBPyConnection) -> None:
    keyed = grouped(seats(), lambda book, seat: (book.players[seat], book.board.name, len(book.players)))
    expected: Rows = [
        {
            "player": player,
            "board": board,
            "players": number,
            "games": len(mine),
            "seats": len(mine),
            "wins": sum(book.won(seat) for book, seat in mine),
            "win_rate": sum(book.won(seat) for book, seat in mine) / len(mine),
            "scored": len(mine),
            "average_score": mean([book.totals[seat] for book, seat in mine]),
            "best_score": max(book.totals[seat] for book, seat in mine),
        }
        for (player, board, number), mine in keyed.items()
    ]
    check(rows(connection, "player_boards"), expected, "player", "board", "players")


def test_seat_advantage(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    keyed = grouped(seats(), lambda book, seat: (book.board.name, len(book.players), seat + 1))
    for (board, number, seat), mine in keyed.items():
        wins = sum(book.won(place) for book, place in mine)
        low, high = wilson(wins, len(mine))
        expected.append(
            {
                "board": board,
                "players": number,
                "seat": seat,
                "games": len(mine),
                "wins": wins,
                "win_rate": wins / len(mine),
                "win_low": low,
                "win_high": high,
                "even": 1 / number,
                "scored": len(mine),
                "average_score": mean([book.totals[place] for book, place in mine]),
            }
        )
    check(rows(connection, "seat_advantage"), expected, "board", "players", "seat")


def test_head_to_head(connection: duckdb.DuckDBPyConnection) -> None:
    pairs: dict[tuple[str, str], list[tuple[Book, int, int]]] = defaultdict(list)
    for book in books():
        for one, name in enumerate(book.players):
            for other, opponent in enumerate(book.players):
                if name != opponent:
                    pairs[name, opponent].append((book, one, other))
    expected: Rows = [
        {
            "player": name,
            "opponent": opponent,
            "games": len(met),
            "ahead": sum(book.ranks[one] < book.ranks[other] for book, one, other in met),
            "behind": sum(book.ranks[one] > book.ranks[other] for book, one, other in met),
            "level": sum(book.ranks[one] == book.ranks[other] for book, one, other in met),
            "scored": len(met),
            "margin": mean([book.totals[one] - book.totals[other] for book, one, other in met]),
        }
        for (name, opponent), met in pairs.items()
    ]
    check(rows(connection, "head_to_head"), expected, "player", "opponent")


def test_player_luck(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    seen_seats = [(book, seat) for book, seat in seats() if book.cards_seen(seat)]
    for player, mine in grouped(seen_seats, lambda book, seat: book.players[seat]).items():
        seen, due = mean([seen_wild(*one) for one in mine]), mean([expected_wild(*one) for one in mine])
        assert seen is not None
        assert due is not None
        expected.append(
            {
                "player": player,
                "games": len(mine),
                "seats": len(mine),
                "seen": seen,
                "expected": due,
                "luck": seen - due,
            }
        )
    check(rows(connection, "player_luck"), expected, "player")


def test_game_luck(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = [
        {
            "game": number_of(connection, book),
            "seat": seat + 1,
            "player": book.players[seat],
            "blind": book.taken[seat]["blind"],
            "locomotives_dealt": book.taken[seat]["wild_dealt"],
            "locomotives_blind": book.taken[seat]["wild_blind"],
            "expected": expected_wild(book, seat),
            "luck": seen_wild(book, seat) - expected_wild(book, seat),
            "locomotives_face_up": book.taken[seat]["wild_face_up"],
            "won": book.won(seat),
        }
        for book, seat in seats()
        if book.cards_seen(seat)
    ]
    check(rows(connection, "game_luck"), expected, "game", "seat")
