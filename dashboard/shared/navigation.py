"""Navigation: which pages there are, and how one opens another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Mapping

    from streamlit.navigation.page import Page

_PAGES: Final = "pages_by_name"

_history: Final = st.components.v2.component(
    "ttrn_history",
    css=".st-key-history { display: none; }",
    js=Path(__file__).with_name("history.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def remember(pages: Mapping[str, Page]) -> None:
    """Keep the pages of this session by name, so that one of them can open another."""
    st.session_state[_PAGES] = pages


def tidy_history() -> None:
    """Let one act of the reader make at most one entry of the browser's history, so that Back goes back."""
    with st.container(key="history"):
        _history(key="history of the browser")


def open_page(name: str, **parameters: str) -> NoReturn:
    """Go to a page; the parameters stand in its address."""
    st.switch_page(st.session_state[_PAGES][name], query_params=parameters)


def page_link(name: str, label: str, *, icon: str | None = None, **parameters: str) -> None:
    """Show a link to a page; the parameters stand in its address. The label is read as Markdown."""
    st.page_link(st.session_state[_PAGES][name], label=label, icon=icon, query_params=parameters)
