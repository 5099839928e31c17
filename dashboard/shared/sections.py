"""How the pages with statistics look: a question, its answer in a sentence, a chart, a link to the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import streamlit as st

from ttrn import store

from ..charts.base import CONFIG, counted, rows_of
from . import database, navigation
from .filters import parameters


def ask(name: str, filters: store.Filters, *, limit: int | None = None) -> list[dict[str, Any]]:
    """Return the rows of a statistic; those of a board only, if the filters name one."""
    return rows_of(database.ask(name, filters, limit=limit))


@contextmanager
def section(question: str, answer: str, known: str = "") -> Iterator[None]:
    """Show a question and its answer, which is Markdown; what answers it in full comes within.

    ``known`` says how many games know what is asked; see :func:`known_by`.
    """
    with st.container(border=True):
        st.subheader(question, anchor=False)
        st.markdown(answer)
        if known:
            st.caption(known)
        yield


def known_by(filters: store.Filters, what: str) -> str:
    """Say how many of the chosen games know something, a column of ``known_games``; nothing if all of them do."""
    rows = ask("known_games", filters)
    games, known = [sum(row[name] for row in rows) for name in ("games", what)]
    if known == games:
        return ""
    verb = "knows" if known == 1 else "know"
    return f"{known:,} of the {counted(games, 'game')} {verb} {KNOWN[what]}: only these count here."


KNOWN: Final = {
    "routes": "who has which route",
    "turns": "all turns",
    "seating": "who began",
}
"""The columns of ``known_games`` that count games, in words."""


def known_of_seats(filters: store.Filters, what: str) -> str:
    """Say of how many seats of the chosen games something is known, a column of ``known_games``.

    Says nothing if it is known of all. Of a game that one player noted down, that player's cards may be known and the
    others' not: where statistics are about seats, it is seats that count, not games.
    """
    rows = ask("known_games", filters)
    seats, known = [sum(row[name] for row in rows) for name in ("seats", what)]
    return (
        ""
        if known == seats
        else f"Of {known:,} of the {counted(seats, 'seat')} {OF_SEATS[what]}: only these count here."
    )


OF_SEATS: Final = {
    "scored": "the final score is known",
    "with_components": "it is known where the points come from",
    "with_tickets": "it is known which tickets were kept",
    "with_cards": "all cards drawn are known",
    "with_deal": "all tickets offered at the start are known",
}
"""The columns of ``known_games`` that count seats, in words."""


def chart(figure: Any, key: str, alt: str) -> None:
    """Show a figure as wide as the page; ``alt`` is for those who cannot see it."""
    st.plotly_chart(figure, key=key, width="stretch", config=CONFIG, alt=alt)


def share_column(explanation: str = "") -> Any:
    """Return how a column of shares, in percent, looks in a table."""
    return st.column_config.ProgressColumn(format="%.0f %%", min_value=0, max_value=100, help=explanation or None)


def games_link(label: str, filters: store.Filters, **more: str) -> None:
    """Show a link to the games behind a figure: the Games page with the same filters, and only games that count."""
    same = {"verdict": store.COUNTED} | parameters(filters)
    navigation.page_link("games", label, icon=":material/table_rows:", **same, **more)


def replay_link(label: str, game: str) -> None:
    """Show a link that replays a game, named by its hash. The label is Markdown."""
    navigation.page_link("replay", label, icon=":material/play_circle:", game=game)


def player_link(label: str, player: str) -> None:
    """Show a link to the page of a player. The label is Markdown."""
    navigation.page_link("players", label, icon=":material/person:", player=player)
