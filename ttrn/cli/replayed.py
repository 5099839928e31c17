"""Replayed games for the commands that look into one: which game is meant, and what its people are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ttrn.boards import Board
from ttrn.cli.boards import BoardSet, open_shelf, unknown_board
from ttrn.cli.cores import Done, Given, on_cores
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    Input,
    counted,
    err,
    fail,
    inputs,
    note,
    numbered,
    reason,
    show_problems,
)
from ttrn.cli.page import hearing
from ttrn.notation import GameRecord, Reading
from ttrn.notation.reader import read_chunk
from ttrn.replays import Timeline, replay

Result = TypeVar("Result")


@dataclass(slots=True)
class Status:
    """What the exit status will say: problems were found, something could not be done."""

    found: bool = False
    failed: bool = False

    def add(self, other: Status) -> None:
        """Let it say what another one says too."""
        self.found = self.found or other.found
        self.failed = self.failed or other.failed

    @property
    def code(self) -> int:
        """The exit status; what was found goes before what could not be done, as in ``ttrn check``."""
        return FOUND if self.found else FAILED if self.failed else CLEAN


class Replayed(NamedTuple):
    """A game of a file, replayed."""

    file: str
    number: int
    timeline: Timeline
    people: tuple[str, ...]
    """What the players are called, by seat."""

    @property
    def heading(self) -> str:
        """The game in one line."""
        game = self.timeline.game
        about = [tag for name in ("Event", "Site", "Date") if (tag := game.tags.get(name, ""))]
        return ", ".join([f"{self.file}, game {self.number}: {game.board}", *about])


class Part(NamedTuple, Generic[Result]):
    """What came of one game: of the exit status, and what a command made of it, nothing if it cannot be replayed."""

    number: int
    status: Status
    value: Result | None


def all_replays(
    sources: Iterable[Input],
    work: Callable[[Replayed, Any], Result],
    shared: Any,
    shelf: BoardSet,
    status: Status,
    *,
    cores: int,
    only: int | None = None,
) -> Iterator[Done[Result | None]]:
    """Replay the games of inputs on all cores, or only one of each, and let a command make something of each.

    What cannot be done is told, and changes the status.
    """
    if only:
        for source in sources:
            with hearing() as said:
                found = _one_replay(source, shelf, status, only)
                value = None if found is None else work(found, shared)
            yield Done(said, value)
        return
    for source, games in on_cores(sources, _replay_one, (shelf, work, shared), cores):
        number = 0
        try:
            for said, part in games:
                number = part.number
                status.add(part.status)
                yield Done(said, part.value)
        except BrokenPipeError:
            raise
        except OSError as error:
            fail(reason(error, source.name))
            status.failed = True
        if not number and not status.failed:
            _tell_number(source, 0, 0)
            status.failed = True


def _replay_one(given: Given, asked: tuple[BoardSet, Callable[[Replayed, Any], Result], Any]) -> Part[Result]:
    shelf, work, shared = asked
    status = Status()
    file, chunk = given
    replayed = _replayed(read_chunk(chunk, file), shelf, status, file, chunk.number)
    return Part(chunk.number, status, None if replayed is None else work(replayed, shared))


def _replayed(reading: Reading, shelf: BoardSet, status: Status, file: str, number: int) -> Replayed | None:
    game, wrong = reading
    show_problems(wrong, as_json=False, to=err)
    status.found = status.found or bool(wrong)
    found = None if game is None else _board(game, shelf, status, file, number)
    if game is None or found is None:
        return None
    timeline = replay(game, found, file=file, number=number)
    status.found = status.found or bool(timeline.problems)
    return Replayed(file, number, timeline, people(game))


def _tell_number(source: Input, games: int, only: int) -> None:
    fail(f"{source.name} has {counted(games, 'game')}{f', no game {only}' if only else ''}")


def warn_of_problems(replayed: Replayed) -> None:
    """Say that a record breaks rules, and where to read about it: what follows from it may be wrong."""
    problems = len(replayed.timeline.problems)
    if problems:
        name = "-" if replayed.file == "stdin" else replayed.file
        note(f"this record has {counted(problems, 'problem')}, so this may be wrong; ttrn check {name} tells more")


def one_of_each(file: str, board: str, status: Status, only: int | None) -> Iterator[Replayed]:
    """Replay one game of each input that a name stands for: the one asked for, or the first.

    ``board`` is the file of a board of one's own, if there is one. What cannot be done is told, and changes the status.
    """
    shelf = open_shelf(board)
    sources, complete = inputs([file])
    status.failed = status.failed or not complete
    for source in sources:
        replayed = _one_replay(source, shelf, status, only)
        if replayed is not None:
            yield replayed


def _one_replay(source: Input, shelf: BoardSet, status: Status, only: int | None) -> Replayed | None:
    number, wanted = 0, only or 1
    found: Reading | None = None
    try:
        for number, reading in numbered(source):
            if number == wanted:
                found = reading
                break
    except OSError as error:
        fail(reason(error, source.name))
        status.failed = True
        return None
    if found is not None:
        return _replayed(found, shelf, status, source.name, number)
    if not status.failed:
        _tell_number(source, number, wanted)
        status.failed = True
    return None


def _board(game: GameRecord, shelf: BoardSet, status: Status, file: str, number: int) -> Board | None:
    found = shelf.find(game.board)
    if found is None:
        show_problems([unknown_board(game, shelf, file, number)], as_json=False, to=err)
        status.found = True
        return None
    if game.players:
        return found
    fail(f"{file}: game {number}: this game has no players")
    status.failed = True
    return None


def people(game: GameRecord) -> tuple[str, ...]:
    """Return what to call the players, by seat: the name, with the id where the turns would not tell who it is."""
    return tuple(
        player.id
        if not player.name
        else player.name
        if player.name.casefold() == player.id
        else f"{player.name} ({player.id})"
        for player in game.players
    )


def signed(points: int) -> str:
    """Return points with a sign, as it is printed.

    >>> signed(12), signed(-7)
    ('+12', '-7')
    """
    return f"{points:+d}"
