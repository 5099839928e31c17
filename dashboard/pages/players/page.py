"""The page "Players": one player beside the others at the same tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from ttrn.boards.names import nearest
from ttrn.store import Filters

from ...charts import players as people
from ...charts import scores
from ...charts.base import Row, counted, share
from ...charts.board_names import Places, places
from ...shared import address
from ...shared.escape import plain, shown
from ...shared.heat_map import map_place, show_heat
from ...shared.sections import ask, chart, games_link, player_link, replay_link, section, share_column

_PAGE: Final = "players"
_OFFERED: Final = 500
"""How many players can be chosen from the list, the most active ones; any other name can be typed."""

_LONGEST: Final = 200
_LINKED: Final = 5
"""How many opponents have a link to their own page."""


def page() -> None:
    """Show the page."""
    st.title("Players")
    active = ask("active_players", Filters(), limit=_OFFERED)
    if not active:
        st.info("No game in this database is finished, with a result that is certain. Load some with `ttrn load`.")
        return
    player = _player(active)
    if not player:
        st.info("Choose a player, or type a name.")
        return
    filters = Filters(player=player)
    record = ask("player_record", filters)
    if not record:
        _nobody(player, [row["player"] for row in active])
        return
    _overview(player, record)
    _rating(filters)
    _opponents(filters)
    _on_board(filters, record)


def _nobody(player: str, names: Sequence[str]) -> None:
    """Say that there is no such player, and who may be meant."""
    near = nearest(player, names)
    told = f'No finished game with a certain result has a player called "{shown(player, 60)}".'
    told += f' Did you mean "{shown(near, 60)}"?' if near else ""
    st.info(
        plain(told)
        + " Names are written as in the records; one that stands for another player is found under that one."
    )


def _player(active: Sequence[Row]) -> str:
    """Let the reader choose a player; return the name, without one the most active player's."""
    games = {row["player"]: row["games"] for row in active}
    first = next(iter(games))
    address.read(_PAGE, {"player": lambda text: text[:_LONGEST] or first})
    chosen: str | None = st.selectbox(
        "Player",
        list(games),
        index=None,
        key=address.widget(_PAGE, "player"),
        format_func=lambda name: f"{shown(name, 60)} ({counted(games[name], 'game')})" if name in games else name,
        placeholder="Choose, or type a name",
        accept_new_options=True,
        help="The most active players first; any other name can be typed.",
    )
    address.write(_PAGE, {"player": None if chosen == first and "player" not in st.query_params else chosen})
    return chosen or ""


# --- on all boards ---------------------------------------------------------------------------------------------------


def _overview(player: str, record: Sequence[Row]) -> None:
    total = record[0]
    with section(f"How good is {plain(player)}?", people.record_answer(total)):
        with st.container(horizontal=True):
            _figure("Games", f"{total['games']:,}")
            _figure("Wins", f"{total['wins']:,}")
            _figure("Win rate", share(total["win_rate"]))
            _figure("Even share", share(total["even"]))
            if total["first"]:
                _figure("First game", str(total["first"]))
                _figure("Last game", str(total["last"]))
        rows = [row for row in record if row["players"] is not None]
        st.dataframe(
            {
                "board": [shown(places(row["board"]).title, 60) for row in rows],
                "players": [row["players"] for row in rows],
                "games": [row["games"] for row in rows],
                "wins": [row["wins"] for row in rows],
                "win rate": [100 * row["win_rate"] for row in rows],
                "95 % interval": [f"{share(row['win_low'])} to {share(row['win_high'])}" for row in rows],
                "average score": [row["average_score"] for row in rows],
                "best score": [row["best_score"] for row in rows],
            },
            hide_index=True,
            height="content",
            column_config={
                "win rate": share_column(),
                "average score": st.column_config.NumberColumn(format="%.1f"),
            },
        )
        games_link(f"All games of {plain(player)}", Filters(player=player))


def _figure(label: str, value: str) -> None:
    st.metric(label, value, width="content")


def _rating(filters: Filters) -> None:
    rows = ask("rating_curve", filters)
    with section("Is the rating rising?", people.rating_answer(rows)):
        if rows:
            chart(people.rating(rows), "rating", "The rating after each game")
            st.caption(
                "A rating for several players at a table (Plackett-Luce, as openskill has it): what a player shows "
                "against the others, and how sure that is."
            )


def _opponents(filters: Filters) -> None:
    rows = ask("player_opponents", filters, limit=200)
    with section("Against whom does it go well?", people.opponents_answer(rows)):
        if rows:
            chart(people.opponents(rows), "opponents", "How often ahead of each opponent")
            with st.container(horizontal=True, gap="small"):
                for row in rows[:_LINKED]:
                    player_link(plain(shown(row["opponent"], 30)), row["opponent"])
        if len(rows) > people.MOST:
            with st.expander("More opponents"):
                st.dataframe(_opponent_table(rows), hide_index=True)


