"""Replayed games for the commands that look into one: which game is meant, and what its people are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.cli.boards import BoardSet, unknown_board
from ttrn.cli.output import CLEAN, FAILED, FOUND, Input, counted, fail, note, numbered, reason, show_problems
from ttrn.notation import GameRecord, Reading
from ttrn.replays import Timeline, replay


@dataclass(slots=True)
class Status:
    """What the exit status will say: problems were found, something could not be done."""

    found: bool = False
    failed: bool = False

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


def replays(source: Input, shelf: BoardSet, status: Status, only: int | None = None) -> Iterator[Replayed]:
    """Replay the games of an input, or only one of them; what cannot be done is told and changes the status."""
    number = 0
    for number, (game, wrong) in _readable(source, status):
        if only and number != only:
            continue
        show_problems(wrong, as_json=False)
        status.found = status.found or bool(wrong)
        if game is not None:
            found = _board(game, shelf, status, source.name, number)
            if found is not None:
                timeline = replay(game, found, file=source.name, number=number)
                yield Replayed(source.name, number, timeline, people(game))
        if only:
            return
    if (only or not number) and not status.failed:
        fail(f"{source.name} has {counted(number, 'game')}{f', no game {only}' if only else ''}")
        status.failed = True


def warn_of_problems(replayed: Replayed, status: Status) -> None:
    """Say that a record breaks rules, and where to read about it: what follows from it may be wrong."""
    problems = len(replayed.timeline.problems)
    if problems:
        status.found = True
        name = "-" if replayed.file == "stdin" else replayed.file
        note(f"this record has {counted(problems, 'problem')}, so this may be wrong; ttrn check {name} tells more")


def one_replay(source: Input, shelf: BoardSet, status: Status, only: int | None) -> Replayed | None:
    """Replay one game of an input: the one asked for, or the first."""
    return next(replays(source, shelf, status, only or 1), None)


def _readable(source: Input, status: Status) -> Iterator[tuple[int, Reading]]:
    """Read until something cannot be read; only reading is watched, for printing has its own failures."""
    games = numbered(source)
    while True:
        try:
            found = next(games, None)
        except OSError as error:
            fail(reason(error, source.name))
            status.failed = True
            return
        if found is None:
            return
        yield found


def _board(game: GameRecord, shelf: BoardSet, status: Status, file: str, number: int) -> Board | None:
    found = shelf.find(game.board)
    if found is None:
        show_problems([unknown_board(game, shelf, file, number)], as_json=False)
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
