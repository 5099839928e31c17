"""The page "Check and explore": a text editor that checks records, and queries on the database."""

from __future__ import annotations

import streamlit as st

from . import editor_panel as writing
from . import sql_panel as exploring

_CHECK, _EXPLORE = "check a record", "ask in SQL"


def page() -> None:
    """Show the page."""
    st.title("Check and explore")
    view = st.segmented_control(
        "View", [_CHECK, _EXPLORE], default=_CHECK, key="view", bind="query-params", label_visibility="collapsed"
    )
    if view == _EXPLORE:
        exploring.panel()
    else:
        writing.panel()
