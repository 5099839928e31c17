"""``ttrn import``: saved logs of other sources as records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from ttrn.boards.names import did_you_mean
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    counted,
    err,
    fail,
    inputs,
    note,
    reason,
    show_problems,
    standard_input,
)
from ttrn.cli.progress import progress
from ttrn.cli.record_files import new_file
from ttrn.imports import IMPORTERS, import_games
from ttrn.imports.files import MAX_BYTES
from ttrn.notation import GameRecord, dumps
from ttrn.replays import rule_problems


class Request(NamedTuple):
    """What was asked for on the command line."""

    source: str
    files: list[str]
    tickets: str
    board: str
    output: str
    anonymous: bool


def import_files(request: Request) -> int:
    """Import each file, print or write the records, tell what is wrong; return the exit status."""
    if request.source not in IMPORTERS:
        fail(f'there is no source "{request.source}"{did_you_mean(request.source, IMPORTERS)}')
        return FAILED
    files, complete = _files(request)
    if request.tickets and len(files) > 1:
        fail("--tickets belongs to one file: import the others apart")
        return FAILED
    tickets = _read(request.tickets) if request.tickets else None
    if request.tickets and tickets is None:
        return FAILED
    games: list[GameRecord] = []
    status = CLEAN if complete else FAILED
    progress.expect(files=len(files))
    for name in files:
        progress.tick()
        data = _read(name)
        if data is None:
            status = max(status, FAILED)
            continue
        label = "stdin" if name == "-" else name
        noted = None if tickets is None else (request.tickets, tickets)
        found = import_games(
            request.source, label, data, board=request.board, tickets=noted, anonymous=request.anonymous
        )
        show_problems(found.problems, as_json=False, to=err)
        for text in found.notes:
            note(f"{label}: {text}")
        for game in found.games:
            _tell_doubts(game, label)
        games += found.games
        progress.file(games=len(found.games))
        status = FOUND if found.problems else status
    if games:
        _write(dumps(games), request.output)
    return status


def _files(request: Request) -> tuple[list[str], bool]:
    """Return the files to import, those in folders among them; what is missing in a folder has been told."""
    plain = IMPORTERS[request.source].suffixes
    suffixes = tuple([suffix + packed for suffix in plain for packed in ("", ".gz", ".zst")])
    files: list[str] = []
    complete = True
    for name in request.files:
        if Path(name).is_dir():
            found, whole = inputs([name], suffixes, "logs")
            files += [each.name for each in found]
            complete = complete and whole
        else:
            files.append(name)
    return files, complete


def _read(name: str) -> bytes | None:
    """Return the content of a file; what cannot be read is told."""
    try:
        # One byte more than allowed is enough to see that it is too much.
        if name == "-":
            data: bytes = standard_input().read(MAX_BYTES + 1)
            return data
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        fail(reason(error, "stdin" if name == "-" else name))
        return None


def _tell_doubts(game: GameRecord, label: str) -> None:
    """Say that a record breaks rules: the source is wrong, or somebody misread it."""
    problems = rule_problems(game)
    if problems:
        first = problems[0]
        note(
            f"{label}: the record has {counted(len(problems), 'problem')} by the rules: {first.message} [{first.rule}]"
        )


def _write(text: str, path: str) -> None:
    """Print the records, or write them into a file, compressed by its name: it is never half written.

    Raises:
        OSError: the file cannot be written; it is then as it was.
    """
    if not path:
        sys.stdout.write(text)
        return
    with new_file(Path(path)) as add:
        add(text)
