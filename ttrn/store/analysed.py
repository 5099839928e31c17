"""What a database knows of analysed games: how many, by which model, by what, why some were not; and of lost wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from ttrn.store.asking import ask
from ttrn.store.columns import COLUMNS, Row
from ttrn.store.database import open_database, version_of
from ttrn.store.filters import NO_FILTERS, Filters
from ttrn.store.packing import insert

if TYPE_CHECKING:
    import duckdb

NOT_YET: Final = "not analysed yet"
"""The reason of those that nobody had analysed, in the statistic ``analysed_games``."""

_FIRST: Final = 4
"""The first version of the schema that has analyses."""

_BY: Final = {
    "all cards": "by all cards",
    "public view": "by what everybody saw",
    "one view": "by what one player saw",
    "partial record": "by what the record shows",
}


class Made(NamedTuple):
    """How some games were analysed."""

    games: int
    """All that were looked at."""
    by: dict[str, int]
    """How many of them were judged on which basis."""
    models: tuple[str, ...]
    reasons: dict[str, int]
    """How many were not, and why."""
    with_luck: int
    with_loss: int
    worlds: int
    stderr: float
    playouts: int

    @property
    def judged(self) -> int:
        """How many were judged."""
        return sum(self.by.values())

    @property
    def words(self) -> str:
        """How it was made, in a sentence; why there is nothing, where that is so."""
        if not self.judged:
            return ""
        by = [f"{number:,} {_BY[basis]}" if len(self.by) > 1 else _BY[basis] for basis, number in self.by.items()]
        model = f"model{'s' if len(self.models) > 1 else ''} {', '.join(self.models)}, learnt from games between bots"
        played = f"{self.playouts:,} playouts for each value" if self.playouts else "no playouts"
        error = f", standard error over {self.worlds} possible worlds at most {self.stderr:.2f}" if self.worlds else ""
        of = f"{self.judged:,} of " if self.judged < self.games else "all " if self.games > 1 else ""
        return f"Analysed: {of}{_games(self.games)}, {', '.join(by)}; {model}; {played}{error}."


def how_analysed(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Made:
    """Return how the chosen games were analysed."""
    answer = ask(connection, "analysed_games", filters)
    return made_of([dict(zip(answer.columns, row, strict=True)) for row in answer.rows])


def made_of(rows: Sequence[Mapping[str, Any]]) -> Made:
    """Return how games were analysed, from the rows of the statistic ``analysed_games``."""
    by: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for row in rows:
        if row["reason"] is None:
            by[row["basis"]] += row["games"]
        else:
            reasons[row["reason"]] += row["games"]
    judged = [row for row in rows if row["reason"] is None]
    return Made(
        sum([row["games"] for row in rows]),
        dict(by.most_common()),
        tuple(sorted({row["model"] for row in judged})),
        dict(reasons.most_common()),
        sum([row["with_luck"] for row in judged]),
        sum([row["with_loss"] for row in rows]),
        max([row["worlds"] for row in judged], default=0),
        max([row["stderr"] for row in judged], default=0.0),
        max([row["playouts"] for row in judged], default=0),
    )


def why_not_analysed(made: Made, database: str) -> str:
    """Return in words why a statistic about analysed games has no rows."""
    command = f"ttrn analyse {database}"
    if not made.games:
        return ""
    if not made.judged:
        if set(made.reasons) == {NOT_YET}:
            return f"no game is analysed yet: {command}"
        return f"none of {_games(made.games)} could be judged: {told_reasons(made.reasons)}"
    if not made.with_luck:
        return f"luck is known of none of {_games(made.judged)} that are analysed: it takes all cards, and {command}"
    return ""


def coverage(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return how many of all games were not judged, by the reason, and under an empty one how many were."""
    query = (
        "SELECT if(a.game IS NULL, ?, coalesce(a.reason, '')) AS reason, count(*) AS games "
        "FROM games g LEFT JOIN analyses a USING (game) GROUP BY ALL ORDER BY games DESC, 1"
    )
    return dict(connection.execute(query, [NOT_YET]).fetchall())


def told_reasons(reasons: Mapping[str, int]) -> str:
    """Return in words how many games were not judged, and why."""
    return "; ".join([f"{_games(number)}: {reason}" for reason, number in reasons.items()])


def analysed_before(path: Path) -> frozenset[bytes]:
    """Return the hashes of the games that are analysed in a database, of whatever version.

    Raises:
        DatabaseError: it cannot be opened.
    """
    with open_database(path, read_only=True) as connection:
        if version_of(connection, path) < _FIRST:
            return frozenset()
        rows = connection.execute("SELECT hash FROM games JOIN analyses USING (game)").fetchall()
    return frozenset([bytes.fromhex(key) for (key,) in rows])


def losses_of(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Row]]:
    """Return what moves lost, by the hashes of the games: a row for each seat, without the number of the game."""
    found: dict[str, list[Row]] = {}
    query = "SELECT g.hash, l.* EXCLUDE (game) FROM losses l JOIN games g USING (game) ORDER BY l.game, l.seat"
    for key, *rest in connection.execute(query).fetchall():
        found.setdefault(key, []).append(tuple(rest))
    return found


def losses_again(connection: duckdb.DuckDBPyConnection, losses: Mapping[str, Sequence[Row]]) -> list[Row]:
    """Return rows of the table ``losses`` with the numbers that their games have now; others are left out."""
    numbers = dict(connection.execute("SELECT hash, game FROM games").fetchall())
    return [(numbers[key], *row) for key, rows in losses.items() if key in numbers for row in rows]


def take_losses(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Take over what another database file, of whatever version, has of the same games.

    Raises:
        DatabaseError: it cannot be opened.
    """
    with open_database(path, read_only=True) as other:
        losses = losses_of(other) if version_of(other, path) >= _FIRST else {}
    connection.execute("DELETE FROM losses")
    rows = losses_table(losses_again(connection, losses))
    if rows.num_rows:
        insert(connection, "losses", rows)


def losses_table(rows: Sequence[Row]) -> pa.Table:
    """Return rows of the table ``losses`` in columns."""
    kinds = COLUMNS["losses"]
    columns = list(zip(*rows, strict=True)) or [()] * len(kinds)
    return pa.table([pa.array(c, kind) for c, kind in zip(columns, kinds.values(), strict=True)], names=list(kinds))


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"
