"""Loading into a data set: games cut into shards, shards made by an engine, and the next state published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import chain, groupby, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ttrn.boards import Board, board
from ttrn.notation.source import games
from ttrn.store.analysed import losses_again, losses_of, losses_table
from ttrn.store.columns import Row
from ttrn.store.database import VERSION, connect_dataset
from ttrn.store.dataset import CURRENT, Current, TableFile, read_current
from ttrn.store.dataset_changes import discard, take_out
from ttrn.store.engines import Engine, Failed, LocalEngine
from ttrn.store.exports import items_of_state
from ttrn.store.loading import COMPARING, RATING, SLOWER, STORING, Summary
from ttrn.store.places import Place, place_of
from ttrn.store.publishing import (
    Numbered,
    add_ratings,
    add_tables,
    alone,
    number_games,
    publish,
    remove_parts,
    state_of,
    with_sums,
)
from ttrn.store.row_changes import NewRows, change_rows
from ttrn.store.shards import Manifest, Piece, Shard
from ttrn.store.versions import BOTH, LEAVE, Decide, Settled, settle
from ttrn.store.worker import Item

if TYPE_CHECKING:
    import duckdb

SHARD_GAMES: Final = 2_000
"""So many games of a large file make a shard; the first ones have an eighth of them, so that all cores have some."""

SHARD_BYTES: Final = 500_000
"""A file with more bytes is cut; smaller ones are put together up to so many."""

_NEW: Final = Current(VERSION, "", 0, {}, [])


def shards_of(
    sources: Iterable[Place | Iterable[Item]], target: str, own: str = "", *, analyse: bool = False
) -> Iterator[Shard]:
    """Cut sources into shards: files, and games that somebody has read already.

    Where one shard ends does not depend on the files before it, as far as that is possible: who adds a file to a
    folder finds nearly all shards made.

    Raises:
        OSError: a large file cannot be read.
    """
    gathered: list[Piece] = []
    size = 0

    def shard(pieces: Iterable[Piece]) -> Shard:
        return Shard(tuple(pieces), target, own, analyse=analyse)

    for source in sources:
        if isinstance(source, Place) and (length := source.size()) <= SHARD_BYTES:
            gathered.append(Piece(source.name, source.address))
            size += length
            ends = blake2b(source.name.encode("utf-8", "surrogateescape"), digest_size=1).digest()[0] < 4
            if size < SHARD_BYTES and not ends:
                continue
            yield shard(gathered)
            gathered, size = [], 0
            continue
        if gathered:
            yield shard(gathered)
            gathered, size = [], 0
        items = _games_in(source) if isinstance(source, Place) else iter(source)
        most = max(1, SHARD_GAMES // (SLOWER if analyse else 1))
        sizes = chain(repeat(max(1, most // 8), 8), repeat(most))
        while some := list(islice(items, next(sizes))):
            named = groupby(some, key=lambda item: item.file)
            yield shard([Piece(file, "", tuple([item.chunk for item in mine])) for file, mine in named])
    if gathered:
        yield shard(gathered)


def _games_in(place: Place) -> Iterator[Item]:
    with place.open() as stream:
        for chunk in games(stream):
            yield Item(place.name, chunk)


def load_dataset(
    path: str | Path,
    sources: Iterable[Place | Iterable[Item]],
    *,
    own: str = "",
    engine: Engine | None = None,
    rebuild: bool = False,
    analyse: bool = False,
    versions: Decide = LEAVE,
    progress: Callable[[Summary], None] = lambda _summary: None,
) -> Summary:
    """Load games into a data set, which is made if there is none.

    One of an older version is first made anew from the texts in it, as with ``rebuild``; its games are analysed if some
    were, and what their moves lost is taken over.

    Args:
        path: its folder, or its address in an object store.
        sources: files, or games that were read already.
        own: a board file of the user's, for the games that name its board.
        engine: what makes the shards; all cores of this computer if there is none.
        rebuild: make everything anew from the texts in the data set.
        analyse: also tell how likely each player was to win after each turn, and what chance brought.
        versions: what to do with games of which another version is there, as in :func:`ttrn.store.load`.
        progress: is called now and then, and with each stage.

    Raises:
        DatabaseError: the data set cannot be written, or is of a newer version.
        BoardError: the board file cannot be used.
        OSError: a large source cannot be read, or something cannot be written.
    """
    summary = Summary()
    target = place_of(path)
    on = board(own) if own else None
    with alone(target):
        before = read_current(target, VERSION, older=True) if (target / CURRENT).exists() else _NEW
        anew = bool(before.state) and (rebuild or before.version < VERSION)
        made: dict[str, Manifest] = {}
        cut = partial(shards_of, target=target.address, own=str(Path(own).absolute()) if own else "")
        work = partial(_make, engine or LocalEngine(), made, summary=summary, progress=progress)
        losses: dict[str, list[Row]] = {}
        if anew:
            again = analyse or bool(before.tables.get("analyses"))
            losses = _losses_of(target, before)
            work(shard._replace(anew=True) for shard in cut([items_of_state(target, before)], analyse=again))
        there = len(made)
        work(cut(sources, analyse=analyse))
        publisher = _Publisher(target, before, list(made.values()), own=on, summary=summary, progress=progress)
        publisher.run(versions, there if anew else None)
    if losses:
        change_rows(path, partial(_losses_again, losses))
    return summary


def _losses_of(target: Place, before: Current) -> dict[str, list[Row]]:
    """Return what moves lost, which does not follow from the texts."""
    if not before.tables.get("losses"):
        return {}
    with connect_dataset(target.address, before, plain=True) as connection:
        return losses_of(connection)


def _losses_again(losses: dict[str, list[Row]], connection: duckdb.DuckDBPyConnection) -> NewRows:
    rows = losses_again(connection, losses)
    return NewRows({row[0] for row in rows}, {"losses": losses_table(rows)})


def _make(
    engine: Engine,
    made: dict[str, Manifest],
    shards: Iterable[Shard],
    *,
    summary: Summary,
    progress: Callable[[Summary], None],
) -> None:
    """Let an engine make shards, and keep what came of them by their keys."""
    for found in engine.make(shards, lambda: progress(summary)):
        if isinstance(found, Failed):
            summary.failed.append(f"{found.label}: {found.why}")
            continue
        summary.failed += found.unread
        made.setdefault(found.key, found)
        summary.seen += found.games
        summary.letters += found.letters
        progress(summary)


class _Publisher:
    """Makes the next state of a data set of shards."""

    def __init__(
        self,
        target: Place,
        before: Current,
        shards: list[Manifest],
        *,
        own: Board | None,
        summary: Summary,
        progress: Callable[[Summary], None],
    ) -> None:
        self._target, self._before, self._shards, self._own = target, before, shards, own
        self._summary, self._progress = summary, progress

    def run(self, versions: Decide, rebuilt: int | None) -> None:
        """Number the games, settle what becomes of other versions of those that are there, rate them, and publish it.

        ``rebuilt`` is how many of the shards are of games that were there before, if all is made anew.
        """
        target, before, summary = self._target, self._before, self._summary
        self._at(STORING)
        base = before if rebuilt is None else _NEW._replace(tables=_aliases_of(before))
        numbered = number_games(target, base, self._shards, given=versions not in (LEAVE, BOTH))
        summary.known = summary.seen - len(numbered.verdicts)
        if rebuilt is None and not numbered.verdicts:
            return
        words = ["anew"] * (rebuilt is not None) + [shard.key for shard in self._shards]
        state = state_of(before, *words)
        added = add_tables(target, base, self._shards, numbered, state=state, own=self._own)
        summary.add(numbered.verdicts)
        self._at(COMPARING)
        old = base.games + sum([len(one) - one.null_count for one in numbered.numbers[: rebuilt or 0]])
        settled = _settled(target, added, old, numbered, versions)
        after, anew = self._without(added, numbered, settled, old) if settled.gone else (added, False)
        if rebuilt is None and not summary.loaded:
            discard(target, added, before)
            return
        self._at(RATING)
        after = add_ratings(target, after, partial(self._at, RATING), anew=anew)
        self._at(STORING)
        after = with_sums(target, after, None if settled.gone or rebuilt is not None else before)
        publish(target, before, after, added)
        # Those with games that were left out keep theirs: somebody may say that they are games of their own.
        remove_parts(target, [] if settled.gone else self._shards)

    def _without(self, added: Current, numbered: Numbered, settled: Settled, old: int) -> tuple[Current, bool]:
        """Return the state without the games that go, and whether all are to be rated again; count what came of it."""
        summary = self._summary
        first = added.games - len(numbered.verdicts) + 1
        summary.add([numbered.verdicts[number - first] for number in settled.gone if number >= first], -1)
        summary.replaced, summary.left = len(settled.places), settled.left
        summary.followed = len([number for number in settled.gone if number > old]) - len(settled.left)
        new = zip(self._shards, numbered.numbers, strict=True)
        with_rows = [shard.key for shard, numbers in new if numbers.null_count < len(numbers)]
        return take_out(self._target, added, settled.gone, settled.places, with_rows)

    def _at(self, stage: str, rated: float = 0.0) -> None:
        self._summary.stage, self._summary.rated = stage, rated
        self._progress(self._summary)


def _settled(target: Place, added: Current, old: int, numbered: Numbered, versions: Decide) -> Settled:
    """Decide about the new games that look like versions of others."""
    with connect_dataset(target.address, added, plain=True) as connection:
        return settle(connection, old, numbered.given, versions)


def _aliases_of(state: Current) -> dict[str, list[TableFile]]:
    return {name: files for name, files in state.tables.items() if name == "aliases"}
