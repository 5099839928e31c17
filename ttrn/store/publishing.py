"""From one state of a data set to the next: games numbered, tables in large files, ratings, and the change of state.

Nothing that readers see changes before the last step. Whatever is done twice, because a load was interrupted, gives
files of the same names with the same content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout
from pyarrow import dataset as arrow_dataset

from ttrn.boards import Board, board, board_names
from ttrn.store.board_tables import keep_board
from ttrn.store.columns import TABLES
from ttrn.store.database import VERSION, connect_dataset, cursor, script, sparing
from ttrn.store.dataset import (
    CURRENT,
    REFERENCES,
    SUMS,
    Current,
    TableFile,
    read_current,
    sums_hold,
    sums_name,
    table_query,
)
from ttrn.store.errors import DatabaseError
from ttrn.store.packing import insert
from ttrn.store.places import Place
from ttrn.store.ratings import Rated, Ratings, games_to_rate, rated_before, takes_all_anew
from ttrn.store.shards import HASHES, Manifest

FULL: Final = 100_000_000
"""A file of a table is full from so many bytes on; of each table one file at most is not."""

_ROWS: Final = 122_880
"""So many rows stand together in a file."""
_BYTES: Final = 32_000_000

LOCK: Final = ".lock"

RATED: Final = 500_000
"""After so many ratings they are kept, for the case that the load is interrupted."""


class Numbered(NamedTuple):
    """The new games of a load: their verdicts, and by shard the number of each of its games, nothing if it is known."""

    verdicts: list[str]
    numbers: list[pa.Array]
    given: dict[str, int]
    """By hash, games that were there and were given again, with the number that the next new game got."""


def number_games(target: Place, before: Current, shards: Sequence[Manifest], *, given: bool = False) -> Numbered:
    """Give numbers to the games that are new, in the order of the shards; tell which were ``given`` again, if asked."""
    with sparing(duckdb.connect(":memory:")) as connection:
        files = [shard.part(target, HASHES).path for shard in shards if HASHES in shard.rows]
        connection.register("hashes", _arrow(target, files) if files else _NO_HASHES)
        known = [(target / file.path).path for file in before.tables.get("games", [])]
        connection.register("known", _arrow(target, known) if known else _NO_HASHES)
        keys = {"shard": [shard.key for shard in shards], "place": list(range(len(shards)))}
        connection.register("shards", pa.table({"shard": pa.array(keys["shard"], pa.string()), "place": keys["place"]}))
        connection.execute(script("number_games.sql"), {"last": before.games})
        found = connection.sql("SELECT shard, game, verdict, number FROM numbered ORDER BY number").to_arrow_table()
        again: dict[str, int] = {}
        if given:
            again = dict(connection.execute(script("given_again.sql"), {"last": before.games}).fetchall())
    places = found.column("shard").to_numpy()
    numbers: list[pa.Array] = []
    for place, shard in enumerate(shards):
        start, end = places.searchsorted(place), places.searchsorted(place, "right")
        mine = found.slice(start, end - start)
        own: list[int | None] = [None] * shard.rows.get(HASHES, 0)
        for game, number in zip(mine.column("game").to_pylist(), mine.column("number").to_pylist(), strict=True):
            own[game] = number
        numbers.append(pa.array(own, pa.int32()))
    return Numbered(found.column("verdict").to_pylist(), numbers, again)


_NO_HASHES: Final = pa.table(
    {
        "hash": pa.array([], pa.string()),
        "game": pa.array([], pa.int32()),
        "verdict": pa.array([], pa.string()),
        "shard": pa.array([], pa.string()),
    }
)


def _arrow(target: Place, files: list[str]) -> Any:
    return arrow_dataset.dataset(files, filesystem=target.system)


# --- the tables ------------------------------------------------------------------------------------------------------


def state_of(before: Current, *words: str) -> str:
    """Return what the state after a change is called: the same after the same change, however often that is begun."""
    return blake2b(" ".join([before.state, *words]).encode(), digest_size=8).hexdigest()


def add_tables(
    target: Place,
    before: Current,
    shards: Sequence[Manifest],
    numbered: Numbered,
    *,
    state: str,
    own: Board | None = None,
) -> Current:
    """Write the rows of new games behind those that are there; return the state that they make, without ratings.

    Raises:
        DatabaseError: there is another board of a name.
        OSError: something cannot be written.
    """
    tables = dict(before.tables)
    new = [
        (shard, numbers)
        for shard, numbers in zip(shards, numbered.numbers, strict=True)
        if numbers.null_count < len(numbers)
    ]
    for name in TABLES:
        rows = (_renumbered(shard.part(target, name), numbers) for shard, numbers in new if name in shard.rows)
        if any(name in shard.rows for shard, _ in new):
            tables[name] = append(target, name, before.tables.get(name, []), rows, state)
    after = before._replace(
        version=VERSION,
        state=state,
        games=before.games + len(numbered.verdicts),
        tables=tables,
        shards=[*before.shards, *[shard.key for shard in shards if shard.key not in before.shards]],
    )
    return _with_boards(target, before, after, own)


def _renumbered(part: Place, numbers: pa.Array) -> pa.Table:
    with part.system.open_input_file(part.path) as stream:
        rows = pq.read_table(stream)
    found = numbers.take(rows.column("game").combine_chunks())
    rows = rows.set_column(0, "game", found)
    return rows.filter(found.is_valid()) if found.null_count else rows  # filtering copies all of them


def append(
    target: Place, name: str, files: Sequence[TableFile], rows: Iterable[pa.Table], state: str
) -> list[TableFile]:
    """Add rows to the files of a table; the last one is written anew with them if it is not full."""
    kept = list(files)
    if kept and kept[-1].size < FULL:
        last = kept.pop()
        rows = chain(rows_of(target / last.path), rows)
    return [*kept, *_written(target, name, _gathered(rows), state)]


def rows_of(place: Place) -> Iterator[pa.Table]:
    """Return the rows of a file, some at a time."""
    with place.system.open_input_file(place.path) as stream:
        for batch in pq.ParquetFile(stream).iter_batches(_ROWS):
            yield pa.Table.from_batches([batch])


def _gathered(rows: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Put small pieces together: what stands together in a file is read together."""
    waiting: list[pa.Table] = []
    for table in rows:
        if not table.num_rows:
            continue
        waiting.append(table.cast(waiting[0].schema) if waiting else table)
        if sum([one.num_rows for one in waiting]) >= _ROWS or sum([one.nbytes for one in waiting]) >= _BYTES:
            yield pa.concat_tables(waiting)
            waiting = []
    if waiting:
        yield pa.concat_tables(waiting)


