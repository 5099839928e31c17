"""The ``ttrn`` command.

Each command imports what it needs, in its own body or in its own module: who asks for one does not wait for the others.
"""

from __future__ import annotations

import sys
from typing import Annotated

import ttrn
from ttrn.cli.command import App, Argument, Exit, Option
from ttrn.cli.options import (
    BoardFile,
    Cores,
    Effort,
    Megabytes,
    OneGame,
    PictureTheme,
    PictureWidth,
    PngFile,
    ReportFormat,
    SvgFile,
)
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    NOT_DECIDED,
    Text,
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
    show_difference,
    show_problems,
    show_table,
)
from ttrn.notation import GameRecord
from ttrn.notation.problems import printable

app = App("ttrn", "Read, write and check records of Ticket to Ride games in the text notation TTRN.", ttrn.__version__)

Files = Annotated[
    list[str],
    Argument(metavar="FILE...", help='Records (.ttrn, .ttrn.gz, .ttrn.zst), folders of them, or "-" for stdin.'),
]


@app.command()
def check(
    files: Files,
    *,
    board: BoardFile = "",
    form: Annotated[
        ReportFormat,
        Option("--format", help="For people; as JSON, a line for each problem or sound game; or a report."),
    ] = "text",
    json: Annotated[bool, Option("--json", help="The same as --format json.")] = False,
    strict: Annotated[
        bool, Option("--strict", help="Let warnings count as problems; exit 3 for undecided games.")
    ] = False,
    repair: Annotated[
        bool, Option("--repair", help="Repair first what mails and chats do to a text, and say what.")
    ] = False,
    no_cure: Annotated[bool, Option("--no-cure", help="Do not look for the slips in games that break a rule.")] = False,
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
    cores: Cores = 0,
) -> None:
    """Tell what is wrong with records: every line by the notation, every turn by the rules of its game.

    A game is exact (nothing is unknown), consistent (some deal of the unknown cards makes every line legal), impossible
    (none does), or undecided: the search took longer, or more memory, than it may, or not every turn was kept.

    Of a game that breaks a rule the smallest change is looked for that makes the rest of it sound; ttrn fix writes it.
    With --repair curly quotes, long dashes, odd spaces, fences, ">" and a chat's time stamps before lines are no
    problems: records are checked as ttrn fmt --repair would write them, by the numbers of lines in the file.
    Warnings are about what is allowed and hardly meant: odd dates, one colour for two players, misspelt tags.

    Formats are text, json, sarif (a report for code scanning, with the cures as fixes), github (annotations on a pull
    request) and junit (a report for build servers); docs/json.md describes them.

    Exit status: 0 nothing or only warnings, 1 problems were found, 2 something could not be read; with --strict 1 for
    warnings too, and 3 where nothing is wrong but the search for a deal was given up.
    """
    from ttrn.cli.boards import open_shelf
    from ttrn.cli.check import CheckedGame, CheckLimits, CheckRequest, Tally, check_one
    from ttrn.cli.cores import as_it_is, on_cores
    from ttrn.cli.repaired import repaired

    shelf = open_shelf(board)
    sources, complete = inputs(files)
    tally, kept = Tally(), list[CheckedGame]()
    form = "json" if json else form
    request = CheckRequest(shelf, CheckLimits(effort, megabytes, not no_cure), form)
    for source, games in on_cores(sources, check_one, request, cores, prepare=repaired if repair else as_it_is):
        tally.files += 1
        try:
            for done in games:
                checked = done.show()
                tally.add(checked.tally)
                kept += [checked.game] if checked.game else []
        except BrokenPipeError:  # nobody reads on: that is no failure of this file
            raise
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
    if shelf.own is not None and not tally.own:
        note(f'no game here is played on the board "{shelf.own.name}" of {board}')
    if form in ("sarif", "junit"):
        from ttrn.cli.reports import junit, sarif

        out.write(sarif(kept) if form == "sarif" else junit(kept, strict=strict))
    if form != "json":
        err.print(Text(tally.summary(), style="red" if tally.problems else "green"))
    wrong = tally.problems or (strict and tally.warnings)
    sound = NOT_DECIDED if strict and tally.undecided else CLEAN
    raise Exit(FOUND if wrong else sound if complete else FAILED)


