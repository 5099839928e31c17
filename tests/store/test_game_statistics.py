"""Statistics about games, each beside a brute force in Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tests.store.brute import Book, books, mean
from tests.store.comparing import Rows, boards, check, margin, number_of, rows, seats
from ttrn.hidden.deck_order import write_in
from ttrn.notation import Draw, Market

if TYPE_CHECKING:
    import duckdb


def flushes(book: Book) -> int:
    """Count the markets that were replaced, in the record with all that the deck tells written into it."""
    found = 0
    for entry in write_in(book.game, book.board).entries:
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
                "tie_broken": book.timeline.outcome.tie_broken if book.timeline.outcome.certain else None,
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
            "scored": len(played),
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
