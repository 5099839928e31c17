"""From a board file to a board: read, checked once, and remembered for the boards that come with ttrn.

``load_board`` is for files of players: it never raises for what is in a file, but returns all problems as values.
``board`` is for programs that cannot go on without a board: it raises ``BoardError``.
"""

import re
import tomllib
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from ttrn.boards.checks import CHECKS
from ttrn.boards.entries import check_goods, read_cities, read_routes, read_tickets
from ttrn.boards.fields import Notes, TableFields
from ttrn.boards.maps import read_map
from ttrn.boards.model import Board
from ttrn.boards.names import did_you_mean
from ttrn.boards.problems import BoardError, BoardProblem
from ttrn.boards.tables import TOP_KEYS, read_header, read_tables
from ttrn.registry import built_in_folders, other_folders


def board_names() -> tuple[str, ...]:
    """Return the names of the boards that are known, in alphabetical order: those of ttrn and of other games.

    >>> board_names()
    ('cardgame', 'europe', 'marklin', 'usa')
    """
    return tuple(sorted({**_files(built=False), **_files(built=True)}))


@cache
def _built_in_files() -> dict[str, Path]:
    return _boards_in(built_in_folders())


def _files(*, built: bool) -> dict[str, Path]:
    """Return the files of known boards by name: of those that come with ttrn, or of the others."""
    return _built_in_files() if built else _boards_in(other_folders())


def _boards_in(folders: list[Path]) -> dict[str, Path]:
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}


def named_board(name: str) -> Board | None:
    """Return a board by its name; None where no board has it. A name is never taken for a path.

    Raises:
        BoardError: the file of that board has problems.
    """
    if name in _files(built=True):
        return _read_once(_files(built=True)[name], trusted=True)
    path = _files(built=False).get(name)
    return None if path is None else _read_once(path)


def board(name_or_path: str | PathLike[str]) -> Board:
    """Return a board by its name ("usa") or by the path of a board file; one with warnings only is returned too.

    A board that comes with ttrn is read once; the same object is returned each time.

    Raises:
        BoardError: there is no such board, or its file has problems.
    """
    named = named_board(name_or_path) if isinstance(name_or_path, str) else None
    if named is not None:
        return named
    path = Path(name_or_path)
    if not path.suffix and not path.exists():
        hint = did_you_mean(str(path), board_names())
        raise BoardError((BoardProblem(str(path), "", f"there is no board of this name{hint}"),))
    found, problems = load_board(path)
    if found is None:
        raise BoardError(problems)
    return found


def load_board(path: str | PathLike[str]) -> tuple[Board | None, tuple[BoardProblem, ...]]:
    """Read a board file and return the board, with all problems of the file.

    The board is None if any problem is worse than a warning. A byte order mark and any line ends are tolerated.
    """
    return _load(Path(path), trusted=False)


def _load(path: Path, *, trusted: bool) -> tuple[Board | None, tuple[BoardProblem, ...]]:
    notes = Notes(str(path))
    data = _read(path, notes)
    found = None if data is None else _build(data, notes, trusted=trusted)
    return found, tuple(notes.problems)


@cache
def _read_once(path: Path, *, trusted: bool = False) -> Board:
    found, problems = _load(path, trusted=trusted)
    if found is None:
        raise BoardError(problems)
    return found


def _read(path: Path, notes: Notes) -> dict[str, Any] | None:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        notes.add("", "there is no such file")
    except IsADirectoryError:
        notes.add("", "this is a folder, not a board file")
    except OSError as error:
        notes.add("", f"the file cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        notes.add("", f"line {line} is not UTF-8 text: save the file as UTF-8")
    except tomllib.TOMLDecodeError as error:
        notes.problems.append(_toml_problem(notes.file, str(error)))
    except RecursionError:
        notes.add("", "this is no TOML: lists or tables are nested too deeply")
    except ValueError as error:
        # A number of thousands of digits, a path with a zero byte.
        notes.add("", f"the file cannot be read: {error}")
    return None


def _toml_problem(file: str, message: str) -> BoardProblem:
    place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if place is None:
        return BoardProblem(file, "", f"this is no TOML: {message}")
    return BoardProblem(file, "", f"this is no TOML: {message[: place.start()]}", int(place[1]), int(place[2]))


def _build(data: dict[str, Any], notes: Notes, *, trusted: bool) -> Board | None:
    """Make a board of the parsed file; None when something is wrong with it."""
    top = TableFields(data, notes, TOP_KEYS)
    top.check_keys()
    header = read_header(top, trusted=trusted)
    atlas = read_cities(top, header)
    tables = read_tables(top, header, atlas.codes)
    check_goods(top, atlas, tables)
    routes = read_routes(top, header, tables, atlas) if header.wants(top, "routes") else []
    tickets = read_tickets(top, header, atlas)
    note = top.text("tickets_note", "")
    under = read_map(top, trusted=trusted)
    if not notes.is_sound():
        return None
    found = Board(
        name=header.name,
        title=header.title,
        rules=header.rules,
        width=header.width,
        height=header.height,
        cities=tuple(atlas.cities),
        routes=tuple(routes),
        tickets=tuple(tickets),
        tables=tables,
        tickets_note=note,
        map=under,
    )
    for check in CHECKS:
        check(found, notes)
    return found if notes.is_sound() else None
