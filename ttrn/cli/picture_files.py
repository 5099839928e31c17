"""Pictures and other files of a game that commands write: SVG, PNG, GIF, a page, a table of turns."""

from __future__ import annotations

from pathlib import Path

from ttrn.cli.command import Exit
from ttrn.cli.output import FAILED, fail
from ttrn.cli.record_files import new_file
from ttrn.cli.shown_turn import ShownTurn
from ttrn.draw import Picture, Theme
from ttrn.draw.animation import animation
from ttrn.files import whole_file
from ttrn.notation import format_game
from ttrn.notebook import timeline_page


def draw(picture: Picture, svg: str, png: str, width: int) -> None:
    """Write a picture into the files that are named.

    Raises:
        OSError: a file cannot be written.
        MissingPackageError: a package that draws is not installed.
    """
    if svg:
        picture.save(svg)
    if png:
        _write(png, picture.png(width))


def write_animation(now: ShownTurn, path: str, theme: Theme) -> None:
    """Write the whole game as an animated picture.

    Raises:
        OSError: the file cannot be written.
        MissingPackageError: a package that draws is not installed.
        Exit: the record has no turns, which is told.
    """
    try:
        made = animation(now.replayed.timeline, theme=theme)
    except ValueError as error:
        fail(f"{now.replayed.file}, game {now.replayed.number}: {error}")
        raise Exit(FAILED) from None
    _write(path, made.data)


def write_page(now: ShownTurn, path: str) -> None:
    """Write a page that replays the game, opened at this moment; it needs no server and no network.

    Raises:
        OSError: the file cannot be written.
    """
    page = timeline_page(now.replayed.timeline, now.turn, _page_title(now), luck=True)
    with new_file(Path(path)) as add:
        add(page)


def write_turns(now: ShownTurn, path: str, own: str) -> None:
    """Write the turns as a table for spreadsheets; ``own`` is a board file of the user's.

    Raises:
        OSError: the file cannot be written.
        Exit: the record has no turns that can be told, which is said.
    """
    # The database, which makes the table, takes longer to import than most commands run.
    from ttrn.store.csv_export import turns_csv  # noqa: PLC0415

    table = turns_csv(format_game(now.replayed.timeline.game), own)
    if not table:
        fail(f"{now.replayed.file}, game {now.replayed.number}: there are no turns to write into {path}")
        raise Exit(FAILED)
    _write(path, table.encode())


def _page_title(now: ShownTurn) -> str:
    tags = now.replayed.timeline.game.tags
    about = [tag for name in ("Event", "Site", "Date") if (tag := tags.get(name, ""))]
    return f"{', '.join(about) or now.state.board.title}: {', '.join(now.players)}"


def _write(path: str, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)
