"""One game as a file: its record, whole or as somebody saw it, its picture, its turns."""

from __future__ import annotations

import re
from collections.abc import Callable

import streamlit as st

from ttrn.boards import BoardError
from ttrn.draw import board_svg
from ttrn.hidden import PUBLIC, redact
from ttrn.notation import format_game
from ttrn.replays import replay
from ttrn.store.csv_export import turns_csv

from .escape import shown
from .selected_game import SelectedGame, share_controls


def file_name(game: SelectedGame, ending: str) -> str:
    """Return a name for a file: from what the game is called, in letters that every system knows."""
    name = re.sub(r"[^a-z0-9]+", "_", game.title.lower()).strip("_")[:60]
    return f"{name or game.key[:8]}.{ending}"


def download_controls(game: SelectedGame, key: str) -> None:
    """Show buttons that download a game, and the link that carries it; ``key`` keeps them apart on a page."""
    with st.popover("Download", icon=":material/download:"):
        _button("Record (TTRN)", lambda: game.text, file_name(game, "ttrn"), f"{key}_ttrn")
        players = {player.id: player.name or player.id for player in game.record.players}
        observer = st.selectbox(
            "As seen by",
            [PUBLIC, *players],
            format_func=lambda who: "everybody at the table" if who == PUBLIC else shown(players[who], 60),
            key=f"{key}_observer",
        )
        _button(
            "Record without what they did not see",
            lambda: format_game(redact(game.record, observer)),
            file_name(game, f"{observer[:30]}.ttrn"),
            f"{key}_redacted",
        )
        _button("Picture of the end (SVG)", lambda: picture(game), file_name(game, "svg"), f"{key}_svg")
        _button("Turns (CSV)", lambda: turns_csv(game.text), file_name(game, "csv"), f"{key}_csv")
    with st.popover("Share", icon=":material/share:"):
        share_controls(game)


def _button(label: str, make: Callable[[], str], name: str, key: str) -> None:
    """Show a button whose file is made when it is clicked."""
    st.download_button(
        label, lambda: _made(make), file_name=name, key=key, on_click="ignore", width="stretch", mime="text/plain"
    )


def _made(make: Callable[[], str]) -> bytes:
    try:
        return make().encode()
    except (ValueError, BoardError) as error:
        return f"This cannot be made of the game: {error}\n".encode()


def picture(game: SelectedGame) -> str:
    """Return the board at the end of a game as SVG.

    Raises:
        BoardError: there is no such board.
    """
    timeline = replay(game.record)
    return board_svg(timeline.board, timeline.final, players=game.record.players)
