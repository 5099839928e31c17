"""The commands about hidden information: what an observer saw."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ttrn.cli.games import Status
from ttrn.cli.output import Input, fail, inputs, numbered, show_problems
from ttrn.cli.shelf import BoardFile, Shelf, open_shelf, unknown_board
from ttrn.hidden import redact as redact_game
from ttrn.notation import Game, format_game

File = Annotated[str, typer.Argument(metavar="FILE", help='A record, or "-" for stdin.')]
OneGame = Annotated[
    int | None, typer.Option("--game", min=1, help="Only this game of the file, counting from 1.", show_default=False)
]


def redact(
    file: File,
    observer: Annotated[str, typer.Option("--for", metavar="PLAYER", help='A player\'s id, or "public".')],
    until: Annotated[
        int | None, typer.Option("--until", min=0, help="Up to this turn; 0 is the setup.", show_default=False)
    ] = None,
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
    for source in sources:
        for number, found in _wanted(source, shelf, status, game):
            try:
                seen = redact_game(found, observer, until=until, board=shelf.find(found.board))
                texts.append(format_game(seen))
            except ValueError as error:
                fail(f"{source.name}: game {number}: {error}")
                status.failed = True
    if not (status.found or status.failed):
        sys.stdout.write("\n".join(texts))
    raise typer.Exit(status.code)


def _wanted(source: Input, shelf: Shelf, status: Status, only: int | None) -> list[tuple[int, Game]]:
    """Return the games of a source that can be read, or the one that is asked for; what cannot is told."""
    found: list[tuple[int, Game]] = []
    number = 0
    try:
        for number, (game, wrong) in numbered(source):
            if only and number != only:
                continue
            show_problems(wrong, as_json=False)
            status.found = status.found or bool(wrong)
            if game is None:
                continue
            if shelf.find(game.board) is None:
                show_problems([unknown_board(game, shelf, source.name, number)], as_json=False)
                status.found = True
            else:
                found.append((number, game))
    except OSError as error:
        fail(f"{source.name}: {error.strerror or error}")
        status.failed = True
        return []
    if only and not found and not status.found:
        fail(f"{source.name} has no game {only}")
        status.failed = True
    return found
