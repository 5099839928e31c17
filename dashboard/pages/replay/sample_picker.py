"""A list of the sample games to choose another one from: annotated ones first."""

from __future__ import annotations

from functools import cache
from typing import Final

import streamlit as st

from ttrn.notation import loads
from ttrn.resources import resource

from ...shared import address
from ...shared.selected_game import GAME, SelectedGame, keep_own

_FIRST: Final = ("annotated", "real", "teaching")
"""The folders whose games come first."""


@cache
def samples() -> dict[str, tuple[str, str]]:
    """Return the sample games with a file of their own by their key: what they are called, and their texts."""
    found: dict[str, tuple[str, str]] = {}
    folders = {folder.name for folder in resource("sample_games").iterdir()}
    for folder in (*_FIRST, *sorted(folders.difference(_FIRST))):
        for file in sorted(resource("sample_games", folder).glob("*.ttrn")):
            for record in loads(file.read_text(encoding="utf-8")).games:
                game, tags = SelectedGame.of(record), record.tags
                name = tags.get("Event") or f"A {folder} game, {tags.get('Date', file.stem)}"
                kind = "annotated, " if folder == "annotated" else ""
                found[game.key] = (f"{name} ({kind}{record.board}, {len(record.players)} players)", game.text)
    return found


def choose_sample(present: str) -> None:
    """Offer the sample games; choosing one opens it at its end."""
    games = samples()
    st.selectbox(
        "Sample games",
        list(games),
        index=None,
        key=f"replay_sample_{present}",
        format_func=lambda key: games[key][0],
        placeholder="Another game…",
        on_change=_open,
        args=(present,),
        label_visibility="collapsed",
        width=165,
    )


def _open(present: str) -> None:
    chosen: str | None = st.session_state.get(f"replay_sample_{present}")
    if chosen is None:
        return
    keep_own(samples()[chosen][1])
    address.replace(**{GAME: chosen})
