"""Changes of a data set that are no loads: games taken out, other spellings of players, what was left behind.

What changes is written beside what is there, and the next ``_current.json`` names it: readers see all of a change, or
nothing of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from ttrn.store.columns import TABLES
from ttrn.store.database import VERSION, connect_dataset, script
from ttrn.store.dataset import CURRENT, REFERENCES, Current, TableFile, read_current
from ttrn.store.places import Place, place_of
from ttrn.store.publishing import add_ratings, alone, append, publish, rows_of, state_of, with_rows, with_sums
from ttrn.store.shards import HASHES

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from ttrn.store.player_aliases import Change


def remove_from_dataset(path: str | Path, gone: Collection[str]) -> int:
    """Remove games, named by their hashes, all of which are there; return how many are left.

    Raises:
        DatabaseError: there is no such data set, or somebody else changed it meanwhile; nothing is then removed.
        OSError: it cannot be written.
    """
    target = place_of(path)
    with alone(target):
        before = read_current(target, VERSION)
        with connect_dataset(path, before, plain=True) as connection:
            wanted = pa.table({"hash": pa.array(sorted(gone), pa.string())})
            connection.register("wanted", wanted)
            rows = connection.execute("SELECT game FROM games SEMI JOIN wanted USING (hash)").fetchall()
        taken, anew = take_out(target, before, {number for (number,) in rows}, {})
        after = with_sums(target, add_ratings(target, taken, anew=anew))
        publish(target, before, after, taken)
    return after.games


def change_aliases(path: str | Path, change: Change) -> None:
    """Let a function change the spellings of players: it gets a connection, and returns all of them as they shall be.

    Raises:
        DatabaseError: the function says so, or the data set cannot be written.
        OSError: it cannot be written.
    """
    target = place_of(path)
    with alone(target):
        before = read_current(target, VERSION)
        with connect_dataset(path, before, plain=True) as connection:
            found = change(connection)
        columns = {"spelling": list(found), "player": list(found.values())}
        rows = pa.table({name: pa.array(column, pa.string()) for name, column in columns.items()})
        named = state_of(before, "aliases", *[f"{spelling!r} {player!r}" for spelling, player in found.items()])
        after = with_rows(target, before._replace(state=named), {"aliases": rows})
        publish(target, before, add_ratings(target, after, anew=True))


def clear_left(path: str | Path) -> bool:
    """Remove what interrupted loads and changes left in a data set; return whether there was anything.

    Raises:
        DatabaseError: somebody is writing to it.
        OSError: something cannot be removed.
    """
    target = place_of(path)
    with alone(target):
        now = read_current(target, VERSION, older=True) if (target / CURRENT).exists() else None
        listed = set() if now is None else {file.path for files in now.tables.values() for file in files}
        listed |= set() if now is None else set(now.before)
        shards = set() if now is None else set(now.shards)
        left: list[Place] = []
        for folder in ("tables", "_ratings", "_shards", "parts"):
            for place in (target / folder).files():
                name = place.path[len(target.path) + 1 :]
                known = name in listed if folder in ("tables", "_ratings") else _key(name) in shards
                left += [] if known else [place]
        for place in left:
            place.remove()
    return bool(left)


def discard(target: Place, draft: Current, before: Current) -> None:
    """Remove the files of a state that is not published after all."""
    kept = {file.path for files in before.tables.values() for file in files}
    for files in draft.tables.values():
        for file in files:
            if file.path not in kept:
                (target / file.path).remove()


def _key(name: str) -> str:
    """Return the key of the shard that a file belongs to."""
    return name.rpartition("/")[2].partition(".")[0]


# --- games out of a state --------------------------------------------------------------------------------------------


def take_out(
    target: Place, state: Current, gone: Collection[int], places: Mapping[int, int], keep: Collection[str] = ()
) -> tuple[Current, bool]:
    """Take games out of a state, with all that follows from them; the others are numbered anew without gaps.

    Files with games before the first that changes stay as they are. Whoever brings a game that is gone again must be
    able to load it: the shards that had it are forgotten, but those in ``keep``, whose rows are still there.

    Returns:
        The state without them, and whether ratings rest on games that are gone: then all are to be rated again.
    """
    words = [f"{number}" for number in sorted(gone)] + [f"{new}>{old}" for new, old in sorted(places.items())]
    after = state._replace(state=state_of(state, "without", *words), games=state.games - len(gone))
    with connect_dataset(target.address, state, plain=True) as connection:
        connection.register("leaving", pa.table({"game": pa.array(sorted(gone), pa.int32())}))
        taking = {"game": pa.array(list(places), pa.int32()), "place": pa.array(list(places.values()), pa.int32())}
        connection.register("taking", pa.table(taking))
        ((anew,),) = connection.execute("SELECT count(*) > 0 FROM ratings SEMI JOIN leaving USING (game)").fetchall()
        connection.execute(script("renumber.sql"))
        numbers = connection.sql(script("new_numbers.sql"), params={"last": state.games}).to_arrow_table()
        forgotten = _shards_with(connection, target, set(state.shards) - set(keep))
        left = {
            name: connection.sql(
                f"FROM {name} SEMI JOIN (FROM games ANTI JOIN leaving USING (game)) USING (board)"
            ).to_arrow_table()
            for name in REFERENCES
            if state.tables.get(name)
        }
    found = numbers.column("number").combine_chunks()
    first = numbers.column("first")[0].as_py()
    tables = dict(state.tables)
    for name in (*TABLES, "ratings"):
        files = tables.get(name, [])
        same = _unchanged(target, files, first)
        tables[name] = append(target, name, files[:same], _renumbered(target, files[same:], found), after.state)
    if anew:
        tables["ratings"] = []
    after = after._replace(tables=tables, shards=[key for key in state.shards if key not in forgotten])
    if left and left["boards"].num_rows < sum([file.rows for file in state.tables["boards"]]):
        after = with_rows(target, after, left)
    for key in forgotten:
        (target / "_shards" / f"{key}.json").remove()
    return after, bool(anew)


def _unchanged(target: Place, files: list[TableFile], first: int) -> int:
    """Return how many files come before the first one with a game that changes."""
    for number, file in enumerate(files):
        with target.system.open_input_file((target / file.path).path) as stream:
            about = pq.read_metadata(stream)
        groups = [about.row_group(group).column(0).statistics for group in range(about.num_row_groups)]
        if any(group is None or group.max >= first for group in groups):
            return number
    return len(files)


def _renumbered(target: Place, files: list[TableFile], numbers: pa.Array) -> Iterator[pa.Table]:
    for file in files:
        for rows in rows_of(target / file.path):
            found = numbers.take(rows.column("game").combine_chunks())
            yield rows.set_column(0, "game", found).filter(found.is_valid())


def _shards_with(connection: duckdb.DuckDBPyConnection, target: Place, keys: Collection[str]) -> set[str]:
    """Return the shards that brought games which are leaving."""
    from pyarrow import dataset  # noqa: PLC0415  it takes long

    parts = [place.path for place in (target / "parts" / HASHES).files() if _key(place.path) in keys]
    if not parts:
        return set()
    connection.register("hashes", dataset.dataset(parts, filesystem=target.system))
    rows = connection.execute(
        "SELECT DISTINCT shard FROM hashes h SEMI JOIN (FROM games SEMI JOIN leaving USING (game)) g ON g.hash = h.hash"
    ).fetchall()
    return {str(shard) for (shard,) in rows}
