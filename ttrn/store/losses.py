"""What moves lost, as a deep analysis found it: brought into the database from the file in which that was kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ttrn.analysis.decisions import lost_by
from ttrn.analysis.moments import every_moment
from ttrn.analysis.work_file import VERSION, decisions_in, read_work
from ttrn.boards import Board, board
from ttrn.notation.reader import read_chunk
from ttrn.notation.source import Chunk
from ttrn.store.analysed import losses_table
from ttrn.store.columns import Row
from ttrn.store.database import DatabaseError
from ttrn.store.row_changes import NewRows, change_rows
from ttrn.store.worker import find_board

if TYPE_CHECKING:
    import duckdb


def add_losses(path: str | Path, files: Sequence[str | Path], *, own: str = "") -> int:
    """Take over what moves lost from files that ``ttrn analyse --deep --work FILE`` made; return of how many games.

    What was there of the same games is replaced. ``own`` is a board file of the user's.

    Raises:
        DatabaseError: a file is of another kind, is about a game that is not in the database, or is not finished; or
            the database cannot be written. Nothing is then changed.
        BoardError: the board file cannot be used.
        OSError: a data set cannot be written.
    """
    on = board(own) if own else None
    games: set[int] = set()

    def change(connection: duckdb.DuckDBPyConnection) -> NewRows:
        found = [row for file in files for row in _rows_of(connection, Path(file), on)]
        games.update([row[0] for row in found])
        return NewRows(games, {"losses": losses_table(found)})

    change_rows(path, change)
    return len(games)


def _rows_of(connection: duckdb.DuckDBPyConnection, file: Path, own: Board | None) -> list[Row]:
    try:
        head, judged = read_work(file)
    except OSError as error:
        raise DatabaseError(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise DatabaseError(str(error)) from None
    if head.get("version") != VERSION:
        message = f"{file} was made by another version of ttrn, which judged other decisions"
        raise DatabaseError(f"{message}; ttrn analyse --deep FILE --work {file} judges the game anew")
    games = connection.execute("SELECT game, text FROM games WHERE sha256(text) = ?", [head.get("game")]).fetchall()
    if not games:
        raise DatabaseError(f"{file} is about a game that is not in the database; load its record first")
    number, text = games[0]
    game = read_chunk(Chunk(1, 1, text), "").game
    on = None if game is None else find_board(game, own)
    if game is None or on is None:
        raise DatabaseError(f"the game that {file} is about cannot be replayed here: its board is missing")
    try:
        moments = every_moment(game, on)
        found = decisions_in(judged, moments)
    except (KeyError, TypeError, IndexError):
        raise DatabaseError(f"{file} is damaged") from None
    if len(found) < len(moments):
        message = f"{file} is not finished: of {len(moments)} moves it has {len(found)}"
        raise DatabaseError(f"{message}; ttrn analyse --deep FILE --work {file} goes on")
    seats = sorted({decision.seat for decision in found.values()})
    return [(number, seat + 1, *lost_by(seat, found.values())) for seat in seats]
