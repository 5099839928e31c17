"""The list of the games that the browser keeps: to open, edit, rename, duplicate, download, delete and add."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import streamlit as st

from ....shared.browser_store import with_store

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FOLDER: Final = Path(__file__).parent


class Asked(NamedTuple):
    """What the reader wants done with games of the list; at most one of it at a time."""

    open: Mapping[str, str] | None
    """The ``id`` and ``text`` of the game to be shown."""
    edit: Mapping[str, str] | None
    """The ``id`` of the game to be edited."""
    add: list[Mapping[str, str]]
    """``name`` and ``text`` of each game to be added to the database."""


def game_list(*, add: bool) -> Asked:
    """Show the list; ``add`` is whether the reader may add games to the database."""
    shown = _component()(
        key="my_games_list",
        data={"add": add},
        on_open_change=lambda: None,
        on_edit_change=lambda: None,
        on_add_change=lambda: None,
    )
    return Asked(shown.open, shown.edit, list(shown.add or ()))


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "ttrn_game_list", html=_file("list.html"), css=_file("list.css"), js=with_store(_file("list.js"))
    )
