"""Tables as CSV, for spreadsheets: the turns of one game, a list of games, the answer to a question."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ttrn.notation.source import Chunk
from ttrn.store.asking import rows_of
from ttrn.store.database import connect
from ttrn.store.loading import load
from ttrn.store.worker import Item

# What a spreadsheet may take for a formula; a name in somebody's record must not become one.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as CSV. Text that a spreadsheet would take for a formula gets an apostrophe before it.

    >>> csv_text(("name", "points"), [("Ann", 12), ("=1+1", -3)]).splitlines()
    ['name,points', 'Ann,12', "'=1+1,-3"]
    """
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([_cell(column) for column in columns])
    writer.writerows([[_cell(value) for value in row] for row in rows])
    return page.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        value = ", ".join([str(part) for part in value])
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def turns_csv(text: str, own: str = "") -> str:
    """Return the turns of one game as CSV, with the columns of the table ``turns``; ``text`` is its record.

    ``own`` is a board file of the user's, for a game that names its board. A game that cannot be read has no turns.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.duckdb"
        load(path, [Item("", Chunk(1, 1, text))], cores=1, own=own)
        with connect(path) as connection:
            columns, rows = rows_of(connection, "SELECT * EXCLUDE (game) FROM turns ORDER BY turn")
    return csv_text(columns, rows) if rows else ""
