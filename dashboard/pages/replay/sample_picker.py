"""The sample games, for whoever wants to look at another one: annotated ones first."""

from __future__ import annotations

from functools import cache
from typing import Final

import streamlit as st

from ttrn.notation import format_game, loads
from ttrn.resources import resource
from ttrn.store.worker import digest

from ...shared import selected_game as library

_FOLDERS: Final = ("annotated", "real", "teaching", "europe", "marklin", "cardgame")


@cache
def samples() -> dict[str, tuple[str, str]]:
    """Return the sample games with a file of their own by their key: what they are called, and their texts."""
    found: dict[str, tuple[str, str]] = {}
    for folder in _FOLDERS:
        for file in sorted(resource("sample_games", folder).glob("*.ttrn")):
            for game in loads(file.read_text(encoding="utf-8")).games:
                text = format_game(game)
                tags = game.tags
                name = tags.get("Event") or f"A {folder} game, {tags.get('Date', file.stem)}"
                kind = "annotated, " if folder == "annotated" else ""
                title = f"{name} ({kind}{game.board}, {len(game.players)} players)"
                found[digest(text).hex()] = (title, text)
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
    library.keep_own(samples()[chosen][1])
    st.query_params.from_dict({library.GAME: chosen})
