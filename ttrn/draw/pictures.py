"""A picture for notebooks and files: of a board, a game, any turn of it, or a state."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ttrn.boards import Board
from ttrn.core.state import State
from ttrn.draw.board import board_svg
from ttrn.draw.colors import Theme
from ttrn.draw.pixels import WIDTHS, png
from ttrn.draw.score_table import score_table_svg
from ttrn.files import whole_file
from ttrn.notation import GameRecord, level
from ttrn.replays import Timeline, replay
from ttrn.replays.reckoning import SeatReckoning


class Picture:
    """A picture as SVG text; a notebook shows it by itself."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, width: int = WIDTHS[0]) -> bytes:
        """Return the picture as pixels, so many across, for what shows no SVG.

        Raises:
            MissingPackageError: the package that draws them is not installed.
            ValueError: it cannot be so wide.
        """
        return png(self.svg, width)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all: as PNG if it is called so, else as SVG.

        Raises:
            OSError: the file cannot be written; what was there before is then untouched.
            MissingPackageError: it is a PNG, and the package that draws one is not installed.
        """
        data = self.png() if Path(path).suffix.lower() == ".png" else self.svg.encode()
        with whole_file(path) as file:
            file.write(data)


def picture(
    thing: Board | GameRecord | Timeline | State, turn: int | None = None, *, theme: Theme = "light"
) -> Picture:
    """Return a picture of a board, of a state, or of a game after a turn, the last one if none is named.

    Of a record without turns it is the final board, or a table of its score sheets and its result.

    ``theme`` is "light" or "dark".

    Raises:
        IndexError: the game has no such turn.
        TypeError: a turn is named for something that has none.
        BoardError: the game's board is not known.
    """
    if isinstance(thing, Board | State):
        if turn is not None:
            raise TypeError(f"a {type(thing).__name__.lower()} has no turns")
        board, state = (thing, None) if isinstance(thing, Board) else (thing.board, thing)
        return Picture(board_svg(board, state, theme=theme))
    timeline = replay(thing) if isinstance(thing, GameRecord) else thing
    state = timeline.final if turn in (None, timeline.last) else timeline.state(turn or 0)
    return timeline_picture(timeline, state, theme=theme)


def timeline_picture(timeline: Timeline, state: State, *, theme: Theme = "light") -> Picture:
    """Return a picture of a game at a state of it; of one without turns, of its final board or its score sheets."""
    kept = level(timeline.game)
    if timeline.game.players and (kept in ("result", "sheet") or (kept == "board" and not timeline.board.routes)):
        return Picture(score_table_svg(timeline, theme=theme))
    told = [_told(seat) for seat in timeline.reckoning.seats] if kept == "board" and timeline.game.players else ()
    return Picture(board_svg(timeline.board, state, players=timeline.game.players, theme=theme, told=told))


def _told(seat: SeatReckoning) -> str:
    """Say what is known of the points of a seat on a final board."""
    total, routes = seat.total, seat.components["routes"]
    if total.value is not None:
        return f"{total.text} points"
    return "points not known" if routes.value is None else f"{routes.text} points for routes"
