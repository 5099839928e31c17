"""What commands share: where they print, which files they mean, and how they fail."""

from __future__ import annotations

import errno
import io
import json
import os
import select
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Final, NamedTuple, NoReturn

from ttrn.cli.interrupts import STOPPED, stopped_for_sure
from ttrn.cli.page import Page, drawn
from ttrn.cli.page import Text as Text  # noqa: PLC0414  whoever prints gets them from here
from ttrn.cli.page import err as err  # noqa: PLC0414
from ttrn.cli.page import out as out  # noqa: PLC0414
from ttrn.cli.progress import progress
from ttrn.extras import MissingPackageError
from ttrn.files import NamedOutput
from ttrn.notation import Problem, Reading, read
from ttrn.notation.problems import ERROR, printable
from ttrn.notation.reader import read_chunk
from ttrn.notation.source import Chunk

CLEAN: Final = 0
FOUND: Final = 1
FAILED: Final = 2
NOT_DECIDED: Final = 3
"""Nothing wrong was found, but of some game nobody could tell; only where that is asked for."""

SUFFIXES: Final = (".ttrn", ".ttrn.gz", ".ttrn.zst")


def answers() -> bool:
    """Tell whether there is somebody to ask."""
    return sys.stdin is not None and sys.stdin.isatty() and err.is_terminal


def answer_to(question: str) -> str | None:
    """Ask something; nothing if whoever is asked goes away."""
    err.print(question, end="")
    said = sys.stdin.readline()
    return said.strip() if said else None


class Input(NamedTuple):
    """One thing to read: its name in messages, and its path, ``None`` for standard input."""

    name: str
    path: Path | None
    chunks: tuple[Chunk, ...] | None = None
    """Its games, if they have been read already."""


def fail(message: str, *, lines: bool = False) -> None:
    """Tell why something could not be done; the message may be one of several lines."""
    err.print(Text("ttrn: ", style="bold red") + Text(_in_lines(message) if lines else printable(message)))


def _in_lines(text: str) -> str:
    return "\n".join([printable(line) for line in text.replace("\r\n", "\n").split("\n")])


STDOUT: Final = "standard output"
_INTERRUPTED: Final = "Query interrupted"
"""What DuckDB makes of Ctrl-C."""
_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def reason(error: OSError, name: str = "") -> str:
    """Say what is wrong with a file, and what to do where something can be done.

    Raises:
        OSError: it is not about the file at all: standard output cannot be written.
    """
    called = name or str(error.filename or "")
    if name and error.filename == STDOUT:
        raise error
    if error.errno in _FULL:
        kept = "" if called == STDOUT else ": what was there before is untouched"
        return f"{called or STDOUT} cannot be written, the disk is full; make room and do it again{kept}"
    if error.errno == errno.EFBIG:
        return f"{called or STDOUT} cannot be written: it would be larger than your system allows"
    if error.errno == errno.EBADF and called in (STDOUT, "stdin"):
        use = "redirect it to a file" if called == STDOUT else "name a file, or redirect one to it"
        return f"{'standard input' if called == 'stdin' else called} is closed; {use}"
    if not name and called:
        return f"{error.strerror or error}: {called}"
    return f"{called}: {(error.strerror or str(error)).lower()}" if called else str(error)


