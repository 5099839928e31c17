"""Two players against each other: ``players?player=Ann&against=Bob``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from ttrn.boards.names import nearest
from ttrn.store import Filters

from ...charts import pairs
from ...charts.base import Row, points
from ...charts.board_names import names_of
from ...shared import navigation
from ...shared.address import Address, any_text
from ...shared.escape import plain, shown
from ...shared.link_rows import Row as LinkRow
from ...shared.link_rows import follow, link_rows
from ...shared.sections import ask, chart, games_link, player_link, section
from .player_box import player_box

_GAMES: Final = 20
"""Games that are listed here; a link leads to all of them."""


def choose(opponents: Sequence[Row]) -> str:
    """Let the reader choose whom the player is compared with, from the rows of ``player_opponents``; return the name.

    It is empty where nobody is chosen.
    """
    games = {row["opponent"]: row["games"] for row in opponents}
    bound = Address("players")
    against: str | None = bound.bind({"against": any_text()})["against"]
    player_box(
        "Against",
        games,
        bound.key("against"),
        placeholder="everybody",
        about="Show the games of these two only.",
    )
    return against or ""


def show(player: str, against: str, opponents: Sequence[Row]) -> None:
    """Show two players against each other; where they never met, say so."""
    filters = Filters(player=player, against=against)
    record = ask("opponent_record", filters)
    if not record:
        _never(player, against, [row["opponent"] for row in opponents])
        return
    _ahead(player, against, record)
    rows = ask("opponent_curve", filters)
    with section("How did it go over time?", pairs.curve_answer(player, against, rows)):
        chart(pairs.curve(rows), "pair curve", "How often one was ahead more than the other, game by game")
    _games(filters)


def _never(player: str, against: str, names: Sequence[str]) -> None:
    near = nearest(against, names)
    message = f'No game tells who of "{shown(player, 60)}" and "{shown(against, 60)}" was ahead.'
    st.info(plain(message + (f' Did you mean "{shown(near, 60)}"?' if near else "")))
    player_link(f"All about {plain(shown(player, 60))}", player)


def _ahead(player: str, against: str, record: Sequence[Row]) -> None:
    total = record[0]
    one, other = shown(player, 30), shown(against, 30)
    with section(f"Who is ahead, {plain(player)} or {plain(against)}?", pairs.answer(player, against, total)):
        with st.container(horizontal=True):
            for label, value in {
                "Games together": f"{total['games']:,}",
                f"{one} ahead": f"{total['ahead']:,}",
                f"{other} ahead": f"{total['behind']:,}",
                "Level": f"{total['level']:,}",
                f"{one} won": f"{total['wins']:,}",
                f"{other} won": f"{total['opponent_wins']:,}",
                f"Average of {one}": points(total["average_score"]),
                f"Average of {other}": points(total["opponent_average"]),
            }.items():
                st.metric(plain(label), value, width="content")
        average = st.column_config.NumberColumn(format="%.1f")
        st.dataframe(
            pairs.table(record),
            hide_index=True,
            height="content",
            placeholder="",
            column_config=dict.fromkeys(("margin", "score", "opponent's score"), average),
        )
        with st.container(horizontal=True, gap="small"):
            player_link(f"All about {plain(one)}", player)
            player_link(f"All about {plain(other)}", against)
            label = f"{plain(other)} against {plain(one)}"
            navigation.page_link("players", label, icon=":material/swap_horiz:", player=against, against=player)


def _games(filters: Filters) -> None:
    rows = ask("opponent_games", filters, limit=_GAMES)
    found = [LinkRow("replay", {"game": row["hash"]}, _result(filters, row), _facts(filters, row)) for row in rows]
    with section("Which games did they play?", "The newest first."):
        follow(link_rows(found, key="pair games", label="Games"))
        games_link("All games of both", filters)


def _result(filters: Filters, row: Row) -> str:
    one, other = _both(filters)
    if row["margin"] is not None:
        return f"{one} {row['score']} : {row['opponent_score']} {other}"
    if not row["ahead"] and not row["behind"]:
        return f"{one} level with {other}"
    return f"{one} {'ahead of' if row['ahead'] else 'behind'} {other}"


def _facts(filters: Filters, row: Row) -> list[str]:
    one, other = _both(filters)
    board = f"{names_of(row['board']).title}, {row['players']} players"
    won = f"{one} won" if row["won"] else f"{other} won" if row["opponent_won"] else None
    return [shown(str(fact), 80) for fact in (board, won, row["date"], row["event"]) if fact]


def _both(filters: Filters) -> tuple[str, str]:
    return shown(filters.player or "", 30), shown(filters.against or "", 30)
