"""``ttrn show``: the table after a turn, in the terminal and in files of many kinds."""

from __future__ import annotations

from typing import Annotated

from ttrn.cli.check import CheckLimits
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import (
    BoardFile,
    Effort,
    Megabytes,
    OneGame,
    PictureTheme,
    PictureWidth,
    PngFile,
    SvgFile,
)
from ttrn.cli.output import FAILED, fail, say, show_json
from ttrn.cli.picture_files import draw, write_animation, write_page, write_turns
from ttrn.cli.replayed import Status, one_of_each, warn_of_problems
from ttrn.cli.shown_turn import moment, moment_data, show_moment
from ttrn.draw.pictures import timeline_picture
from ttrn.position.writer import format_position


def show(
    file: Annotated[str, Argument(metavar="FILE", help='A record, or "-" for stdin.')],
    *,
    turn: Annotated[
        int | None, Option("--turn", min=0, help="After this turn; 0 is the setup.", show_default="the last")
    ] = None,
    game: OneGame = None,
    board: BoardFile = "",
    svg: SvgFile = "",
    png: PngFile = "",
    gif: Annotated[
        str,
        Option(
            "--gif",
            metavar="OUT.gif",
            help="Also write the whole game as an animation, small enough for a chat.",
            show_default=False,
        ),
    ] = "",
    theme: PictureTheme = "light",
    width: PictureWidth = 1200,
    html: Annotated[
        str,
        Option(
            "--html",
            metavar="OUT.html",
            help="Also write a page that replays the whole game in a browser.",
            show_default=False,
        ),
    ] = "",
    csv: Annotated[
        str, Option("--csv", metavar="OUT.csv", help="Also write all turns as a table.", show_default=False)
    ] = "",
    position: Annotated[bool, Option("--position", help="Only the position as one line, for a Position tag.")] = False,
    hindsight: Annotated[
        bool, Option("--hindsight", help="Prove what hidden hands held by later turns too, not only by what was known.")
    ] = False,
    json: Annotated[bool, Option("--json", help="One JSON object.")] = False,
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
) -> None:
    """Show the table after a turn: hands, market, decks, routes, tickets and what they still need.

    Of hands that were not seen it tells what was proved at that turn: the cards that are certain, and how many of each
    kind there can be; with --hindsight what the whole record proves of them.

    Exit status: 0 done, 1 the record has problems, 2 there is no such game or turn, or a file cannot be made.
    """
    status = Status()
    for replayed in one_of_each(file, board, status, game):
        try:
            now = moment(replayed, turn, CheckLimits(effort, megabytes), hindsight=hindsight)
        except IndexError as error:
            fail(f"{replayed.file}, game {replayed.number}: {error}")
            raise Exit(FAILED) from None
        if position:
            say(format_position(now.state))
        elif json:
            show_json(moment_data(now))
        else:
            show_moment(now)
        if svg or png:
            draw(timeline_picture(replayed.timeline, now.state, theme=theme), svg, png, width)
        if gif:
            write_animation(now, gif, theme)
        if html:
            write_page(now, html)
        if csv:
            write_turns(now, csv, board)
        warn_of_problems(replayed)
    raise Exit(status.code)
