"""``ttrn analyse DATABASE``: the games of a database that are not analysed yet, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ttrn import store
from ttrn.cli.corrections import told
from ttrn.cli.output import CLEAN, FAILED, Text, counted, err, fail, note
from ttrn.cli.progress import progress

_MARK: Final = b"DUCK"
_AT: Final = 8
"""Where the mark of a database stands in its file."""


def is_database(name: str) -> bool:
    """Return whether a name is that of a database or a data set, by what lies there; a record is neither."""
    path = Path(name)
    if "://" in name or (path / "_current.json").is_file():
        return True
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return stream.read(_AT + len(_MARK))[_AT:] == _MARK
    except OSError:
        return False  # which is told when it is read


def analyse_database(
    database: str, *, board: str, cores: int, luck: bool, worlds: int, work: Sequence[str], refused: Sequence[str]
) -> int:
    """Analyse the games of a database, or take over what a deep analysis found; return the exit status.

    ``refused`` are options that were given and are for records only.
    """
    if refused:
        fail(f"{', '.join(refused)} {'is' if len(refused) == 1 else 'are'} for a record, and {database} is a database")
        if "--deep" in refused:
            note(
                "ttrn analyse --deep RECORD --work FILE judges the moves of one game; "
                f"ttrn analyse {database} --work FILE brings what it found into the database"
            )
        return FAILED
    if work:
        with told():
            games = store.add_losses(database, work, own=board)
        err.print(Text(f"what moves lost is now known of {counted(games, 'game')}", style="green"))
        return CLEAN
    expected = False

    def tell(done: store.AnalysisSummary) -> None:
        nonlocal expected
        if not expected:
            progress.expect(games=done.games)
            expected = True
        progress.reach(files=0, games=done.done, size=0, of=0)

    with told():
        done = store.analyse_games(database, own=board, cores=cores, luck=luck, worlds=worlds, progress=tell)
    progress.clear()
    if not done.games:
        err.print(Text("there is nothing to do: every game is analysed by this model, or cannot be", style="green"))
    else:
        err.print(Text(f"{counted(done.analysed, 'game')} analysed", style="green"))
    if done.reasons:
        note(f"not judged: {store.told_reasons(dict(done.reasons.most_common()))}")
    return CLEAN


def tell_analysed(database: str) -> None:
    """Say after a load how many games of a database are analysed, and why others are not."""
    with told(), store.connect(database) as connection:
        found = store.coverage(connection)
    judged, total = found.pop("", 0), sum(found.values())
    note(f"{judged:,} of {counted(judged + total, 'game')} in {database} {'is' if judged == 1 else 'are'} analysed")
    if found:
        note(f"not analysed: {store.told_reasons(found)}")
