"""What the page shows: the games that the browser keeps, and where new ones are brought."""

from __future__ import annotations

import streamlit as st

from ...shared import database, navigation
from ...shared.links import BrokenLink
from ...shared.selected_game import keep_own
from . import adding, upload
from .game_list import game_list


def page() -> None:
    """Show the page."""
    st.title("My games")
    asked = game_list(add=database.may_add() and database.writable())
    if asked.open:
        _open(asked.open["id"], asked.open["text"])
    if asked.edit:
        navigation.open_page("check", draft=asked.edit["id"])
    adding.add_chosen(asked.add)
    st.subheader("Bring games", anchor=False)
    upload.panel()


def _open(draft: str, text: str) -> None:
    """Show a game that the browser keeps: its replay, or the editor where the text is not one game."""
    try:
        key = keep_own(text)
    except BrokenLink:
        navigation.open_page("check", draft=draft)
    navigation.open_page("replay", game=key)
