"""The topics of the Statistics page: each shows some questions about the games that the filters choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import streamlit as st

from ttrn.store import Filters

from ...charts import cards, routes, scores, seats, tickets
from ...charts.base import Row
from ...charts.board_names import BoardNames
from ...shared.address import Address, one_of
from ...shared.escape import NAME, named, plain, shown
from ...shared.heat_map import map_place, show_heat
from ...shared.sections import ask, chart, games_link, known_by, known_of_seats, replay_link, section, share_column
from . import analysed, openings

_ADDRESS: Final = Address("statistics")


class Topic(NamedTuple):
    """A topic: what shows it, and whether it makes sense only where there are routes."""

    show: Callable[[Filters, BoardNames], None]
    needs_routes: bool = False


# --- routes ----------------------------------------------------------------------------------------------------------


def _routes(filters: Filters, names: BoardNames) -> None:
    rows = routes.named(names, ask("route_claims", filters))
    name = _ADDRESS.bind({"map": one_of(routes.MEASURES, next(iter(routes.MEASURES)))})["map"]
    st.segmented_control(
        "What the map shows",
        list(routes.MEASURES),
        key=_ADDRESS.key("map"),
        format_func=lambda one: routes.MEASURES[one].name,
        required=True,
    )
    measure = routes.MEASURES[name]
    known = known_by(filters, "turns" if name == "round" else "routes")
    with section(measure.question, routes.answer(rows, name), known):
        place = map_place()
        _route_table(rows)
        _games_with("route", "claimed", [row["route"] for row in rows if row["claims"]], filters, names)
    with place:
        _route_map(names, rows, measure)


def _route_map(names: BoardNames, rows: Sequence[Row], measure: routes.Measure) -> None:
    """Show a measure of all routes on the board; a table is all there is of a board that ttrn does not have."""
    if names.board is None:
        st.caption("The map of this board is not here: see the table.")
        return
    values = routes.numbers(names, rows, measure)
    show_heat(
        names.board,
        values,
        key="heat",
        title=measure.legend,
        words=measure.words,
        about=routes.about(names, rows),
        span=routes.span(values),
    )


def _route_table(rows: Sequence[Row]) -> None:
    with st.expander("All routes as a table"):
        st.dataframe(
            {
                "route": [shown(row["name"]) for row in rows],
                "length": [row["length"] for row in rows],
                "claimed": [_percent(row["claim_rate"]) for row in rows],
                "round": [row["average_round"] for row in rows],
                "owner won": [_percent(row["win_share"]) for row in rows],
                "even share": [_percent(row["even"]) for row in rows],
                "contested": [_percent(row["contested_rate"]) for row in rows],
                "locomotives": [row["locomotives"] for row in rows],
            },
            hide_index=True,
            column_config={
                "claimed": _share_of("Of the games that tell who has which track."),
                "owner won": _share_of("Of its claims."),
                "even share": _share_of("What its owners would win if everybody at their tables won equally often."),
                "contested": _share_of(
                    "How often another track of a double route was claimed too, of the games in which one was. "
                    "With few players only one of them may be."
                ),
                "round": st.column_config.NumberColumn(format="%.1f", help="In which round on average."),
                "locomotives": st.column_config.NumberColumn(format="%.2f", help="Paid for it on average."),
            },
        )


def _share_of(explanation: str) -> Any:
    """Return how a column of shares, in percent, looks in a table; the explanation says of what."""
    return st.column_config.NumberColumn(format="%.0f %%", help=explanation)


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _games_with(what: str, done: str, pairs: Sequence[str], filters: Filters, names: BoardNames) -> None:
    """Let the reader choose a route or a ticket, and link to the games in which it was claimed or kept."""
    if not pairs:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(f"Games with a {what}", pairs, format_func=lambda one: shown(names.pair(one)), width=300)
        games_link(f"See the games in which it was {done}", filters, **{what: chosen})


# --- tickets ---------------------------------------------------------------------------------------------------------


def _tickets(filters: Filters, names: BoardNames) -> None:
    rows = ask("ticket_results", filters)
    known = known_of_seats(filters, "with_tickets")
    with section("Which tickets are worth keeping?", tickets.answer(names, rows), known):
        if any(row["times_kept"] for row in rows):
            alt = "Tickets by their points and how often they are completed"
            chart(tickets.scatter(names, rows), "ticket scatter", alt)
            st.caption("Each dot is a ticket: the larger, the more often it is kept.")
        _ticket_table(names, rows)
        kept = sorted([row["ticket"] for row in rows if row["times_kept"]], key=names.pair)
        _games_with("ticket", "kept", kept, filters, names)
    habits = [row for row in ask("winning_habits", filters) if row["habit"] == "tickets_completed"]
    with section("How many tickets should one complete?", seats.habits_answer(habits, "ticket", "tickets"), known):
        chart(seats.habits(habits, "tickets completed"), "tickets completed", "Wins by tickets completed")
        games_link("See the games", filters)


def _ticket_table(names: BoardNames, rows: Sequence[Row]) -> None:
    columns = tickets.table(names, rows)
    if not names.has_routes:
        del columns["trains"], columns["turn"]
    st.dataframe(
        {name: [shown(cell) if isinstance(cell, str) else cell for cell in cells] for name, cells in columns.items()},
        hide_index=True,
        column_config={
            "ticket": st.column_config.TextColumn(width="medium"),
            "trains": st.column_config.NumberColumn(help="On the shortest way."),
            "offered": st.column_config.NumberColumn(help="In offers of which all tickets are known."),
            "kept": share_column("How often it is kept, of the offers of which all tickets are known."),
            "completed": share_column("How often it is completed when kept."),
            "won": share_column("How often those who keep it win."),
            "turn": st.column_config.NumberColumn(format="%.0f", help="In which turn it is completed on average."),
        },
    )


# --- seats -----------------------------------------------------------------------------------------------------------


def _seats(filters: Filters, _names: BoardNames) -> None:
    rows = ask("seat_advantage", filters)
    with section("Does it matter who begins?", seats.seats_answer(rows), known_by(filters, "seating")):
        chart(seats.seats(rows), "seats", "Wins by seat beside an even share")
        st.caption("The bars are 95 % confidence intervals: where they cross the line, chance alone could explain it.")
        games_link("See the games", filters)


# --- lengths and scores ----------------------------------------------------------------------------------------------


def _lengths(filters: Filters, _names: BoardNames) -> None:
    means = ask("game_lengths", filters)
    with section("How long is a game?", seats.lengths_answer(means), known_by(filters, "turns")):
        chart(seats.lengths(ask("length_distribution", filters)), "lengths", "Games by their number of rounds")
        games_link("The longest games", filters, order="longest")


def _scores(filters: Filters, _names: BoardNames) -> None:
    rows = ask("score_distribution", filters)
    answer = scores.quartiles_answer(ask("score_quartiles", filters))
    with section("What is a good score?", answer, known_of_seats(filters, "scored")):
        chart(scores.distribution(rows), "scores", "Players by final score")
        games_link("The games with the highest scores", filters, order="highest score")
    parts = ask("score_components", filters)
    known = known_of_seats(filters, "with_components")
    with section("Where do the winners' points come from?", scores.components_answer(parts), known):
        chart(scores.components(parts), "components", "Points by component, winners beside the others")
        games_link("See the games", filters)


# --- cards -----------------------------------------------------------------------------------------------------------


def _cards(filters: Filters, names: BoardNames) -> None:
    rows = ask("card_sources", filters)
    habits = ask("winning_habits", filters)
    blind = [row for row in habits if row["habit"] == "blind_percent"]
    with section("Do winners draw blind or face up?", cards.sources_answer(rows), known_by(filters, "turns")):
        chart(cards.sources(rows), "sources", "Cards taken blind and face up")
        if blind:
            st.markdown(f"By the share of blind cards: {seats.habits_answer(blind, '% blind', '% blind')}")
            chart(seats.habits(blind, "cards taken blind", " %"), "blind", "Wins by the share of blind cards")
        games_link("See the games", filters)
    wild = [row for row in habits if row["habit"] == "locomotives"]
    with section("Do locomotives win games?", cards.locomotives_answer(rows), known_of_seats(filters, "with_cards")):
        chart(seats.habits(wild, "locomotives in a game"), "locomotives", "Wins by number of locomotives")
        games_link("See the games", filters)
    if names.has_routes:
        paid = ask("card_payments", filters)
        with section("Which colours pay for routes?", cards.payments_answer(paid), cards.unseen(paid)):
            chart(cards.payments(paid), "payments", "Claims by the colour they are paid with")
            games_link("See the games", filters)


# --- records ---------------------------------------------------------------------------------------------------------

_UNITS: Final = {
    "highest score": "points",
    "longest path": "trains",
    "most tickets completed": "tickets",
    "closest game": "points apart",
    "largest margin": "points apart",
    "longest game": "turns",
    "shortest game": "turns",
}


def _records(filters: Filters, names: BoardNames) -> None:
    rows = [row for row in ask("record_games", filters) if names.has_routes or row["record"] != "longest path"]
    best = next((row for row in rows if row["record"] == "highest score"), None)
    answer = "There are no games to tell."
    if best is not None:
        answer = f"The highest score is **{best['value']}**, by {named(best['player'] or '')}."
    with section("Which games stand out?", answer):
        for row in rows:
            _record(row)


def _record(row: Row) -> None:
    sentence = f"**{row['record'].capitalize()}**: {row['value']} {_UNITS.get(row['record'], '')}"
    where = [shown(str(part), NAME) for part in (row["player"], row["event"], row["date"]) if part]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{sentence}, {plain(', '.join(where))}" if where else sentence, width="content")
        replay_link("Replay", row["hash"])


TOPICS: Final[dict[str, Topic]] = {
    "routes": Topic(_routes, needs_routes=True),
    "tickets": Topic(_tickets),
    "seats": Topic(_seats),
    "openings": Topic(openings.show),
    "scores": Topic(_scores),
    "length": Topic(_lengths),
    "cards": Topic(_cards),
    "records": Topic(_records),
    "analysis": Topic(analysed.show),
}
"""The topics in their order, by the name that they have in the address."""
