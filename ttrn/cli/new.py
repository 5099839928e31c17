"""``ttrn new``: the beginning of a record, to fill in by hand or with ``ttrn record``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date as day
from pathlib import Path
from typing import Annotated, NoReturn

from ttrn.boards import Board
from ttrn.boards.names import did_you_mean
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.output import CLEAN, FAILED, Text, err, fail, note
from ttrn.cli.play import WhichBoard, open_board
from ttrn.cli.record_files import standard_output
from ttrn.core.house_rules import RULEBOOK, WORDS, house_of
from ttrn.files import first_file
from ttrn.hidden import PUBLIC
from ttrn.notation.game import GameRecord
from ttrn.notation.levels import Level
from ttrn.notation.lexicon import is_word
from ttrn.notation.player_ids import seats
from ttrn.notation.records import Player, Tag
from ttrn.notation.writer import format_game
from ttrn.recording.forms import beginning
from ttrn.replays.warnings import warnings_of

FULL = "full"


def new(
    board: WhichBoard,
    players: Annotated[
        list[str],
        Argument(
            metavar="PLAYER...",
            help='Who plays, in turn order: an id, with a name and the colour of the trains if you like: "ann=Ann '
            'Smith:red", "ann:red", or a name alone.',
        ),
    ],
    *,
    output: Annotated[
        str,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help='Where to; "-" is stdout. No file is ever overwritten.',
            show_default="by board and day",
        ),
    ] = "",
    level: Annotated[Level, Option("--level", help="How much of the game you will write down.")] = "view",
    view: Annotated[
        str,
        Option("--view", metavar="WHO", help="Who writes, and so whose cards are seen: a player.", show_default=False),
    ] = "",
    date: Annotated[
        str, Option("--date", metavar="DATE", help='The day, "?" for digits not known.', show_default="today")
    ] = "",
    event: Annotated[str, Option("--event", metavar="TEXT", help="The occasion.", show_default=False)] = "",
    rules: Annotated[
        str,
        Option("--rules", metavar="TEXT", help="House rules, with commas between them.", show_default=False),
    ] = "",
) -> None:
    """Begin a record: its tags, its players, and the lines of the setup to fill in.

    ttrn record FILE takes down the game then; an editor does as well. Levels are result, sheet, board, claims, view and
    full: from the totals alone to every card (docs/notation.md). Exit status: 0 done, 2 could not run.
    """
    on = open_board(board)
    people = _people(on, players)
    named = _viewer(people, view, level)
    when = date or day.today().isoformat()  # noqa: DTZ011  the day at the table, not somewhere else
    facts = [("Event", event), ("Date", when), ("View", named), ("Rules", rules)]
    try:
        game = beginning(on, people, level, [Tag(name, value) for name, value in facts if value])
    except ValueError as error:
        _refuse(str(error))
    for problem in warnings_of(game, on):
        fail(f"{problem.message}{f' ({problem.hint})' if problem.hint else ''}")
        raise Exit(FAILED)
    _tell_unknown_rules(rules)
    own = f" --board {board}" if board.endswith(".toml") else ""
    _write(game, output, f"{on.name}-{when}".replace("?", "x"), own)
    raise Exit(CLEAN)


def _refuse(message: str) -> NoReturn:
    fail(message)
    raise Exit(FAILED)


def _people(board: Board, words: Sequence[str]) -> list[Player]:
    """Return the players that a command line names; what is wrong with them is told and ends the command."""
    least, most = board.tables.min_players, board.tables.max_players
    if not least <= len(words) <= most:
        _refuse(f"{board.title} is for {least} to {most} players, not for {len(words)}")
    parted = [_parted(word) for word in words]
    given = [ident for ident, _, _ in parted if ident]
    # Of a name alone an id is made, one that no other has.
    made = iter(seats([*given, *[name for ident, name, _ in parted if not ident]])[len(given) :])
    found: list[Player] = []
    for ident, name, color in parted:
        if ident and not is_word("ID", ident):
            _refuse(f'"{ident}" cannot be a player\'s id: small letters, digits and "_", and no word of the notation')
        try:
            found.append(Player(ident or next(made).id, name, color))
        except ValueError as error:
            _refuse(str(error))
    twice = next((one.id for one in found if [other.id for other in found].count(one.id) > 1), "")
    if twice:
        _refuse(f"two players have the same id: {twice}")
    return found


def _parted(word: str) -> tuple[str, str, str]:
    """Return the id, the name and the colour that a word has.

    >>> _parted("ann=Ann Smith:red"), _parted("ann:red"), _parted("ann"), _parted("Ann Smith")
    (('ann', 'Ann Smith', 'red'), ('ann', '', 'red'), ('ann', '', ''), ('', 'Ann Smith', ''))
    """
    rest, _, color = word.rpartition(":") if ":" in word else (word, "", "")
    ident, equals, name = rest.partition("=")
    if equals:
        return ident.strip(), name.strip(), color.strip()
    alone = rest.strip()
    return (alone, "", color.strip()) if is_word("ID", alone) else ("", alone, color.strip())


def _viewer(players: Sequence[Player], view: str, level: Level) -> str:
    """Return what the View tag says; nothing where the level says it."""
    allowed = [player.id for player in players] + [PUBLIC, FULL]
    if view and view not in allowed:
        _refuse(f'nobody has the id "{view}"{did_you_mean(view, allowed)}: --view is one of {", ".join(allowed)}')
    if level == FULL and view not in ("", FULL):
        _refuse(f"--level full has every card, and --view {view} only what {view} saw: leave one of them out")
    return view or (FULL if level == FULL else "")


def _tell_unknown_rules(rules: str) -> None:
    for word in [part.strip() for part in rules.split(",") if part.strip()]:
        if word not in WORDS and house_of(word) == RULEBOOK:
            note(f'"{word}" is kept for people; ttrn check knows {", ".join(WORDS)} and "2 sweeps"')


def _write(game: GameRecord, output: str, stem: str, own: str) -> None:
    """Write a record; ``own`` is the option that later commands need for a board of one's own."""
    text = format_game(game)
    if output == "-":
        with standard_output() as add:
            add(text)
        return
    for path in [Path(output)] if output else _free_names(stem):
        try:
            first_file(path, text.encode())
        except FileExistsError:
            if output:
                _refuse(f"{output} is there already, and is left as it is; ttrn record {output}{own} goes on with it")
            continue
        err.print(Text(f"{path} is begun; ttrn record {path}{own} takes down the game"))
        return


def _free_names(stem: str) -> Iterator[Path]:
    yield Path(f"{stem}.ttrn")
    number = 1
    while True:
        number += 1
        yield Path(f"{stem}-{number}.ttrn")
