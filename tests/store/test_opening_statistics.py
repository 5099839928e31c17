"""Statistics about openings, each beside a brute force in Python: of everybody, and of those who began in some way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.brute import Book, books, mean
from tests.store.comparing import Rows, Seats, check, complete, number_of, offers, rows, seats, share_won
from ttrn import store
from ttrn.notation import format_game
from ttrn.store.filters import Filters
from ttrn.store.worker import digest

if TYPE_CHECKING:
    import duckdb

ASKED = [
    Filters(),
    Filters(kept="MON-ATL"),
    Filters(begun="KAN-OMA"),
    Filters(begun="van-sea"),
    Filters(kept="NYC-ATL,LAX-NYC"),
    Filters(begun=""),
]
"""Some of the starts of the archive, named in several ways; longer ones are made from its games."""
DEEPER = 4
"""So many longer ones."""


def pair_of(book: Book, route: int) -> str:
    """Return the name of a route, the tracks of a double one as one."""
    found = book.board.routes[route]
    return "-".join(book.board.cities[city].code for city in (found.a, found.b))


def line(book: Book, seat: int) -> list[str]:
    """Return what a seat claimed, in order; of several tracks that it may have been, one."""
    return [pair_of(book, claim.route) for claim in book.claims if claim.seat == seat]


def kept_first(book: Book, seat: int) -> set[str]:
    """Return the tickets that a seat kept at the start, if all that it was offered are known."""
    mine = [offer for offer in book.offers if offer.seat == seat and offer.turn == 0 and offer.whole and offer.kept]
    return {book.board.ticket_text(offer.ticket) for offer in mine}


def ends(name: str) -> frozenset[str]:
    return frozenset(name.strip().upper().partition("#")[0].split("-"))


def begun(filters: Filters) -> Seats:
    """Return the seats that began like this."""
    tickets, routes = [
        [ends(one) for one in (names or "").split(",") if one] for names in (filters.kept, filters.begun)
    ]
    return [
        (book, seat)
        for book, seat in seats()
        if {*tickets} <= {ends(one) for one in kept_first(book, seat)}
        and routes == [ends(one) for one in line(book, seat)[: len(routes)]]
    ]


def deeper() -> list[Filters]:
    """Return starts of three claims, and of two claims with a ticket, that somebody played."""
    found: list[Filters] = []
    for book, seat in seats():
        names = line(book, seat)
        if len(names) > 3 and (tickets := kept_first(book, seat)):
            found.append(Filters(begun=",".join(names[:3])))
            found.append(Filters(begun=",".join(names[:2]), kept=min(tickets)))
    return found[:: len(found) // DEEPER][:DEEPER]


def depth(filters: Filters) -> int:
    return len((filters.begun or "").split(",")) if filters.begun else 0


@pytest.fixture(scope="module", params=[*ASKED, *range(DEEPER)], ids=str)
def filters(request: pytest.FixtureRequest) -> Filters:
    """One of those that are asked for, or the number of one that is looked up: all games are played for that."""
    return request.param if isinstance(request.param, Filters) else deeper()[request.param]


def scored(mine: Seats) -> dict[str, Any]:
    return {"scored": len(mine), "average_score": mean([book.totals[seat] for book, seat in mine])}


def test_opening_results(connection: duckdb.DuckDBPyConnection, filters: Filters) -> None:
    groups: dict[str, Seats] = defaultdict(list)
    for book, seat in begun(filters):
        groups[book.board.name].append((book, seat))
    expected: Rows = [
        {
            "board": name,
            "seats": len(mine),
            "games": len({id(book) for book, _ in mine}),
            "wins": sum(book.won(seat) for book, seat in mine),
            **share_won(mine),
            **scored(mine),
            "best_score": max(book.totals[seat] for book, seat in mine),
        }
        for name, mine in groups.items()
    ]
    found = rows(connection, "opening_results", filters)
    if expected or found:
        check(found, expected, "board")


def test_opening_tickets(connection: duckdb.DuckDBPyConnection, filters: Filters) -> None:
    chosen = {(id(book), seat) for book, seat in begun(filters)}
    expected: Rows = []
    for (name, ticket), offered in offers().items():
        dealt = [one for one in offered if one[1].turn == 0 and one[1].whole and (id(one[0]), one[1].seat) in chosen]
        kept = [(book, offer) for book, offer in dealt if offer.kept]
        mine = [(book, offer.seat) for book, offer in kept]
        done = sum(complete(*one) for one in kept)
        if dealt:
            expected.append(
                {
                    "board": name,
                    "ticket": ticket,
                    "dealt": len(dealt),
                    "times_kept": len(kept),
                    "kept_rate": len(kept) / len(dealt),
                    "times_known": len(kept),
                    "times_completed": done,
                    "completion_rate": done / len(kept) if kept else None,
                    **share_won(mine),
                    **scored(mine),
                }
            )
    found = rows(connection, "opening_tickets", filters)
    if expected or found:
        check(found, expected, "board", "ticket")


def test_opening_claims(connection: duckdb.DuckDBPyConnection, filters: Filters) -> None:
    after = depth(filters)
    groups: dict[tuple[str, str], list[tuple[Book, Any]]] = defaultdict(list)
    for book, seat in begun(filters):
        for claim in [claim for claim in book.claims if claim.seat == seat][after : after + 1]:
            groups[book.board.name, pair_of(book, claim.route)].append((book, claim))
    expected: Rows = [
        {
            "board": name,
            "nth": after + 1,
            "route": route,
            "times": len(mine),
            "share": len(mine) / sum(len(of) for (on, _), of in groups.items() if on == name),
            "times_timed": len(mine),
            "average_turn": mean([claim.turn for _, claim in mine]),
            **share_won([(book, claim.seat) for book, claim in mine]),
            **scored([(book, claim.seat) for book, claim in mine]),
        }
        for (name, route), mine in groups.items()
    ]
    found = rows(connection, "opening_claims", filters)
    if expected or found:
        check(found, expected, "board", "route")


def test_opening_games(connection: duckdb.DuckDBPyConnection, filters: Filters) -> None:
    after = depth(filters)
    expected: Rows = [
        {
            "board": book.board.name,
            "game": number_of(connection, book),
            "hash": digest(format_game(book.game)).hex(),
            "date": book.date or None,
            "event": book.game.tags.get("Event"),
            "players": len(book.players),
            "seat": seat + 1,
            "player": book.players[seat],
            "turn": [claim.turn for claim in book.claims if claim.seat == seat][after - 1] if after else None,
            "score": book.totals[seat],
            "rank": book.ranks[seat],
            "won": book.won(seat),
        }
        for book, seat in begun(filters)
    ]
    found = rows(connection, "opening_games", filters)
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    if filters.kept or filters.begun:
        listed = store.browse(connection, replace(filters, verdict=store.COUNTED), count=1000).games
        assert {game.number for game in listed} == {row["game"] for row in expected}
    if expected or found:
        check(found, expected, "game", "seat")


def test_these_starts_are_in_the_archive() -> None:
    assert len(books()) > 24
    assert all(begun(filters) for filters in deeper())
    assert sum(len(begun(filters)) > 1 for filters in ASKED) > 3


def test_only_openings_are_asked_for_a_start(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(store.DatabaseError, match="player_results cannot be filtered by tickets kept"):
        store.ask(connection, "player_results", Filters(kept="LAX-NYC"))


@pytest.mark.parametrize("name", ["'; DROP TABLE seats; --", ",,,", "#", "-", "\u202e\x00x"])
def test_names_of_nothing(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    nothing = {row["board"]: row["seats"] for row in rows(connection, "opening_results")} if name == ",,," else {}
    for asked in (Filters(kept=name), Filters(begun=name)):
        assert {row["board"]: row["seats"] for row in rows(connection, "opening_results", asked)} == nothing
