"""The commands about hidden information: what an observer saw, what follows, what several records tell together."""

from __future__ import annotations

import sys
from typing import Annotated, NamedTuple

from ttrn.cli.boards import BoardSet, open_shelf, unknown_board
from ttrn.cli.check import CheckLimits
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.cores import Given, on_cores
from ttrn.cli.options import BoardFile, Cores, Effort, Megabytes, OneGame
from ttrn.cli.output import CLEAN, FOUND, Input, fail, inputs, note, numbered, reason, say, show_problems
from ttrn.cli.replayed import Status
from ttrn.hidden import Clash, Judgement, judge
from ttrn.hidden import merge as merge_games
from ttrn.hidden import redact as redact_game
from ttrn.hidden.inference import infer_from
from ttrn.hidden.judgement import UNDECIDED
from ttrn.hidden.known_then import record_until
from ttrn.notation import GameRecord, Reading, format_game
from ttrn.notation.reader import read_chunk
from ttrn.notation.records import Finished, Rank, Reveal, Score, Sheet

File = Annotated[str, Argument(metavar="FILE", help='A record, or "-" for stdin.')]

UntilTurn = Annotated[int | None, Option("--until", min=0, help="Up to this turn; 0 is the setup.", show_default=False)]


def redact(
    file: File,
    observer: Annotated[str, Option("--for", metavar="PLAYER", help='A player\'s id, or "public".', words="observers")],
    until: UntilTurn = None,
    game: OneGame = None,
    board: BoardFile = "",
) -> None:
    """Print games as a player, or anybody who watched, could have written them: nothing that was hidden from them.

    Exit status: 0 done, 1 the record has problems, 2 it cannot be redacted. Nothing is printed unless all of it can be.
    """
    shelf = open_shelf(board)
    sources, complete = inputs([file])
    status = Status(failed=not complete)
    texts: list[str] = []
    early: list[str] = []
    for source in sources:
        for number, found in _wanted(source, shelf, status, game):
            try:
                seen = redact_game(found, observer, until=until, board=shelf.find(found.board))
                texts.append(format_game(seen))
            except ValueError as error:
                fail(f"{source.name}: game {number}: {error}")
                status.failed = True
                continue
            if until is None and _tells_end(found) and not _tells_end(seen):
                early.append(f"{source.name}: game {number}")
    if not (status.found or status.failed):
        sys.stdout.write("\n".join(texts))
        for where in early:
            note(f"{where}: its turns do not show that the game is over, so what it says of the end is left out")
    raise Exit(status.code)


def _tells_end(game: GameRecord) -> bool:
    """Return whether a record says how the game ended."""
    return "Result" in game.tags or any(
        isinstance(entry, Reveal | Score | Sheet | Rank | Finished) for entry in game.entries
    )


def infer(
    file: File,
    *,
    why: Annotated[bool, Option("--why", help="Tell each with its reason, instead of the record.")] = False,
    witness: Annotated[
        bool, Option("--witness", help="Print one complete deal as a full record: a guess that fits.")
    ] = False,
    until: UntilTurn = None,
    game: OneGame = None,
    board: BoardFile = "",
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
    cores: Cores = 0,
) -> None:
    """Print records with what follows for their unknown cards and tickets: what all possible deals agree on.

    With --until only what was known after that turn is used, nothing of later lines.

    Exit status: 0 done, 1 the record has problems or no deal is possible, 2 it could not be decided, or there is no
    such turn.
    """
    shelf = open_shelf(board)
    sources, complete = inputs([file])
    status = Status(failed=not complete)
    request = InferRequest(shelf, CheckLimits(effort, megabytes), until, witness=witness, why=why, only=game)
    texts: list[str] = []
    for source, games in on_cores(sources, infer_one, request, cores):
        looked = False
        try:
            for done in games:
                inferred = done.show()
                status.add(inferred.status)
                looked = looked or inferred.looked
                texts += inferred.texts
        except BrokenPipeError:
            raise
        except OSError as error:
            fail(reason(error, source.name))
            status.failed = True
            continue
        if game and not looked:
            fail(f"{source.name} has no game {game}")
            status.failed = True
    if not (status.found or status.failed):
        sys.stdout.write("\n".join(texts))
    raise Exit(status.code)


class InferRequest(NamedTuple):
    """What was asked for: the boards at hand, what a game may cost, up to which turn, what of it, and which game."""

    shelf: BoardSet
    limits: CheckLimits
    until: int | None
    witness: bool
    why: bool
    only: int | None


class Inferred(NamedTuple):
    """What came of one game: of the exit status, what there is to print, and whether it is one that was asked for."""

    status: Status
    texts: list[str]
    looked: bool = True


