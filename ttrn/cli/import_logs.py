"""``ttrn import``: saved logs of other sources as records."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ttrn.boards.names import did_you_mean
from ttrn.cli.cores import each
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
from ttrn.cli.page import Said, hearing, repeat
from ttrn.cli.progress import progress
from ttrn.cli.record_files import new_file
from ttrn.imports import IMPORTERS, import_games
from ttrn.imports.importer import LOG
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
    cores: int


def import_files(request: Request) -> int:
    """Import each file, print or write the records, tell what is wrong; return the exit status."""
    if request.source not in IMPORTERS:
        fail(f'there is no source "{request.source}"{did_you_mean(request.source, IMPORTERS)}')
        return FAILED
    files, complete = _files(request)
    if request.tickets and len(files) > 1:
        fail("--tickets belongs to one file: import the others apart")
        return FAILED
    tickets = _read(request.tickets, LOG.bytes) if request.tickets else None
    if request.tickets and tickets is None:
        return FAILED
    texts: list[str] = []
    status = CLEAN if complete else FAILED
    progress.expect(files=len(files))
    noted = None if tickets is None else (request.tickets, tickets)
    for said, done in each(_logs(files, request), import_one, (request, noted), request.cores):
        repeat(said)
        found = done.show()
        texts += found.texts
        progress.file(games=len(found.texts))
        status = FOUND if found.wrong else max(status, FAILED) if found.unread else status
    if texts:
        _write("\n".join(texts), request.output)
    return status


class Log(NamedTuple):
    """A file to import; standard input has been read already, as far as it can be."""

    name: str
    data: bytes | None = None


class ImportedLog(NamedTuple):
    """What came of one file: the records in it, whether something is wrong with it, whether it cannot be read."""

    texts: list[str]
    wrong: bool = False
    unread: bool = False


def import_one(log: Log, asked: tuple[Request, tuple[str, bytes] | None]) -> ImportedLog:
    """Import one file, and print what is wrong with it or worth knowing."""
    request, noted = asked
    data = log.data
    if data is None and log.name != "-":
        data = _read(log.name, IMPORTERS[request.source].limits.bytes)
    if data is None:
        return ImportedLog([], unread=True)
    label = "stdin" if log.name == "-" else log.name
    found = import_games(request.source, label, data, board=request.board, tickets=noted, anonymous=request.anonymous)
    show_problems(found.problems, as_json=False, to=err)
    for text in found.notes:
        note(f"{label}: {text}")
    _tell_doubts(found.games, label)
    return ImportedLog([dumps(game) for game in found.games], bool(found.problems))


def _logs(files: Sequence[str], request: Request) -> Iterator[tuple[Said, Log]]:
    for name in files:
        progress.tick()
        data: bytes | None = None
        with hearing() as said:
            if name == "-":
                data = _read(name, IMPORTERS[request.source].limits.bytes)
        yield said, Log(name, data)


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


def _read(name: str, most: int) -> bytes | None:
    """Return the content of a file, as far as it is looked at; what cannot be read is told."""
    try:
        # One byte more than allowed is enough to see that it is too much.
        if name == "-":
            data: bytes = standard_input().read(most + 1)
            return data
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        fail(reason(error, "stdin" if name == "-" else name))
        return None


def _tell_doubts(games: Sequence[GameRecord], label: str) -> None:
    """Say that records break rules: the source is wrong, or somebody misread it. Of many the first is told."""
    doubtful = [(number, problems) for number, game in enumerate(games, 1) if (problems := rule_problems(game))]
    if not doubtful:
        return
    number, problems = doubtful[0]
    which = f"record {number}" if len(games) > 1 else "the record"
    told = f"{which} has {counted(len(problems), 'problem')} by the rules"
    if len(doubtful) > 1:
        told = f"{len(doubtful):,} of {len(games):,} records break rules; {told}"
    note(f"{label}: {told}: {problems[0].message} [{problems[0].rule}]")


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
