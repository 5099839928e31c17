"""The box in which a player is chosen from a list, or typed."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ...charts.base import counted
from ...shared.escape import shown


def player_box(label: str, games: Mapping[str, int], key: str, *, placeholder: str, about: str) -> None:
    """Let the reader choose one of some players, each with the number of games, or type another name.

    What was chosen stands in the session under the key.
    """
    st.selectbox(
        label,
        list(games),
        index=None,
        key=key,
        format_func=lambda name: f"{shown(name, 60)} ({counted(games[name], 'game')})" if name in games else name,
        placeholder=placeholder,
        accept_new_options=True,
        help=about,
    )