def _opponent_table(rows: Sequence[Row]) -> dict[str, list[Any]]:
    return {
        "opponent": [shown(row["opponent"], 60) for row in rows],
        "games": [row["games"] for row in rows],
        "ahead": [row["ahead"] for row in rows],
        "level": [row["level"] for row in rows],
        "behind": [row["behind"] for row in rows],
        "margin": [None if row["margin"] is None else round(row["margin"], 1) for row in rows],
    }


# --- on one board ----------------------------------------------------------------------------------------------------


def _on_board(filters: Filters, record: Sequence[Row]) -> None:
    """Show what belongs to a board: points, routes, tickets and best games."""
    boards = {row["board"]: row["games"] for row in record if row["board"] and row["players"] is None}
    most = max(boards, key=lambda name: boards[name])
    # Each player has an own board to begin with, unless the address names one.
    page = f"{_PAGE} {filters.player}"
    address.read(page, {"board": lambda text: text if text in boards else most})
    key = address.widget(page, "board")
    if st.session_state[key] not in boards:
        st.session_state[key] = most
    chosen = (
        st.segmented_control(
            "Board", list(boards), key=key, format_func=lambda name: shown(places(name).title, 40), required=True
        )
        or most
    )
    address.write(page, {"board": None if chosen == most else chosen})
    where = places(chosen)
    here = Filters(player=filters.player, board=chosen)
    _points(here, where)
    if where.has_routes:
        _routes(here, where)
    _tickets(here, where)
    _best(here)


def _points(here: Filters, where: Places) -> None:
    rows = ask("player_field", here)
    with section("Where do the points come from?", scores.field_answer(rows)):
        left, right = st.columns([3, 2])
        with left:
            chart(scores.against_field(rows), "field", "Points by component, beside the others at the table")
        with right:
            st.dataframe(people.habits(rows, on_board=where.has_routes), hide_index=True, height="content")


def _routes(here: Filters, where: Places) -> None:
    rows = ask("player_routes", here)
    with section("Which routes are the favourites?", people.routes_answer(where, rows)):
        if not any(row["claims"] for row in rows):
            return
        place = map_place()
        chart(people.route_bars(where, rows), "favourite routes", "How often the favourite routes are claimed")
        top = people.favourites(rows)[0]["route"]
        games_link(f"Games with {plain(where.way(top))}", here, route=top)
    with place:
        _route_map(where, rows)


def _route_map(where: Places, rows: Sequence[Row]) -> None:
    """Show how often the player claims each route, on the board; nothing if ttrn does not have the board."""
    if where.board is None:
        st.caption("The map of this board is not here.")
        return
    index = {where.board.route_text(route): route.index for route in where.board.routes}
    known = [(index[row["route"]], row) for row in rows if row["route"] in index]
    show_heat(
        where.board,
        {place: row["claim_rate"] for place, row in known if row["claims"]},
        key="favourites",
        title="Claimed in so many of the games",
        words=share,
        about={place: people.route_told(row) for place, row in known},
    )


def _tickets(here: Filters, where: Places) -> None:
    rows = ask("player_tickets", here)
    with section("Which tickets are kept, and completed?", people.tickets_answer(where, rows)):
        if any(row["times_kept"] for row in rows):
            chart(people.ticket_bars(where, rows), "tickets", "Tickets kept, completed and not")
            top = rows[0]["ticket"]
            games_link(f"Games with {plain(where.way(top))}", here, ticket=top)


def _best(here: Filters) -> None:
    rows = ask("player_best_games", here)
    answer = f"The best score is **{rows[0]['score']}**." if rows else "There is no score to tell."
    with section("Which games were the best?", answer):
        for row in rows:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(_game_told(row), width="content")
                replay_link("Replay", row["hash"])


def _game_told(row: Row) -> str:
    """Return a game of the player's in a line of Markdown, from a row of ``player_best_games``."""
    said = f"**{row['score']} points**, {'won' if row['won'] else 'place ' + str(row['rank'])}"
    if row["margin"]:
        said += f", {abs(row['margin'])} {'ahead' if row['margin'] > 0 else 'behind'}"
    if row["opponents"]:
        said += f", against {plain(shown(row['opponents'], 80))}"
    told = [str(part) for part in (row["event"], row["date"]) if part]
    return said + (f" ({plain(shown(', '.join(told), 80))})" if told else "")