@app.command()
def fmt(
    files: Files,
    *,
    check: Annotated[bool, Option("--check", help="Write nothing; exit 1 if something would change.")] = False,
    diff: Annotated[bool, Option("--diff", help="Write nothing; show what would change.")] = False,
    renumber: Annotated[
        bool, Option("--renumber", help="Number the turns anew, even where other lines have problems.")
    ] = False,
    repair: Annotated[
        bool, Option("--repair", help="Repair what mails and chats do to a text, even where lines have problems.")
    ] = False,
    cores: Cores = 0,
) -> None:
    """Rewrite records in canonical form; a file with problems is left as it is.

    With --renumber the turns are numbered one after the other first, whatever numbers they had. With --repair the text
    is repaired first: curly quotes, long dashes, odd spaces, ">" and a chat's time stamps before lines, fences of
    backticks, line ends. Of a file that has other problems only that is changed then.

    Exit status: 0 done, 1 problems were found (with --check or --diff: or something would change), 2 could not run.
    """
    from ttrn.cli import fmt as formatting
    from ttrn.cli.cores import as_it_is, on_cores
    from ttrn.cli.repaired import repaired

    sources, complete = inputs(files)
    status = CLEAN
    formatted = on_cores(sources, formatting.format_one, renumber, cores, prepare=repaired if repair else as_it_is)
    for source, found in formatted:
        games = (done.show() for done in found)
        try:
            if source.path is None:
                done = formatting.format_stdin(games)
            else:
                write = not (check or diff)
                done = formatting.format_file(source, source.path, games, write=write, diff=diff, renumber=renumber)
        except OSError as error:
            fail(reason(error, source.name))
            complete = False
            continue
        show_problems(done.problems, as_json=False)
        if done.diff:
            show_difference(done.diff.splitlines(), out)
        elif done.changed:
            err.print(Text(f"{'would rewrite' if check else 'rewrote'} {printable(source.name)}"))
        if done.problems and not done.changed:
            err.print(Text(f"{printable(source.name)} was left as it is", style="red"))
        if done.problems or (done.changed and (check or diff)):
            status = FOUND
    raise Exit(status if complete else max(status, FAILED))


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
    raise Exit(FOUND if problems else CLEAN if complete else FAILED)


@app.command()
def get(
    file: Annotated[
        str,
        Argument(metavar="FILE", help='A record (.ttrn, .ttrn.gz, .ttrn.zst), a folder of them, or "-" for stdin.'),
    ],
    number: Annotated[int, Argument(metavar="NUMBER", min=1, help="Which game, counting from 1.")],
    index: Annotated[bool, Option("--index", help="Keep an index beside the file for the next time.")] = False,
) -> None:
    """Print one game: of a large plain file without reading the others, of a folder counted through its files.

    Exit status: 0 done, 1 the game has problems, 2 there is no such game.
    """
    from ttrn.cli.get import get_game

    raise Exit(get_game(file, number, keep_index=index))


@app.command()
def score(
    files: Files,
    game: OneGame = None,
    board: BoardFile = "",
    json: Annotated[bool, Option("--json", help="One JSON object per game.")] = False,
    cores: Cores = 0,
) -> None:
    """Print the result of games: routes, tickets, longest path, totals, and who won.

    Exit status: 0 done, 1 a record has problems, 2 something could not be scored.
    """
    from ttrn.cli.boards import open_shelf
    from ttrn.cli.replayed import Status, all_replays
    from ttrn.cli.score import score_one

    shelf = open_shelf(board)
    sources, complete = inputs(files)
    status = Status(failed=not complete)
    shown = 0
    for done in all_replays(sources, score_one, json, shelf, status, cores=cores, only=game):
        if shown and done.value and not json:
            say()
        shown += bool(done.show())
    raise Exit(status.code)


app.elsewhere({"show": "ttrn.cli.show"})


