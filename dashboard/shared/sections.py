"""How the pages with statistics look: a question, its answer in a sentence, a chart, a link to the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import streamlit as st

from ttrn import store

from ..charts.base import CONFIG, rows_of
from . import database
from . import navigation as ways


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


def chart(figure: Any, key: str, words: str) -> None:
    """Show a figure as wide as the page; the words are for those who cannot see it."""
    st.plotly_chart(figure, key=key, width="stretch", config=CONFIG, alt=words)


def share_column(words: str = "") -> Any:
    """Return how a column of shares, in percent, looks in a table; the words explain it."""
    return st.column_config.ProgressColumn(format="%.0f %%", min_value=0, max_value=100, help=words or None)


def games_link(label: str, filters: store.Filters, **more: str) -> None:
    """Show a link to the games behind a figure: the Games page with the same filters, and only games that count."""
    same = {"verdict": store.COUNTED} | parameters(filters)
    ways.page_link("games", label, icon=":material/table_rows:", **same, **more)


def replay_link(label: str, game: str) -> None:
    """Show a link that replays a game, named by its hash. The label is Markdown."""
    ways.page_link("replay", label, icon=":material/play_circle:", game=game)


def player_link(label: str, player: str) -> None:
    """Show a link to the page of a player. The label is Markdown."""
    ways.page_link("players", label, icon=":material/person:", player=player)


def parameters(filters: store.Filters) -> dict[str, str]:
    """Return filters as parameters of an address, under the names that all pages use.

    >>> parameters(store.Filters(board="usa", player_count=4))
    {'board': 'usa', 'players': '4'}
    """
    found = {field.name: getattr(filters, field.name) for field in fields(filters)}
    found["players"] = found.pop("player_count")
    return {name: str(value) for name, value in found.items() if value is not None}
