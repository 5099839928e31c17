"""Games that a user brings: uploaded or pasted, checked at once, replayed, kept in the database."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from ttrn import store
from ttrn.boards import board as find_board
from ttrn.boards import board_names
from ttrn.notation import Problem
from ttrn.notation.source import Chunk
from ttrn.store.worker import UNREADABLE

from ...shared import database, navigation
from ...shared.checked import SOURCES, UNFINISHED, Checked, Upload, UploadLimits, check_all, unfinished
from ...shared.downloads import download_controls
from ...shared.escape import plain, shown
from ...shared.selected_game import game_of_text, keep_own

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MAX_FILES: Final = 20
MAX_MEGABYTES: Final = 20
MAX_MEGABYTES_IN_ALL: Final = 40
MAX_PASTE: Final = 500_000
MAX_GAMES: Final = 2_000
"""How many games of one file are looked at."""
MAX_SECONDS: Final = 90.0
"""How long all files together are looked at."""

_SHOWN: Final = 10
"""Games with problems that are shown in full."""
_PROBLEMS: Final = 8
"""Problems of one game that are shown in full."""
_CHECKED: Final = "checked_games"
_VERSIONS: Final = "versions_left_out"
_adding: Final = threading.Lock()


def panel() -> None:
    """Show where games are uploaded or pasted, and what came of them."""
    files = st.file_uploader(
        "Files",
        accept_multiple_files=True,
        max_upload_size=MAX_MEGABYTES,
        key="files",
        help="Records (.ttrn, also .gz or .zst), a saved log of Board Game Arena, plays of BG Stats (.json) or "
        "BoardGameGeek (.xml), or a spreadsheet (.csv).",
    )
    pasted = st.text_area(
        "or paste them",
        key="pasted",
        height=180,
        max_chars=MAX_PASTE,
        placeholder='[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\n1. ann draw R ?',
    )
    source, board = _kind_of_files()
    few = _few(files)
    uploads = [Upload(file.name, file.getvalue(), source, board) for file in few]
    if len(files) > len(few):
        st.warning(
            f"Only the first {len(few)} files are looked at: at most {MAX_FILES}, and {MAX_MEGABYTES_IN_ALL} MB in all."
        )
    if pasted.strip():
        uploads.append(Upload("pasted", pasted.encode(errors="replace"), source, board))
    if not uploads:
        st.caption("They are checked at once, on this page only: nothing is kept unless you say so.")
        return
    _results(_checked(uploads))


def _few(files: Sequence[UploadedFile]) -> Sequence[UploadedFile]:
    """Return as many of the files as are looked at."""
    sizes = accumulate([file.size for file in files[:MAX_FILES]])
    return files[: len([size for size in sizes if size <= MAX_MEGABYTES_IN_ALL * 1024 * 1024])]


def _kind_of_files() -> tuple[str, str]:
    with st.expander("What they are"):
        left, right = st.columns(2)
        source = left.selectbox(
            "Kind", ["", *SOURCES], format_func=lambda name: SOURCES.get(name, "find out"), key="source"
        )
        board = right.selectbox(
            "Board, where a log or spreadsheet does not tell it",
            ["", *board_names()],
            format_func=lambda name: find_board(name).title if name else "not needed",
            key="log_board",
        )
    return source or "", board or ""


def _checked(uploads: Sequence[Upload]) -> list[Checked]:
    """Return what was found of each game; the same files are not looked at twice."""
    these = [(file.name, sha256(file.data).digest(), file.source, file.board) for file in uploads]
    before: tuple[object, list[Checked]] | None = st.session_state.get(_CHECKED)
    if before is not None and before[0] == these:
        return before[1]
    found: list[Checked] = []
    limits = UploadLimits(MAX_GAMES, MAX_SECONDS)
    place = st.empty()
    with place.status("Checking …") as status:
        for number, file in enumerate(uploads):
            if number and limits.over:
                found.append(unfinished(file.name, "this file and those after it were not looked at", limits))
                break
            for result in check_all(file, limits):
                found.append(result)
                status.update(label=f"Checking: {len(found):,} games so far")
    place.empty()
    st.session_state[_CHECKED] = (these, found)
    return found


def _results(found: list[Checked]) -> None:
    known = _known([result.key for result in found if result.key])
    good = [result for result in found if result.text]
    cut = [result for result in found if result.verdict == UNFINISHED]
    wrong = [result for result in found if result.problems and result.verdict != UNFINISHED]
    sound = len([result for result in good if not result.problems])
    st.markdown(
        f"**{sound:,} sound**, {len(wrong):,} with problems, {len(known):,} in the database already"
        if database_named()
        else f"**{sound:,} sound**, {len(wrong):,} with problems"
    )
    if len(good) == 1 and len(found) == 1:
        _one(good[0])
    elif good:
        _many(good, known)
    for result in (*cut, *wrong[:_SHOWN]):
        _problems(result)
    if len(wrong) > _SHOWN:
        st.caption(f"… and {len(wrong) - _SHOWN:,} more games with problems.")
    _warnings([warning for result in found for warning in result.warnings])
    if good:
        _adding_controls([result for result in good if result.key not in known])


def _one(result: Checked) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(result.title)}**: {result.verdict}" + (f", {plain(result.result)}" if result.result else "")
        )
        if st.button("Replay", icon=":material/play_circle:", type="primary", key="replay_upload"):
            navigation.open_page("replay", game=keep_own(result.text))
        download_controls(game_of_text(result.text), "upload")
    if result.note:
        st.caption(plain(result.note))


def _many(good: list[Checked], known: set[str]) -> None:
    st.caption("Click on a game to replay it.")
    rows = [
        {
            "file": shown(result.file, 60),
            "number": result.number,
            "game": shown(result.title, 120),
            "verdict": result.verdict,
            "result": shown(result.result, 120),
            "problems": len(result.problems),
            "in the database": result.key in known,
            "note": shown(result.note, 200),
        }
        for result in good
    ]
    chosen = st.dataframe(
        rows, key="upload_table", hide_index=True, on_select="rerun", selection_mode="single-cell"
    ).selection
    if chosen.cells:
        navigation.open_page("replay", game=keep_own(good[chosen.cells[0][0]].text))


def _problems(result: Checked) -> None:
    name = f"{result.file}, game {result.number}" if result.number else result.file
    what = "cannot be read" if result.verdict == UNREADABLE else result.verdict
    st.error(plain(f"{shown(name, 100)}: {what}"), icon=":material/error:")
    # A block of code is shown as it is: nothing in it is read as markup.
    st.code("\n".join([problem.render() for problem in result.problems[:_PROBLEMS]]), language=None)
    if len(result.problems) > _PROBLEMS:
        st.caption(f"… and {len(result.problems) - _PROBLEMS:,} more.")


def _warnings(warnings: list[Problem]) -> None:
    if warnings:
        st.warning("Allowed, and hardly meant:", icon=":material/warning:")
        st.code("\n".join([warning.render() for warning in warnings[:_PROBLEMS]]), language=None)
        if len(warnings) > _PROBLEMS:
            st.caption(f"… and {len(warnings) - _PROBLEMS:,} more warnings.")


# --- into the database -----------------------------------------------------------------------------------------------


def database_named() -> bool:
    """Return whether the database is the user's own: the sample games are made anew with each version."""
    return not database.is_sample()


