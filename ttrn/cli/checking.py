"""``ttrn check``: the notation of every line, then the rules of every turn."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ttrn.cli.output import Input, counted, numbered, show_problems
from ttrn.cli.shelf import Shelf, unknown_board
from ttrn.notation import Game, Problem
from ttrn.replay import replay


@dataclass(slots=True)
class Tally:
    """What was found so far."""

    files: int = 0
    exact: int = 0
    unknowns: int = 0
    """Sound games in which some card or ticket was never told."""
    problems: int = 0

    def summary(self) -> str:
        """Return the tally in one line.

        >>> Tally(files=1, exact=2, unknowns=1).summary()
        '3 sound games (2 exact, 1 with unknowns), 0 problems in 1 file'
        """
        sound = self.exact + self.unknowns
        parts = [counted(sound, "sound game")]
        if sound:
            parts[0] += f" ({self.exact:,} exact, {self.unknowns:,} with unknowns)"
        parts.append(f"{counted(self.problems, 'problem')} in {counted(self.files, 'file')}")
        return ", ".join(parts)


def check_source(source: Input, shelf: Shelf, tally: Tally, *, as_json: bool) -> bool:
    """Check all games of an input and print what is wrong; returns whether the user's own board served one.

    Raises:
        OSError: it cannot be read.
    """
    tally.files += 1
    used = False
    for number, (game, wrong) in numbered(source):
        problems = wrong
        if game is not None and not wrong:
            used = used or (shelf.own is not None and game.board == shelf.own.name)
            problems = check_game(game, shelf, tally, source.name, number)
        show_problems(problems, as_json=as_json)
        tally.problems += len(problems)
    return used


def check_game(game: Game, shelf: Shelf, tally: Tally, file: str, number: int) -> tuple[Problem, ...]:
    """Replay one game; return what is wrong with it by the rules."""
    found = shelf.find(game.board)
    if found is None:
        return (unknown_board(game, shelf, file, number),)
    try:
        timeline = replay(game, found, file=file, number=number)
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        # A mistake of ours about one game must not keep anybody from the verdict on the others.
        message = f"ttrn itself failed on this game, please report it ({type(error).__name__}: {error})"
        return (Problem("INTERNAL", message, file, game.places[0] if game.places else 0, game=number),)
    if not timeline.problems:
        exact = timeline.final.exact
        tally.exact += exact
        tally.unknowns += not exact
    return timeline.problems
