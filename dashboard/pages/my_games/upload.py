"""Games that a user brings: uploaded or pasted, checked at once, kept by the browser, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import streamlit as st

from ttrn.boards import board as find_board
from ttrn.boards import board_names
from ttrn.notation import Problem
from ttrn.store.worker import UNREADABLE, digest

from ...shared import browser_store, navigation
from ...shared.checked import SOURCES, UNFINISHED, Checked, Upload, UploadLimits, check_all, unfinished
from ...shared.downloads import download_controls
from ...shared.escape import plain, shown
from ...shared.repairing import repaired
from ...shared.selected_game import game_of_text, keep_own
from .adding import adding_controls, database_named, known_games

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
_KEPT: Final = "games given to the browser"
_PASTED: Final = "pasted"
_BOX: Final = "or paste them"
_MOUNT: Final = "the box of this visit"


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
    _restore_box()
    pasted = st.text_area(
        _BOX,
        key=_PASTED,
        height=180,
        placeholder='[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\n1. ann draw R ?',
    )
    source, board = _kind_of_files()
    few = _few(files)
    uploads = [Upload(file.name, file.getvalue(), source, board) for file in few]
    if len(files) > len(few):
        st.warning(
            f"Only the first {len(few)} files are looked at: at most {MAX_FILES}, and {MAX_MEGABYTES_IN_ALL} MB in all."
        )
    if len(pasted) > MAX_PASTE:
        st.warning(
            f"{len(pasted):,} letters are too many to paste, at most {MAX_PASTE:,}: bring them as a file instead."
        )
    elif pasted.strip():
        uploads.append(Upload(_PASTED, pasted.encode(errors="replace"), source, board))
    if not uploads:
        st.caption("They are checked at once, and kept in this browser only.")
        return
    found = _checked(repaired(uploads))
    _keep(found)
    _results(found)


def _restore_box() -> None:
    """Let the box have what was typed there and not taken, when the page is opened again."""
    if _PASTED not in st.session_state:
        st.session_state[_MOUNT] = uuid4().hex
    stood = browser_store.kept_box(_BOX, st.session_state[_MOUNT])
    if stood and not st.session_state.get(_PASTED):
        st.session_state[_PASTED] = stood
        st.session_state[_MOUNT] = ""


def _keep(found: Sequence[Checked]) -> None:
    """Let the browser keep the games, once.

    A text that was pasted is corrected in its box, which is kept itself: its games are, when nothing is wrong with it.
    """
    kept: set[str] = st.session_state.setdefault(_KEPT, set())
    pasted = [result for result in found if result.file == _PASTED]
    sound = bool(pasted) and not any(result.problems for result in pasted)
    taken = [result for result in found if (result.text or result.raw) and (result.file != _PASTED or sound)]
    games = [_kept(result) for result in taken]
    new = [game for game in games if game.key not in kept]
    if new:
        kept.update([game.key for game in new])
        browser_store.keep(new, forget=_BOX if sound else "")


def _kept(result: Checked) -> browser_store.Kept:
    state = browser_store.PROBLEMS if result.problems else browser_store.SOUND
    text = result.text or result.raw
    name = f"{shown(result.file, 60)}, game {result.number}"
    return browser_store.Kept(result.title or name, text, result.key or digest(text).hex(), state, len(result.problems))


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
    place = st.empty()  # in each run, so that what stands below keeps its place
    these = [(file.name, sha256(file.data).digest(), file.source, file.board) for file in uploads]
    before: tuple[object, list[Checked]] | None = st.session_state.get(_CHECKED)
    if before is not None and before[0] == these:
        return before[1]
    found: list[Checked] = []
    limits = UploadLimits(MAX_GAMES, MAX_SECONDS)
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
    known = known_games([result.key for result in found if result.key])
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
        adding_controls([result for result in good if result.key not in known])


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
