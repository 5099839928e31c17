"""The list of the games that the browser keeps: to open, edit, rename, duplicate, download, delete and add."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import streamlit as st

from ....shared.browser_store import with_store

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_KEY: Final = "my_games_list"
_FOLDER: Final = Path(__file__).parent


class Asked(NamedTuple):
    """What the reader wants done with games of the list; at most one of it at a time."""

    open: Mapping[str, str] | None
    """The ``id`` and ``text`` of the game to be shown."""
    edit: Mapping[str, str] | None
    """The ``id`` of the game to be edited."""
    add: list[Mapping[str, str]]
    """``name`` and ``text`` of each game to be added to the database."""


def unchecked() -> list[Mapping[str, Any]]:
    """Return the games of the list of whose text nobody knows the state: ``id``, ``changed`` and ``text`` of each."""
    return list((st.session_state.get(_KEY) or {}).get("unchecked") or ())


def game_list(found: Sequence[Mapping[str, Any]], *, add: bool) -> Asked:
    """Show the list.

    Args:
        found: what is known of :func:`unchecked` games now: ``id`` and ``changed`` of each, with what the browser
            remembers of it.
        add: whether the reader may add games to the database.
    """
    shown = _component()(
        key=_KEY,
        data={"add": add, "found": found},
        default={"unchecked": []},
        on_unchecked_change=lambda: None,
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