def infer_one(given: Given, request: InferRequest) -> Inferred:
    """Infer what follows for the unknown cards of one game; what is wrong with it is printed."""
    status = Status()
    name, chunk = given
    if request.only and chunk.number != request.only:
        return Inferred(status, [], looked=False)
    whole = _readable(read_chunk(chunk, name), request.shelf, status, name, chunk.number)
    found = None if whole is None else _until(whole, request.until, status, f"{name}: game {chunk.number}")
    if found is None:
        return Inferred(status, [])
    on = request.shelf.find(found.board)
    judged = judge(found, on, budget=request.limits.budget(), file=name, number=chunk.number)
    show_problems(judged.problems, as_json=False)
    status.found = bool(judged.problems)
    if judged.status == UNDECIDED:
        fail(f"{name}: game {chunk.number}: undecided: {judged.reason}")
        status.failed = True
    elif not judged.problems:
        where = f"{name}: game {chunk.number}"
        text = _witness(judged) if request.witness else _inferred(judged, request.limits, where, why=request.why)
        return Inferred(status, [text])
    return Inferred(status, [])


def _until(game: GameRecord, turn: int | None, status: Status, where: str) -> GameRecord | None:
    """Return a record up to a turn; that it has no such turn, or nobody who plays, is told."""
    try:
        if game.players:
            return game if turn is None else record_until(game, turn)
        fail(f"{where}: this game has no players")
    except ValueError as error:
        fail(f"{where}: {error}")
    status.failed = True
    return None


def _witness(judged: Judgement) -> str:
    """Return the deal that was found; an exact record is its own."""
    return format_game(judged.witness.game if judged.witness else judged.timeline.game)


def _inferred(judged: Judgement, limits: CheckLimits, where: str, *, why: bool) -> str:
    found = infer_from(judged, why=why, budget=limits.budget())
    if not found.complete:
        note(f"{where}: the search was given up before everything was looked at; a larger --effort looks further")
    if not why:
        return format_game(found.game)
    rows = ["\n    ".join([forced.what, *forced.steps]) for forced in found.forced]
    return "".join([f"{row}\n" for row in rows]) or "nothing follows for what is unknown\n"


def merge(
    files: Annotated[list[str], Argument(metavar="FILE...", help="Records of the same game, one game in each.")],
    board: BoardFile = "",
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
) -> None:
    """Join partial records of one game into a fuller one, or tell the first turn at which they contradict each other.

    Exit status: 0 done, 1 they contradict each other or have problems, 2 they cannot be read.
    """
    shelf = open_shelf(board)
    sources, complete = inputs(files)
    status = Status(failed=not complete)
    games: list[GameRecord] = []
    names: list[str] = []
    for source in sources:
        found = _wanted(source, shelf, status, None)
        games += [game for _, game in found]
        names += [f"{source.name} (game {number})" if len(found) > 1 else source.name for number, _ in found]
    if not status.found and not status.failed and len(games) < 2:
        fail(f"two records at least are wanted, and there is {len(games) or 'none'}")
        status.failed = True
    if status.found or status.failed:
        raise Exit(status.code)
    budget = CheckLimits(effort, megabytes).budget()
    merged = merge_games(games, shelf.find(games[0].board), budget=budget, names=names)
    if isinstance(merged, Clash):
        say(f"the records contradict each other: {merged.message}")
        for line in merged.lines:
            say(f"    {line}")
        raise Exit(FOUND)
    sys.stdout.write(format_game(merged))
    raise Exit(CLEAN)


def _wanted(source: Input, shelf: BoardSet, status: Status, only: int | None) -> list[tuple[int, GameRecord]]:
    """Return the games of a source that can be read, or the one that is asked for; what cannot is told."""
    found: list[tuple[int, GameRecord]] = []
    number = 0
    try:
        for number, reading in numbered(source):
            if only and number != only:
                continue
            game = _readable(reading, shelf, status, source.name, number)
            found += [] if game is None else [(number, game)]
    except OSError as error:
        fail(reason(error, source.name))
        status.failed = True
        return []
    if only and not found and not status.found:
        fail(f"{source.name} has no game {only}")
        status.failed = True
    return found


def _readable(reading: Reading, shelf: BoardSet, status: Status, file: str, number: int) -> GameRecord | None:
    """Return a game that can be read, on a board that is known; else that is told."""
    game, wrong = reading
    show_problems(wrong, as_json=False)
    status.found = status.found or bool(wrong)
    if game is not None and shelf.find(game.board) is None:
        show_problems([unknown_board(game, shelf, file, number)], as_json=False)
        status.found = True
        return None
    return game
