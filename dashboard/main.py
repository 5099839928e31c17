"""The frame of the dashboard: its pages and the way between them."""

from __future__ import annotations

import streamlit as st

from .pages import check, games, players, replay, statistics


def main() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="ttrn", page_icon=":material/train:", layout="wide")
    pages = [
        st.Page(replay.page, title="Replay", icon=":material/play_circle:", url_path="replay", default=True),
        st.Page(games.page, title="Games", icon=":material/table_rows:", url_path="games"),
        st.Page(players.page, title="Players", icon=":material/group:", url_path="players"),
        st.Page(statistics.page, title="Statistics", icon=":material/insights:", url_path="statistics"),
        st.Page(check.page, title="Check and explore", icon=":material/rule:", url_path="check"),
    ]
    st.navigation(pages, position="top").run()
