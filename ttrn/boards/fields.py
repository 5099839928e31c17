"""Reading the tables of a board file: each value is handed out with its type, and what is wrong is noted.

A value that is missing or of the wrong type is noted once and replaced by a neutral one (0, empty), so that reading can
go on and all problems of a file are found together. A board with problems is never handed out.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ttrn.boards.names import did_you_mean
from ttrn.boards.problems import BoardProblem

MOST = 9999
"""The largest whole number that a board can want; a slip of the finger must not make a deck of a billion cards."""


@dataclass(slots=True)
class Notes:
    """The problems of one file, in the order in which they were found."""

    file: str
    problems: list[BoardProblem] = field(default_factory=list)

    def add(self, place: str, message: str, *, warning: bool = False) -> None:
        """Note a problem; it stays one line, whatever line ends or control characters it quotes from the file."""
        self.problems.append(BoardProblem(self.file, _one_line(place), _one_line(message), warning=warning))

    def is_sound(self) -> bool:
        """Return whether nothing worse than a warning was noted."""
        return all(problem.warning for problem in self.problems)


@dataclass(frozen=True, slots=True)
class TableFields:
    """One table of a board file, with the place where it stands.

    ``known`` are the keys that the format has there (None: any key); others are noted by ``check_keys``. ``joint``
    stands between the place and a key: "." in a table, ", " in an entry of a list.
    """

    data: Mapping[str, Any]
    notes: Notes
    known: tuple[str, ...] | None
    place: str = ""
    joint: str = "."

    def at(self, key: str) -> str:
        """Return the place of one key."""
        return f"{self.place}{self.joint}{key}" if self.place else key

    def note(self, key: str, message: str) -> None:
        """Note a problem with the value of a key."""
        self.notes.add(self.at(key), message)

    def check_keys(self, elsewhere: tuple[str, ...] = ()) -> None:
        """Note keys that the format does not have here; ``elsewhere`` are those it has at the top of the file."""
        for key in self.data:
            if self.known is None or key in self.known:
                continue
            if self.place and key in elsewhere:
                self.notes.add(self.place, f'"{key}" must stand above the first [heading] of the file')
            else:
                self.notes.add(self.place, f'unknown key "{key}"{did_you_mean(key, self.known)}')

    def has(self, key: str) -> bool:
        """Whether the key is given at all."""
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; required unless there is a default."""
        value: str = self._value(key, default, "", is_text, "a text in quotes")
        return value

    def whole(self, key: str, default: int | None = None, *, least: int = 0) -> int:
        """Return a whole number, not below ``least``; required unless there is a default."""
        value: int = self._value(key, default, least, is_whole, "a whole number")
        if value < least:
            self.note(key, f"{value} is too small: at least {least} is wanted")
        elif value > MOST:
            self.note(key, f"{value} is too large: at most {MOST} is wanted")
        return min(max(value, least), MOST)

    def number(self, key: str, default: float | None = None) -> float:
        """Return a number with or without decimals; required unless there is a default."""
        return float(self._value(key, default, 0.0, is_number, "a number"))

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value: bool = self._value(key, default, default, _is_flag, "true or false")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of texts; required unless there is a default."""
        return tuple(self._value(key, default, (), _list_of(is_text), "a list of texts in quotes"))

    def wholes(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers; required."""
        return tuple(self._value(key, None, (), _list_of(_is_count), "a list of whole numbers"))

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return a list of numbers; required."""
        return tuple(map(float, self._value(key, None, (), _list_of(is_number), "a list of numbers")))

    def points(self, key: str) -> tuple[tuple[float, float], ...]:
        """Return a list of places, each as [x, y]; required."""
        rows = self._value(key, None, (), _list_of(_is_point), "a list of places: [ [x, y], ... ]")
        return tuple((float(x), float(y)) for x, y in rows)

    def table(self, key: str, known: tuple[str, ...] | None) -> "TableFields | None":
        """Return the table under a key with its unknown keys noted, or None (noted) when there is none."""
        value = self._value(key, None, None, lambda value: isinstance(value, dict), "a table: { key = value, ... }")
        return None if value is None else TableFields(value, self.notes, known, self.at(key))

    def rows(
        self, key: str, known: tuple[str, ...], label: Callable[[Mapping[str, Any]], str]
    ) -> Iterator["TableFields"]:
        """Yield the entries of a list of tables, each with its number and label in its place; required."""
        rows = self._value(key, None, [], lambda value: isinstance(value, list), "a list of tables: [ { ... }, ... ]")
        for number, row in enumerate(rows, 1):
            place = f"{self.at(key)}, entry {number}"
            if not isinstance(row, dict):
                self.notes.add(place, f"a table is wanted here: {{ key = value, ... }}, not {shown(row)}")
                continue
            name = label(row)
            yield TableFields(row, self.notes, known, f"{place} ({name})" if name else place, ", ")

    def _value(self, key: str, default: Any, neutral: Any, fits: Callable[[Any], bool], wanted: str) -> Any:
        if key not in self.data:
            if default is None:
                self.notes.add(self.place, f'the key "{key}" is missing')
            return neutral if default is None else default
        value = self.data[key]
        if not fits(value):
            other = "one with other things in it" if isinstance(value, list) and "list" in wanted else shown(value)
            self.note(key, f"{wanted} is wanted here, not {other}")
            return neutral
        return value


def is_text(value: Any) -> bool:
    """Whether a value of the file is a text with something in it."""
    return isinstance(value, str) and bool(value.strip())


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_whole(value: Any) -> bool:
    """Whether a value of the file is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return is_whole(value) and 0 <= value <= MOST


def is_number(value: Any) -> bool:
    """Whether a value of the file is a number of a size that a drawing can have."""
    return (is_whole(value) and abs(value) <= MOST) or (isinstance(value, float) and math.isfinite(value))


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def shown(value: Any) -> str:
    """Return a value as its author wrote it, or its kind where that would be long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return str(value)


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))
