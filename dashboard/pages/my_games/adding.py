"""Games into the database: who may add them, which are there already, which look like another version of one."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import streamlit as st

from ttrn import store
from ttrn.notation.source import Chunk

from ...shared import database
from ...shared.checked import Checked, UploadLimits, check_records
from ...shared.escape import plain, shown

MAX_GAMES: Final = 2_000
MAX_SECONDS: Final = 90.0
"""How many games are added from the list at once, and how long they are looked at."""

_SHOWN: Final = 10
"""Versions of games that are shown in full."""
_VERSIONS: Final = "versions_left_out"
_CHOSEN: Final = "games chosen from the list"
_adding: Final = threading.Lock()


def database_named() -> bool:
    """Return whether the database is the user's own: the sample games are made anew with each version."""
    return not database.is_sample()


def known_games(keys: list[str]) -> set[str]:
    """Return those of the keys whose games are in the user's own database.

    Raises:
        store.DatabaseError: it cannot be opened.
    """
    if not database_named() or not keys or not database.exists():
        return set()
    return store.known_games(database.connection(), keys)


def adding_controls(new: list[Checked]) -> None:
    """Offer to add games to the database, or say why that cannot be done."""
    if not database_named():
        st.caption(
            "To have games counted and listed, start the dashboard with a database of your own: "
            "`ttrn dashboard games.duckdb` begins one."
        )
        return
    if not new:
        st.caption("All of them are in the database already.")
        return
    if not database.may_add():
        st.caption("Only the owner of this dashboard adds games to its database.")
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


def add_chosen(chosen: Sequence[Mapping[str, str]]) -> None:
    """Add games of the list, each with its ``name`` and ``text``; without any, go on asking about versions."""
    if not database.may_add() or not database.writable():
        return
    if chosen:
        limits = UploadLimits(MAX_GAMES, MAX_SECONDS)
        found = [result for game in chosen for result in check_records(game["name"], game["text"], limits)]
        st.session_state[_CHOSEN] = [result for result in found if result.text]
        for result in [result for result in found if not result.text][:_SHOWN]:
            st.warning(plain(f"{shown(result.file, 100)}: not added. {result.problems[0].message}."))
    found = st.session_state.get(_CHOSEN, [])
    known = known_games([result.key for result in found])
    waiting: dict[str, store.Version] = st.session_state.setdefault(_VERSIONS, {})
    new = [result for result in found if result.key not in known]
    if chosen and known:
        st.info(f"In the database already: {len(known):,} of {len(found):,}.", icon=":material/library_add_check:")
    if chosen and (others := [result for result in new if result.key not in waiting]):
        _add(others, store.LEAVE)
    _version_controls([result for result in new if result.key in waiting], waiting)


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
