"""The command that loads games into a database, and how far it is."""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import IO, Annotated, Final, Literal

from ttrn import store
from ttrn.cli.analyse_database import tell_analysed
from ttrn.cli.boards import read_board
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.corrections import Asking, label, told
from ttrn.cli.options import BoardFile, Cores, Database
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    SUFFIXES,
    Input,
    Text,
    counted,
    err,
    fail,
    files_in,
    inputs,
    note,
    reason,
    standard_input,
)
from ttrn.cli.progress import progress
from ttrn.notation.compression import COMPRESSION_ERRORS, compression_of, unpacked_stream

Engine = Literal["local", "ray"]

_NAMED: Final = 5
"""So many games that were left out are named."""
_MOST: Final = 4_000_000_000
"""Of a packed file it is found out beforehand how long it is, up to so many letters."""


def load(
    database: Database,
    files: Annotated[
        list[str] | None,
        Argument(metavar="FILE...", help='Records, folders of them, addresses (s3://…), data sets, or "-" for stdin.'),
    ] = None,
    *,
    board: BoardFile = "",
    cores: Cores = 0,
    replace: Annotated[
        bool, Option("--replace", help="Let corrected versions take the place of the games that are there.")
    ] = False,
    both: Annotated[
        bool, Option("--both", help="Load what looks like a version of another game as a game of its own.")
    ] = False,
    rebuild: Annotated[bool, Option("--rebuild", help="Make everything anew from the texts in the database.")] = False,
    analyse: Annotated[
        bool,
        Option("--analyse", help="Also tell who was likely to win after each turn, and what chance brought. Slower."),
    ] = False,
    fresh: Annotated[bool, Option("--fresh", help="First remove what an interrupted load left behind.")] = False,
    engine: Annotated[
        Engine, Option("--engine", help="What reads the games of a data set: this computer, or Ray.")
    ] = "local",
    address: Annotated[
        str, Option("--address", metavar="HOST:PORT", help="The cluster of the engine.", show_default=False)
    ] = "",
) -> None:
    """Read, validate and store games; those that are in the database already change nothing.

    A game that looks like another version of one that is there is left out, unless you say --replace or --both; on a
    terminal you are asked. Games with problems are stored with them, and left out of the statistics. The database is
    replaced when all is done: whoever reads it meanwhile is not disturbed, and an interrupted load is gone on with the
    next time.

    With --analyse each game is judged turn by turn, about half a second a game; "ttrn analyse DATABASE" does it later.

    A folder (games/) or an address (s3://bucket/games) in place of the database is a data set in Parquet, for any
    number of games: it is made of shards, on several machines if there is a cluster.

    Exit status: 0 done, 1 games with problems are among those loaded, or versions were left out, 2 something could not
    be read or written.
    """
    if not files and not rebuild and not fresh:
        fail("which games? Name files or folders, or --rebuild")
        raise Exit(FAILED)
    if replace and both:
        fail("--replace and --both exclude each other")
        raise Exit(FAILED)
    if board:
        read_board(board)
    if not store.is_folder(database) and (engine != "local" or address):
        fail("--engine and --address are for data sets: name a folder (games/) or an address in place of the database")
        raise Exit(FAILED)
    if fresh:
        with told():
            cleared = store.clear_drafts(database)
        note("what an interrupted load had left was removed" if cleared else "no interrupted load had left anything")
        if not files and not rebuild:
            raise Exit(CLEAN)
    sources, complete = _sources(files or [])
    if not sources and not rebuild:
        raise Exit(FAILED)  # what is missing has been told
    asking = Asking(allowed="-" not in (files or []))
    decide = store.REPLACE if replace else store.BOTH if both else asking.decide if asking.possible else store.LEAVE
    if store.is_folder(database):
        with told():
            made_by = store.engine_of(engine, cores, address)
            places = [_place(source) for source in sources]
            done = store.load_dataset(
                database,
                places,
                own=board,
                engine=made_by,
                rebuild=rebuild,
                analyse=analyse,
                versions=decide,
                progress=_tell_shards,
            )
        raise Exit(_told_of(done, database, files or [], complete=complete, analyse=analyse))
    reader = _Reader(sources)
    telling = _telling(reader, database, rebuild=rebuild)
    with told():
        done = store.load(
            database,
            reader.items(),
            own=board,
            cores=cores,
            rebuild=rebuild,
            analyse=analyse,
            versions=decide,
            progress=telling,
        )
    raise Exit(_told_of(done, database, files or [], complete=complete and not reader.failed, analyse=analyse))


def _told_of(done: store.Summary, database: str, files: list[str], *, complete: bool, analyse: bool) -> int:
    """Say what came of a load; return the exit status."""
    found = done.invalid or done.unreadable or done.left
    for what in done.failed:
        fail(what)
    err.print(Text(_summary(done), style="red" if found else "green"))
    _tell(done, database, files, analyse=analyse)
    return FAILED if done.failed or not complete else FOUND if found else CLEAN


def _tell_shards(done: store.Summary) -> None:
    if done.stage == store.READING:
        progress.reach(files=0, games=done.seen, size=0, of=0)
    else:
        _tell_stage(done)


def _place(source: Input | store.Place) -> store.Place | Iterator[store.Item]:
    """Return a source as a data set takes it: a file by its place, to be read where its games are loaded."""
    if isinstance(source, store.Place):
        return source
    return _items(source) if source.path is None or source.path.is_dir() else store.place_of(source.name)


def _summary(done: store.Summary) -> str:
    return (
        f"{counted(done.loaded, 'game')} loaded ({done.invalid:,} of them invalid, {done.unreadable:,} unreadable), "
        f"{done.known:,} known already"
        + (f", {done.replaced:,} in place of another version" if done.replaced else "")
        + (f", {done.followed:,} followed by a later version" if done.followed else "")
        + (f", {len(done.left):,} left out" if done.left else "")
    )


