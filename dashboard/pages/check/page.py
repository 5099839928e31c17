"""What the page shows: the editor, or the queries."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ...shared.address import Address, one_of
from . import editor_panel, sql_panel

_ADDRESS: Final = Address("check")
_CHECK, _EXPLORE = _VIEWS = ("check a record", "ask in SQL")


def page() -> None:
    """Show the page."""
    st.title("Check and explore")
    view = _ADDRESS.bind({"view": one_of(_VIEWS, _CHECK)})["view"]
    st.segmented_control("View", _VIEWS, key=_ADDRESS.key("view"), label_visibility="collapsed")
    if view == _EXPLORE:
        sql_panel.panel()
    else:
        editor_panel.panel()
