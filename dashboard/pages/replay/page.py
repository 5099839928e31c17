"""The page "Replay": one game, turn by turn, as everybody or as one observer saw it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from ttrn.boards import Board, BoardError
from ttrn.boards import board as find_board
from ttrn.draw import board_svg, stage_svg
from ttrn.draw.colors import Paint, train_paints
from ttrn.hidden import PUBLIC, Budget
from ttrn.notation import GameRecord, format_game, loads
from ttrn.replays import Timeline, replay
from ttrn.replays.timeline import board_of
from ttrn.viewer import as_seen_by, film, inferred

from ...shared import links
from ...shared import selected_game as library
from ...shared.escape import plain, shown
from . import looking_at, show_replay
from .sample_picker import choose_sample

TURN: Final = "turn"
VIEW: Final = "view"

FULL: Final = "full"
"""The view of whoever wrote the record."""

_WORDS: Final = (FULL, PUBLIC)
_FILMS: Final = 100
_BOARDS: Final = 20
_PROBLEMS: Final = 5
_SECONDS: Final = 4.0
"""How long the page looks for what is proved of hidden hands."""


def page() -> None:
    """Show the game that the address names, at its turn."""
    chosen = library.chosen()
    if chosen.notice:
        st.warning(plain(chosen.notice), icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"#### {plain(chosen.title)}", width="stretch")
        view = _choose_view(chosen.game)
        choose_sample(chosen.key)
    if not chosen.game.players:
        st.info("Nobody plays in this game: there is nothing to replay.", icon=":material/person_off:")
        return
    try:
        board = board_of(chosen.game)
        data, text = _seen(chosen, view)
    except (BoardError, ValueError) as error:
        st.error(plain(f"This game cannot be replayed: {error}."), icon=":material/map:")
        return
    _show(chosen, board, data, text, view)


def _show(chosen: library.Chosen, board: Board, data: dict[str, Any], text: str, view: str) -> None:
    paints = train_paints([player["color"] for player in data["players"]], board.tables.train_colors)
    key = f"{chosen.key} {view}"
    looking = looking_at(key)
    asked = _asked_turn(key)
    if looking.turn is not None:
        _write_turn(looking.turn)
    frames = data["lines"][0]["frames"]
    now = looking.turn if looking.turn is not None else asked if asked is not None else frames[-1]["n"]
    show_replay(
        data,
        key=key,
        svg=_stage(board.name, tuple(paints)),
        paints=paints,
        turn=asked,
        inferred=_proved(text, now) if looking.prove else None,
    )
    _below(chosen, text, max(frames[0]["n"], min(now, frames[-1]["n"])), view)


# --- the address -----------------------------------------------------------------------------------------------------


def _asked_turn(key: str) -> int | None:
    """Return the turn that the address names; where we wrote it ourselves, the one that was asked for before that."""
    named = st.query_params.get(TURN, "")
    if st.session_state.get("replay_written") != (key, named):
        number = named.isascii() and named.isdigit() and len(named) < 7
        st.session_state["replay_asked"] = int(named) if number else None
        st.session_state["replay_written"] = (key, named)
    asked: int | None = st.session_state["replay_asked"]
    return asked


def _write_turn(turn: int) -> None:
    """Put the turn into the address: only Python can, or Streamlit would not know of it."""
    written = st.session_state["replay_written"]
    if written[1] != str(turn):
        st.query_params[TURN] = str(turn)
        st.session_state["replay_written"] = (written[0], str(turn))


def _choose_view(game: GameRecord) -> str:
    """Let the user see the game as one of the table saw it; return who."""
    people = {player.id: shown(player.name or player.id) for player in game.players}
    names = people | {FULL: "everything", PUBLIC: "spectator"}
    names = {view: names[view] for view in (FULL, PUBLIC, *[player for player in people if player not in _WORDS])}
    asked = st.query_params.get(VIEW, FULL)
    found: str = st.selectbox(
        "View as",
        list(names),
        index=list(names).index(asked) if asked in names else 0,
        format_func=lambda view: f"View as: {names[view]}",
        help="Show only what this player, or anybody who watched, could know at the time.",
        label_visibility="collapsed",
        width=165,
    )
    if found != asked:
        if found == FULL:
            st.query_params.pop(VIEW, None)
        else:
            st.query_params[VIEW] = found
    return found


# --- films -----------------------------------------------------------------------------------------------------------


def _seen(chosen: library.Chosen, view: str) -> tuple[dict[str, Any], str]:
    """Return the film of a game as somebody saw it, and its text."""
    text = chosen.text if view == FULL else _redacted(chosen.text, view)
    return _film(text), text


@st.cache_data(max_entries=_FILMS, show_spinner="Replaying the game…")
def _film(text: str) -> dict[str, Any]:
    return film(_replayed(text))


@st.cache_data(max_entries=_FILMS, show_spinner=False)
def _redacted(text: str, view: str) -> str:
    return format_game(as_seen_by(_game(text), view).game)


@st.cache_data(max_entries=_FILMS, show_spinner="Looking for what the record proves…")
def _proved(text: str, turn: int) -> dict[str, Any]:
    try:
        return {"turn": turn, "seats": inferred(_replayed(text), turn, Budget(_SECONDS))}
    except IndexError:
        return {"turn": turn, "seats": None}


@st.cache_data(max_entries=_BOARDS, show_spinner=False)
def _stage(board: str, paints: tuple[Paint, ...]) -> str:
    return stage_svg(find_board(board), paints)


@st.cache_resource(max_entries=_FILMS, show_spinner=False)
def _replayed(text: str) -> Timeline:
    return replay(_game(text))


def _game(text: str) -> GameRecord:
    return loads(text).games[0]


# --- what stands below -----------------------------------------------------------------------------------------------


def _below(chosen: library.Chosen, text: str, turn: int, view: str) -> None:
    """Offer the game to take along: links, the record, a picture of the turn."""
    with st.container(horizontal=True):
        with st.popover("Link", icon=":material/link:"):
            _links(chosen, text, turn, view)
        with st.popover("About the game", icon=":material/info:"):
            _about(text)
        name = f"{chosen.game.board}-{chosen.key[:8]}"
        st.download_button("Record", text, f"{name}.ttrn", "text/plain", icon=":material/download:", on_click="ignore")
        st.download_button(
            "Picture of this turn",
            lambda: _picture(text, turn),
            f"{name}-{turn}.svg",
            "image/svg+xml",
            icon=":material/image:",
            on_click="ignore",
        )


def _links(chosen: library.Chosen, text: str, turn: int, view: str) -> None:
    """Show the links to a turn: a short one where the database has the game, and one that carries what is seen."""
    if library.SHARE not in st.query_params:
        if library.is_stored(chosen.key):
            more = "" if view == FULL else " Whoever opens it can choose another view."
            st.caption(f"This link opens this game at this turn, on this dashboard.{more}")
            st.code(_link(chosen, turn), language=None, wrap_lines=True)
        else:
            st.caption("This game is not in the database: the address above opens it only in this session.")
    what = "the whole game" if view == FULL else "the game as this view shows it, without what it hides"
    library.share_controls(chosen._replace(text=text), turn=turn, what=what)


def _link(chosen: library.Chosen, turn: int) -> str:
    view = st.query_params.get(VIEW, "")
    parts = {library.GAME: chosen.key[:16], TURN: turn, **({VIEW: view} if view else {})}
    return f"{links.home()}/?{urlencode(parts)}"


def _about(text: str) -> None:
    """Show the tags, what is wrong with the record, and its text."""
    timeline = _replayed(text)
    tags = {name: value for name, value in timeline.game.tags.items() if value}
    st.dataframe([{"tag": name, "value": shown(value)} for name, value in tags.items()], hide_index=True)
    for problem in timeline.problems[:_PROBLEMS]:
        st.warning(plain(f"{problem.message} [{problem.rule}]"))
    if len(timeline.problems) > _PROBLEMS:
        st.caption(f"… and {len(timeline.problems) - _PROBLEMS} more: the page Check and explore shows them all.")
    st.code(text, language=None, height=300)


def _picture(text: str, turn: int) -> str:
    timeline = _replayed(text)
    state = timeline.final if turn == timeline.last else timeline.state(turn)
    return board_svg(timeline.board, state, players=timeline.game.players)
