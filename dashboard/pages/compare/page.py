"""What the page shows: two moments of games side by side, and what happened between two turns of one game.

``compare?left=2f6ca1b9…:40&right=2f6ca1b9…:57`` names them: a game by its hash or number, as everywhere, and a turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

import streamlit as st

from ttrn import store
from ttrn.boards import BoardError
from ttrn.draw import Theme, board_svg
from ttrn.replays import Timeline, replay
from ttrn.viewer import viewer_data

from ...charts.base import counted
from ...shared import database, navigation
from ...shared.address import Address, any_text
from ...shared.escape import plain, shown
from ...shared.sections import section
from ...shared.selected_game import BY_KEY, SelectedGame, named_game, selected_game
from .moments import Film, between, claims_between, lines_of, table, told, turns_of

_ADDRESS: Final = Address("compare")
_SIDES: Final = ("left", "right")
_OFFERED: Final = 300
"""Games that can be chosen from the list, the newest; any other can be typed."""
_KEPT: Final = 50
_TOLD: Final = 60
"""Turns between two that are told in words."""
_MOMENT: Final = re.compile(r"([^:]*)(?::([0-9]{1,6}))?", re.ASCII)


class Moment(NamedTuple):
    """A game after one of its turns."""

    game: SelectedGame
    film: Film
    turn: int


def page() -> None:
    """Show the page."""
    st.title("Compare")
    named: Mapping[str, str] = _ADDRESS.bind(dict.fromkeys(_SIDES, any_text("")))
    asked = [_parts(named[side]) for side in _SIDES]
    same = asked[0][0] == asked[1][0] or not asked[1][0]
    found: list[Moment | None] = []
    for side, place, (name, turn) in zip(_SIDES, st.columns(2), asked, strict=True):
        with place:
            game = named_game(name or asked[0][0]) if name or asked[0][0] else selected_game()
            found.append(_side(side, game, turn, halfway=same and side == "left"))
    left, right = found
    if left is not None and right is not None and left.game.key == right.game.key:
        _between(left.film, *sorted((left.turn, right.turn)))


def _parts(text: str) -> tuple[str, int | None]:
    """Return the game and the turn that a parameter names.

    >>> _parts("2f6ca1b9:40"), _parts("12"), _parts("")
    (('2f6ca1b9', 40), ('12', None), ('', None))
    """
    found = _MOMENT.fullmatch(text.strip())
    return ("", None) if found is None else (found[1], None if found[2] is None else int(found[2]))


# --- one side --------------------------------------------------------------------------------------------------------


def _side(side: str, game: SelectedGame | str, turn: int | None, *, halfway: bool) -> Moment | None:
    """Show one side with what chooses it; return what it shows, None where there is nothing to show."""
    if isinstance(game, str):
        _choose_game(side, None)
        st.warning(plain(game), icon=":material/info:")
        return None
    _choose_game(side, game)
    if game.notice:
        st.warning(plain(game.notice), icon=":material/info:")
    if not game.record.players:
        st.info("Nobody plays in this game.", icon=":material/person_off:")
        return None
    try:
        film = _film(game)
    except (BoardError, ValueError) as error:
        st.error(plain(f"This game cannot be replayed: {error}."), icon=":material/map:")
        return None
    first, last = turns_of(film)
    now = (first + last) // 2 if turn is None and halfway else last if turn is None else max(first, min(turn, last))
    _choose_turn(side, game, now, first, last)
    _show(game, film, now)
    return Moment(game, film, now)


def _choose_game(side: str, game: SelectedGame | None) -> None:
    try:
        titles = _titles(database.state())
    except store.DatabaseError:
        titles = {}  # a game that the user brought can be compared all the same
    if game is not None:
        titles = {game.key: game.title} | titles
    key = _ADDRESS.key(f"game {side}")
    st.session_state[key] = None if game is None else game.key
    st.selectbox(
        f"Game on the {side}",
        list(titles),
        index=None,
        key=key,
        format_func=lambda name: shown(titles.get(name) or str(name), 100),
        placeholder="Choose, or type a number or a hash",
        accept_new_options=True,
        on_change=_chosen,
        args=(side, key, ""),
    )


def _choose_turn(side: str, game: SelectedGame, now: int, first: int, last: int) -> None:
    key = _ADDRESS.key(f"turn {side}")
    st.session_state[key] = now
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            f"Turn, {first} to {last}",
            min_value=first,
            max_value=last,
            step=1,
            key=key,
            on_change=_chosen,
            args=(side, key, game.key),
            width=170,
        )
        navigation.page_link("replay", "Replay", icon=":material/play_circle:", game=game.key, turn=str(now))


def _chosen(side: str, key: str, game: str) -> None:
    """Note what was chosen: another game, or another turn of this one."""
    value = st.session_state[key]
    text = str(value or "") if not game else f"{game}:{value}"
    st.session_state[_ADDRESS.key(side)] = text


@st.cache_data(max_entries=2, show_spinner=False)
def _titles(state: str) -> dict[str, str]:  # noqa: ARG001  part of what it is kept by
    """Return what the newest games are called, by their hash."""
    titles = {}
    for game in store.browse(database.connection(), count=_OFFERED).games:
        what = ", ".join([str(part) for part in (game.event, game.date) if part]) or game.board
        titles[game.hash] = f"{game.number}: {what}: {', '.join(game.names)}"
    return titles


def _show(game: SelectedGame, film: Film, turn: int) -> None:
    """Show the board after a turn, and what each seat has."""
    st.markdown(plain(told(film, turn)))
    if not game.record.turns and not any(frame.get("owners") for frame in film["lines"][0]["frames"]):
        st.caption("Only the result of this game was kept.")
        return
    st.image(_picture(game, turn, "dark" if st.context.theme.type == "dark" else "light"), width="stretch")
    for line in lines_of(film, turn):
        st.markdown(line)


@st.cache_data(max_entries=_KEPT, show_spinner="Replaying the game…", hash_funcs=BY_KEY)
def _film(game: SelectedGame) -> Film:
    return viewer_data(_replayed(game))


@st.cache_resource(max_entries=_KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _replayed(game: SelectedGame) -> Timeline:
    return replay(game.record)


@st.cache_data(max_entries=2 * _KEPT, show_spinner=False, hash_funcs=BY_KEY)
def _picture(game: SelectedGame, turn: int, theme: Theme) -> str:
    timeline = _replayed(game)
    state = timeline.final if turn == timeline.last else timeline.state(turn)
    return board_svg(timeline.board, state, players=timeline.game.players, theme=theme)


# --- two turns of one game -------------------------------------------------------------------------------------------


def _between(film: Film, since: int, until: int) -> None:
    """Show what happened between two turns of a game."""
    changes = between(film, since, until)
    gained = max(changes, key=lambda change: change.score[1] - change.score[0])
    most = gained.score[1] - gained.score[0]
    answer = f"**{counted(until - since, 'turn')}**, from {since} to {until}"
    answer += f". {plain(shown(gained.player, 60))} gained most on the way: {counted(most, 'point')}." if most else "."
    with section("What happened between these turns?", answer):
        if since == until:
            return
        st.dataframe(table(changes, on_map=bool(film["routes"])), hide_index=True, height="content")
        told_of = claims_between(film, since, until)
        st.markdown("  \n".join([f"{number}\\. {plain(words)}" for number, words in told_of[:_TOLD]]))
        if len(told_of) > _TOLD:
            st.caption(f"… and {len(told_of) - _TOLD} more: the replay has them all.")
