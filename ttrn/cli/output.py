"""What commands share: where they print, which files they mean, and how they fail."""

from __future__ import annotations

import json
import os
import select
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from ttrn.cli.progress import progress
from ttrn.notation import Problem, Reading, read
from ttrn.notation.problems import ERROR, printable

if TYPE_CHECKING:
    from rich.console import Console

CLEAN: Final = 0
FOUND: Final = 1
FAILED: Final = 2

SUFFIXES: Final = (".ttrn", ".ttrn.gz", ".ttrn.zst")


class Text:
    """A text with styles for a terminal (``"bold red"``), of all of it or of parts."""

    __slots__ = ("parts", "plain")

    def __init__(self, plain: str, style: str = "") -> None:
        self.plain = plain
        self.parts = [(0, len(plain), style)] if style else []

    def __str__(self) -> str:
        return self.plain

    def __add__(self, other: Text) -> Text:
        joined = Text(self.plain + other.plain)
        here = len(self.plain)
        joined.parts = [*self.parts, *[(start + here, end + here, style) for start, end, style in other.parts]]
        return joined

    def stylize(self, style: str, start: int, end: int | None = None) -> None:
        """Give a part of the text a style."""
        self.parts.append((start, len(self.plain) if end is None else end, style))


class Page:
    """Standard output or standard error: with styles on a terminal, plain elsewhere.

    What draws on a terminal takes longer to import than most records take to read, so it is imported when it is used.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._console: Console | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees it at once."""
        stream = getattr(sys, self._name)
        return stream is not None and bool(stream.isatty())

    @property
    def console(self) -> Console:
        """What draws on the terminal."""
        if self._console is None:
            from rich.console import Console  # noqa: PLC0415

            self._console = Console(stderr=self._name == "stderr", highlight=False, soft_wrap=True)
        return self._console

    def print(self, text: object = "", *, style: str = "", end: str = "\n") -> None:
        """Print a text as it is, whatever stands in it; a table of rich as one."""
        progress.clear()
        if self.is_terminal:
            self.console.print(_drawn(text), style=style or None, end=end)
            return
        stream = getattr(sys, self._name)
        if stream is None:  # it was closed before the command began
            return
        stream.write(f"{text}{end}")
        # What goes to both pages stays in its order where they are one file.
        stream.flush()


def _drawn(text: object) -> Any:
    """Return what rich draws."""
    from rich.text import Text as RichText  # noqa: PLC0415

    if isinstance(text, str):
        return RichText(text)
    if not isinstance(text, Text):
        return text
    drawn = RichText(text.plain)
    for start, end, style in text.parts:
        drawn.stylize(style, start, end)
    return drawn


out = Page("stdout")
err = Page("stderr")


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


def fail(message: str) -> None:
    """Tell why something could not be done."""
    err.print(Text("ttrn: ", style="bold red") + Text(printable(message)))


def inputs(names: list[str], suffixes: tuple[str, ...] = SUFFIXES, what: str = "records") -> tuple[list[Input], bool]:
    """Turn the names on the command line into files; folders give the records in them, ``-`` is standard input.

    Files in a folder are known by their suffixes; ``what`` they are is told where there are none.

    Returns what can be read, and whether that is everything that was asked for; what is missing has been told.
    """
    found: list[Input] = []
    complete = True
    for name in names:
        path = Path(name)
        if name == "-":
            found.append(Input("stdin", None))
        elif path.is_dir():
            files = sorted(p for p in path.rglob("*") if p.name.endswith(suffixes) and p.is_file())
            found.extend(Input(str(p), p) for p in files)
            if not files:
                fail(f"there are no {what} ({', '.join(suffixes)}) in the folder {name}")
                complete = False
        elif path.exists():
            found.append(Input(name, path))
        else:
            fail(f"there is no file {name}")
            complete = False
    progress.expect(files=len(found), size=sum(map(size_of, found)))
    return found, complete


def readings(source: Input) -> Iterator[Reading]:
    """Read the games of an input; whoever watches sees how far it is.

    Raises:
        OSError: it cannot be read.
    """
    if source.path is None:
        for reading in read(sys.stdin.buffer):
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
    progress.clear()
    print(json.dumps(data, ensure_ascii=False))  # noqa: T201  no wrapping, no markup: a machine reads it


def note(message: str) -> None:
    """Tell something that is worth knowing and no failure."""
    err.print(Text("note: ", style="bold") + Text(printable(message)))


def say(text: str = "", style: str = "") -> None:
    """Print a line of text as it is, whatever stands in it."""
    out.print(Text(printable(text), style=style))


def show_table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: tuple[str, ...] = ()) -> None:
    """Print a table: aligned for people, separated by tabs in a pipe."""
    progress.clear()
    if not out.is_terminal:
        for row in (columns, *rows):
            print("\t".join(printable(cell) for cell in row))  # noqa: T201  no wrapping: another program reads it
        return
    from rich.table import Table  # noqa: PLC0415  only a terminal needs it

    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_drawn(printable(cell)) for cell in row))
    out.print(table)


def counted(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@contextmanager
def no_tracebacks() -> Iterator[None]:
    """Turn what a user cannot help into a message and an exit status."""
    progress.begin()
    try:
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
        err.print("stopped")
        sys.exit(130)
    except OSError as error:
        fail(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))
        sys.exit(FAILED)
    except Exception as error:
        if os.environ.get("TTRN_DEBUG"):
            raise
        fail(f"internal error, please report it ({type(error).__name__}: {error}); TTRN_DEBUG=1 shows more")
        sys.exit(FAILED)


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
