"""Ratings: how strong each player is, game after game, by a model made for several players at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
from openskill.models import PlackettLuce

from ttrn.store.database import script

if TYPE_CHECKING:
    import duckdb

_TOLD: Final = 200
"""After how many games it is told how much is done."""
_PIECE: Final = 20_000
"""How many rows are written at a time."""


class Rated(NamedTuple):
    """A player's rating after a game: which of the player's games it is, the strength and the doubt about it."""

    game: int
    seat: int
    player: str
    nth: int
    mu: float
    sigma: float


class Ratings:
    """The ratings of all players so far."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._now: dict[str, tuple[int, float, float]] = {}

    def resume(self, player: str, nth: int, mu: float, sigma: float) -> None:
        """Take up a rating where it was left."""
        self._now[player] = nth, mu, sigma

    def rate(self, game: int, seats: list[tuple[int, str, int]]) -> list[Rated]:
        """Rate a game: seat, player and rank of everybody. Who sits at several seats is rated by the best of them."""
        best: dict[str, tuple[int, int]] = {}
        for seat, player, rank in seats:
            if player not in best or rank < best[player][1]:
                best[player] = seat, rank
        if len(best) < 2:
            return []
        start = self._model.mu, self._model.sigma
        before = [self._now.get(player, (0, *start)) for player in best]
        teams = [[self._model.rating(mu=mu, sigma=sigma)] for _, mu, sigma in before]
        after = self._model.rate(teams, ranks=[float(rank) for _, rank in best.values()])
        found: list[Rated] = []
        for (player, (seat, _)), (nth, _, _), (rating,) in zip(best.items(), before, after, strict=True):
            self._now[player] = nth + 1, rating.mu, rating.sigma
            found.append(Rated(game, seat, player, nth + 1, rating.mu, rating.sigma))
        return found


def rate_games(
    connection: duckdb.DuckDBPyConnection,
    *,
    anew: bool = False,
    progress: Callable[[float], None] = lambda _done: None,
) -> int:
    """Bring the ratings up to date; return how many games were rated.

    Games count in the order of their dates, those without one first, then as they were loaded. New games that come
    after all others are added; one that comes between others, or ``anew``, makes all be rated again. ``progress`` is
    told now and then how much is done, from 0 to 1.
    """
    anew = anew or takes_all_anew(connection)
    ratings = Ratings() if anew else rated_before(connection)
    if anew:
        connection.execute("DELETE FROM ratings")  # at once, for the games are read over another connection
    # Some of them do not count, but who waits only wants to know about how many there are.
    ((total,),) = connection.execute("SELECT count(*) FROM games g ANTI JOIN ratings r USING (game)").fetchall()
    with connection.cursor() as cursor:
        games = 0
        rows: list[Rated] = []
        for game, seats in games_to_rate(cursor):
            games += 1
            rows += ratings.rate(game, seats)
            if games % _TOLD == 0:
                progress(min(1.0, games / total))
            if len(rows) >= _PIECE:
                _write(connection, rows)
                rows = []
    _write(connection, rows)
    progress(1.0)
    return games


def takes_all_anew(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a game that is not rated yet comes before one that is."""
    ((anew,),) = connection.execute(script("rating_order.sql")).fetchall()
    return bool(anew)


def rated_before(connection: duckdb.DuckDBPyConnection) -> Ratings:
    """Return the ratings of all players as they are after the games that were rated."""
    ratings = Ratings()
    for row in connection.execute(
        "SELECT player, max(nth), arg_max(mu, nth), arg_max(sigma, nth) FROM ratings GROUP BY player"
    ).fetchall():
        ratings.resume(*row)
    return ratings


def games_to_rate(
    cursor: duckdb.DuckDBPyConnection, start: int = 0
) -> Iterable[tuple[int, list[tuple[int, str, int]]]]:
    """Return the games that are not rated yet, in the order in which they count, from the ``start``-th on.

    Each comes with seat, player and rank of everybody.
    """
    cursor.execute(f"FROM ({script('to_rate.sql').rstrip().rstrip(';')}) OFFSET {start:d}")
    while rows := cursor.fetchmany(1000):
        for game, seats, players, ranks in rows:
            yield game, list(zip(seats, players, ranks, strict=True))


def _write(connection: duckdb.DuckDBPyConnection, rows: list[Rated]) -> None:
    if not rows:
        return
    columns = dict(zip(Rated._fields, map(list, zip(*rows, strict=True)), strict=True))
    connection.register("incoming", pa.table(columns))
    connection.execute("INSERT INTO ratings BY NAME SELECT * FROM incoming")
    connection.unregister("incoming")
