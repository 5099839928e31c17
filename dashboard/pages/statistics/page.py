"""The page "Statistics": questions about the games of one board, with their answers."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ttrn import store

from ...charts.base import counted
from ...charts.board_names import places
from ...shared import address
from ...shared.escape import plain
from ...shared.sections import ask, games_link
from ...shared.statistics_filters import boards, filter_bar
from . import topics

_PAGE: Final = "statistics topic"


def page() -> None:
    """Show the page."""
    st.title("Statistics")
    known = boards()
    if not known:
        st.info("No game in this database is finished, with a result that is certain. Load some with `ttrn load`.")
        return
    filters = filter_bar(known)
    where = places(filters.board or "")
    offered = [name for name, topic in topics.TOPICS.items() if where.has_routes or not topic.needs_routes]
    wanted = st.query_params.get("topic", "")
    address.read(_PAGE, {"topic": lambda text: text if text in offered else offered[0]})
    key = address.widget(_PAGE, "topic")
    if st.session_state[key] not in offered:
        st.session_state[key] = offered[0]
    chosen = st.segmented_control("Topic", offered, key=key, required=True, label_visibility="collapsed")
    address.write(_PAGE, {"topic": None if chosen == offered[0] else chosen})
    if not _games(filters, where.title):
        return
    if wanted in topics.TOPICS and wanted not in offered:
        st.info(plain(f"{where.title} has no routes: there is nothing to tell about {wanted}."))
    topics.TOPICS[chosen or offered[0]].show(filters, where)


def _games(filters: store.Filters, title: str) -> int:
    """Say how many games the figures are about, with a link to them; return how many."""
    games: int = sum(row["games"] for row in ask("game_lengths", filters))
    if not games:
        st.info("No finished game is like this. Take a filter away.")
        return 0
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{counted(games, 'game')}** of {plain(title)}", width="content")
        games_link("See the games behind these figures", filters)
    return games
