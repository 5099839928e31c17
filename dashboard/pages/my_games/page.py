"""What the page shows: the games that the browser keeps, and where new ones are brought."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from ...shared import database, navigation
from ...shared.checked import UploadLimits, check_records, summary
from ...shared.links import BrokenLink
from ...shared.selected_game import keep_own
from . import adding, upload
from .game_list import game_list, unchecked

_FOUND: Final = "states of games"
_MAX_GAMES: Final = 50
_MAX_SECONDS: Final = 10.0
"""How much of games is looked at, and how long, to tell their state."""


def page() -> None:
    """Show the page."""
    st.title("My games")
    asked = game_list(_found(), add=database.may_add() and database.writable())
    if asked.open:
        _open(asked.open["id"], asked.open["text"])
    if asked.edit:
        navigation.open_page("check", draft=asked.edit["id"])
    adding.add_chosen(asked.add)
    st.subheader("Bring games", anchor=False)
    upload.panel()


def _found() -> list[dict[str, Any]]:
    """Return what is found of the games whose state the browser does not know; the same ones are looked at once."""
    games = unchecked()
    these = [(game["id"], game["changed"]) for game in games]
    before: tuple[object, list[dict[str, Any]]] | None = st.session_state.get(_FOUND)
    if before is None or before[0] != these:
        limits = UploadLimits(_MAX_GAMES, _MAX_SECONDS)
        before = (
            these,
            [
                {"id": game["id"], "changed": game["changed"]}
                | summary(list(check_records("record", str(game["text"]), limits)))
                for game in games
            ],
        )
        st.session_state[_FOUND] = before
    return before[1]


def _open(draft: str, text: str) -> None:
    """Show a game that the browser keeps: its replay, or the editor where the text is not one game."""
    try:
        key = keep_own(text)
    except BrokenLink:
        navigation.open_page("check", draft=draft)
    navigation.open_page("replay", game=key)
