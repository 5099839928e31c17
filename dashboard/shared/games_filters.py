"""The filters of the Games page. Each stands in the address under its own name: ``games?board=usa&player=Ann``.

The names are those that the pages with statistics use too: ``board``, ``players`` (how many), ``player``, ``since``,
``until``, ``event``, ``verdict``, ``kind``, ``information``; and ``text``, ``least``, ``most`` (the best score),
``tag``, ``route``, ``ticket``. A page links to the games behind a figure with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import streamlit as st

from ttrn import store
from ttrn.boards import board, board_names

from . import database
from .escape import shown

ORDERS: Final[dict[str, tuple[str, bool]]] = {
    "newest first": ("date", True),
    "oldest first": ("date", False),
    "last added first": ("loaded", True),
    "highest score": ("score", True),
    "lowest score": ("score", False),
    "closest": ("margin", False),
    "largest margin": ("margin", True),
    "longest": ("turns", True),
    "shortest": ("turns", False),
    "most players": ("players", True),
    "board": ("board", False),
    "event": ("event", False),
}
"""In what order games can be listed."""

_LONGEST: Final = 200
"""How many letters a filter may have."""


def board_title(name: str) -> str:
    """Return what a board is called; one that nobody knows is called by its name."""
    return board(name).title if name in board_names() else shown(name, 40)


def filter_bar(choices: store.Choices) -> store.Search:
    """Show the filters, and return what is searched for."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input(
            "Search",
            key="text",
            bind="query-params",
            type="search",
            live="400ms",
            max_chars=_LONGEST,
            placeholder="names, events, places, tags",
            width=320,
        )
        board = _choice("Board", "board", choices.boards, width=150)
        players = _choice("Players", "players", choices.players, width=110)
        player = _choice("Who played", "player", choices.names, others=True, width=200)
        set_ones = len([name for name in _MORE if st.query_params.get(name)])
        with st.popover(f"More filters ({set_ones})" if set_ones else "More filters", icon=":material/tune:"):
            more = _more_filters(choices)
    return store.Search(board=board, players=players, player=player, text=text or None, **more)


def _more_filters(choices: store.Choices) -> dict[str, Any]:
    left, right = st.columns(2)
    found: dict[str, Any] = {}
    with left:
        found["since"] = _day("From", "since")
        found["least"] = _points("Best score from", "least")
        found["verdict"] = _choice("Violation", "verdict", [*choices.verdicts, store.COUNTED])
        found["event"] = _choice("Event", "event", choices.events, others=True)
        found["route"] = _word("Route claimed", "route", "as in a record: POR-SEA")
    with right:
        found["until"] = _day("Up to", "until")
        found["most"] = _points("Best score up to", "most")
        found["kind"] = _choice("Played by", "kind", choices.kinds)
        found["information"] = _choice("Known cards", "information", choices.information)
        found["ticket"] = _word("Ticket kept", "ticket", "as in a record: LAX-NYC")
    found["tag"] = _word("Tag", "tag", "Annotator, or Site=Berlin")
    return found


_MORE: Final = ("since", "until", "least", "most", "verdict", "kind", "event", "information", "tag", "route", "ticket")


def _choice(
    label: str, key: str, options: Sequence[Any], *, others: bool = False, width: int | Literal["stretch"] = "stretch"
) -> Any:
    """Show a list to choose from, with "any"; with ``others`` something else can be typed, or stand in the address.

    What is shown is what stands in the address: the words of the database.
    """
    return st.selectbox(
        label,
        options,
        index=None,
        key=key,
        placeholder="any",
        accept_new_options=others,
        bind="query-params",
        width=width,
    )


def _word(label: str, key: str, example: str) -> str | None:
    return st.text_input(label, key=key, bind="query-params", placeholder=example, max_chars=_LONGEST) or None


def _day(label: str, key: str) -> str | None:
    value = st.date_input(
        label, None, key=key, format="YYYY-MM-DD", min_value="1990-01-01", max_value="2100-12-31", bind="query-params"
    )
    return value.isoformat() if value else None


def _points(label: str, key: str) -> int | None:
    return st.number_input(label, value=None, min_value=-999, max_value=9999, step=1, key=key, bind="query-params")


def order_choice() -> tuple[str, bool]:
    """Show in what order games are listed; return the order, and whether it is descending."""
    chosen = st.selectbox(
        "Order", list(ORDERS), key="order", bind="query-params", label_visibility="collapsed", width=180
    )
    return ORDERS[chosen]


def first_of_page(total: int, size: int) -> int:
    """Return where the page starts that the address names, of a list that may have become shorter meanwhile."""
    pages = _pages(total, size)
    named = st.session_state.get(_PAGE, st.query_params.get(_PAGE, ""))
    page = int(named) if str(named).isdecimal() and len(str(named)) < _DIGITS else 1
    if isinstance(named, int) and named > pages:
        st.session_state[_PAGE] = pages
    return (min(max(page, 1), pages) - 1) * size


def page_choice(total: int, size: int) -> None:
    """Show the pages of a list that has more than one."""
    if _pages(total, size) > 1:
        st.pagination(_pages(total, size), key=_PAGE, bind="query-params")


def _pages(total: int, size: int) -> int:
    return max(1, -(-total // size))


_PAGE: Final = "page"
_DIGITS: Final = 7


@st.cache_data(max_entries=2, show_spinner=False)
def _choices(state: str) -> store.Choices:  # noqa: ARG001  part of what it is kept by
    return store.choices(database.connection())


def choices() -> store.Choices:
    """Return what can be chosen in the present state of the database."""
    return _choices(database.state())
