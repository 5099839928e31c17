"""One game as a file: its record, a page that replays it, pictures for a chat, a table of its turns."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Final

import streamlit as st

from ttrn.boards import BoardError, board_names
from ttrn.draw import stage_svg, train_paints
from ttrn.draw.animation import MOST_BYTES
from ttrn.draw.drawing_process import animation_apart, png_apart
from ttrn.draw.pictures import picture, timeline_picture
from ttrn.draw.pixels import WIDTHS, package
from ttrn.extras import MissingPackageError
from ttrn.hidden import PUBLIC, redact
from ttrn.notation import format_game
from ttrn.replays import replay
from ttrn.store.csv_export import turns_csv
from ttrn.viewer import state_at, viewer_data
from ttrn.viewer.html import replay_page

from .escape import shown
from .selected_game import BY_KEY, SelectedGame, share_controls

_KEPT: Final = 20
"""Animations and pictures that are kept for the next reader."""

_DRAWING: Final = Lock()
"""Pixels are drawn in another process, and one picture after the other: the pages of other readers go before."""


def file_name(game: SelectedGame, ending: str) -> str:
    """Return a name for a file: from what the game is called, in letters that every system knows."""
    name = re.sub(r"[^a-z0-9]+", "_", game.title.lower()).strip("_")[:60]
    return f"{name or game.key[:8]}.{ending}"


def download_controls(game: SelectedGame, key: str) -> None:
    """Show buttons that download a game, and the link that carries it; ``key`` keeps them apart on a page."""
    download_menu(game, key)
    with st.popover("Share", icon=":material/share:"):
        share_controls(game)


def download_menu(
    game: SelectedGame, key: str, *, turn: int | None = None, variation: tuple[int, int] | None = None
) -> None:
    """Show a menu of files to download, each of which is made when it is asked for.

    Pictures are of a turn, or of the end; whoever looks at a turn has chosen already as whom to see the game.
    ``variation`` is a line of the game and a frame of it, if the turn is one of a variation.
    """
    with st.popover("Download", icon=":material/download:"):
        _button("Record (TTRN)", lambda: game.text, file_name(game, "ttrn"), f"{key}_ttrn")
        if turn is None:
            _redacted(game, key)
        if game.record.board not in board_names() or not game.record.players:
            st.caption("More can be made only of a game with players, on a board that is known here.")
            return
        _button("Replay (HTML)", lambda: _page(game, turn), file_name(game, "html"), f"{key}_html", _HTML_HELP)
        _pictures(game, key, turn, variation)
        if game.record.turns:
            _button("Turns (CSV)", lambda: turns_csv(game.text), file_name(game, "csv"), f"{key}_csv")


_HTML_HELP: Final = "One page that steps through the game in any browser, without a network."


def _redacted(game: SelectedGame, key: str) -> None:
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


def _pictures(game: SelectedGame, key: str, turn: int | None, variation: tuple[int, int] | None) -> None:
    what = "Picture of the end" if turn is None else "Picture of this turn"
    end = "" if turn is None else f"turn{turn}{'_variation' if variation else ''}."
    able = _can_draw()
    for width in WIDTHS if able else ():
        name = file_name(game, f"{end}png" if width == WIDTHS[0] else f"{end}{width}.png")
        _button(
            f"{what} (PNG, {width:,} pixels)", partial(_png, game, turn, variation, width), name, f"{key}_png{width}"
        )
    _button(f"{what} (SVG)", lambda: _svg(game, turn, variation), file_name(game, f"{end}svg"), f"{key}_svg")
    if able and game.record.turns:
        _button("Animation (GIF)", lambda: _gif(game), file_name(game, "gif"), f"{key}_gif", _GIF_HELP)
    if not able:
        st.caption('PNG and GIF need more packages: `pip install "ttrn[pictures]"`')


_GIF_HELP: Final = (
    f"The whole game, at most {MOST_BYTES // 1_000_000} MB: chats play it. It takes some seconds to make."
)


def _can_draw() -> bool:
    try:
        for name in ("resvg_py", "PIL.Image"):
            package(name)
    except MissingPackageError:
        return False
    return True


def _button(label: str, make: Callable[[], str | bytes], name: str, key: str, about: str | None = None) -> None:
    """Show a button whose file is made when it is clicked; a text or bytes."""
    st.download_button(
        label,
        lambda: _made(make),
        file_name=name,
        key=key,
        on_click="ignore",
        width="stretch",
        mime=_KINDS.get(name.rpartition(".")[2], "text/plain"),
        help=about,
    )


_KINDS: Final = {"png": "image/png", "gif": "image/gif", "svg": "image/svg+xml", "csv": "text/csv", "html": "text/html"}


def _made(make: Callable[[], str | bytes]) -> bytes:
    try:
        made = make()
    except (ValueError, BoardError) as error:
        made = f"This cannot be made of the game: {error}\n"
    return made if isinstance(made, bytes) else made.encode()


# --- what is made ----------------------------------------------------------------------------------------------------


@st.cache_data(max_entries=_KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _png(game: SelectedGame, turn: int | None, variation: tuple[int, int] | None, width: int) -> bytes:
    with _DRAWING:
        return png_apart(_svg(game, turn, variation), width)


def _svg(game: SelectedGame, turn: int | None, variation: tuple[int, int] | None) -> str:
    if variation is None:
        return picture(game.record, turn).svg
    timeline = replay(game.record)
    return timeline_picture(timeline, state_at(timeline, *variation)).svg


@st.cache_data(max_entries=_KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _gif(game: SelectedGame) -> bytes:
    with _DRAWING:
        return animation_apart(game.text)


def _page(game: SelectedGame, turn: int | None) -> str:
    timeline = replay(game.record)
    paints = train_paints([player.color for player in game.record.players], timeline.board.tables.train_colors)
    stage = stage_svg(timeline.board, paints)
    return replay_page(viewer_data(timeline, luck=True), title=game.title, svg=stage, paints=paints, turn=turn)
