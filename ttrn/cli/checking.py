"""``ttrn check``: the notation of every line, then the rules of every turn."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ttrn.cli.output import Input, counted, note, numbered, show_problems
from ttrn.cli.shelf import Shelf, unknown_board
from ttrn.diagnosis import explain
from ttrn.hidden import Budget, check_legible, judge
from ttrn.hidden.verdict import CONSISTENT, EXACT, UNDECIDED
from ttrn.notation import Game, Problem
from ttrn.notation.legible import Legible
from ttrn.notation.reader import BrokenReading
from ttrn.replay.caution import warnings_of


@dataclass(slots=True)
class Tally:
    """What was found so far."""

    files: int = 0
    exact: int = 0
    consistent: int = 0
    """Games in which some card or ticket was never told, and some deal makes every line legal."""
    undecided: int = 0
    """Games of which nobody could tell within the budget."""
    problems: int = 0
    warnings: int = 0

    def summary(self) -> str:
        """Return the tally in one line.

        >>> Tally(files=1, exact=2, consistent=1).summary()
        '3 sound games (2 exact, 1 consistent), 0 problems in 1 file'
        """
        sound = self.exact + self.consistent
        parts = [counted(sound, "sound game")]
        if sound:
            parts[0] += f" ({self.exact:,} exact, {self.consistent:,} consistent)"
        if self.undecided:
            parts.append(f"{self.undecided:,} undecided")
        found = counted(self.problems, "problem")
        if self.warnings:
            found += f" and {counted(self.warnings, 'warning')}"
        parts.append(f"{found} in {counted(self.files, 'file')}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much each game may cost."""

    seconds: float
    megabytes: int
    cures: bool = True
    """Whether cures are looked for in games that break a rule."""

    def budget(self) -> Budget:
        """Return a fresh budget for one game."""
        return Budget(self.seconds, self.megabytes)


def check_source(source: Input, shelf: Shelf, tally: Tally, limits: Limits, *, as_json: bool) -> bool:
    """Check all games of an input and print what is wrong; returns whether the user's own board served one.

    Raises:
        OSError: it cannot be read.
    """
    tally.files += 1
    used = False
    for number, reading in numbered(source):
        where = (source.name, number)
        problems = reading.problems
        warnings: tuple[Problem, ...] = ()
        legible = reading.legible if isinstance(reading, BrokenReading) else None
        game = legible.game if legible else reading.game
        if game is not None:
            used = used or (shelf.own is not None and game.board == shelf.own.name)
            warnings = warnings_of(game, shelf.find(game.board), file=source.name, number=number)
        if legible is not None:
            problems = in_lines((*problems, *check_rest(legible, shelf, limits, where)))
        elif game is not None:
            problems = check_game(game, shelf, tally, limits, where)
        show_problems((*warnings, *problems), as_json=as_json)
        tally.problems += len(problems)
        tally.warnings += len(warnings)
    return used


def in_lines(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in the order of their lines; what is wrong with the notation of a line goes first."""
    return tuple(sorted(problems, key=lambda problem: problem.line))


def check_rest(legible: Legible, shelf: Shelf, limits: Limits, where: tuple[str, int]) -> tuple[Problem, ...]:
    """Return what is wrong by the rules with a game that has broken lines, as far as it can be read."""
    file, number = where
    found = shelf.find(legible.game.board)
    if found is None:
        return (unknown_board(legible.game, shelf, file, number),)
    try:
        return check_legible(legible, found, budget=limits.budget(), file=file, number=number)
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        return (_own_failure(error, legible.game, where),)


def _own_failure(error: Exception, game: Game, where: tuple[str, int]) -> Problem:
    """Return a mistake of ours as a problem: it must not keep anybody from the verdict on the other games."""
    message = f"ttrn itself failed on this game, please report it ({type(error).__name__}: {error})"
    return Problem("INTERNAL", message, where[0], game.places[0] if game.places else 0, game=where[1])


def check_game(game: Game, shelf: Shelf, tally: Tally, limits: Limits, where: tuple[str, int]) -> tuple[Problem, ...]:
    """Judge one game, the one of this number in a file; return what is wrong with it by the rules."""
    file, number = where
    found = shelf.find(game.board)
    if found is None:
        return (unknown_board(game, shelf, file, number),)
    try:
        judged = judge(game, found, budget=limits.budget(), file=file, number=number)
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        return (_own_failure(error, game, where),)
    tally.exact += judged.verdict == EXACT
    tally.consistent += judged.verdict == CONSISTENT
    if judged.verdict == UNDECIDED:
        tally.undecided += 1
        note(f"{file}: game {number}: undecided: {judged.reason}")
    if limits.cures and judged.timeline.problems:
        return explain(game, found, judged.problems, file=file, number=number)
    return judged.problems
