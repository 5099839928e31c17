"""``ttrn check``: the notation of every line, then the rules of every turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from ttrn.cli.boards import BoardSet, unknown_board
from ttrn.cli.cores import Given
from ttrn.cli.options import ReportFormat
from ttrn.cli.output import counted, note, out, show_json, show_problems
from ttrn.hidden import Budget, check_legible, judge
from ttrn.hidden.guard import guarded
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE, UNDECIDED
from ttrn.notation import GameRecord, Problem
from ttrn.notation.legible import Legible
from ttrn.notation.reader import BrokenReading, read_chunk
from ttrn.replays.warnings import warnings_of

UNREADABLE: Final = "unreadable"
"""The verdict on a game with lines that are not in the notation, as the database has it."""


class Found(NamedTuple):
    """What was found of one game; ``reason`` is why it is undecided."""

    verdict: str
    problems: tuple[Problem, ...]
    reason: str = ""


@dataclass(slots=True)
class Tally:
    """What was found so far."""

    files: int = 0
    exact: int = 0
    consistent: int = 0
    """Games in which some card or ticket was never told, and some deal makes every line legal."""
    undecided: int = 0
    """Games of which nobody could tell within the budget."""
    partly: int = 0
    """Games of which not every turn was kept: no line of theirs breaks a rule, and no more can be told."""
    problems: int = 0
    warnings: int = 0
    own: int = 0
    """Games on the user's own board."""

    def add(self, other: Tally) -> None:
        """Count what was found elsewhere too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

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
        if self.partly:
            parts.append(f"{self.partly:,} kept in part")
        found = counted(self.problems, "problem")
        if self.warnings:
            found += f" and {counted(self.warnings, 'warning')}"
        parts.append(f"{found} in {counted(self.files, 'file')}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """How much each game may cost."""

    effort: float
    megabytes: int
    cures: bool = True
    """Whether cures are looked for in games that break a rule."""

    def budget(self) -> Budget:
        """Return a fresh budget for one game."""
        return Budget(self.effort, self.megabytes)


class CheckRequest(NamedTuple):
    """What was asked for: the boards at hand, how much each game may cost, and how to print."""

    shelf: BoardSet
    limits: CheckLimits
    form: ReportFormat


class CheckedGame(NamedTuple):
    """What was found of one game, the one of this number in a file; ``number`` is 0 for what belongs to no game."""

    file: str
    number: int
    verdict: str
    reason: str
    problems: tuple[Problem, ...]
    """With the warnings, each of which says that it is one."""


class Checked(NamedTuple):
    """What came of one game: it is counted, and kept where a report is written at the end."""

    tally: Tally
    game: CheckedGame | None = None


def check_one(given: Given, request: CheckRequest) -> Checked:
    """Check one game of an input, and print what is wrong with it, unless a report is written at the end."""
    file, chunk = given
    reading = read_chunk(chunk, file)
    where = (file, chunk.number)
    found, tally = Found(UNREADABLE, reading.problems), Tally()
    warnings: tuple[Problem, ...] = ()
    shelf = request.shelf
    legible = reading.legible if isinstance(reading, BrokenReading) else None
    game = legible.game if legible else reading.game
    if game is not None:
        tally.own = shelf.own is not None and game.board == shelf.own.name
        warnings = warnings_of(game, shelf.find(game.board), file=file, number=chunk.number)
    if legible is not None:
        found = Found(UNREADABLE, in_lines((*found.problems, *check_rest(legible, shelf, request.limits, where))))
    elif game is not None:
        found = check_game(game, shelf, tally, request.limits, where)
    tally.problems, tally.warnings = len(found.problems), len(warnings)
    problems = (*warnings, *found.problems)
    match request.form:
        case "json":
            show_json_of(found, warnings, where, game.places[0] if game is not None and game.places else 0)
        case "github":
            from ttrn.cli.reports import annotation  # noqa: PLC0415  most people read text

            for problem in problems:
                out.write(annotation(problem))
        case "sarif" | "junit":
            return Checked(tally, CheckedGame(*where, found.verdict, found.reason, problems))
        case _:
            show_problems(problems, as_json=False)
            if found.reason:
                note(f"{file}: game {chunk.number}: {found.verdict}: {found.reason}")
    return Checked(tally)


def show_json_of(found: Found, warnings: tuple[Problem, ...], where: tuple[str, int], line: int) -> None:
    """Print each problem with the verdict on its game, or else the verdict alone."""
    for problem in (*warnings, *found.problems):
        show_json(asdict(problem) | {"verdict": found.verdict})
    if not found.problems:
        file, number = where
        show_json({"file": file, "line": line, "game": number, "verdict": found.verdict, "reason": found.reason})


def in_lines(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in the order of their lines; what is wrong with the notation of a line goes first."""
    return tuple(sorted(problems, key=lambda problem: problem.line))


def check_rest(legible: Legible, shelf: BoardSet, limits: CheckLimits, where: tuple[str, int]) -> tuple[Problem, ...]:
    """Return what is wrong by the rules with a game that has broken lines, as far as it can be read."""
    file, number = where
    found = shelf.find(legible.game.board)
    if found is None:
        return (unknown_board(legible.game, shelf, file, number),)
    with guarded(legible.game, found, file=file, number=number) as failures:
        return check_legible(legible, found, budget=limits.budget(), file=file, number=number)
    return tuple(failures)


def check_game(game: GameRecord, shelf: BoardSet, tally: Tally, limits: CheckLimits, where: tuple[str, int]) -> Found:
    """Judge one game, the one of this number in a file; return the verdict, and what is wrong with it by the rules."""
    file, number = where
    board = shelf.find(game.board)
    if board is None:
        return Found(IMPOSSIBLE, (unknown_board(game, shelf, file, number),))
    with guarded(game, board, file=file, number=number) as failures:
        judged = judge(game, board, budget=limits.budget(), file=file, number=number)
    if failures:
        return Found(UNDECIDED, tuple(failures))
    tally.exact += judged.status == EXACT
    tally.consistent += judged.status == CONSISTENT
    partly = judged.status == UNDECIDED and judged.timeline.final.house.partial
    tally.partly += partly
    tally.undecided += judged.status == UNDECIDED and not partly
    problems = judged.problems
    if limits.cures and judged.timeline.problems:
        from ttrn.diagnosis import explain  # noqa: PLC0415  sound games do not wait for it

        problems = explain(game, board, problems, file=file, number=number)
    return Found(judged.status, problems, judged.reason)
