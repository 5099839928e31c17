"""Statistics that count games and players of a board, each beside a brute force in Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from math import ceil, floor
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.brute import Book, books, mean
from tests.store.comparing import (
    Rows,
    Seats,
    bonus,
    check,
    extra,
    grouped,
    information,
    kind,
    number_of,
    rows,
    seats,
    share_won,
    span,
    ticket_points,
    tickets_completed,
    tickets_kept,
)
from ttrn.notation import format_game
from ttrn.notation.levels import level
from ttrn.store.filters import Filters
from ttrn.store.worker import digest

if TYPE_CHECKING:
    import duckdb


def test_filter_choices(connection: duckdb.DuckDBPyConnection) -> None:
    of: dict[str, Callable[[Book], str | None]] = {
        "board": lambda book: book.board.name,
        "player_count": lambda book: str(len(book.players)),
        "kind": kind,
        "level": lambda book: level(book.game),
        "information": information,
        "event": lambda book: book.game.tags.get("Event"),
        "year": lambda book: book.date[:4] or None,
    }
    expected: Rows = [
        {"filter": name, "value": value, "games": games}
        for name, choose in of.items()
        for value, games in Counter(map(choose, books())).items()
        if value is not None
    ]
    check(rows(connection, "filter_choices"), expected, "filter", "value")


def test_score_distribution(connection: duckdb.DuckDBPyConnection) -> None:
    keyed = grouped(seats(), lambda book, seat: (book.board.name, floor(book.totals[seat] / 10) * 10))
    expected: Rows = [
        {
            "board": board,
            "low": low,
            "seats": len(mine),
            "winners": sum(book.won(seat) for book, seat in mine),
        }
        for (board, low), mine in keyed.items()
    ]
    assert min(row["low"] for row in expected) < 0
    check(rows(connection, "score_distribution"), expected, "board", "low")


def test_score_quartiles(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for board, everybody in grouped(seats(), lambda book, _seat: book.board.name).items():
        for won in (None, True, False):
            scores = [book.totals[seat] for book, seat in everybody if won is None or book.won(seat) == won]
            lower, middle, upper = quantiles(scores, n=4, method="inclusive")
            row = {"board": board, "won": won, "seats": len(scores), "lowest": min(scores), "highest": max(scores)}
            expected.append({**row, "lower": lower, "middle": middle, "upper": upper, "average": mean(scores)})
    check(rows(connection, "score_quartiles"), expected, "board", "won")


def test_known_games(connection: duckdb.DuckDBPyConnection) -> None:
    expected: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for book in books():
        places = range(len(book.players))
        tickets = all(book.tickets_known(seat) for seat in places)
        expected[book.board.name, level(book.game)].update(
            games=1,
            scores=1,
            components=int(tickets and not any(book.seats[seat].bonus_unsure for seat in places)),
            routes=1,
            tickets=int(tickets),
            turns=1,
            cards=int(all(book.draws_seen(seat) for seat in places)),
            seating=1,
            seats=len(places),
            scored=len(places),
            with_components=sum(book.tickets_known(seat) and not book.seats[seat].bonus_unsure for seat in places),
            with_tickets=sum(book.tickets_known(seat) for seat in places),
            with_cards=sum(book.cards_seen(seat) for seat in places),
            with_deal=len({offer.seat for offer in book.offers if offer.turn == 0 and offer.whole}),
        )
    check(
        rows(connection, "known_games"),
        [{"board": board, "level": kept, **counts} for (board, kept), counts in expected.items()],
        "board",
        "level",
    )


COMPONENTS: dict[str, Callable[[Book, int], int | None]] = {
    "routes": lambda book, seat: book.seats[seat].routes,
    "tickets": ticket_points,
    "bonus": bonus,
    "stations": lambda book, seat: extra(book, seat, "stations not built"),
    "goods": lambda book, seat: extra(book, seat, "merchandise"),
    "score": lambda book, seat: book.totals[seat],
}


def by_result() -> dict[tuple[str, bool], Seats]:
    return grouped(seats(), lambda book, seat: (book.board.name, book.won(seat)))


def test_score_components(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = [
        {
            "board": board,
            "won": won,
            "seats": len(mine),
            "component": component,
            "points": mean([value(*one) for one in mine]),
        }
        for (board, won), all_seats in by_result().items()
        if (mine := [one for one in all_seats if None not in (ticket_points(*one), bonus(*one))])
        for component, value in COMPONENTS.items()
    ]
    check(rows(connection, "score_components"), expected, "board", "won", "component")


def test_length_distribution(connection: duckdb.DuckDBPyConnection) -> None:
    counts = Counter(
        (book.board.name, len(book.players), ceil(len(book.game.turns) / len(book.players))) for book in books()
    )
    expected: Rows = [
        {"board": board, "players": number, "rounds": rounds, "games": games}
        for (board, number, rounds), games in counts.items()
    ]
    check(rows(connection, "length_distribution"), expected, "board", "players", "rounds")


def taken(mine: Seats, what: str) -> list[int]:
    return [book.taken[seat][what] for book, seat in mine]


def test_card_sources(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for (board, won), mine in by_result().items():
        blind, face_up = taken(mine, "blind"), taken(mine, "face_up")
        seen = [(book, seat) for book, seat in mine if book.cards_seen(seat)]
        expected.append(
            {
                "board": board,
                "won": won,
                "seats": len(mine),
                "blind": mean(blind),
                "face_up": mean(face_up),
                "blind_share": sum(blind) / sum(blind + face_up) if any(blind + face_up) else None,
                "seats_seen": len(seen),
                "locomotives_dealt": mean(taken(seen, "wild_dealt")),
                "locomotives_blind": mean(taken(seen, "wild_blind")),
                "locomotives_face_up": mean(taken(seen, "wild_face_up")),
            }
        )
    check(rows(connection, "card_sources"), expected, "board", "won")


def test_card_payments(connection: duckdb.DuckDBPyConnection) -> None:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for book in books():
        for claim in book.claims:
            plain = [card for card in claim.paid if card not in "LF?"]
            color = plain[0] if plain else "" if "?" in claim.paid else "L"
            mine = found[book.board.name, color]
            wild = sum(card in "LF" for card in claim.paid)
            gray = book.board.routes[claim.route].color == ""
            mine.update(claims=1, claims_seen=int("?" not in claim.paid), on_gray=int(gray), locomotives=wild)
    expected: Rows = [{"board": board, "color": color, **mine} for (board, color), mine in found.items()]
    check(rows(connection, "card_payments"), expected, "board", "color")


def blind_percent(book: Book, seat: int) -> int | None:
    blind, face_up = book.taken[seat]["blind"], book.taken[seat]["face_up"]
    return floor(10 * blind / (blind + face_up) + 0.5) * 10 if blind + face_up else None


HABITS: dict[str, Callable[[Book, int], int | None]] = {
    "tickets_kept": tickets_kept,
    "tickets_completed": tickets_completed,
    "routes_claimed": lambda book, seat: sum(claim.seat == seat for claim in book.claims),
    "locomotives": lambda book, seat: (
        sum(book.taken[seat][f"wild_{where}"] for where in ("dealt", "blind", "face_up"))
        if book.cards_seen(seat)
        else None
    ),
    "blind_percent": blind_percent,
}


def test_winning_habits(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for habit, measure in HABITS.items():
        keyed: dict[Any, Seats] = defaultdict(list)
        for book, seat in seats():
            if (value := measure(book, seat)) is not None:
                keyed[book.board.name, value].append((book, seat))
        for (board, value), mine in keyed.items():
            share = share_won(mine)
            expected.append(
                {
                    "board": board,
                    "habit": habit,
                    "value": value,
                    "seats": len(mine),
                    "wins": sum(book.won(seat) for book, seat in mine),
                    "win_rate": share["win_share"],
                    "win_low": share["win_low"],
                    "win_high": share["win_high"],
                    "even": share["even"],
                    "average_score": mean([book.totals[seat] for book, seat in mine]),
                }
            )
    check(rows(connection, "winning_habits"), expected, "board", "habit", "value")


def test_record_games(connection: duckdb.DuckDBPyConnection) -> None:
    numbers = {number_of(connection, book): book for book in books()}
    expected: Rows = []
    for row in rows(connection, "records"):
        book = numbers[row["game"]]
        more = {"players": len(book.players), "date": book.date or None, "event": book.game.tags.get("Event")}
        expected.append({**row, **more, "hash": digest(format_game(book.game)).hex()})
    found = rows(connection, "record_games")
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    check(found, expected, "board", "record")


def active(mine: Iterable[Book]) -> Rows:
    expected: Rows = []
    for player, chosen in grouped(seats(mine), lambda book, seat: book.players[seat]).items():
        wins = sum(book.won(seat) for book, seat in chosen)
        expected.append({"player": player, "games": len(chosen), "wins": wins, **span(chosen)})
    return expected


@pytest.mark.parametrize("board", ["usa", "cardgame"])
def test_active_players(connection: duckdb.DuckDBPyConnection, board: str) -> None:
    found = rows(connection, "active_players", Filters(board=board))
    assert [row["games"] for row in found] == sorted((row["games"] for row in found), reverse=True)
    for row in found:
        row.update({key: str(row[key]) for key in ("first", "last") if row[key]})
    check(found, active([book for book in books() if book.board.name == board]), "player")
