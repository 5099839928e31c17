"""The frame of the dashboard: its pages, the navigation between them, and what is shown when something goes wrong."""

from __future__ import annotations

import logging
import os

import streamlit as st

from ttrn import store
from ttrn.resources import resource

from .pages.check import page as check
from .pages.compare import page as compare
from .pages.games import page as games
from .pages.my_games import page as my_games
from .pages.players import page as players
from .pages.record import page as record
from .pages.replay import page as replay
from .pages.statistics import page as statistics
from .shared import address, browser_store, database, navigation, samples
from .shared.escape import plain

_log = logging.getLogger(__name__)


def main() -> None:
    """Show the page that the address names."""
    # A file of our own: Streamlit fetches the icon of a tab from elsewhere if it is a material one.
    st.set_page_config(page_title="ttrn", page_icon=str(resource("dashboard", "icon.svg")), layout="wide")
    pages = {
        "replay": st.Page(replay.page, title="Replay", icon=":material/play_circle:", url_path="replay", default=True),
        "record": st.Page(record.page, title="Record", icon=":material/edit_note:", url_path="record"),
        "games": st.Page(games.page, title="Games", icon=":material/table_rows:", url_path="games"),
        # Not "my_games": Streamlit would take an address that ends with "games" for that page.
        "mine": st.Page(my_games.page, title="My games", icon=":material/folder_open:", url_path="mine"),
        "players": st.Page(players.page, title="Players", icon=":material/group:", url_path="players"),
        "statistics": st.Page(statistics.page, title="Statistics", icon=":material/insights:", url_path="statistics"),
        "compare": st.Page(compare.page, title="Compare", icon=":material/compare:", url_path="compare"),
        "check": st.Page(check.page, title="Check and explore", icon=":material/rule:", url_path="check"),
    }
    navigation.remember(pages)
    page = st.navigation(list(pages.values()), position="top")
    try:
        if database.is_sample():
            samples.start()  # so that they are there, or nearly, when a page asks for them
        address.recall(page.url_path)
        page.run()
        address.keep(page.url_path)
        navigation.tidy_history()
    except browser_store.Waiting:
        st.caption("Looking for this game in your browser …")
    except store.DatabaseError as error:
        if not database.exists():
            _no_database()
        else:
            st.error(plain(f"The database cannot be shown: {database.told(error)}."), icon=":material/database_off:")
            st.button("Try again", icon=":material/refresh:")
    except Exception:
        if os.environ.get("TTRN_DEBUG"):
            raise
        _log.exception("the page %s failed", page.title)
        st.error(
            "Something went wrong on this page, and that is a mistake of ttrn itself. What happened is in the log of "
            "the program that shows these pages; please report it.",
            icon=":material/error:",
        )
    browser_store.bridge()


def _no_database() -> None:
    """Tell that the database is not there, and let its owner begin it."""
    st.info(plain(f"There is no database {database.path().name} yet."), icon=":material/database:")
    if not database.may_add():
        return
    if st.button("Start a database here", icon=":material/add:", type="primary"):
        try:
            database.start()
        except store.DatabaseError as error:
            st.error(plain(f"It cannot be started: {database.told(error)}."), icon=":material/error:")
        else:
            st.rerun()
    st.caption("Then add games to it: bring them under My games, or load them with `ttrn load`.")
