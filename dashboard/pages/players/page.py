"""What the page shows: a player on all boards, then on one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from ttrn.boards.names import nearest
from ttrn.store import Filters

from ...charts import analysis, players, scores
from ...charts.base import Row, share
from ...charts.board_names import BoardNames, names_of
from ...shared import address, navigation
from ...shared.address import Address, any_text, one_of
from ...shared.analysing import command, made_of
from ...shared.escape import named, plain, shown
from ...shared.heat_map import map_place, show_heat
from ...shared.sections import ask, chart, games_link, known_by, replay_link, section, share_column
from . import pair
from .player_box import player_box

_OFFERED: Final = 500
"""How many players can be chosen from the list, the most active ones; any other name can be typed."""

_OPPONENTS: Final = 200
"""How many opponents are told of."""

_LINKED: Final = 5
"""How many of them have a link to the games of both."""


def page() -> None:
    """Show the page."""
    st.title("Players")
    active = ask("active_players", Filters(), limit=_OFFERED)
    if not active:
        st.info("Of no game in this database it is known who won. Load some with `ttrn load`.")
        return
    choosing = st.container(horizontal=True)
    with choosing:
        player = _player(active)
    if not player:
        st.info("Choose a player, or type a name.")
        return
    filters = Filters(player=player)
    record = ask("player_record", filters)
    if not record:
        _nobody(player, [row["player"] for row in active])
        return
    opponents = ask("player_opponents", filters, limit=_OPPONENTS)
    with choosing:
        against = pair.choose(opponents)
    if against:
        pair.show(player, against, opponents)
        return
    _overview(player, record)
    _rating(filters)
    _luck(filters)
    _opponents(player, opponents)
    _on_board(filters, record)


def _nobody(player: str, names: Sequence[str]) -> None:
    """Say that there is no such player, and who may be meant."""
    near = nearest(player, names)
    message = f'No finished game with a known winner has a player called "{shown(player, 60)}".'
    message += f' Did you mean "{shown(near, 60)}"?' if near else ""
    st.info(
        plain(message)
        + " Names are written as in the records; one that stands for another player is found under that one."
    )


def _player(active: Sequence[Row]) -> str:
    """Let the reader choose a player; return the name, without one the most active player's."""
    games = {row["player"]: row["games"] for row in active}
    first = next(iter(games))
    bound = Address("players")
    # A name that was asked for stays in the address, though without one this player is shown too.
    always = ["player"] if address.parameter("player") else []
    player: str | None = bound.bind({"player": any_text(first)}, always)["player"]
    player_box(
        "Player",
        games,
        bound.key("player"),
        placeholder="Choose, or type a name",
        about="The most active players first; any other name can be typed.",
    )
    return player or ""


# --- on all boards ---------------------------------------------------------------------------------------------------


def _overview(player: str, record: Sequence[Row]) -> None:
    total = record[0]
    with section(f"How good is {named(player)}?", players.record_answer(total)):
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
                "board": [shown(names_of(row["board"]).title, 60) for row in rows],
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
        games_link(f"All games of {named(player)}", Filters(player=player))


def _figure(label: str, value: str) -> None:
    st.metric(label, value, width="content")


def _rating(filters: Filters) -> None:
    rows = ask("rating_curve", filters)
    with section("Is the rating rising?", players.rating_answer(rows)):
        if rows:
            chart(players.rating(rows), "rating", "The rating after each game")
            st.caption(
                "A rating for several players at a table (Plackett-Luce, as openskill has it): what a player shows "
                "against the others, and how sure that is."
            )


def _luck(filters: Filters) -> None:
    made = made_of(filters)
    own = [row for row in ask("luck_and_skill", filters) if row["player"] == filters.player]
    row = own[0] if own else None
    answer = analysis.own_answer(row) if made.judged else "No game of this player is analysed yet."
    with section("Luck or skill?", answer, plain(made.words or command())):
        if row is None:
            return
        chart(analysis.luck_curve(ask("luck_curve", filters)), "luck curve", "Luck and rest as games went by")
        st.caption(
            "Luck is what came up beside what could have come up, in wins. The rest is what everybody at the table "
            f"decided, and what the model had wrong: not this player's skill alone. {analysis.loss_words(row)}"
        )
        back = next((one for one in ask("comebacks", filters) if one["player"] == filters.player), None)
        if back:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(f"The largest comeback: {analysis.comeback_answer([back])}", width="content")
                replay_link("Replay", back["hash"])


