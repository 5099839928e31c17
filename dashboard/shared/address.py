"""What a page shows stands in its address, and what the address says is what the page shows.

Streamlit can tie a widget to the address by itself, but then the address has what the widget shows, not what it means:
``board=Europe`` instead of ``board=europe``, which other pages would not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st


def widget(page: str, name: str) -> str:
    """Return the key of the widget that shows a parameter."""
    return f"{page} {name}"


def read(page: str, parameters: Mapping[str, Callable[[str], Any]]) -> None:
    """Let the widgets of a page show what its address says, unless they have said so themselves.

    Each parameter has a function from its text to what its widget shows; it gets an empty text where the address says
    nothing, and must return something sensible for any text.
    """
    said = {name: st.query_params[name] for name in parameters if name in st.query_params}
    before = st.session_state.get(_said(page))
    for name, parse in parameters.items():
        key = widget(page, name)
        if key not in st.session_state or before is None or said.get(name) != before.get(name):
            st.session_state[key] = parse(said.get(name, ""))


def write(page: str, values: Mapping[str, str | None]) -> None:
    """Put what the widgets of a page show into its address; nothing, or an empty text, is left out of it."""
    wanted = {name: value for name, value in values.items() if value}
    # A link from a page to itself tells the server its parameters, but leaves the browser's address as it was.
    news = st.session_state.get(_said(page)) != wanted
    for name in values:
        if name in wanted:
            if news or st.query_params.get(name) != wanted[name]:
                st.query_params[name] = wanted[name]
        elif name in st.query_params:
            del st.query_params[name]
    st.session_state[_said(page)] = wanted


def _said(page: str) -> str:
    return f"{page} address"