def standard_input() -> IO[bytes]:
    """Return standard input.

    Raises:
        OSError: it is closed.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "stdin")
    return sys.stdin.buffer


def inputs(names: list[str], suffixes: tuple[str, ...] = SUFFIXES, what: str = "records") -> tuple[list[Input], bool]:
    """Turn the names on the command line into files; folders give the records in them, ``-`` is standard input.

    Files in a folder are known by their suffixes; ``what`` they are is told where there are none.

    Returns what can be read, and whether that is everything that was asked for; what is missing has been told.
    """
    found: list[Input] = []
    complete = True
    for name in names:
        path = Path(name)
        try:
            if name == "-":
                found.append(Input("stdin", None))
            elif path.is_dir():
                files, whole = _files_of_kind(path, suffixes, what)
                found.extend(Input(str(file), file) for file in files)
                complete = complete and whole
            elif path.exists():
                found.append(Input(name, path))
            else:
                fail(f"there is no file {name}")
                complete = False
        except OSError as error:  # a folder on the way to it is closed to us
            fail(reason(error, name))
            complete = False
    progress.expect(files=len(found), size=sum(map(size_of, found)))
    return found, complete


def _files_of_kind(folder: Path, suffixes: tuple[str, ...], what: str) -> tuple[list[Path], bool]:
    """Return the files of a kind in a folder and in those inside it, and whether these are all; else that is told."""
    files, whole = files_in(folder)
    found = sorted(file for file in files if file.name.endswith(suffixes) and file.is_file())
    if not found and whole:
        fail(f"there are no {what} ({', '.join(suffixes)}) in the folder {folder}")
    return found, whole and bool(found)


def files_in(folder: Path) -> tuple[list[Path], bool]:
    """Return what is in a folder and in those inside it, and whether all of these can be read; what cannot is told."""
    closed: list[OSError] = []
    files = [Path(place, name) for place, _, names in os.walk(folder, onerror=closed.append) for name in names]
    for error in closed:
        fail(f"the folder {error.filename} cannot be read, nor what is in it: {error.strerror}")
    return files, not closed


def readings(source: Input) -> Iterator[Reading]:
    """Read the games of an input; whoever watches sees how far it is.

    Raises:
        OSError: it cannot be read.
    """
    if source.chunks is not None:
        for chunk in source.chunks:
            yield read_chunk(chunk, source.name)
            progress.game()
        return
    if source.path is None:
        for reading in read(standard_input()):
            yield reading
            progress.game()
        return
    with source.path.open("rb") as stream:
        for reading in read(stream):
            yield reading
            progress.game(stream.tell())
    progress.file(size_of(source))


def size_of(source: Input) -> int:
    """Return how many bytes an input has, 0 if that is not known."""
    try:
        return source.path.stat().st_size if source.path is not None and source.path.is_file() else 0
    except OSError:
        return 0


def numbered(source: Input) -> Iterator[tuple[int, Reading]]:
    """Read the games of an input with their numbers in it; what stands before the first game has the number 0.

    Raises:
        OSError: it cannot be read.
    """
    number = 0
    for reading in readings(source):
        stray = reading.game is None and not any(problem.game for problem in reading.problems)
        number += not stray
        yield 0 if stray else number, reading


def show_problems(problems: Iterable[Problem], *, as_json: bool, to: Page | None = None) -> None:
    """Print problems for people, or one JSON object a line; ``to`` is where, if not standard output."""
    page = to or out
    for problem in problems:
        if as_json:
            show_json(asdict(problem))
        else:
            first, *rest = problem.render().split("\n")
            head = Text(first)
            head.stylize("bold", 0, len(problem.place) + 1)
            head.stylize("red" if problem.severity == ERROR else "yellow", len(first) - len(problem.rule) - 2)
            page.print(head)
            for row in rest:
                page.print(Text(row, style="cyan" if row.lstrip().startswith(("|", "hint")) else ""))


def show_json(data: Mapping[str, object]) -> None:
    """Print one JSON object on a line of its own."""
    out.write(json.dumps(data, ensure_ascii=False))


def note(message: str) -> None:
    """Tell something that is worth knowing and no failure."""
    err.print(Text("note: ", style="bold") + Text(printable(message)))


def say(text: str = "", style: str = "") -> None:
    """Print a line of text as it is, whatever stands in it."""
    out.print(Text(printable(text), style=style))


def show_table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: tuple[str, ...] = ()) -> None:
    """Print a table: aligned for people, separated by tabs in a pipe."""
    if not out.is_terminal:
        for row in (columns, *rows):
            out.write("\t".join(_on_one_line(cell) for cell in row))
        return
    from rich.table import Table  # noqa: PLC0415  only a terminal needs it

    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(drawn(_in_lines(cell)) for cell in row))
    out.print(table)


def _on_one_line(cell: str) -> str:
    """Return a value that keeps to its line and its column."""
    return printable(cell.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t"))


def show_difference(lines: Iterable[str], page: Page) -> None:
    """Print the lines of a difference, those that come green and those that go red."""
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in lines:
        page.print(Text(printable(line.rstrip("\n")), style=styles.get(line[:1], "")))


def counted(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@contextmanager
def no_tracebacks() -> Iterator[None]:
    """Turn what a user cannot help into a message and an exit status."""
    _open_standard_streams()
    progress.begin()
    try:
        with stopped_for_sure(), _printed():
            try:
                yield
            finally:
                progress.clear()
    except BrokenPipeError:
        _seen_enough(FAILED)
    except SystemExit as end:
        # The libraries for commands and for colours take a closed pipe for a failure and end by themselves.
        if isinstance(end.__context__, BrokenPipeError):
            _seen_enough(end.code)
        raise
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except OSError as error:
        if error.filename == STDOUT:
            _print_nowhere()
        fail(reason(error))
        sys.exit(FAILED)
    except Exception as error:
        if isinstance(error, RuntimeError) and str(error) == _INTERRUPTED:
            sys.exit(STOPPED)
        if os.environ.get("TTRN_DEBUG"):
            raise
        fail(_told(error))
        sys.exit(FAILED)


def _told(error: Exception) -> str:
    """Return the message about a failure that no command expects."""
    if isinstance(error, MissingPackageError):
        return str(error)
    return f"internal error, please report it ({type(error).__name__}: {error}); TTRN_DEBUG=1 shows more"


@contextmanager
def _printed() -> Iterator[None]:
    """Print all that waits to be printed at the end, while a failure can still be told."""
    try:
        yield
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):
            sys.stdout.flush()
        raise
    sys.stdout.flush()


def _open_standard_streams() -> None:
    """Let no other file take the place of a standard stream that is closed; errors of standard output have its name."""
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
            pass
        os.close(descriptor)
    stream = sys.stdout
    if stream is None or (not stream.isatty() and stream is sys.__stdout__):
        encoding, errors = ("utf-8", "replace") if stream is None else (stream.encoding, stream.errors)
        raw = NamedOutput(1, STDOUT, closefd=False)
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding=encoding, errors=errors)


def _print_nowhere() -> None:
    """Print nothing more: what could not be printed must not be tried again at the end."""
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  it is open as long as the program runs


def _seen_enough(otherwise: str | int | None) -> NoReturn:
    """Leave quietly if whoever read our output needs no more of it; if something else broke off, leave as it was."""
    if not _unread():
        sys.exit(otherwise)
    # The interpreter must not complain when it flushes.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(CLEAN)


def _unread() -> bool:
    """Tell whether our output is a pipe that nobody reads any more; where that cannot be told, it is."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)  # that it is broken is told without being asked for
    return bool(poll.poll(0))