def _known(keys: list[str]) -> set[str]:
    if not database_named() or not keys:
        return set()
    return store.known_games(database.connection(), keys)


def _adding_controls(new: list[Checked]) -> None:
    if not database_named():
        st.caption(
            "To keep games, start the dashboard with a database of your own: `ttrn load games.duckdb FILE`, then "
            "`ttrn dashboard games.duckdb`."
        )
        return
    if not new:
        st.caption("All of them are in the database already.")
        return
    if not database.writable():
        st.caption("The database cannot be changed from here: its file or folder is not writable.")
        return
    waiting: dict[str, store.Version] = st.session_state.setdefault(_VERSIONS, {})
    others = [result for result in new if result.key not in waiting]
    label = "Add it to the database" if len(others) == 1 else f"Add {len(others):,} games to the database"
    if others and st.button(label, icon=":material/library_add:", key="add"):
        _add(others, store.LEAVE)
    _version_controls([result for result in new if result.key in waiting], waiting)


def _version_controls(versions: list[Checked], known: dict[str, store.Version]) -> None:
    """Ask what to do with games that were left out, for the database has another version of them."""
    if not versions:
        return
    what = "1 game looks like another version"
    if len(versions) > 1:
        what = f"{len(versions):,} games look like other versions"
    st.warning(f"Not added: {what} of what is in the database.", icon=":material/content_copy:")
    for result in versions[:_SHOWN]:
        found = known[result.key]
        st.caption(plain(f"{shown(result.title, 120)}: {found.same} of {found.of} lines are the same"))
        stored = store.find_game(database.connection(), found.old.hash)
        if stored is not None:
            texts = found.old._replace(text=stored.text), found.new._replace(text=result.text)
            st.code("\n".join(store.differences(found._replace(old=texts[0], new=texts[1]))), language=None)
    if len(versions) > _SHOWN:
        st.caption(f"… and {len(versions) - _SHOWN:,} more.")
    with st.container(horizontal=True):
        replacing = st.button("Replace what is there", icon=":material/published_with_changes:", key="replace_versions")
        keeping = st.button("Keep both", icon=":material/library_add:", key="keep_versions")
    if replacing or keeping:
        _add(versions, store.REPLACE if replacing else store.BOTH)


def _add(new: list[Checked], versions: str) -> None:
    items = [store.Item(result.file, Chunk(result.number, 1, result.text)) for result in new]
    with st.spinner("Adding: the database is copied, and replaced when all is done …"):
        try:
            done = add_games(database.path(), items, versions)
        except store.DatabaseError as error:
            st.error(plain(f"Nothing was added: {database.told(error)}."), icon=":material/error:")
            return
    st.session_state[_VERSIONS] |= {version.new.hash: version for version in done.left}
    added = f"{done.loaded:,} added" + (f", {done.known:,} known already" if done.known else "")
    if done.replaced:
        added += f", {done.replaced:,} in place of another version"
    if done.loaded or done.known:
        st.success(f"{added}. They are in the archive now.", icon=":material/check_circle:")


def add_games(path: Path, items: Sequence[store.Item], versions: str = "leave") -> store.Summary:
    """Load games into the database; sessions that want to at the same time do so one after the other.

    ``versions`` says what to do with games of which the database has another version, see :func:`ttrn.store.load`.

    Raises:
        store.DatabaseError: another program is writing to it, or it cannot be written.
    """
    with _adding:
        # One core: Python's way to start processes would run this page in each of them.
        return store.load(path, items, cores=1, versions=versions)
