"""Shards: some games in, their rows as Parquet out. The same games have the same name, and are taken apart once.

A shard is done when its manifest is there, which is written last; so it does not matter how often, and on how many
machines, it is begun.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import ttrn
from ttrn.notation.source import Chunk, games
from ttrn.store.columns import TABLES
from ttrn.store.database import VERSION
from ttrn.store.dataset import CURRENT
from ttrn.store.failures import first_line
from ttrn.store.packing import unpacked
from ttrn.store.places import Place, is_address, place_of
from ttrn.store.worker import Item, Worker

BATCH: Final = 100
"""So many games are taken apart at a time."""

HASHES: Final = "hashes"
"""The part with the hash of each game of a shard, from which games are numbered."""

_ROOMS: Final = ("boards", "core", "games", "graph", "hidden", "notation", "replays", "store", "grammar")
"""What the rows of a game follow from."""

_ANALYSIS: Final = ("analysis", "evaluation", "play")
"""What those of its analysis follow from too, the model among it."""


class Piece(NamedTuple):
    """Games of one source: a whole file, or some games of it that were cut out of it already."""

    name: str
    """What the file is called in the rows."""
    address: str
    chunks: tuple[Chunk, ...] = ()


class Shard(NamedTuple):
    """Some games to be taken apart: their sources in order, where the rows go to, and a board file of the user's.

    ``analyse`` says whether they are analysed too.
    """

    pieces: tuple[Piece, ...]
    target: str
    own: str = ""
    anew: bool = False
    """Whether its rows are wanted though its games are in the data set."""
    analyse: bool = False

    @property
    def label(self) -> str:
        """What to call it in messages: the files that it is made of."""
        first, last = self.pieces[0], self.pieces[-1]
        where = f", game {first.chunks[0].number}" if first.chunks else ""
        return first.name + where + (f" to {last.name}" if len(self.pieces) > 1 else "")


class Manifest(NamedTuple):
    """What a finished shard says of itself: its key, games, letters, and how many rows of each table it has.

    ``unread`` tells which of its files could not be read, and why.
    """

    key: str
    games: int
    letters: int
    rows: dict[str, int]
    unread: list[str]

    def part(self, target: Place, table: str) -> Place:
        """Return the file with its rows of a table."""
        return part_of(target, table, self.key)


def part_of(target: Place, table: str, key: str) -> Place:
    """Return the file with the rows of a table that a shard has."""
    return target / "parts" / table / f"{key}.parquet"


@cache
def rules_fingerprint(*, analyse: bool = False) -> str:
    """Return what the boards, the rules and the way into the tables are known by, in this version of ttrn.

    With ``analyse`` that of the model and the way in which games are analysed too.
    """
    root = Path(ttrn.__file__).parent
    found = blake2b(f"{ttrn.__version__} {VERSION}".encode(), digest_size=8)
    files = [
        file
        for room in (*_ROOMS, *(_ANALYSIS if analyse else ()))
        for file in (root / room).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    ]
    for file in sorted(files):
        found.update(str(file.relative_to(root)).encode())
        found.update(file.read_bytes())
    return found.hexdigest()


def make_shard(shard: Shard, *, lenient: bool = False) -> Manifest:
    """Take the games of a shard apart, unless that was done before; return what came of it.

    If it is ``lenient``, a file that cannot be read is left out, and told.

    Raises:
        OSError: a source cannot be read, or the target cannot be written.
    """
    target = place_of(shard.target)
    unread: list[str] = []
    items = [item for piece in shard.pieces for item in _items(piece, unread if lenient else None)]
    key = _key(items, shard.own, analyse=shard.analyse)
    place = target / "_shards" / f"{key}.json"
    if place.exists():
        manifest = Manifest(**json.loads(place.read()))
        # What was published has left only its hashes.
        published = (target / CURRENT).exists() and not shard.anew
        if published or all(manifest.part(target, name).exists() for name in manifest.rows):
            return manifest
    writers: dict[str, list[pa.Table]] = {name: [] for name in (*TABLES, HASHES)}
    worker = Worker(own=shard.own, analyse=shard.analyse)
    rest, first = iter(items), 0
    while batch := list(islice(rest, BATCH)):
        loaded = worker.load(batch)
        for name, rows in unpacked(loaded).items():
            numbers = pc.add(rows.column("game"), pa.scalar(first, pa.int32()))
            writers[name].append(rows.set_column(0, "game", numbers))
        known = {
            "game": pa.array(range(first, first + len(loaded.hashes)), pa.int32()),
            "hash": pa.array([one.hex() for one in loaded.hashes], pa.string()),
            "verdict": pa.array(loaded.verdicts, pa.string()),
            "shard": pa.array([key] * len(loaded.hashes), pa.string()),
        }
        writers[HASHES].append(pa.table(known))
        first += len(loaded.hashes)
    rows_of: dict[str, int] = {}
    for name, tables in writers.items():
        if tables:
            whole = pa.concat_tables(tables)
            rows_of[name] = whole.num_rows
            with part_of(target, name, key).writing() as stream:
                pq.write_table(whole, stream, compression="zstd")
    manifest = Manifest(key, len(items), sum([len(item.chunk.text) for item in items]), rows_of, unread)
    place.write(json.dumps(manifest._asdict()).encode())
    return manifest


def _items(piece: Piece, unread: list[str] | None) -> list[Item]:
    if piece.chunks:
        return [Item(piece.name, chunk) for chunk in piece.chunks]
    try:
        with place_of(piece.address).open() as stream:
            return [Item(piece.name, chunk) for chunk in games(stream)]
    except OSError as error:
        if unread is None:
            raise
        why = error.strerror or first_line(error)
        unread.append(f"{piece.name}: {why if is_address(piece.name) else why.lower()}")
        return []


def _key(items: Sequence[Item], own: str, *, analyse: bool) -> str:
    """Return what a shard is known by: its games with their places, the boards and rules, and the schema.

    That of analysed games has the model in it too.
    """
    found = blake2b(rules_fingerprint(analyse=analyse).encode(), digest_size=16)
    if own:
        found.update(Path(own).read_bytes())
    for file, chunk in items:
        head = f"\0{file}\0{chunk.number}\0{chunk.line}\0{chunk.fault}\0{len(chunk.text)}\0"
        found.update((head + chunk.text).encode("utf-8", "surrogatepass"))
    return found.hexdigest()