def _written(target: Place, name: str, rows: Iterator[pa.Table], state: str) -> Iterator[TableFile]:
    """Write rows into files, the next one when one is full."""
    for number, first in enumerate(rows):
        path, count = f"tables/{name}/{state}-{number}.parquet", 0
        with (target / path).writing() as stream:
            with pq.ParquetWriter(stream, first.schema, compression="zstd") as writer:
                for table in chain([first], rows):
                    writer.write_table(table.cast(first.schema), row_group_size=_ROWS)
                    count += table.num_rows
                    if stream.tell() >= FULL:
                        break
            size = stream.tell()
        yield TableFile(path, size, count)


def _with_boards(target: Place, before: Current, after: Current, own: Board | None) -> Current:
    """Write the boards of the games anew, if there are some that were not there."""
    with connect_dataset(target.address, after, plain=True) as connection, duckdb.connect(":memory:") as scratch:
        named = {name for (name,) in connection.execute("SELECT DISTINCT board FROM games").fetchall()}
        scratch.execute(script("schema.sql"))
        for table in REFERENCES:
            for file in before.tables.get(table, []):
                insert(scratch, table, pa.concat_tables(rows_of(target / file.path)))
        for name in sorted(named):
            if own is not None and own.name == name:
                keep_board(scratch, own)
            elif name in board_names():
                keep_board(scratch, board(name))
        rows = {table: scratch.sql(f"FROM {table}").to_arrow_table() for table in REFERENCES}
    if rows["boards"].num_rows == sum([file.rows for file in before.tables.get("boards", [])]):
        return after
    return with_rows(target, after, rows)


def with_rows(target: Place, state: Current, rows: dict[str, pa.Table], called: str = "") -> Current:
    """Return a state with some small tables written anew, in files ``called`` as the state, or otherwise."""
    called = called or state.state
    files = {name: list(_written(target, name, _gathered([table]), called)) for name, table in rows.items()}
    return state._replace(tables=state.tables | files)


def with_sums(target: Place, state: Current, before: Current | None = None) -> Current:
    """Return a state with the sums of its rows, which statistics look at.

    If it is the state ``before`` with more games behind those, the sums of that are gone on with.
    """
    if not state.games:
        return state._replace(tables=state.tables | {name: [] for name in SUMS})
    summed = before.games if before is not None and sums_hold(before) else 0
    with connect_dataset(target.address, state, plain=True) as connection:
        sparing(connection).execute("SET memory_limit = '250MB'")  # much of the load is still in memory beside it
        connection.execute(script("sums.sql"))
        connection.execute("SET VARIABLE summed_games = ?", [summed])
        rows = {
            name: connection.sql(
                _added_up(target, state, name) if summed else f"FROM {name} ORDER BY ALL"
            ).to_arrow_table()
            for name in SUMS
        }
    return with_rows(target, state, rows, sums_name(state.tables))


def _added_up(target: Place, state: Current, name: str) -> str:
    """Return the query for sums of new games, added to those that a state still has from before."""
    sums = ", ".join([f"sum({column})::BIGINT AS {column}" for column in SUMS[name]])
    both = f"FROM {name} UNION ALL {table_query(target, state, name)}"
    return f"SELECT * EXCLUDE ({', '.join(SUMS[name])}), {sums} FROM ({both}) GROUP BY ALL ORDER BY ALL"  # noqa: S608


