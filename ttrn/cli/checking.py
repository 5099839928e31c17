"""``ttrn check``: the notation of every line, then the rules of every turn."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from ttrn.cli.output import Input, counted, note, numbered, show_json, show_problems
from ttrn.cli.shelf import Shelf, unknown_board
from ttrn.hidden import Budget, judge
from ttrn.hidden.verdict import CONSISTENT, EXACT, IMPOSSIBLE, UNDECIDED
from ttrn.notation import Game, Problem

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
    problems: int = 0

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
        parts.append(f"{counted(self.problems, 'problem')} in {counted(self.files, 'file')}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much each game may cost."""

    seconds: float
    megabytes: int

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
    for number, (game, wrong) in numbered(source):
        found = Found(UNREADABLE, wrong)
        if game is not None and not wrong:
            used = used or (shelf.own is not None and game.board == shelf.own.name)
            found = check_game(game, shelf, tally, limits, (source.name, number))
        tally.problems += len(found.problems)
        if as_json:
            _show_json(found, source.name, number, game.places[0] if game is not None and game.places else 0)
            continue
        show_problems(found.problems, as_json=False)
        if found.reason:
            note(f"{source.name}: game {number}: undecided: {found.reason}")
    return used


def _show_json(found: Found, file: str, number: int, line: int) -> None:
    """Print each problem with the verdict on its game, or else the verdict alone."""
    for problem in found.problems:
        show_json(asdict(problem) | {"verdict": found.verdict})
    if not found.problems:
        show_json({"file": file, "line": line, "game": number, "verdict": found.verdict, "reason": found.reason})


def check_game(game: Game, shelf: Shelf, tally: Tally, limits: Limits, where: tuple[str, int]) -> Found:
    """Judge one game, the one of this number in a file; return the verdict, and what is wrong with it by the rules."""
    file, number = where
    board = shelf.find(game.board)
    if board is None:
        return Found(IMPOSSIBLE, (unknown_board(game, shelf, file, number),))
    try:
        judged = judge(game, board, budget=limits.budget(), file=file, number=number)
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        # A mistake of ours about one game must not keep anybody from the verdict on the others.
        message = f"ttrn itself failed on this game, please report it ({type(error).__name__}: {error})"
        problem = Problem("INTERNAL", message, file, game.places[0] if game.places else 0, game=number)
        return Found(UNDECIDED, (problem,))
    tally.exact += judged.verdict == EXACT
    tally.consistent += judged.verdict == CONSISTENT
    tally.undecided += judged.verdict == UNDECIDED
    return Found(judged.verdict, judged.problems, judged.reason)
