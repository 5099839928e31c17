"""The interface of an importer: a file that somebody saved goes in, records and problems come out.

A new source (another site, an app) is one more module with a function of the shape :data:`Read`, and one more line in
the table of ``ttrn.imports``. What such a function can rely on:

- it gets the whole text of one file, decoded, and never opens or fetches anything itself;
- what it cannot understand it skips, counts, and tells in :attr:`Imported.notes`;
- what makes the file useless it raises as :class:`BrokenLog`, with the place; the caller makes a problem of it;
- what the source does not tell it writes as unknown: it never guesses;
- names it leaves as they are: making a record anonymous is the caller's work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Problem, amount

RULES = {
    "LOG-FILE": "the file can be read, and is text",
    "LOG-SHAPE": "it has one of the shapes that the importer knows",
    "LOG-START": "it holds the game from its beginning",
    "LOG-LINE": "what it tells is whole and can be understood",
    "LOG-PLAYER": "whoever does something sits at the table",
    "LOG-BOARD": "cities, routes and tickets are those of one of our boards",
    "LOG-TICKETS": "tickets noted apart are those of this game",
}
"""What a file must be so that it can be imported, by id."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as it was saved: its name in messages, and its whole text with line feeds as line ends."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Options:
    """What the user adds to a file.

    ``board`` is the name of the board where the source does not tell it. ``tickets`` is a file with the tickets that
    were offered and kept, for sources that do not tell them.
    """

    board: str = ""
    tickets: Source | None = None


class Limits(NamedTuple):
    """How much a file may hold, so that none exhausts the memory; ``what`` is what it is then no more.

    ``bytes`` count unpacked. ``values`` are the lists, objects and values in them of JSON: each takes more memory than
    its signs.
    """

    what: str
    bytes: int
    lines: int
    values: int


LOG: Final = Limits("log", 8 * 1024 * 1024, 100_000, 500_000)
"""Of a log of one game: the longest ones have a tenth of this."""


class Imported(NamedTuple):
    """What came of one file: its games, what is wrong with it, and what is worth knowing and no failure."""

    games: tuple[GameRecord, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        notes = amount(self.notes, "note")
        return f"<Imported: {amount(self.games, 'game')}, {amount(self.problems, 'problem')}, {notes}>"


class BrokenLog(Exception):  # noqa: N818  it says what is wrong with the file, not with the program
    """A file that cannot be imported, and where and why; ``file`` is empty for the log itself."""

    def __init__(
        self, rule: str, message: str, *, line: int = 0, text: str = "", hint: str = "", file: str = ""
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.line = line
        self.text = text
        self.hint = hint
        self.file = file
        self.column = 0

    def problem(self, file: str) -> Problem:
        """Return it as a problem of this file."""
        return Problem(
            self.rule, self.message, self.file or file, self.line, self.column, text=self.text, hint=self.hint
        )


Read: TypeAlias = Callable[[Source, Options], Imported]
"""Turns one file into games. Raises ``BrokenLog`` and nothing else, whatever is in the file."""


class Importer(NamedTuple):
    """A source of games: the word for it on the command line, what it is in a few words, and the function.

    ``suffixes`` are how its files are called, by which they are found in a folder; any of them may be packed.
    ``limits`` are how much a file may hold.
    """

    name: str
    title: str
    read: Read
    suffixes: tuple[str, ...]
    limits: Limits = LOG
