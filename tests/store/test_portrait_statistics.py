"""Statistics about one player beside the others at the same tables, each beside a brute force in Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.brute import Book, Offer, mean
from tests.store.comparing import (
    Rows,
    Seats,
    boards,
    bonus,
    check,
    complete,
    extra,
    lost,
    number_of,
    round_of,
    rows,
    seats,
    share_won,
    shortest,
    span,
    ticket_points,
    tickets_completed,
    tickets_kept,
    wild_taken,
    wilson,
)
from ttrn.notation import format_game
from ttrn.store.database import make_views
from ttrn.store.filters import Filters
from ttrn.store.worker import digest

if TYPE_CHECKING:
    import duckdb

PLAYERS = ("Ann", "Player Four")


def own(player: str, board: str | None = None) -> Seats:
    return [(book, seat) for book, seat in seats(boards()[board] if board else None) if book.players[seat] == player]


def others(player: str, board: str | None = None) -> Seats:
    """Return the other seats in the games of a player."""
    return [
        (book, seat)
        for book, seat in seats(boards()[board] if board else None)
        if player in book.players and book.players[seat] != player
    ]


def boards_of(player: str) -> list[str]:
    return [name for name in boards() if own(player, name)]


def asked(connection: duckdb.DuckDBPyConnection, name: str, player: str) -> Rows:
    return rows(connection, name, Filters(player=player))


@pytest.mark.parametrize("player", PLAYERS)
def test_player_record(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    groups: dict[tuple[str | None, int | None], Seats] = defaultdict(list)
    for book, seat in own(player):
        on = book.board.name
        for key in ((None, None), (on, None), (on, len(book.players))):
            groups[key].append((book, seat))
    expected: Rows = []
    for (name, number), mine in groups.items():
        share = share_won(mine)
        expected.append(
            {
                "board": name,
                "players": number,
                "games": len(mine),
                "seats": len(mine),
                "wins": sum(book.won(seat) for book, seat in mine),
                "win_rate": share.pop("win_share"),
                **share,
                "scored": len(mine),
                "average_score": mean([book.totals[seat] for book, seat in mine]),
                "best_score": max(book.totals[seat] for book, seat in mine),
                **span(mine),
            }
        )
    found = asked(connection, "player_record", player)
    for row in found:
        row.update({key: str(row[key]) for key in ("first", "last") if row[key]})
    check(found, expected, "board", "players")


MEASURES: dict[str, Callable[[Book, int], float | None]] = {
    "score": lambda book, seat: book.totals[seat],
    "routes": lambda book, seat: book.seats[seat].routes,
    "tickets": ticket_points,
    "bonus": bonus,
    "stations": lambda book, seat: extra(book, seat, "stations not built"),
    "goods": lambda book, seat: extra(book, seat, "merchandise"),
    "tickets_kept": tickets_kept,
    "tickets_completed": tickets_completed,
    "points_lost": lost,
    "routes_claimed": lambda book, seat: sum(claim.seat == seat for claim in book.claims),
    "longest": lambda book, seat: book.seats[seat].network.length if book.board.routes else 0,
    "blind_cards": lambda book, seat: book.taken[seat]["blind"],
    "face_up_cards": lambda book, seat: book.taken[seat]["face_up"],
    "locomotives": wild_taken,
    "trains_left": lambda book, seat: book.timeline.final.trains[seat],
    "turns": lambda book, seat: book.turns_of[seat],
}


@pytest.mark.parametrize("player", PLAYERS)
def test_player_field(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    expected: Rows = [
        {
            "board": name,
            "measure": measure,
            "seats": sum(value(*one) is not None for one in own(player, name)),
            "average": mean([value(*one) for one in own(player, name)]),
            "other_seats": sum(value(*one) is not None for one in others(player, name)),
            "others": mean([value(*one) for one in others(player, name)]),
        }
        for name in boards_of(player)
        for measure, value in MEASURES.items()
    ]
    check(asked(connection, "player_field", player), expected, "board", "measure")


@pytest.mark.parametrize("player", PLAYERS)
def test_player_routes(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    expected: Rows = []
    for name in boards_of(player):
        all_mine, all_rest = own(player, name), others(player, name)
        for route in all_mine[0][0].board.routes:
            mine, rest = [[one for one in of if route.pair not in one[0].unclear] for of in (all_mine, all_rest)]
            claims = [(book, c) for book, seat in mine for c in book.claims if (c.seat, c.route) == (seat, route.index)]
            theirs = [c for book, seat in rest for c in book.claims if (c.seat, c.route) == (seat, route.index)]
            expected.append(
                {
                    "board": name,
                    "route": mine[0][0].board.route_text(route),
                    "length": route.length,
                    "games": len(mine),
                    "claims": len(claims),
                    "claim_rate": len(claims) / len(mine),
                    "others_rate": len(theirs) / len(rest) if rest else None,
                    "average_round": mean([round_of(book, claim.turn) for book, claim in claims]),
                    "win_share": mean([book.won(claim.seat) for book, claim in claims]),
                }
            )
    check(asked(connection, "player_routes", player), expected, "board", "route")


def offered(to: Seats) -> dict[tuple[str, str], list[tuple[Book, Offer]]]:
    found: dict[tuple[str, str], list[tuple[Book, Offer]]] = defaultdict(list)
    for book, seat in to:
        for offer in book.offers:
            if offer.seat == seat:
                found[book.board.name, book.board.ticket_text(offer.ticket)].append((book, offer))
    return found


def rates(offers: list[tuple[Book, Offer]]) -> tuple[int, float | None, int, float | None]:
    """Return how many tickets were kept, at which rate, how many of those completed, and at which rate."""
    kept = [(book, offer) for book, offer in offers if offer.kept]
    done = sum(complete(book, offer) for book, offer in kept)
    kept_rate = mean([offer.kept for _, offer in offers if offer.whole])
    return len(kept), kept_rate, done, done / len(kept) if kept else None


@pytest.mark.parametrize("player", PLAYERS)
def test_player_tickets(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    expected: Rows = []
    theirs = offered(others(player))
    for key, mine in offered(own(player)).items():
        book, first = mine[0]
        kept, kept_rate, done, completion_rate = rates(mine)
        _, others_kept, _, others_completed = rates(theirs.get(key, []))
        expected.append(
            {
                "board": key[0],
                "ticket": key[1],
                "points": first.ticket.points,
                "cost": shortest(book, first.ticket.a, first.ticket.b) if book.board.routes else None,
                "offered": sum(offer.whole for _, offer in mine),
                "times_kept": kept,
                "kept_rate": kept_rate,
                "times_known": kept,
                "times_completed": done,
                "completion_rate": completion_rate,
                "others_kept_rate": others_kept,
                "others_completion_rate": others_completed,
            }
        )
    check(asked(connection, "player_tickets", player), expected, "board", "ticket")


@pytest.mark.parametrize("player", PLAYERS)
def test_player_opponents(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    everybody = [row for row in rows(connection, "head_to_head") if row.pop("player") == player]
    found = asked(connection, "player_opponents", player)
    assert [row["games"] for row in found] == sorted((row["games"] for row in found), reverse=True)
    check(found, everybody, "opponent")


def met(player: str, against: str | None) -> list[tuple[str, Book, int, int]]:
    """Return each game of a player with each opponent, or with one: who, the game, and the seats of both."""
    return [
        (opponent, book, book.players.index(player), other)
        for book in sorted({id(book): book for book, _ in own(player)}.values(), key=lambda book: book.date)
        for other, opponent in enumerate(book.players)
        if opponent != player and against in (None, opponent)
    ]


PAIRS = (("Ann", "Bob"), ("Ann", None), ("Player Four", "Player One"))


def ahead_of(book: Book, one: int, other: int) -> tuple[bool, bool]:
    return book.ranks[one] < book.ranks[other], book.ranks[one] > book.ranks[other]


@pytest.mark.parametrize(("player", "against"), PAIRS)
def test_opponent_record(connection: duckdb.DuckDBPyConnection, player: str, against: str | None) -> None:
    groups: dict[tuple[Any, ...], list[tuple[Book, int, int]]] = defaultdict(list)
    for opponent, book, one, other in met(player, against):
        name, number = book.board.name, len(book.players)
        for key in ((opponent, None, None), (opponent, name, None), (opponent, name, number)):
            groups[key].append((book, one, other))
    expected: Rows = []
    for (opponent, name, number), games in groups.items():
        ahead, behind = [sum(ahead_of(*game)[way] for game in games) for way in (0, 1)]
        low, high = wilson(ahead, ahead + behind) if ahead + behind else (None, None)
        expected.append(
            {
                "opponent": opponent,
                "board": name,
                "players": number,
                "games": len(games),
                "ahead": ahead,
                "behind": behind,
                "level": len(games) - ahead - behind,
                "ahead_share": ahead / (ahead + behind) if ahead + behind else None,
                "ahead_low": low,
                "ahead_high": high,
                "wins": sum(book.won(one) for book, one, _ in games),
                "opponent_wins": sum(book.won(other) for book, _, other in games),
                "scored": len(games),
                "average_score": mean([book.totals[one] for book, one, _ in games]),
                "opponent_average": mean([book.totals[other] for book, _, other in games]),
                "margin": mean([book.totals[one] - book.totals[other] for book, one, other in games]),
                **span([(book, one) for book, one, _ in games]),
            }
        )
    found = rows(connection, "opponent_record", Filters(player=player, against=against))
    for row in found:
        row.update({key: str(row[key]) for key in ("first", "last") if row[key]})
    check(found, expected, "opponent", "board", "players")


@pytest.mark.parametrize(("player", "against"), PAIRS)
def test_opponent_games(connection: duckdb.DuckDBPyConnection, player: str, against: str | None) -> None:
    expected: Rows = [
        {
            "opponent": opponent,
            "game": number_of(connection, book),
            "hash": digest(format_game(book.game)).hex(),
            "date": book.date or None,
            "event": book.game.tags.get("Event"),
            "board": book.board.name,
            "players": len(book.players),
            "score": book.totals[one],
            "opponent_score": book.totals[other],
            "margin": book.totals[one] - book.totals[other],
            "rank": book.ranks[one],
            "opponent_rank": book.ranks[other],
            "won": book.won(one),
            "opponent_won": book.won(other),
            "ahead": ahead_of(book, one, other)[0],
            "behind": ahead_of(book, one, other)[1],
        }
        for opponent, book, one, other in met(player, against)
    ]
    found = rows(connection, "opponent_games", Filters(player=player, against=against))
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    check(found, expected, "opponent", "game")


@pytest.mark.parametrize(("player", "against"), PAIRS)
def test_opponent_curve(connection: duckdb.DuckDBPyConnection, player: str, against: str | None) -> None:
    games: dict[str, list[tuple[str, int, Book, int, int]]] = defaultdict(list)
    for opponent, book, one, other in met(player, against):
        games[opponent].append((book.date, number_of(connection, book), book, one, other))
    expected: Rows = []
    for opponent, mine in games.items():
        mine.sort(key=lambda game: game[:2])
        for nth in range(1, len(mine) + 1):
            so_far = [ahead_of(*game[2:]) for game in mine[:nth]]
            expected.append(
                {
                    "opponent": opponent,
                    "nth": nth,
                    "date": mine[nth - 1][0] or None,
                    "ahead": sum(ahead for ahead, _ in so_far),
                    "behind": sum(behind for _, behind in so_far),
                }
            )
    found = rows(connection, "opponent_curve", Filters(player=player, against=against))
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    check(found, expected, "opponent", "nth")


def test_somebody_who_never_met_a_player(connection: duckdb.DuckDBPyConnection) -> None:
    for name in ("opponent_record", "opponent_games", "opponent_curve"):
        assert rows(connection, name, Filters(player="Ann", against="Player Four")) == []
        assert rows(connection, name, Filters(player="Ann", against="Ann")) == []


@pytest.mark.parametrize("player", PLAYERS)
def test_player_best_games(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    expected: Rows = []
    for name in boards_of(player):
        numbered = [(number_of(connection, book), seat, book) for book, seat in own(player, name)]
        best = sorted(numbered, key=lambda one: (-one[2].totals[one[1]], one[0], one[1]))[:5]
        for nth, (number, seat, book) in enumerate(best, 1):
            rest = [place for place, other in enumerate(book.players) if other != player]
            expected.append(
                {
                    "board": name,
                    "nth": nth,
                    "score": book.totals[seat],
                    "rank": book.ranks[seat],
                    "won": book.won(seat),
                    "margin": book.totals[seat] - max(book.totals[place] for place in rest),
                    "opponents": ", ".join(book.players[place] for place in rest),
                    "players": len(book.players),
                    "date": book.date or None,
                    "event": book.game.tags.get("Event"),
                    "game": number,
                    "hash": digest(format_game(book.game)).hex(),
                }
            )
    found = asked(connection, "player_best_games", player)
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    check(found, expected, "board", "nth")


def test_rating_curve(connection: duckdb.DuckDBPyConnection) -> None:
    history = [row for row in rows(connection, "rating_history") if row["player"] == "Ann"]
    columns = ("nth", "date", "mu", "sigma", "rating")
    assert asked(connection, "rating_curve", "Ann") == [{name: row[name] for name in columns} for row in history]


def test_a_long_rating_curve_is_thinned(connection: duckdb.DuckDBPyConnection) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE ratings (game INTEGER, player VARCHAR, nth INTEGER, mu FLOAT, sigma FLOAT)")
        cursor.execute("INSERT INTO ratings SELECT 1, 'Ann', n, n, 0 FROM range(1, 2001) r(n)")
        make_views(cursor, temporary=True)
        Filters(player="Ann").apply(cursor)
        found: list[tuple[Any, ...]] = cursor.execute("SELECT nth, mu FROM rating_curve").fetchall()
    assert len(found) == 200
    assert found[-1] == (2000, 2000.0)
    assert all(nth == mu for nth, mu in found)


@pytest.mark.parametrize("name", ["Nobody", "", "'; DROP VIEW ratings; --"])
def test_a_player_who_is_not_there(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    for statistic in ("player_record", "rating_curve", "player_field", "player_routes", "player_best_games"):
        assert asked(connection, statistic, name) == []