def _tell(done: store.Summary, database: str, files: list[str], *, analyse: bool) -> None:
    """Say what else there is to know, and to do."""
    if not store.is_folder(database) and not Path(database).exists():
        note(f"{database} was not made: there was no game to put into it")
    if done.invalid or done.unreadable:
        note(f'ttrn sql {database} "FROM problems" tells what is wrong')
    if done.left:
        games = "1 game looks like another version" if len(done.left) == 1 else "these games look like other versions"
        note(f"left out: {games} of what is there:")
        for version in done.left[:_NAMED]:
            err.print(
                Text(f"    {label(version.new)}: {version.same} of {version.of} lines as in {label(version.old)}")
            )
        if len(done.left) > _NAMED:
            err.print(Text(f"    … and {len(done.left) - _NAMED:,} more"))
        again = shlex.join(["ttrn", "load", database, *(files if len(files) <= _NAMED else ["FILE…"])])
        note(f"{again} --replace replaces what is there, --both keeps both")
    if analyse and done.seen:
        tell_analysed(database)


def _sources(names: list[str]) -> tuple[list[Input | store.Place], bool]:
    """Return what is to be loaded: like every command's files, folders that are data sets as a whole, and addresses."""
    found: list[Input | store.Place] = []
    complete = True
    for name in names:
        if store.is_address(name):
            there = _at_address(name)
            found += there
            complete = complete and bool(there)
        elif Path(name).is_dir() and store.is_dataset(Path(name)):
            found.append(Input(name, Path(name)))
            complete = files_in(Path(name))[1] and complete
        else:
            files, all_found = inputs([name])
            found += files
            complete = complete and all_found
    return found, complete


def _at_address(name: str) -> list[store.Place]:
    """Return the records at an address: one file, or all below it. That there are none is told."""
    try:
        with told():
            place = store.place_of(name)
            files = [file for file in place.files() if file.name.endswith(SUFFIXES)] if place.is_folder() else [place]
            if not files or not files[0].exists():
                fail(f"there are no records ({', '.join(SUFFIXES)}) at {name}")
                return []
            return files
    except OSError as error:
        fail(f"{name}: {error.strerror or error}")
        return []


class _Reader:
    """Reads the sources one after the other, and knows how long their texts are."""

    def __init__(self, sources: list[Input | store.Place]) -> None:
        self.sources = sources
        self.failed = False
        self.lengths: list[int | None] = [None] * len(sources)
        """Of each source in letters; nothing where that is not known yet."""

    def items(self) -> Iterator[store.Item]:
        for place, source in enumerate(self.sources):
            length = 0
            try:
                for item in _items(source):
                    length += len(item.chunk.text)
                    yield item
            except OSError as error:
                # One file that cannot be read must not cost the others.
                fail(reason(error, source.name))
                self.failed = True
            self.lengths[place] = length

    def measure(self) -> None:
        """Find out how long the texts are; that of standard input is known when it ends."""
        self.lengths = [_length(source) for source in self.sources]

    @property
    def total(self) -> int | None:
        """How long all texts are, if that is known."""
        known = [length for length in self.lengths if length is not None]
        return sum(known) if len(known) == len(self.lengths) else None

    def files_before(self, letters: int) -> int:
        """Return how many files are done after so many letters."""
        return bisect_right(list(accumulate([length or 0 for length in self.lengths])), letters)


def _items(source: Input | store.Place) -> Iterator[store.Item]:
    if isinstance(source, store.Place):
        with source.open() as stream:
            yield from store.items_of(stream, source.name)
    elif source.path is None:
        yield from store.items_of(standard_input(), source.name)
    elif source.path.is_dir():
        yield from store.items_of_dataset(source.path)
    else:
        with source.path.open("rb") as stream:
            yield from store.items_of(stream, source.name)


def _length(source: Input | store.Place) -> int | None:
    """Return how many letters a source has, about: bytes where that saves reading it."""
    if isinstance(source, store.Place) or source.path is None:
        return None
    if source.path.is_dir():
        return store.letters(source.path)
    try:
        with source.path.open("rb") as stream:
            kind = compression_of(stream.peek(4))
            return _unpacked_size(unpacked_stream(stream, kind)) if kind else source.path.stat().st_size
    except OSError:
        return 0  # which is told when it is read


def _unpacked_size(stream: IO[bytes]) -> int | None:
    total = 0
    try:
        while block := stream.read(1 << 20):
            total += len(block)
            if total > _MOST:
                return None
    except COMPRESSION_ERRORS:
        pass
    return total


def _telling(reader: _Reader, database: str, *, rebuild: bool) -> Callable[[store.Summary], None]:
    """Return what is told how far a load is, and shows it if somebody is watching.

    That goes by what is done with the games, not by what has been read: a packed file is read long before.
    """
    if not err.is_terminal:
        return lambda _done: None
    reader.measure()
    before = store.letters(Path(database)) if rebuild or store.is_outdated(database) else 0

    def tell(done: store.Summary) -> None:
        if done.stage == store.READING:
            files = reader.files_before(done.letters - before)
            of = 0 if reader.total is None else before + reader.total
            progress.reach(files=files, games=done.seen, size=done.letters, of=of)
        else:
            _tell_stage(done)

    return tell


def _tell_stage(done: store.Summary) -> None:
    share = f": {done.rated:.0%}".replace("%", " %") if done.stage == store.RATING else ""
    progress.stage(f"{counted(done.seen, 'game')}, {done.stage}{share}")
