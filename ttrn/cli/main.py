"""The ``ttrn`` command."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import typer
from rich.text import Text
from typer.core import TyperGroup

import ttrn
from ttrn.boards.names import did_you_mean
from ttrn.cli import database, hidden, playing, serving, summaries, tournaments
from ttrn.cli import fmt as formatting
from ttrn.cli.atlas import look_up, nothing_found, show_boards, show_found
from ttrn.cli.checking import Limits, Tally, check_source
from ttrn.cli.games import Status, one_replay, replays, warn_of_problems
from ttrn.cli.hidden import Megabytes, Seconds
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    counted,
    err,
    fail,
    inputs,
    no_tracebacks,
    note,
    numbered,
    out,
    reason,
    say,
    show_json,
    show_problems,
    show_table,
)
from ttrn.cli.scores import score_data, show_score
from ttrn.cli.shelf import BoardFile, open_shelf, read_board
from ttrn.cli.showing import draw_moment, moment, moment_data, show_moment, write_page
from ttrn.draw import Theme, picture
from ttrn.notation import Game, format_game
from ttrn.notation.problems import printable
from ttrn.replay.position import format_position

_VALUELESS: Final = re.compile(r"--[a-z]+(-[a-z]+)*=")


class Commands(TyperGroup):
    """The commands; none of them takes an empty argument for a name: a folder of that name would be the present one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is meant; an empty argument is told, and ends it."""
        empty = next((arg for arg in args[1:] if not arg or _VALUELESS.fullmatch(arg)), None)
        if empty is not None and not ctx.resilient_parsing:
            what = f"nothing follows {empty}" if empty else 'one of the arguments is empty, ""'
            fail(f"{what}: write a name or a value there (is a variable of your shell not set?)")
            raise typer.Exit(FAILED)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="ttrn",
    cls=Commands,
    help="Read, write and check records of Ticket to Ride games in the text notation TTRN.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help='Records (.ttrn, .ttrn.gz, .ttrn.zst), folders of them, or "-" for stdin.'),
]

OneGame = Annotated[
    int | None, typer.Option("--game", min=1, help="Only this game of the file, counting from 1.", show_default=False)
]

SvgFile = Annotated[
    str, typer.Option("--svg", metavar="OUT.svg", help="Also draw a picture into this file.", show_default=False)
]

PictureTheme = Annotated[Theme, typer.Option("--theme", help="The colours of the picture.")]


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    """Read, write and check records of Ticket to Ride games in the text notation TTRN."""
    if version:
        out.print(f"ttrn {ttrn.__version__}")
        raise typer.Exit(CLEAN)


@app.command()
def check(
    files: Files,
    board: BoardFile = "",
    json: Annotated[bool, typer.Option("--json", help="One JSON object per problem, and no summary.")] = False,
    seconds: Seconds = 10.0,
    megabytes: Megabytes = 512,
) -> None:
    """Tell what is wrong with records: every line by the notation, every turn by the rules of its game.

    A game is exact (nothing is unknown), consistent (some deal of the unknown cards makes every line legal), impossible
    (none does), or undecided: the search took longer, or more memory, than it may.

    Exit status: 0 nothing, 1 problems were found, 2 something could not be read.
    """
    shelf = open_shelf(board)
    sources, complete = inputs(files)
    tally = Tally()
    used = False
    for source in sources:
        try:
            used = check_source(source, shelf, tally, Limits(seconds, megabytes), as_json=json) or used
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
    if shelf.own is not None and not used:
        note(f'no game here is played on the board "{shelf.own.name}" of {board}')
    if not json:
        err.print(Text(tally.summary(), style="red" if tally.problems else "green"))
    raise typer.Exit(FOUND if tally.problems else CLEAN if complete else FAILED)


@app.command()
def fmt(
    files: Files,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if something would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> None:
    """Rewrite records in canonical form; a file with problems is left as it is.

    Exit status: 0 done, 1 problems were found (with --check or --diff: or something would change), 2 could not run.
    """
    sources, complete = inputs(files)
    status = CLEAN
    for source in sources:
        try:
            if source.path is None:
                done = formatting.format_stdin()
            else:
                done = formatting.format_file(source.path, write=not (check or diff), diff=diff)
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
            continue
        show_problems(done.problems, as_json=False)
        if done.diff:
            _show_diff(done.diff)
        elif done.changed:
            err.print(Text(f"{'would rewrite' if check else 'rewrote'} {printable(source.name)}"))
        if done.problems:
            err.print(Text(f"{printable(source.name)} was left as it is", style="red"))
        if done.problems or (done.changed and (check or diff)):
            status = FOUND
    raise typer.Exit(status if complete else max(status, FAILED))


@app.command("list")
def list_games(files: Files) -> None:
    """List the games of records: one line each."""
    sources, complete = inputs(files)
    rows: list[tuple[str, ...]] = []
    problems = 0
    for source in sources:
        try:
            for number, (game, wrong) in numbered(source):
                problems += len(wrong)
                if game is not None:
                    rows.append((source.name, str(number), *_row(game)))
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
    show_table(("file", "game", "board", "event", "date", "players", "turns"), rows, right=("game", "turns"))
    if problems:
        fail(f"{counted(problems, 'problem')} found; ttrn check tells them")
    raise typer.Exit(FOUND if problems else CLEAN if complete else FAILED)


@app.command()
def get(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A plain .ttrn file.")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="Which game, counting from 1.")],
    index: Annotated[bool, typer.Option("--index", help="Keep an index beside the file for the next time.")] = False,
) -> None:
    """Print one game of a large file, without reading the others."""
    try:
        found = ttrn.Index.open(file)
        if index:
            found.save()
        game, problems = found[number - 1]
    except (ValueError, IndexError) as error:
        message = str(error) if isinstance(error, ValueError) else f"{file} has {counted(len(found), 'game')}"
        fail(message)
        raise typer.Exit(FAILED) from None
    show_problems(problems, as_json=False)
    if game is None:
        raise typer.Exit(FOUND)
    out.print(Text(format_game(game)), end="")


@app.command()
def score(
    files: Files,
    game: OneGame = None,
    board: BoardFile = "",
    json: Annotated[bool, typer.Option("--json", help="One JSON object per game.")] = False,
) -> None:
    """Print the result of games: routes, tickets, longest path, totals, and who won.

    Exit status: 0 done, 1 a record has problems, 2 something could not be scored.
    """
    shelf = open_shelf(board)
    sources, complete = inputs(files)
    status = Status(failed=not complete)
    shown = 0
    for source in sources:
        for replayed in replays(source, shelf, status, game):
            if json:
                show_json(score_data(replayed))
            else:
                if shown:
                    say()
                show_score(replayed)
            shown += 1
            warn_of_problems(replayed, status)
    raise typer.Exit(status.code)


@app.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help='A record, or "-" for stdin.')],
    *,
    turn: Annotated[
        int | None, typer.Option("--turn", min=0, help="After this turn; 0 is the setup.", show_default="the last")
    ] = None,
    game: OneGame = None,
    board: BoardFile = "",
    svg: SvgFile = "",
    theme: PictureTheme = "light",
    html: Annotated[
        str,
        typer.Option(
            "--html",
            metavar="OUT.html",
            help="Also write a page that replays the whole game in a browser.",
            show_default=False,
        ),
    ] = "",
    position: Annotated[
        bool, typer.Option("--position", help="Only the position as one line, for a Position tag.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    seconds: Seconds = 10.0,
    megabytes: Megabytes = 512,
) -> None:
    """Show the table after a turn: hands, market, decks, routes, tickets and what they still need.

    Of hands that were not seen it tells what the record proves: the cards that are certain, and how many of each kind
    there can be.

    Exit status: 0 done, 1 the record has problems, 2 there is no such game or turn.
    """
    shelf = open_shelf(board)
    sources, complete = inputs([file])
    status = Status(failed=not complete)
    for source in sources:
        replayed = one_replay(source, shelf, status, game)
        if replayed is None:
            continue
        try:
            now = moment(replayed, turn, Limits(seconds, megabytes))
        except IndexError as error:
            fail(f"{replayed.file}, game {replayed.number}: {error}")
            raise typer.Exit(FAILED) from None
        if position:
            say(format_position(now.state))
        elif json:
            show_json(moment_data(now))
        else:
            show_moment(now)
        if svg:
            draw_moment(now, svg, theme)
        if html:
            write_page(now, html)
        warn_of_problems(replayed, status)
    raise typer.Exit(status.code)


@app.command("import")
def import_logs(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE", help="Where the files come from: bga (Board Game Arena) or csv (a spreadsheet)."
        ),
    ],
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help='Files as you saved them, or "-" for stdin.')],
    *,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Replace names and dates.")] = False,
    tickets: Annotated[
        str,
        typer.Option("--tickets", metavar="FILE", help="Tickets offered and kept, noted apart.", show_default=False),
    ] = "",
    board: Annotated[
        str,
        typer.Option("--board", metavar="BOARD", help="The board, where a file does not tell it.", show_default=False),
    ] = "",
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="OUT.ttrn", help="Write the records there.", show_default="stdout"),
    ] = "",
) -> None:
    """Turn saved logs of other sources into records: Board Game Arena, spreadsheets. Nothing is fetched.

    Exit status: 0 done, 1 something is wrong with a file, 2 could not run.
    """
    from ttrn.cli.importing import Request, import_files  # noqa: PLC0415  no other command should wait for them

    raise typer.Exit(import_files(Request(source, files, tickets, board, output, anonymous)))


@app.command("board")
def show_board(
    name: Annotated[str, typer.Argument(metavar="BOARD", help="Which board; without it all are listed.")] = "",
    search: Annotated[str, typer.Argument(metavar="SEARCH", help="A city's code or name, or two: sea-por.")] = "",
    board: BoardFile = "",
    svg: SvgFile = "",
    theme: PictureTheme = "light",
) -> None:
    """List the boards, or the cities, routes and tickets of one, or those that a search finds.

    Exit status: 0 done, 1 the search found nothing, 2 there is no such board.
    """
    shelf = open_shelf(board)
    if svg and not name:
        fail("--svg wants the name of a board")
        raise typer.Exit(FAILED)
    if not name:
        show_boards(shelf)
        raise typer.Exit(CLEAN)
    chosen = read_board(name) if name.endswith(".toml") else shelf.find(name)
    if chosen is None:
        fail(f'there is no board "{name}"{did_you_mean(name, shelf.names)}')
        raise typer.Exit(FAILED)
    found = look_up(chosen, search)
    if not any(found):
        fail(nothing_found(chosen, search))
        raise typer.Exit(FOUND)
    show_found(chosen, found)
    if svg:
        picture(chosen, theme=theme).save(svg)


app.command()(playing.play)
app.command()(playing.archive)
app.command()(tournaments.tournament)
app.command()(summaries.summary)
app.command()(hidden.redact)
app.command()(hidden.infer)
app.command()(hidden.merge)
for command in (database.load, database.stats, database.sql, database.export, database.dump, database.alias):
    app.command()(command)
app.command()(serving.dashboard)


def _row(game: Game) -> tuple[str, ...]:
    tags = game.tags
    players = ", ".join(player.name or player.id for player in game.players)
    return game.board, tags.get("Event", ""), tags.get("Date", ""), players, str(len(game.turns))


def _show_diff(text: str) -> None:
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in text.splitlines():
        out.print(Text(printable(line), style=styles.get(line[:1], "")))


def run() -> None:
    """Run the command; every failure is a message and an exit status."""
    with no_tracebacks():
        app()
