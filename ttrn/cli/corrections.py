"""Corrections of a database: versions of one game, duplicates, and games that are to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Final

from ttrn import store
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import Database
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    Text,
    answer_to,
    answers,
    counted,
    err,
    fail,
    note,
    out,
    show_json,
    show_table,
)
from ttrn.notation.problems import printable

_SIGNS: Final = 12
"""So much of a hash is shown: enough to name a game."""
_QUESTION: Final = "r replaces it, b keeps both, l leaves the new one out; R, B, L the same for all: "
_LISTED: Final = 20
"""So many games are listed before a question."""


@contextmanager
def told() -> Iterator[None]:
    """Tell what is wrong with a database, and end the command."""
    try:
        yield
    except store.DatabaseError as error:
        fail(str(error), lines=True)
        raise Exit(FAILED) from None


def label(suspect: store.Suspect) -> str:
    """Return what to call a game in a message: its hash, and where it comes from."""
    return f"{suspect.hash[:_SIGNS]} ({printable(suspect.file)}, game {suspect.place})"


class Asking:
    """Asks what to do with versions of games, for each, or once for all that follow."""

    def __init__(self, *, allowed: bool) -> None:
        """Make it; where standard input has games it is not ``allowed`` to ask there."""
        self.possible = allowed and answers()
        self._for_all = ""

    def decide(self, version: store.Version) -> str:
        """Return what to do with a new version."""
        if self._for_all:
            return self._for_all
        err.print(Text(f"{label(version.new)} looks like another version of {label(version.old)}:"))
        err.print(Text(f"    {version.same} of {version.of} lines are the same"))
        for line in store.differences(version):
            err.print(Text(f"    {printable(line)}"))
        words = {"r": store.REPLACE, "b": store.BOTH, "l": store.LEAVE}
        answer = ""
        while answer.lower() not in words:
            said = answer_to(_QUESTION)
            answer = "L" if said is None else said
        word = words[answer.lower()]
        if answer.isupper():
            self._for_all = word
        return word


def duplicates(
    database: Database,
    json: Annotated[bool, Option("--json", help="One JSON object per pair.")] = False,
) -> None:
    """List games that look like versions of one game: corrected, continued, or noted by somebody else.

    "ttrn remove" takes one of them out; "ttrn merge" joins what several players noted.
    Exit status: 0 there are none, 1 there are some, 2 could not run.
    """
    with told():
        pairs = store.duplicates(database)
    rows: list[tuple[str, ...]] = []
    for pair in pairs:
        differing = store.differences(pair, most=1_000_000 if json else 3)
        kind = "another view" if pair.view else "version"
        if json:
            show_json(
                {
                    "games": [pair.old.hash, pair.new.hash],
                    "files": [pair.old.file, pair.new.file],
                    "numbers": [pair.old.place, pair.new.place],
                    "kind": kind,
                    "same": pair.same,
                    "of": pair.of,
                    "differences": differing,
                }
            )
        else:
            rows.append((label(pair.old), label(pair.new), kind, f"{pair.same} of {pair.of}", "; ".join(differing)))
    if not json:
        if rows or not out.is_terminal:
            show_table(("game", "looks like", "as", "lines the same", "what differs"), rows)
        err.print(Text(f"{counted(len(pairs), 'pair')} of games that look like one game"))
    raise Exit(FOUND if pairs else CLEAN)


def remove(
    database: Database,
    hashes: Annotated[
        list[str] | None,
        Argument(metavar="HASH...", help="The games, by their hashes or the beginnings of them.", show_default=False),
    ] = None,
    *,
    file: Annotated[
        str,
        Option("--file", metavar="FILE", help="All games that were loaded from this file.", show_default=False),
    ] = "",
    verdict: Annotated[
        str,
        Option("--verdict", help="All games of this verdict: impossible, unreadable, …", show_default=False),
    ] = "",
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take games out of a database; it is then as if they had never been loaded.

    With --file and --verdict together, those that are both. The games that stay are numbered anew without gaps, and
    players are rated again. The database is replaced when all is done.
    Exit status: 0 done, 2 there is no such game, or nobody said yes.
    """
    if not hashes and not file and not verdict:
        fail("which games? Name their hashes, --file or --verdict")
        note('ttrn sql DATABASE "SELECT hash, date, event, file FROM games" lists them')
        raise Exit(FAILED)
    with told():
        games = store.choose_games(database, hashes or [], files=[file] if file else [], verdict=verdict)
        if not yes and not _agreed(games):
            fail("nothing was removed")
            raise Exit(FAILED)
        left = store.remove_games(database, [game.hash for game in games])
    _list(games)
    err.print(Text(f"{counted(len(games), 'game')} removed, {left:,} left in {database}"))


def _agreed(games: Sequence[store.Kept]) -> bool:
    if not answers():
        fail(f"{counted(len(games), 'game')} would be removed; say --yes, for there is nobody to ask")
        return False
    _list(games[:_LISTED])
    if len(games) > _LISTED:
        err.print(Text(f"… and {len(games) - _LISTED:,} more"))
    return (answer_to(f"Remove {counted(len(games), 'game')}? [y/N] ") or "").lower() in ("y", "yes")


def _list(games: Sequence[store.Kept]) -> None:
    rows = [
        (
            game.hash[:_SIGNS],
            game.board,
            str(game.date or ""),
            ", ".join(game.names),
            str(game.turns),
            game.verdict,
            game.file,
        )
        for game in games
    ]
    show_table(("hash", "board", "date", "players", "turns", "verdict", "file"), rows, right=("turns",))
