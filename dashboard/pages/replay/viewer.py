"""The component, declared once: its markup, style and scripts are the files of :mod:`ttrn.viewer`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import streamlit as st

from ttrn.draw.colors import Paint
from ttrn.viewer.html import asset, script, style

from ...shared import address

_KEY: Final = "replay"
_PAGE: Final = ""
"""What the address calls the page: it is the first one."""


class Looking(NamedTuple):
    """What the reader is looking at."""

    turn: int | None
    """The turn, None before the reader has moved."""
    prove: bool
    """Whether the reader wants to know what is proved of hidden hands."""
    hindsight: bool
    """Whether later turns are to be used for that too."""
    weigh: bool
    """Whether the reader wants to know how likely hidden hands hold what."""
    line: int = 0
    """The line of the game that the turn is of: 0 for the main one, else a variation."""
    frame: int = 0
    """Which frame of that line it is."""


_component: Final = st.components.v2.component("ttrn_replay", html=asset("replay.html"), css=style(), js=script())


def show_replay(
    film: Mapping[str, Any],
    *,
    key: str,
    view: str,
    svg: str,
    paints: Sequence[Paint],
    turn: int | None = None,
    inferred: Mapping[str, Any] | None = None,
    chances: Mapping[str, Any] | None = None,
    ask: Mapping[str, str] | None = None,
) -> None:
    """Show a game as a view shows it; open it at a turn if one is given, else at its end.

    ``key`` is what the game is known by. Once it is open, the turn is the reader's: one that is given then is not
    looked at, whatever the view. The browser writes game and turn into the address. ``inferred`` is what is proved of
    the hands after one turn: ``{"turn": 12, "hindsight": False, "seats": [...]}``; ``chances`` what is likely of them,
    with the turn likewise. ``ask`` is where the panel asks (``url``), and of what (``text``): the record as the view
    shows it.
    """
    _component(
        key=_KEY,
        data={
            "key": f"{key} {view}",
            "game": key,
            "film": film,
            "svg": svg,
            "paints": [list(paint) for paint in paints],
            "turn": turn,
            "inferred": inferred,
            "chances": chances,
            "ask": ask,
        },
        default={"at": None, "prove": False, "hindsight": False, "weigh": False},
        on_at_change=_keep_turn,
        on_prove_change=_nothing,
        on_hindsight_change=_nothing,
        on_weigh_change=_nothing,
    )


def looking_at(key: str) -> Looking:
    """Return what the reader of a game is looking at, as the browser reported it last."""
    state = st.session_state.get(_KEY) or {}
    at = state.get("at") or {}
    # What was reported of another game does not hold for this one.
    numbers = [at.get(name) if at.get("film") == key else None for name in ("turn", "line", "frame")]
    turn, line, frame = [number if isinstance(number, int) and number >= 0 else None for number in numbers]
    prove, hindsight, weigh = [bool(state.get(name)) for name in ("prove", "hindsight", "weigh")]
    return Looking(turn, prove, hindsight, weigh, line or 0, frame or 0)


def _keep_turn() -> None:
    """Keep the turn at once: the run that follows may never come to its end, if the reader leaves the page."""
    at = (st.session_state.get(_KEY) or {}).get("at") or {}
    if isinstance(turn := at.get("turn"), int) and not at.get("line"):
        address.keep(_PAGE, turn=str(turn))


def _nothing() -> None:
    """Wait for the next run: it reads what has changed."""
