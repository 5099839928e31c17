"""Loading into a data set: games cut into shards, shards made by an engine, and the next state published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from itertools import chain, groupby, islice, repeat
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from ttrn.boards import Board, board
from ttrn.notation.source import games
from ttrn.store.database import VERSION, connect_dataset
from ttrn.store.dataset import CURRENT, Current, read_current
from ttrn.store.engines import Engine, Failed, LocalEngine
from ttrn.store.errors import DatabaseError
from ttrn.store.loading import COMPARING, RATING, SLOWER, STORING, Summary
from ttrn.store.places import Place, place_of
from ttrn.store.publishing import Numbered, add_ratings, add_tables, number_games, publish, state_of
from ttrn.store.shards import Manifest, Piece, Shard
from ttrn.store.versions import BOTH, LEAVE, Version, settle
from ttrn.store.worker import Item

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
        return Shard(tuple(pieces), target, own, analyse)

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
    analyse: bool = False,
    versions: str = LEAVE,
    progress: Callable[[Summary], None] = lambda _summary: None,
) -> Summary:
    """Load games into a data set, which is made if there is none.

    Args:
        path: its folder, or its address in an object store.
        sources: files, or games that were read already.
        own: a board file of the user's, for the games that name its board.
        engine: what makes the shards; all cores of this computer if there is none.
        analyse: also tell how likely each player was to win after each turn, and what chance brought.
        versions: what to do with games of which another version is there: ``"leave"`` them out, or load ``"both"``.
        progress: is called now and then, and with each stage.

    Raises:
        DatabaseError: the data set cannot be written, or is of another version.
        BoardError: the board file cannot be used.
        OSError: a large source cannot be read, or something cannot be written.
    """
    summary = Summary()
    target = place_of(path)
    on = board(own) if own else None
    with _alone(target):
        before = read_current(target, VERSION) if (target / CURRENT).exists() else _NEW
        made: dict[str, Manifest] = {}
        shards = shards_of(sources, target.address, str(Path(own).absolute()) if own else "", analyse=analyse)
        for found in (engine or LocalEngine()).make(shards, lambda: progress(summary)):
            if isinstance(found, Failed):
                summary.failed.append(f"{found.label}: {found.why}")
                continue
            summary.failed += found.unread
            made.setdefault(found.key, found)
            summary.seen += found.games
            summary.letters += found.letters
            progress(summary)
        _Publisher(target, before, list(made.values()), own=on, summary=summary, progress=progress).run(versions)
    return summary


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

    def run(self, versions: str) -> None:
        """Number the games, leave out other versions of those that are there, rate them, and publish it all."""
        self._at(STORING)
        numbered = number_games(self._target, self._before, self._shards)
        self._summary.known = self._summary.seen - len(numbered.verdicts)
        after = self._added(numbered, frozenset())
        if versions != BOTH and numbered.verdicts:
            self._at(COMPARING)
            self._summary.left = _versions(self._target, self._before, after)
            gone = frozenset([version.new.number for version in self._summary.left])
            if gone:
                numbered = number_games(self._target, self._before, self._shards, gone)
                after = self._added(numbered, gone)
        if not numbered.verdicts:
            return
        self._summary.add(numbered.verdicts)
        self._at(RATING)
        after = add_ratings(self._target, self._before, after, partial(self._at, RATING))
        self._at(STORING)
        # Those with games that were left out are kept: somebody may say that they are games of their own.
        publish(self._target, self._before, after, [] if self._summary.left else self._shards)

    def _added(self, numbered: Numbered, gone: frozenset[int]) -> Current:
        if not numbered.verdicts:
            return self._before
        state = state_of(self._before, self._shards, gone)
        return add_tables(self._target, self._before, self._shards, numbered, state=state, own=self._own)

    def _at(self, stage: str, rated: float = 0.0) -> None:
        self._summary.stage, self._summary.rated = stage, rated
        self._progress(self._summary)


def _versions(target: Place, before: Current, after: Current) -> list[Version]:
    """Return the new games that look like versions of others, each with the one that is kept."""
    with connect_dataset(target.address, after, plain=True) as connection:
        return settle(connection, before.games, {}, LEAVE).left


@contextmanager
def _alone(target: Place) -> Iterator[None]:
    """Let nobody else on this computer write to a data set; what others publish meanwhile is seen at the end."""
    if not target.local:
        yield
        return
    folder = Path(target.path)
    if (
        folder.exists()
        and any(folder.iterdir())
        and not (folder / CURRENT).exists()
        and not (folder / "_shards").exists()
    ):
        raise DatabaseError(f"{target.name} holds something else; a data set is begun in a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(str(folder / ".lock"), blocking=False):
            yield
    except Timeout:
        raise DatabaseError(f"another ttrn is writing to {target.name}; try again when it is done") from None
