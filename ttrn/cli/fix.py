"""``ttrn fix``: the slips in records, shown as a difference and cured if somebody says so."""

from __future__ import annotations

import difflib
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from ttrn.cli.boards import BoardSet, open_shelf, unknown_board
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import BoardFile, OneGame
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    Input,
    Text,
    answer_to,
    answers,
    counted,
    err,
    fail,
    inputs,
    note,
    out,
    reason,
    show_difference,
    show_problems,
    standard_input,
)
from ttrn.cli.record_files import new_file
from ttrn.diagnosis import Examination
from ttrn.diagnosis.rewrite import rewritten
from ttrn.notation import Problem
from ttrn.notation.problems import printable
from ttrn.notation.reader import read_chunk
from ttrn.notation.source import Chunk, games


def fix(
    files: Annotated[
        list[str],
        Argument(metavar="FILE...", help='Records, folders of them, or "-" for stdin, which goes to stdout.'),
    ],
    *,
    game: OneGame = None,
    board: BoardFile = "",
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Find the slips in records that break a rule, show the lines as they should be, and write them if you say so.

    The table may have broken a rule, or another line may be the wrong one: look before you agree. Everything else in
    the file stays as it is.

    Exit status: 0 every record is sound now, 1 problems remain, or nobody agreed, 2 something could not be done.
    """
    shelf = open_shelf(board)
    sources, complete = inputs(files)
    status = CLEAN
    for source in sources:
        try:
            status = max(status, FOUND * (not _fix_source(source, shelf, game, yes=yes)))
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
    raise Exit(status if complete else max(status, FAILED))


@dataclass(slots=True)
class _Fixed:
    """A file with its slips cured."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    slips: int = 0
    remaining: int = 0
    """Problems that no edit helps."""
    games: int = 0
    """Games in the file."""


def _fix_source(source: Input, shelf: BoardSet, only: int | None, *, yes: bool) -> bool:
    """Cure one file; tell whether all of it is sound now."""
    fixed = _Fixed()
    for chunk in games(source.path or standard_input()):
        _fix_game(chunk, source.name, shelf, fixed, only)
    if only and only > fixed.games:
        fail(f"{source.name} has {counted(fixed.games, 'game')}, no game {only}")
        raise Exit(FAILED)
    if not fixed.slips:
        if fixed.remaining:
            note(f"{printable(source.name)}: no change of a line makes {_the_rest(fixed.remaining)}")
        else:
            err.print(Text(f"{printable(source.name)}: nothing to fix", style="green"))
        if source.path is None:
            sys.stdout.write("\n".join(fixed.after))
        return not fixed.remaining
    before, after = ("\n".join(texts).splitlines(keepends=True) for texts in (fixed.before, fixed.after))
    changes = difflib.unified_diff(before, after, source.name, f"{source.name} (fixed)", n=1)
    show_difference(changes, err if source.path is None else out)
    if not yes and not _agreed(fixed, source):
        err.print(Text(f"{printable(source.name)} was left as it is", style="red"))
        return False
    if source.path is None:
        sys.stdout.write("\n".join(fixed.after))
    else:
        with new_file(Path(source.path)) as add:
            add("\n".join(fixed.after))
        err.print(Text(f"rewrote {printable(source.name)}", style="green"))
    if fixed.remaining:
        note(f"{printable(source.name)}: {counted(fixed.remaining, 'problem')} left; ttrn check tells more")
    return not fixed.remaining


def _the_rest(problems: int) -> str:
    return "the problem go away" if problems == 1 else f"the {problems} problems go away"


def _fix_game(chunk: Chunk, file: str, shelf: BoardSet, fixed: _Fixed, only: int | None) -> None:
    """Add one game to the two texts of its file, before and after."""
    fixed.before.append(chunk.text)
    fixed.after.append(chunk.text)
    fixed.games = max(fixed.games, chunk.number)
    if only and chunk.number != only:
        return
    reading = read_chunk(chunk, file)
    if reading.game is None:
        show_problems(reading.problems, as_json=False, to=err)
        fixed.remaining += len(reading.problems)
        return
    board = shelf.find(reading.game.board)
    if board is None:
        show_problems([unknown_board(reading.game, shelf, file, chunk.number)], as_json=False, to=err)
        fixed.remaining += 1
        return
    found = Examination(reading.game, board, file=file, number=chunk.number)
    text = rewritten(chunk.text, reading.game, found.game) if found.diagnoses else None
    problems: list[Problem] = [slip.explained for slip in found.diagnoses]
    show_problems([*problems, *found.problems], as_json=False, to=err)
    if text is None:
        fixed.remaining += len(found.diagnoses) + len(found.problems)
        return
    fixed.after[-1] = text
    fixed.slips += len(found.diagnoses)
    fixed.remaining += len(found.problems)


def _agreed(fixed: _Fixed, source: Input) -> bool:
    """Ask, if there is somebody to ask."""
    if source.path is None or not answers():
        note("nothing is changed without a word of yours: --yes writes these lines")
        return False
    slips = "this change" if fixed.slips == 1 else f"these {fixed.slips} changes"
    return (answer_to(f"Write {slips} into {printable(source.name)}? [y/N] ") or "").lower() in ("y", "yes")
