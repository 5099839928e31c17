"""The page "Replay": one game, turn by turn, as everybody or as one observer saw it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import streamlit as st

from ttrn.boards import BoardError
from ttrn.boards import board as find_board
from ttrn.draw import stage_svg
from ttrn.draw.colors import Paint, train_paints
from ttrn.hidden import PUBLIC, Budget
from ttrn.notation import GameRecord
from ttrn.notation.levels import without_turns
from ttrn.replays import Timeline, replay
from ttrn.replays.timeline import board_of
from ttrn.viewer import as_seen_by, chances, inferred, viewer_data

from ...shared import address, links, navigation
from ...shared.address import Address, number, one_of
from ...shared.downloads import download_menu
from ...shared.escape import plain, shown
from ...shared.selected_game import (
    BY_KEY,
    GAME,
    SHARE,
    SelectedGame,
    is_stored,
    keep_own,
    selected_game,
    share_controls,
)
from .sample_picker import choose_sample
from .viewer import Looking, looking_at, show_replay

TURN: Final = "turn"
VIEW: Final = "view"

FULL: Final = "full"
"""The view of whoever wrote the record."""

_KEPT: Final = 100
"""Games of which what was made is kept for the next reader."""

_BOARDS: Final = 20
_MAX_TURN: Final = 999_999
_PROBLEMS: Final = 5
_EFFORT: Final = 0.4
"""How hard the page looks for what is proved of hidden hands, as a part of the usual."""


def page() -> None:
    """Show the game that the address names, at its turn."""
    selected = selected_game()
    looking = looking_at(selected.key)
    turn = address.parameter(TURN) if looking.turn is None else str(looking.turn)
    named = address.parameter(SHARE) or address.parameter(GAME)
    address.told({GAME: "" if named else selected.key[:16], TURN: turn})
    if selected.notice:
        st.warning(plain(selected.notice), icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"#### {plain(selected.title)}", width="stretch")
        view = FULL if without_turns(selected.record) else _choose_view(selected.record)
        choose_sample(selected.key)
    if not selected.record.players:
        st.info("Nobody plays in this game: there is nothing to replay.", icon=":material/person_off:")
        return
    try:
        board = board_of(selected.record)
        seen = selected if view == FULL else _as_seen_by(selected, view)
        data = _data(seen)
    except (BoardError, ValueError) as error:
        st.error(plain(f"This game cannot be replayed: {error}."), icon=":material/map:")
        return
    paints = tuple(train_paints([player["color"] for player in data["players"]], board.tables.train_colors))
    asked = number(0, _MAX_TURN)(turn)
    first, last = [int(data["lines"][0]["frames"][place]["n"]) for place in (0, -1)]
    now = max(first, min(last if asked is None else asked, last))
    on_main = looking.line == 0
    show_replay(
        data,
        key=selected.key,
        view=view,
        svg=_board_picture(board.name, paints),
        paints=paints,
        turn=asked,
        inferred=_proved(seen, now, hindsight=looking.hindsight) if looking.prove and on_main else None,
        chances=_chances(seen, now) if looking.weigh and on_main else None,
        ask={"url": f"{urlsplit(links.home()).path.rstrip('/')}/panel", "text": seen.text},
    )
    _below(selected, seen, now, view, looking)


def _choose_view(record: GameRecord) -> str:
    """Let the user see the game as somebody at the table saw it; return who."""
    players = {player.id: shown(player.name or player.id) for player in record.players}
    names = {FULL: "everything", PUBLIC: "spectator"}
    names |= {player: name for player, name in players.items() if player not in names}
    bound = Address("replay")
    view: str = bound.bind({VIEW: one_of(names, FULL)})[VIEW]
    st.selectbox(
        "View as",
        list(names),
        key=bound.key(VIEW),
        format_func=lambda view: f"View as: {names[view]}",
        help="Show only what this player, or anybody who watched, could know at the time.",
        label_visibility="collapsed",
        width=165,
    )
    return view


# --- what is made of a game ------------------------------------------------------------------------------------------


@st.cache_data(max_entries=_KEPT, show_spinner="Replaying the game…", hash_funcs=BY_KEY)
def _data(game: SelectedGame) -> dict[str, Any]:
    return viewer_data(_replayed(game))


@st.cache_resource(max_entries=_KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _as_seen_by(game: SelectedGame, view: str) -> SelectedGame:
    return SelectedGame.of(as_seen_by(game.record, view).game)


@st.cache_data(max_entries=_KEPT, show_spinner="Looking for what the record proves…", hash_funcs=BY_KEY)
def _proved(game: SelectedGame, turn: int, *, hindsight: bool) -> dict[str, Any]:
    try:
        seats = inferred(_replayed(game), turn, Budget(_EFFORT), hindsight=hindsight)
    except IndexError:
        seats = None
    return {"turn": turn, "hindsight": hindsight, "seats": seats}


@st.cache_data(max_entries=_KEPT, show_spinner="Sampling possible worlds…", hash_funcs=BY_KEY)
def _chances(game: SelectedGame, turn: int) -> dict[str, Any]:
    try:
        return {"turn": turn, **chances(_replayed(game), turn, Budget(_EFFORT))}
    except ValueError:
        return {"turn": turn, "seats": None, "reason": ""}


@st.cache_resource(max_entries=_KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _replayed(game: SelectedGame) -> Timeline:
    return replay(game.record)


@st.cache_data(max_entries=_BOARDS, show_spinner=False)
def _board_picture(board: str, paints: tuple[Paint, ...]) -> str:
    return stage_svg(find_board(board), paints)


# --- what stands below -----------------------------------------------------------------------------------------------


def _below(selected: SelectedGame, seen: SelectedGame, turn: int, view: str, looking: Looking) -> None:
    """Offer the game to take along: links, what is known of it, files of many kinds."""
    with st.container(horizontal=True):
        with st.popover("Link", icon=":material/link:"):
            _links(selected, seen, turn if seen.record.turns else None, view)
        with st.popover("About the game", icon=":material/info:"):
            _about(seen)
        if st.button("Compare", icon=":material/compare:", help="This turn beside another one, or another game."):
            navigation.open_page("compare", left=_moment(seen, turn))
        variation = (looking.line, looking.frame) if looking.line else None
        download_menu(seen, "replay", turn=turn if seen.record.turns else None, variation=variation)


def _moment(seen: SelectedGame, turn: int) -> str:
    """Return what the page Compare calls a turn; the last one, which it shows beside it, is left out."""
    key = seen.key if is_stored(seen.key) else keep_own(seen.text)
    return key if turn == _replayed(seen).last else f"{key}:{turn}"


def _links(selected: SelectedGame, seen: SelectedGame, turn: int | None, view: str) -> None:
    """Show the links to a turn: a short one where the database has the game, and one that carries what is seen."""
    if not address.parameter(SHARE):
        if is_stored(selected.key):
            more = "" if view == FULL else " Whoever opens it can choose another view."
            at = "" if turn is None else " at this turn"
            st.caption(f"This link opens this game{at}, on this dashboard.{more}")
            st.code(_link(selected, turn, view), language=None, wrap_lines=True)
        else:
            st.caption("This game is not in the database: the address above opens it only in this browser.")
    what = "the whole game" if view == FULL else "the game as this view shows it, without what it hides"
    share_controls(seen, turn=turn, what=what)


def _link(selected: SelectedGame, turn: int | None, view: str) -> str:
    named = {GAME: selected.key[:16], TURN: turn, VIEW: None if view == FULL else view}
    parts = {name: value for name, value in named.items() if value is not None}
    return f"{links.home()}/?{urlencode(parts)}"


def _about(seen: SelectedGame) -> None:
    """Show the tags, what is wrong with the record, and its text."""
    timeline = _replayed(seen)
    tags = {name: value for name, value in timeline.game.tags.items() if value}
    st.dataframe([{"tag": name, "value": shown(value)} for name, value in tags.items()], hide_index=True)
    for problem in timeline.problems[:_PROBLEMS]:
        st.warning(plain(f"{problem.message} [{problem.rule}]"))
    if len(timeline.problems) > _PROBLEMS:
        st.caption(f"… and {len(timeline.problems) - _PROBLEMS} more: the page Check and explore shows them all.")
    st.code(seen.text, language=None, height=300)
