"""``ttrn analyse``: who was likely to win after each turn, with how many points, and whom chance favoured."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from ttrn.analysis import Analysis, TurnValue
from ttrn.analysis import analyse as analyse_game
from ttrn.analysis.decisions import PLAYOUTS
from ttrn.analysis.game import WORLDS
from ttrn.cli.analyse_database import analyse_database, is_database
from ttrn.cli.boards import open_shelf
from ttrn.cli.check import CheckLimits
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.deep import judge_moves
from ttrn.cli.odds import percent
from ttrn.cli.options import BoardFile, Cores, Effort, Megabytes, OneGame
from ttrn.cli.output import fail, inputs, note, reason, say, show_json, show_table
from ttrn.cli.replayed import Replayed, Status, all_replays, one_of_each, warn_of_problems
from ttrn.evaluation import NoModelError
from ttrn.notation.writer import format_action

ROWS: Final = 20
"""So many rows are printed at most, unless every turn is asked for."""

KINDS: Final = ("blind", "market", "tunnel", "tickets", "deal")


def analyse(
    file: Annotated[str, Argument(metavar="FILE", help='Records, a folder of them, "-" for stdin, or a database.')],
    *,
    observer: Annotated[
        str,
        Option(
            "--for",
            metavar="PLAYER",
            help='By what somebody knew: a player\'s id, or "public".',
            show_default="whoever wrote it",
            words="observers",
        ),
    ] = "",
    hindsight: Annotated[bool, Option("--hindsight", help="Use what later turns prove of earlier ones.")] = False,
    every: Annotated[bool, Option("--all", help="Print every turn.")] = False,
    no_luck: Annotated[bool, Option("--no-luck", help="Do not weigh what came up by chance.")] = False,
    worlds: Annotated[int, Option("--worlds", min=2, help="Possible worlds for each turn with hidden cards.")] = WORLDS,
    game: OneGame = None,
    board: BoardFile = "",
    json: Annotated[bool, Option("--json", help="One JSON object per game, with every turn.")] = False,
    seed: Annotated[int, Option("--seed", help="Other worlds and shuffles; the same seed prints the same.")] = 1,
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
    deep: Annotated[
        bool, Option("--deep", help="Play each move and others to the end: what it lost. Takes long.")
    ] = False,
    playouts: Annotated[int, Option("--playouts", min=10, help="With --deep: games played for each turn.")] = PLAYOUTS,
    cores: Cores = 0,
    work: Annotated[
        list[str] | None,
        Option(
            "--work",
            metavar="FILE",
            help="With --deep: keeps what is done, to go on later. With a database: brings what is in it.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[str, Option("-o", "--output", metavar="FILE", help="With --deep: the record with marks.")] = "",
) -> None:
    """Tell who was likely to win after each turn, with how many points, and what chance brought.

    The values come from a model that was learnt from games between bots. Each turn is judged by what was known then:
    all cards of a full record, or what an observer had seen. Luck is what came up beside what could have come up; it is
    told where every card is known.

    With --deep every move of one game is compared with others by playouts, and what it lost is told with its standard
    error.

    Of a database all games are analysed that are not yet, or by an older model, for its statistics; what is done stays
    if that is stopped. --work brings what a deep analysis found.

    Exit status: 0 done, 1 the record has problems, 2 there is no such game or player, or nothing can be said.
    """
    if is_database(file):
        given = {
            "--for": observer,
            "--hindsight": hindsight,
            "--all": every,
            "--game": game,
            "--json": json,
            "--seed": seed != 1,
            "--deep": deep,
            "--output": output,
        }
        refused = [name for name, value in given.items() if value]
        raise Exit(
            analyse_database(
                file, board=board, cores=cores, luck=not no_luck, worlds=worlds, work=work or [], refused=refused
            )
        )
    kept = work[-1] if work else ""
    request = AnalysisRequest(
        observer, hindsight, every, not no_luck, worlds, CheckLimits(effort, megabytes), seed, json
    )
    if deep:
        status = Status()
        for replayed in one_of_each(file, board, status, game):
            try:
                judge_moves(replayed, playouts, seed, cores, work=kept, output=output, json=json)
            except (OSError, ValueError) as error:
                fail(reason(error) if isinstance(error, OSError) else str(error))
                status.failed = True
            warn_of_problems(replayed)
        raise Exit(status.code)
    sources, complete = inputs([file])
    status = Status(failed=not complete)
    between = False
    for done in all_replays(sources, analyse_one, request, open_shelf(board), status, cores=cores, only=game):
        if between and done.value and not json:
            say()
        between = between or bool(done.value)
        if done.show() is False:
            status.failed = True
    raise Exit(status.code)


class AnalysisRequest(NamedTuple):
    """What was asked for on the command line."""

    observer: str
    hindsight: bool
    every: bool
    luck: bool
    worlds: int
    limits: CheckLimits
    seed: int
    json: bool


def analyse_one(replayed: Replayed, request: AnalysisRequest) -> bool:
    """Analyse one game and print that; return whether anything could be said."""
    try:
        found = analyse_game(
            replayed.timeline,
            request.observer,
            hindsight=request.hindsight,
            luck=request.luck,
            worlds=request.worlds,
            budget=request.limits.budget(),
            seed=request.seed,
        )
    except (NoModelError, ValueError) as error:
        fail(f"{replayed.file}, game {replayed.number}: {error}")
        return False
    if request.json:
        show_json(analysis_data(replayed, found))
    else:
        show_analysis(replayed, found, every=request.every)
    warn_of_problems(replayed)
    return True


def how(found: Analysis) -> str:
    """Return in words how the values were made."""
    seen = "anybody" if found.observer == "public" else found.observer or "the record"
    basis = {
        "all cards": "By all cards",
        "a view": f"By what {seen} knew after each turn",
        "hindsight": "With hindsight: by what later turns prove too",
    }[found.basis]
    spread = f", spread over {found.worlds} possible worlds" if found.worlds else ""
    return f"{basis}{spread}. Model {found.version}, learnt from games between bots; no playouts."


def show_analysis(replayed: Replayed, found: Analysis, *, every: bool) -> None:
    """Print an analysis for people."""
    say(replayed.heading, "bold")
    say(how(found))
    say()
    step = 1 if every else max(1, -(-len(found.turns) // ROWS))
    shown = [turn for turn in found.turns if turn.number % step == 0 or turn is found.turns[-1]]
    rows = [_row(replayed, found.start), *[_row(replayed, turn) for turn in shown]]
    show_table(("turn", *replayed.people), rows, right=("turn", *replayed.people))
    if step > 1:
        note(f"one turn in {step}; --all prints every turn")
    say()
    say("The largest swings:", "bold")
    turns = replayed.timeline.game.turns
    first = replayed.timeline.game.first_turn
    for turn in found.largest:
        who = replayed.people[turn.seat]
        say(f"  turn {turn.number}, {who}: {format_action(turns[turn.number - first].action)} ({turn.swing:+.0%})")
    if found.luck:
        say()
        _show_luck(replayed, found)


def _row(replayed: Replayed, turn: TurnValue) -> tuple[str, ...]:
    values = [
        f"{percent(win)}{f' ±{doubt:.0%}' if turn.doubt else ''} ({points:.0f} ±{spread:.0f})"
        for win, points, spread, doubt in zip(turn.win, turn.score, turn.spread, turn.doubt or turn.spread, strict=True)
    ]
    return ("start" if turn.number < replayed.timeline.game.first_turn else str(turn.number), *values)


def _show_luck(replayed: Replayed, found: Analysis) -> None:
    """Print what chance brought each player, by where it came from."""
    chances = [chance for turn in found.turns for chance in turn.chances]
    kinds = [kind for kind in KINDS if any(chance.kind == kind for chance in chances)]
    rows: list[tuple[str, ...]] = []
    for seat, luck in enumerate(found.luck):
        by_kind = [sum([chance.win[seat] for chance in chances if chance.kind == kind]) for kind in kinds]
        wins = [f"{number:+.2f}" for number in (luck.win, *by_kind, found.start.win[seat], found.rest(seat))]
        rows.append((replayed.people[seat], f"{luck.score:+.0f}", *wins))
    head = ("luck", "points", "wins", *kinds, "start", "rest")
    show_table(head, rows, right=head[1:])


def analysis_data(replayed: Replayed, found: Analysis) -> dict[str, Any]:
    """Return an analysis for programs; numbers have as many digits as mean something."""
    return {
        "file": replayed.file,
        "game": replayed.number,
        "board": found.board,
        "players": list(found.players),
        "basis": found.basis,
        "observer": found.observer or None,
        "model": found.version,
        "playouts": found.playouts,
        "worlds": found.worlds,
        "error": round(found.stderr, 4),
        "finished": found.finished,
        "excitement": round(found.excitement, 4),
        "start": _turn_data(found, found.start),
        "turns": [_turn_data(found, turn) for turn in found.turns],
        "luck": [
            {"player": player, "wins": round(luck.win, 4), "points": round(luck.score, 2)}
            for player, luck in zip(found.players, found.luck, strict=False)
        ],
        "rest": [round(found.rest(seat), 4) for seat in range(len(found.players))],
        "problems": [problem.message for problem in found.problems],
    }


def _turn_data(found: Analysis, turn: TurnValue) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "player": found.players[turn.seat],
        "win": [round(win, 4) for win in turn.win],
        "score": [round(points, 1) for points in turn.score],
        "spread": [round(spread, 1) for spread in turn.spread],
        "doubt": [round(doubt, 4) for doubt in turn.doubt],
        "swing": round(turn.swing, 4),
        "chance": [
            {
                "kind": chance.kind,
                "wins": [round(win, 4) for win in chance.win],
                "points": [round(points, 2) for points in chance.score],
                "tries": chance.tries,
            }
            for chance in turn.chances
        ],
    }