# --- ratings ---------------------------------------------------------------------------------------------------------


def add_ratings(
    target: Place,
    after: Current,
    progress: Callable[[float], None] = lambda _done: None,
    *,
    anew: bool = False,
) -> Current:
    """Rate the games of a state that are not rated yet; all of them ``anew``, or where new ones come between others.

    What is done is kept piece by piece: after an interruption it goes on from the last one.
    """
    old = after.tables.get("ratings", [])
    with connect_dataset(target.address, after, plain=True) as connection:
        anew = anew or takes_all_anew(connection)
        ratings = Ratings() if anew else rated_before(connection)
    old = [] if anew else old
    base = after._replace(tables=after.tables | {"ratings": old})
    folder = target / "_ratings" / after.state
    done, pieces = 0, [place for place in folder.files() if place.name.endswith(".parquet")]
    for piece in pieces:
        rows = pa.concat_tables(rows_of(piece))
        done = int(rows.schema.metadata[b"games"])
        for row in rows.select(["player", "nth", "mu", "sigma"]).to_pylist():
            ratings.resume(**row)
    with connect_dataset(target.address, base, plain=True) as connection, cursor(connection) as asking:
        gathered: list[Rated] = []
        for game, seats in games_to_rate(asking, done):
            done += 1
            gathered += ratings.rate(game, seats)
            if len(gathered) >= RATED:
                pieces.append(_keep(folder, len(pieces), gathered, done))
                gathered = []
                progress(done / after.games)
    if gathered:
        pieces.append(_keep(folder, len(pieces), gathered, done))
    progress(1.0)
    if not pieces:
        return base
    stored = (_as_stored(table) for piece in pieces for table in rows_of(piece))
    return base._replace(tables=base.tables | {"ratings": append(target, "ratings", old, stored, after.state)})


def _keep(folder: Place, number: int, rated: list[Rated], games: int) -> Place:
    """Keep ratings as exactly as they were reckoned, and how many games they are of."""
    columns = dict(zip(Rated._fields, map(list, zip(*rated, strict=True)), strict=True))
    kinds = dict.fromkeys(("game", "seat", "nth"), pa.int32()) | {"player": pa.string()}
    table = pa.table({name: pa.array(column, kinds.get(name)) for name, column in columns.items()})
    place = folder / f"{number:06}.parquet"
    with place.writing() as stream:
        pq.write_table(table.replace_schema_metadata({"games": str(games)}), stream, compression="zstd")
    return place


def _as_stored(table: pa.Table) -> pa.Table:
    kinds = dict.fromkeys(("mu", "sigma"), pa.float32())
    fields = [pa.field(field.name, kinds.get(field.name, field.type)) for field in table.schema]
    return table.cast(pa.schema(fields))


# --- the change of state ---------------------------------------------------------------------------------------------


@contextmanager
def alone(target: Place) -> Iterator[None]:
    """Let nobody else on this computer write to a data set; what others publish meanwhile is seen at the end.

    Raises:
        DatabaseError: somebody else writes to it, or there is something else in its folder.
    """
    if not target.local:
        yield
        return
    folder = Path(target.path)
    ours = [folder / CURRENT, folder / "_shards", folder / LOCK]
    if folder.exists() and any(folder.iterdir()) and not any(path.exists() for path in ours):
        raise DatabaseError(f"{target.name} holds something else; a data set is begun in a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(str(folder / LOCK), blocking=False):
            yield
    except Timeout:
        raise DatabaseError(f"another ttrn is writing to {target.name}; try again when it is done") from None


def publish(target: Place, before: Current, after: Current, draft: Current | None = None) -> None:
    """Let readers see a new state, and remove what nobody reads any more.

    ``draft`` is a state on the way, of which files may be left.

    Raises:
        DatabaseError: somebody else published another state meanwhile.
        OSError: it cannot be written.
    """
    now = read_current(target, VERSION, older=True) if (target / CURRENT).exists() else before
    if now.state != before.state:
        raise DatabaseError(f"another load changed {target.name} meanwhile; do it again: what was read is kept")
    mine = set(_paths(after))
    left = [path for path in _paths(before) if path not in mine]
    (target / CURRENT).write(after._replace(before=tuple(left)).text())
    for path in (*before.before, *([] if draft is None else _paths(draft))):
        if path not in mine and path not in left:
            (target / path).remove()
    for piece in (target / "_ratings" / after.state).files():
        piece.remove()


def remove_parts(target: Place, shards: Iterable[Manifest]) -> None:
    """Remove the rows of shards that are in the tables now; their hashes stay."""
    for shard in shards:
        for name in shard.rows:
            if name != HASHES:
                shard.part(target, name).remove()


def _paths(state: Current) -> list[str]:
    return [file.path for files in state.tables.values() for file in files]
