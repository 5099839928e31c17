"""What the page shows: the filters, how many games pass them, and the topic that is chosen."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ttrn import store

from ...charts.base import counted
from ...charts.board_names import names_of
from ...shared import address
from ...shared.address import Address, one_of
from ...shared.escape import plain
from ...shared.filters import counted_boards, statistics_filters
from ...shared.sections import ask, games_link
from . import topics

_ADDRESS: Final = Address("statistics")


def page() -> None:
    """Show the page."""
    st.title("Statistics")
    boards = counted_boards()
    if not boards:
        st.info("Of no game in this database it is known who won. Load some with `ttrn load`.")
        return
    filters = statistics_filters(boards)
    names = names_of(filters.board or "")
    offered = [name for name, topic in topics.TOPICS.items() if names.has_routes or not topic.needs_routes]
    wanted = address.parameter("topic")
    topic = _ADDRESS.bind({"topic": one_of(offered, offered[0])})["topic"]
    st.segmented_control("Topic", offered, key=_ADDRESS.key("topic"), required=True, label_visibility="collapsed")
    if not _games(filters, names.title):
        return
    if wanted in topics.TOPICS and wanted not in offered:
        st.info(plain(f"{names.title} has no routes: there is nothing to tell about {wanted}."))
    topics.TOPICS[topic].show(filters, names)


def _games(filters: store.Filters, title: str) -> int:
    """Say how many games the figures are about, with a link to them; return how many."""
    games: int = sum(row["games"] for row in ask("known_games", filters))
    if not games:
        st.info("No finished game is like this. Take a filter away.")
        return 0
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{counted(games, 'game')}** of {plain(title)}", width="content")
        games_link("See the games behind these figures", filters)
    return games
