"""Each statistic beside a brute force in Python that takes nothing from the database."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.store.brute import Book, books, mean
from ttrn import store
from ttrn.hidden.telling import tell
from ttrn.notation import Draw, Market, format_game
from ttrn.store.asking import Filters

Rows = list[dict[str, Any]]
Seats = list[tuple[Book, int]]


def rows(connection: duckdb.DuckDBPyConnection, name: str, filters: Filters = Filters(), **more: Any) -> Rows:  # noqa: B008
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


def lost(book: Book, seat: int) -> int:
    return -sum(ticket.points for ticket in book.seats[seat].tickets if not ticket.complete)


def extra(book: Book, seat: int, what: str) -> int:
    return sum(one.points for one in book.seats[seat].extras if one.what == what)


def lengths(book: Book, seat: int) -> list[int]:
    return [book.board.routes[claim.route].length for claim in book.claims if claim.seat == seat]


def test_the_archive_has_something_to_count() -> None:
    assert len(books()) > 24
    assert {book.board.name for book in books()} == {"usa", "europe", "marklin", "cardgame"}
    assert sum(len(book.completed) for book in books()) > 20
    assert any(book.lead_changes for book in books())


def player_results(chosen: Iterable[Book] | None = None) -> Rows:
    expected: Rows = []
    for player, mine in grouped(seats(chosen), lambda book, seat: book.players[seat]).items():
        wins, games = sum(book.won(seat) for book, seat in mine), len(mine)
        low, high = wilson(wins, games)
        routes = [length for book, seat in mine for length in lengths(book, seat)]
        expected.append(
            {
                "player": player,
                "games": games,
                "wins": wins,
                "win_rate": wins / games,
                "win_low": low,
                "win_high": high,
                "average_score": mean([book.totals[seat] for book, seat in mine]),
                "best_score": max(book.totals[seat] for book, seat in mine),
                "routes": mean([book.seats[seat].routes for book, seat in mine]),
                "tickets": mean([book.seats[seat].ticket_points for book, seat in mine]),
                "bonus": mean([book.seats[seat].bonus for book, seat in mine]),
                "stations": mean([extra(book, seat, "stations not built") for book, seat in mine]),
                "goods": mean([extra(book, seat, "merchandise") for book, seat in mine]),
                "tickets_kept": mean([len(book.seats[seat].tickets) for book, seat in mine]),
                "tickets_completed": mean([book.seats[seat].completed for book, seat in mine]),
                "points_lost": mean([lost(book, seat) for book, seat in mine]),
                "blind_cards": mean([book.taken[seat]["blind"] for book, seat in mine]),
                "face_up_cards": mean([book.taken[seat]["face_up"] for book, seat in mine]),
                "locomotives": mean(
                    [book.taken[seat]["wild_blind"] + book.taken[seat]["wild_face_up"] for book, seat in mine]
                ),
                "route_length": mean(routes),
                "trains_left": mean([book.timeline.final.trains[seat] for book, seat in mine]),
                "turns": mean([book.turns_of[seat] for book, seat in mine]),
            }
        )
    return expected


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
            "wins": sum(book.won(seat) for book, seat in mine),
            "win_rate": sum(book.won(seat) for book, seat in mine) / len(mine),
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
            "margin": mean([book.totals[one] - book.totals[other] for book, one, other in met]),
        }
        for (name, opponent), met in pairs.items()
    ]
    check(rows(connection, "head_to_head"), expected, "player", "opponent")


def expected_wild(book: Book, seat: int) -> float:
    tables = book.board.tables
    return (tables.dealt_cards + book.taken[seat]["blind"]) * tables.train_cards["L"] / tables.deck_size


def seen_wild(book: Book, seat: int) -> int:
    return book.taken[seat]["wild_dealt"] + book.taken[seat]["wild_blind"]


def test_player_luck(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for player, mine in grouped(seats(), lambda book, seat: book.players[seat]).items():
        seen, due = mean([seen_wild(*one) for one in mine]), mean([expected_wild(*one) for one in mine])
        assert seen is not None
        assert due is not None
        expected.append({"player": player, "games": len(mine), "seen": seen, "expected": due, "luck": seen - due})
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
    ]
    check(rows(connection, "game_luck"), expected, "game", "seat")


def number_of(connection: duckdb.DuckDBPyConnection, book: Book) -> int:
    """Return the number of a game in the database, by its text."""
    found = connection.execute("SELECT game FROM games WHERE text = ?", [format_game(book.game)]).fetchall()
    return int(found[0][0])


# --- routes and cities -----------------------------------------------------------------------------------------------


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


def test_route_claims(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name, played in boards().items():
        for route in played[0].board.routes:
            text = played[0].board.route_text(route)
            claims = made(name, text)
            expected.append(
                {
                    "board": name,
                    "route": text,
                    "length": route.length,
                    "color": route.color,
                    "games": len(played),
                    "claims": len(claims),
                    "claim_rate": len(claims) / len(played),
                    "average_turn": mean([claim.turn for _, claim in claims]),
                    "average_round": mean([round_of(book, claim.turn) for book, claim in claims]),
                    "win_share": mean([book.won(claim.seat) for book, claim in claims]),
                    "locomotives": mean([claim.paid.count("L") + claim.paid.count("F") for _, claim in claims]),
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


# --- tickets and openings --------------------------------------------------------------------------------------------


def shortest(book: Book, a: int, b: int) -> int:
    """Return the trains on the shortest way, by trying longer and longer ones; nobody travels through a country."""
    best = {a: 0}
    for _ in book.board.cities:
        for route in book.board.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                if here in best and (here == a or not book.board.cities[here].country):
                    best[there] = min(best.get(there, 999), best[here] + route.length)
    return best[b]


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
                "offered": len(offered),
                "times_kept": len(kept),
                "kept_rate": len(kept) / len(offered),
                "times_completed": len(done),
                "completion_rate": len(done) / len(kept) if kept else None,
                "average_turn": mean([turn for turn in turns if turn is not None]),
                "win_share": mean([book.won(offer.seat) for book, offer in kept]),
            }
        )
    check(rows(connection, "ticket_results"), expected, "board", "ticket")


def test_opening_tickets(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for (name, ticket), offered in offers().items():
        dealt = [(book, offer) for book, offer in offered if offer.turn == 0]
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


def test_opening_claims(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name in boards():
        first = [(book, claim) for book, claim in made(name) if claim.nth == 1]
        texts = {book.board.route_text(book.board.routes[claim.route]) for book, claim in first}
        for text in texts:
            mine = [(book, claim) for book, claim in made(name, text) if claim.nth == 1]
            expected.append(
                {
                    "board": name,
                    "route": text,
                    "times": len(mine),
                    "share": len(mine) / len(first),
                    "average_turn": mean([claim.turn for _, claim in mine]),
                    "win_share": mean([book.won(claim.seat) for book, claim in mine]),
                }
            )
    check(rows(connection, "opening_claims"), expected, "board", "route")


# --- games -----------------------------------------------------------------------------------------------------------


def margin(book: Book) -> int | None:
    best = sorted(book.totals, reverse=True)
    return best[0] - best[1] if len(best) > 1 else None


def flushes(book: Book) -> int:
    """Count the markets that were replaced, in the record with all that the deck tells written into it."""
    found = 0
    for entry in tell(book.game, book.board).entries:
        if isinstance(entry, Market):
            found += len(entry.flushes)
        if turn := getattr(entry, "action", None):
            found += len(entry.refill.flushes) if entry.refill else 0  # type: ignore[union-attr]
            if isinstance(turn, Draw):
                found += sum(len(take.flushes) for take in turn.takes)
    return found


def test_game_facts(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for book in books():
        winners = [seat for seat in range(len(book.players)) if book.won(seat)]
        longest = [one.network.length if book.board.routes else 0 for one in book.seats]
        expected.append(
            {
                "game": number_of(connection, book),
                "board": book.board.name,
                "date": book.date or None,
                "players": len(book.players),
                "turns": len(book.game.turns),
                "turns_per_player": len(book.game.turns) / len(book.players),
                "ended_by": None if book.ended_by is None else book.players[book.ended_by],
                "winner": ", ".join(book.players[seat] for seat in winners),
                "score": max(book.totals),
                "margin": margin(book),
                "tie_broken": book.timeline.settlement.tie_broken if book.timeline.settlement.certain else None,
                "winner_longest": max(longest[seat] for seat in winners),
                "longest": max(longest),
                "lead_changes": book.lead_changes,
                "flushes": flushes(book),
            }
        )
    found = rows(connection, "game_facts")
    for row in found:
        row["date"] = str(row["date"]) if row["date"] else None
    check(found, expected, "game")


def test_game_lengths(connection: duckdb.DuckDBPyConnection) -> None:
    keyed: dict[tuple[str, int], list[Book]] = defaultdict(list)
    for book in books():
        keyed[book.board.name, len(book.players)].append(book)
    expected: Rows = [
        {
            "board": board,
            "players": number,
            "games": len(played),
            "turns": mean([len(book.game.turns) for book in played]),
            "turns_per_player": mean([len(book.game.turns) / number for book in played]),
            "shortest": min(len(book.game.turns) for book in played),
            "longest": max(len(book.game.turns) for book in played),
            "margin": mean([margin(book) or 0 for book in played]),
            "lead_changes": mean([book.lead_changes for book in played]),
            "flushes": mean([flushes(book) for book in played]),
        }
        for (board, number), played in keyed.items()
    ]
    check(rows(connection, "game_lengths"), expected, "board", "players")


def test_records(connection: duckdb.DuckDBPyConnection) -> None:
    expected: Rows = []
    for name, played in boards().items():
        everybody = sorted(seats(played), key=lambda one: (number_of(connection, one[0]), one[1]))
        games = sorted(played, key=lambda book: number_of(connection, book))
        of_seats: dict[str, Callable[[Book, int], int]] = {
            "highest score": lambda book, seat: book.totals[seat],
            "longest path": lambda book, seat: book.seats[seat].network.length if book.board.routes else 0,
            "most tickets completed": lambda book, seat: book.seats[seat].completed,
        }
        for record, value in of_seats.items():
            best = max(value(*one) for one in everybody)
            first = next(one for one in everybody if value(*one) == best)
            mine = {one[0].players[one[1]] for one in everybody if one[0] is first[0] and value(*one) == best}
            row = {"board": name, "record": record, "value": best, "game": number_of(connection, first[0])}
            expected.append({**row, "player": mine})
        of_games: dict[str, tuple[Callable[[Book], int], Callable[[Iterable[int]], int]]] = {
            "closest game": (lambda book: margin(book) or 0, min),
            "largest margin": (lambda book: margin(book) or 0, max),
            "longest game": (lambda book: len(book.game.turns), max),
            "shortest game": (lambda book: len(book.game.turns), min),
        }
        for record, (of_game, choose) in of_games.items():
            best = choose([of_game(book) for book in games])
            game = next(number_of(connection, book) for book in games if of_game(book) == best)
            expected.append({"board": name, "record": record, "value": best, "game": game, "player": {None}})
    found = rows(connection, "records")
    for row in found:
        (expecting,) = [one for one in expected if (one["board"], one["record"]) == (row["board"], row["record"])]
        assert row.pop("player") in expecting.pop("player")
    check(found, expected, "board", "record")


def test_score_by_turn(connection: duckdb.DuckDBPyConnection) -> None:
    for book in books():
        found = rows(connection, "score_by_turn", game=number_of(connection, book))
        ids = [player.id for player in book.game.players]
        turns = [ids.index(turn.player) for turn in book.game.turns]
        expected = [
            (number, seat + 1, book.players[seat], scores[seat])
            for number, (seat, scores) in enumerate(zip(turns, book.timeline.scores, strict=True), 1)
        ]
        assert [(row["turn"], row["seat"], row["player"], row["score"]) for row in found] == expected


# --- filters ---------------------------------------------------------------------------------------------------------


def kind(book: Book) -> str:
    tags = book.game.tags
    return "bot" if "Seed" in tags or "Bots" in tags or tags.get("Event") == "simulated" else "human"


def information(book: Book) -> str:
    if not book.timeline.final.unseen:
        return "full"
    view = book.game.tags.get("View", "")
    return "public" if view == "public" else "player" if view in [p.id for p in book.game.players] else "partial"


FILTERS: list[tuple[Filters, Callable[[Book], bool]]] = [
    (Filters(board="usa"), lambda book: book.board.name == "usa"),
    (Filters(player="Cleo"), lambda book: "Cleo" in book.players),
    (Filters(player_count=3), lambda book: len(book.players) == 3),
    (Filters(since="2026-03-01"), lambda book: book.date >= "2026-03-01"),
    (Filters(until="2026-02-28"), lambda book: "" < book.date <= "2026-02-28"),
    (Filters(information="full"), lambda book: information(book) == "full"),
    (Filters(information="public"), lambda book: information(book) == "public"),
    (Filters(information="player"), lambda book: information(book) == "player"),
    (Filters(kind="bot"), lambda book: kind(book) == "bot"),
    (Filters(kind="human"), lambda book: kind(book) == "human"),
    (Filters(event="Odd"), lambda book: book.game.tags.get("Event") == "Odd"),
    (Filters(verdict="exact"), lambda book: not book.timeline.final.unseen),
    (
        Filters(board="usa", kind="human", player_count=4),
        lambda book: (book.board.name, kind(book), len(book.players)) == ("usa", "human", 4),
    ),
]


@pytest.mark.parametrize(("filters", "chosen"), FILTERS, ids=[str(filters) for filters, _ in FILTERS])
def test_filters(connection: duckdb.DuckDBPyConnection, filters: Filters, chosen: Callable[[Book], bool]) -> None:
    expected = player_results([book for book in books() if chosen(book)])
    check(rows(connection, "player_results", filters), expected, "player")
    for statistic in store.statistics():
        store.ask(connection, statistic.name, filters, game=1)


def test_who_is_a_bot(tmp_path: Path) -> None:
    heads = {
        "": ("human", [None, None]),
        '[Event "simulated"]\n': ("bot", ["ann", "Bob"]),
        '[Bots "planner -"]\n': ("mixed", ["planner", None]),
        '[Bots "planner greedy"]\n': ("bot", ["planner", "greedy"]),
        '[Seed "7"]\n': ("bot", ["ann", "Bob"]),
    }
    texts = [f'[Game "usa"]\n{head}\nplayer ann\nplayer bob "Bob"\n' for head in heads]
    path = tmp_path / "games.duckdb"
    store.load(path, store.items_of("\n".join(texts)), cores=1)
    with store.connect(path) as connection:
        query = "SELECT any_value(kind), list(bot ORDER BY seat) FROM games JOIN seats USING (game) GROUP BY game"
        assert connection.execute(f"{query} ORDER BY game").fetchall() == list(heads.values())


def test_filters_end_with_the_question(connection: duckdb.DuckDBPyConnection) -> None:
    store.ask(connection, "player_results", Filters(board="usa"))
    check(rows(connection, "player_results"), player_results(), "player")


def test_games_with_problems_can_be_looked_at(connection: duckdb.DuckDBPyConnection) -> None:
    assert [row["games"] for row in rows(connection, "player_results", Filters(verdict="impossible"))] == [1, 1]


@pytest.mark.parametrize("date", ["yesterday", "2026-1-1", "2026-02-31"])
def test_a_wrong_date(connection: duckdb.DuckDBPyConnection, date: str) -> None:
    with pytest.raises(store.DatabaseError, match="is no date"):
        store.ask(connection, "player_results", Filters(since=date))


# --- how they are described ------------------------------------------------------------------------------------------


def test_every_statistic_and_table_says_what_it_is(connection: duckdb.DuckDBPyConnection) -> None:
    silent = """
        SELECT table_name FROM duckdb_tables() WHERE comment IS NULL AND NOT internal AND NOT temporary
        UNION ALL SELECT view_name FROM duckdb_views() WHERE comment IS NULL AND NOT internal
        UNION ALL SELECT function_name FROM duckdb_functions()
                  WHERE comment IS NULL AND function_type LIKE '%macro' AND NOT internal
    """
    assert connection.execute(silent).fetchall() == []
    views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    names = {statistic.name for statistic in store.statistics()}
    assert names - {"player_ratings", "rating_history"} <= tested
    assert names <= {name for (name,) in views} | {"score_by_turn"}


def test_an_unknown_statistic(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(store.DatabaseError, match='no statistic "player_result"; did you mean "player_results"'):
        store.ask(connection, "player_result")
    with pytest.raises(store.DatabaseError, match="wants the number of a game"):
        store.ask(connection, "score_by_turn")


def test_views_of_another_version_are_not_used(loaded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(loaded, tmp_path))
    with duckdb.connect(str(path)) as other:
        other.execute("CREATE OR REPLACE VIEW player_results AS SELECT 'nobody' AS player")
        other.execute("UPDATE about SET value = 'another' WHERE key = 'views'")
    with store.connect(path) as connection:
        check(rows(connection, "player_results"), player_results(), "player")


def test_real_games_lie_where_published_figures_do(connection: duckdb.DuckDBPyConnection) -> None:
    """Four people on the USA board: about 35 turns each, and winners with a longest path of 29 to 45."""
    facts = rows(connection, "game_facts", Filters(board="usa", player_count=4, kind="human", since="2026-04-01"))
    real = [row for row in facts if "Player Four" in row["winner"]]
    assert len(real) == 2
    for row in real:
        assert 30 <= row["turns_per_player"] <= 40
        assert 29 <= row["winner_longest"] <= 45
