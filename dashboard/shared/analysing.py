"""How the games of the database come to be analysed: what is said where they are not, and a process that does it.

Only whoever sits at the server may begin it. The process stores what is done in pieces, so that pages show more and
more.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import Final

import streamlit as st

from ttrn import store
from ttrn.processes import cores_at_hand

from ..charts.base import rows_of
from . import database
from .escape import plain

_starting: Final = Lock()
_started: Final[dict[Path, subprocess.Popen[bytes]]] = {}

_STEP: Final = 2.0
"""So many seconds pass between two looks at how far it is."""


def made_of(filters: store.Filters) -> store.Made:
    """Return how the chosen games were analysed."""
    return store.made_of(rows_of(database.ask("analysed_games", filters)))


def not_analysed(made: store.Made) -> None:
    """Say which of the chosen games are not analysed and why, and let the owner begin it."""
    left = made.reasons.get(store.NOT_YET, 0)
    reasons = {reason: number for reason, number in made.reasons.items() if reason != store.NOT_YET}
    if reasons:
        st.caption(plain(f"Not judged: {store.told_reasons(reasons)}."))
    if not left:
        return
    if _running():
        _watch()
        return
    _tell_failure()
    which = f"{left:,} more of these games are not analysed yet" if made.judged else "No game is analysed yet"
    st.info(plain(f"{which}. {command()}"), icon=":material/query_stats:")
    if may_analyse() and st.button("Analyse all games", icon=":material/play_arrow:", help="About a second a game."):
        _start()
        st.rerun()


def command() -> str:
    """Return what to type to have the games analysed, in a sentence; nothing for the sample games."""
    return "" if database.is_sample() else f"On the command line: ttrn analyse {database.path().name}"


def may_analyse() -> bool:
    """Return whether this reader may let the games be analysed: whoever may add some, and may write to the file."""
    return database.is_owner() and database.writable()


def _start() -> None:
    """Begin, unless that is under way; one core is left to the pages."""
    target = database.path()
    with _starting:
        if not _running():
            cores = max(1, cores_at_hand() - 1)
            words = [sys.executable, "-m", "ttrn", "analyse", str(target), "--cores", str(cores)]
            _started[target] = subprocess.Popen(  # noqa: S603  our own command
                words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )


def _tell_failure() -> None:
    """Say why the last process did not come to its end, once."""
    process = _started.pop(database.path(), None)
    if process is not None and process.returncode:
        why = process.communicate()[1].decode(errors="replace").strip() or "the process was stopped"
        st.error(
            plain(f"The games were not analysed: {database.told(store.DatabaseError(why))}"), icon=":material/error:"
        )


def _running() -> bool:
    process = _started.get(database.path())
    return process is not None and process.poll() is None


@st.fragment(run_every=_STEP)
def _watch() -> None:
    """Show how far it is, and the page anew when it is done."""
    if not _running():
        st.rerun()
    with store.cursor(database.connection()) as mine:
        found = store.coverage(mine)
    total = sum(found.values())
    done = total - found.get(store.NOT_YET, 0)
    st.progress(done / total if total else 0.0, f"Games are being analysed: {done:,} of {total:,}.")