def _opponents(player: str, rows: Sequence[Row]) -> None:
    with section("Against whom does it go well?", players.opponents_answer(rows)):
        if rows:
            chart(players.opponents(rows), "opponents", "How often ahead of each opponent")
            with st.container(horizontal=True, gap="small"):
                for row in rows[:_LINKED]:
                    label = f"Against {plain(shown(row['opponent'], 30))}"
                    icon = ":material/compare_arrows:"
                    navigation.page_link("players", label, icon=icon, player=player, against=row["opponent"])
        if len(rows) > players.MOST:
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
    bound = Address("players", of=filters.player or "")
    board: str = bound.bind({"board": one_of(boards, most)})["board"]
    st.segmented_control(
        "Board",
        list(boards),
        key=bound.key("board"),
        format_func=lambda name: shown(names_of(name).title, 40),
        required=True,
    )
    names = names_of(board)
    here = Filters(player=filters.player, board=board)
    _points(here, names)
    if names.has_routes:
        _routes(here, names)
    _tickets(here, names)
    _best(here)


def _points(here: Filters, names: BoardNames) -> None:
    rows = ask("player_field", here)
    with section("Where do the points come from?", scores.field_answer(rows)):
        left, right = st.columns([3, 2])
        with left:
            chart(scores.against_field(rows), "field", "Points by component, beside the others at the table")
        with right:
            st.dataframe(players.habits(rows, on_board=names.has_routes), hide_index=True, height="content")


def _routes(here: Filters, names: BoardNames) -> None:
    rows = ask("player_routes", here)
    with section("Which routes are the favourites?", players.routes_answer(names, rows), known_by(here, "routes")):
        if not any(row["claims"] for row in rows):
            return
        place = map_place()
        chart(players.route_bars(names, rows), "favourite routes", "How often the favourite routes are claimed")
        top = players.favourites(rows)[0]["route"]
        games_link(f"Games with {plain(names.pair(top))}", here, route=top)
    with place:
        _route_map(names, rows)


def _route_map(names: BoardNames, rows: Sequence[Row]) -> None:
    """Show how often the player claims each route, on the board; a caption where ttrn does not have the board."""
    if names.board is None:
        st.caption("The map of this board is not here.")
        return
    index = {names.board.route_text(route): route.index for route in names.board.routes}
    known = [(index[row["route"]], row) for row in rows if row["route"] in index]
    show_heat(
        names.board,
        {place: row["claim_rate"] for place, row in known if row["claims"]},
        key="favourites",
        title="Claimed in so many of the games",
        words=share,
        about={place: players.route_text(row) for place, row in known},
    )


def _tickets(here: Filters, names: BoardNames) -> None:
    rows = ask("player_tickets", here)
    with section("Which tickets are kept, and completed?", players.tickets_answer(names, rows)):
        if any(row["times_kept"] for row in rows):
            chart(players.ticket_bars(names, rows), "tickets", "Tickets kept, completed and not")
            top = rows[0]["ticket"]
            games_link(f"Games with {plain(names.pair(top))}", here, ticket=top)


def _best(here: Filters) -> None:
    rows = ask("player_best_games", here)
    answer = f"The best score is **{rows[0]['score']}**." if rows else "There is no score to tell."
    with section("Which games were the best?", answer):
        for row in rows:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(_game_line(row), width="content")
                replay_link("Replay", row["hash"])


def _place(row: Row) -> str:
    if row["won"]:
        return "won"
    return "not won" if row["rank"] is None else f"place {row['rank']}"


def _game_line(row: Row) -> str:
    """Return a game of the player's in a line of Markdown, from a row of ``player_best_games``."""
    sentence = f"**{row['score']} points**, {_place(row)}"
    if row["margin"]:
        sentence += f", {abs(row['margin'])} {'ahead' if row['margin'] > 0 else 'behind'}"
    if row["opponents"]:
        sentence += f", against {plain(shown(row['opponents'], 80))}"
    when = [str(part) for part in (row["event"], row["date"]) if part]
    return sentence + (f" ({plain(shown(', '.join(when), 80))})" if when else "")