@app.command("import")
def import_logs(
    source: Annotated[
        str,
        Argument(
            metavar="SOURCE",
            help="Where the files come from: bga (Board Game Arena), bgstats (the app BG Stats), bgg (plays of "
            "BoardGameGeek) or csv (a spreadsheet).",
            words="importers",
        ),
    ],
    files: Annotated[
        list[str],
        Argument(metavar="FILE...", help='Files as you saved them, packed or not, folders of them, or "-" for stdin.'),
    ],
    *,
    anonymous: Annotated[bool, Option("--anonymous", help="Replace names and dates.")] = False,
    tickets: Annotated[
        str,
        Option("--tickets", metavar="FILE", help="Tickets offered and kept, noted apart.", show_default=False),
    ] = "",
    board: Annotated[
        str,
        Option(
            "--board",
            metavar="BOARD",
            help="The board, where a file does not tell it.",
            show_default=False,
            words="boards",
        ),
    ] = "",
    output: Annotated[
        str,
        Option("--output", "-o", metavar="OUT.ttrn", help="Write the records there.", show_default="stdout"),
    ] = "",
    cores: Cores = 0,
) -> None:
    """Turn saved files of other sources into records: logs, plays, spreadsheets. Nothing is fetched.

    Exit status: 0 done, 1 something is wrong with a file, 2 could not run.
    """
    from ttrn.cli.import_logs import Request, import_files

    raise Exit(import_files(Request(source, files, tickets, board, output, anonymous, cores)))


@app.command("board")
def show_board(
    name: Annotated[
        str, Argument(metavar="BOARD", help="Which board; without it all are listed.", words="boards")
    ] = "",
    search: Annotated[str, Argument(metavar="SEARCH", help="A city's code or name, or two: sea-por.")] = "",
    *,
    board: BoardFile = "",
    svg: SvgFile = "",
    png: PngFile = "",
    theme: PictureTheme = "light",
    width: PictureWidth = 1200,
) -> None:
    """List the boards, or the cities, routes and tickets of one, or those that a search finds.

    Exit status: 0 done, 1 the search found nothing, 2 there is no such board.
    """
    from ttrn.boards.names import did_you_mean
    from ttrn.cli.board import look_up, nothing_found, show_boards, show_found
    from ttrn.cli.boards import open_shelf, read_board

    shelf = open_shelf(board)
    if (svg or png) and not name:
        fail(f"--{'svg' if svg else 'png'} wants the name of a board")
        raise Exit(FAILED)
    if not name:
        show_boards(shelf)
        raise Exit(CLEAN)
    chosen = read_board(name) if name.endswith(".toml") else shelf.find(name)
    if chosen is None:
        fail(f'there is no board "{name}"{did_you_mean(name, shelf.names)}')
        raise Exit(FAILED)
    found = look_up(chosen, search)
    if not any(found):
        fail(nothing_found(chosen, search))
        raise Exit(FOUND)
    show_found(chosen, found)
    if svg or png:
        from ttrn.cli.picture_files import draw
        from ttrn.draw import picture

        draw(picture(chosen, theme=theme), svg, png, width)


app.elsewhere(
    {
        "fix": "ttrn.cli.fix",
        "new": "ttrn.cli.new",
        "record": "ttrn.cli.record",
        "play": "ttrn.cli.play",
        "archive": "ttrn.cli.play",
        "tournament": "ttrn.cli.tournament",
        "summary": "ttrn.cli.summary",
        "redact": "ttrn.cli.hidden",
        "infer": "ttrn.cli.hidden",
        "odds": "ttrn.cli.odds",
        "analyse": "ttrn.cli.analyse",
        "merge": "ttrn.cli.hidden",
        "load": "ttrn.cli.load",
        "duplicates": "ttrn.cli.corrections",
        "remove": "ttrn.cli.corrections",
        "stats": "ttrn.cli.database",
        "sql": "ttrn.cli.database",
        "export": "ttrn.cli.database",
        "dump": "ttrn.cli.database",
        "alias": "ttrn.cli.database",
        "dashboard": "ttrn.cli.dashboard",
        "recorder": "ttrn.cli.recorder",
        "lsp": "ttrn.cli.lsp",
        "completion": "ttrn.cli.completion",
        "doctor": "ttrn.cli.doctor",
    }
)


def _row(game: GameRecord) -> tuple[str, ...]:
    tags = game.tags
    players = ", ".join(player.name or player.id for player in game.players)
    return game.board, tags.get("Event", ""), tags.get("Date", ""), players, str(len(game.turns))


def run() -> None:
    """Run the command; every failure is a message and an exit status."""
    with no_tracebacks():
        app.run(sys.argv[1:])
