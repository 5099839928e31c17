"""``ttrn play`` and ``ttrn archive``: games between bots, written as records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Annotated

from ttrn.boards import Board
from ttrn.boards.names import did_you_mean
from ttrn.cli.boards import BoardSet, read_board
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import Cores
from ttrn.cli.output import CLEAN, FAILED, FOUND, Text, counted, err, fail
from ttrn.cli.progress import counting
from ttrn.cli.record_files import new_file, standard_output
from ttrn.hidden import PUBLIC
from ttrn.play.bots import BOTS, THINKER, UnknownBotError, find_bot
from ttrn.play.match import NAMES, BotError
from ttrn.play.mixed_archive import mixed
from ttrn.play.series import FULL, Fixture, as_text, fixtures, play_all

WhichBoard = Annotated[
    str, Argument(metavar="BOARD", help="A board by its name, or your own board file.", words="boards")
]
WhichBots = Annotated[
    str,
    Option(
        "--bots",
        metavar="A,B,…",
        help=f"Who plays, by seat: {', '.join([*BOTS, THINKER])}, or your own as module:Name.",
        words="bots",
    ),
]
Players = Annotated[
    int | None, Option("--players", min=1, help="How many seats.", show_default="as many as bots, at least 2")
]
Seed = Annotated[int, Option("--seed", help="The same seed gives the same games.")]


def play(
    board: WhichBoard,
    *,
    players: Players = None,
    games: Annotated[int, Option("--games", min=1, help="How many games.")] = 1,
    first: Annotated[int, Option("--first", min=1, help="The number of the first game of this seed.")] = 1,
    seed: Seed = 1,
    bots: WhichBots = "planner",
    output: Annotated[
        str, Option("-o", "--output", metavar="FILE", help="Where to; .gz and .zst are compressed.")
    ] = "-",
    view: Annotated[
        str, Option("--view", metavar="WHO", help="Whose record it is: full, public, or a seat: ann, bob, ….")
    ] = FULL,
    cores: Cores = 0,
) -> None:
    """Play games between bots and write their full records: every card, the order of the deck, the scores.

    The same seed gives the same text, on any machine and any number of cores. Exit status: 0 done, 1 a bot failed or
    broke a rule (nothing is written then), 2 could not run.
    """
    on = open_board(board)
    names = open_bots(bots)
    seats = seats_for(on, players, len(names))
    if view not in (FULL, PUBLIC, *NAMES[:seats]):
        fail(f'nobody called "{view}" sits there: --view is {FULL}, {PUBLIC} or one of {", ".join(NAMES[:seats])}')
        raise Exit(FAILED)
    wanted = fixtures(board, names, seats, seed, range(first, first + games), view=view)
    write_games(wanted, games, output, cores)


def archive(
    output: Annotated[str, Argument(metavar="FILE", help="Where to; .gz and .zst are compressed.", show_default=False)],
    *,
    games: Annotated[int, Option("--games", min=1, help="How many games.")] = 300,
    seed: Seed = 1,
    cores: Cores = 0,
) -> None:
    """Play a mixed archive: all boards and numbers of players by turns, full records and those of one observer.

    Exit status: 0 done, 1 a bot failed (nothing is written then), 2 could not run.
    """
    write_games(mixed(games, seed), games, output, cores)


def write_games(wanted: Iterable[Fixture], games: int, output: str, cores: int) -> None:
    """Play games and write them, all or none; ends the command."""
    start = monotonic()
    try:
        with standard_output() if output == "-" else new_file(Path(output)) as add:
            texts = play_all(wanted, as_text, 1 if games <= FEW else cores)
            for number, text in enumerate(counting(texts, games)):
                add(("\n" if number else "") + text)
    except BotError as error:
        fail(str(error))
        raise Exit(FOUND) from None
    if output != "-":
        err.print(Text(f"{counted(games, 'game')} in {output}, {monotonic() - start:.1f} s"))
    raise Exit(CLEAN)


FEW = 16
"""So many games are played here: to start other processes would take longer."""


def open_board(name: str) -> Board:
    """Return the board to play on; that there is none is told and ends the command."""
    shelf = BoardSet()
    found = read_board(name) if name.endswith(".toml") else shelf.find(name)
    if found is None:
        fail(f'there is no board "{name}"{did_you_mean(name, shelf.names)}')
        raise Exit(FAILED)
    return found


def open_bots(text: str) -> list[str]:
    """Return the names of bots on a command line; one that does not exist is told and ends the command."""
    names = [name.strip() for name in text.split(",")]
    try:
        for name in names:
            find_bot(name)
    except UnknownBotError as error:
        fail(str(error))
        raise Exit(FAILED) from None
    return names


def seats_for(on: Board, players: int | None, bots: int) -> int:
    """Return how many play; a number that the game does not allow, or more bots than seats, ends the command."""
    tables = on.tables
    seats = max(bots, tables.min_players) if players is None else players
    if not tables.min_players <= seats <= tables.max_players:
        fail(f"{on.title} is for {tables.min_players} to {tables.max_players} players, not for {seats}")
        raise Exit(FAILED)
    if bots > seats:
        fail(f"{bots} bots are named for {counted(seats, 'seat')}")
        raise Exit(FAILED)
    return seats
