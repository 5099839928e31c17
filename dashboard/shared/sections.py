"""How the pages with statistics look: a question, its answer in a sentence, a chart, a link to the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from ttrn import store

from ..charts.base import CONFIG, rows_of
from . import database, navigation
from .filters import parameters


def ask(name: str, filters: store.Filters, *, limit: int | None = None) -> list[dict[str, Any]]:
    """Return the rows of a statistic; those of a board only, if the filters name one."""
    return rows_of(database.ask(name, filters, limit=limit))


@contextmanager
def section(question: str, answer: str) -> Iterator[None]:
    """Show a question and its answer, which is Markdown; what answers it in full comes within."""
    with st.container(border=True):
        st.subheader(question, anchor=False)
        st.markdown(answer)
        yield


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
