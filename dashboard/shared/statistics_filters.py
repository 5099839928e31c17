"""The filter bar of the statistics: one for the whole page, and in its address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final, Literal, NamedTuple

import streamlit as st

from ttrn import store

from ..charts.board_names import places
from . import address
from .escape import shown
from .sections import ask

_PAGE: Final = "statistics"
_KINDS: Final = {"human": "people", "bot": "bots", "mixed": "people and bots"}
_INFORMATION: Final = {
    "full": "all cards known",
    "player": "as one player saw it",
    "public": "as everybody saw it",
    "partial": "some cards unknown",
}
_FIRST, _LAST = date(1990, 1, 1), date(2100, 12, 31)
_LONGEST: Final = 200


class Choices(NamedTuple):
    """What can be chosen on a board, and how many games each choice has; the most frequent first."""

    counts: dict[str, int]
    kinds: dict[str, int]
    information: dict[str, int]
    events: dict[str, int]


def boards() -> dict[str, int]:
    """Return the boards that have finished games, and how many; the most frequent first."""
    return _found(store.Filters()).get("board", {})


def _choices(board: str) -> Choices:
    """Return what can be chosen among the finished games of a board."""
    found = _found(store.Filters(board=board))
    counts = found.get("player_count", {})
    ordered = {number: counts[number] for number in sorted(counts, key=int)}
    return Choices(ordered, *[found.get(name, {}) for name in ("kind", "information", "event")])


def _found(filters: store.Filters) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for row in ask("filter_choices", filters):
        found.setdefault(row["filter"], {})[row["value"]] = row["games"]
    return found


def filter_bar(boards: dict[str, int]) -> store.Filters:
    """Show the filters, and return what is chosen. There is always a board: figures of two do not add up."""
    first = next(iter(boards))
    address.read(_PAGE, {"board": _one_of(boards, first)})
    # As wide as they are, two of them fit beside each other on a phone.
    with st.container(horizontal=True, vertical_alignment="bottom"):
        board = _list("Board", "board", boards, lambda name: places(name).title, 264, required=True) or first
        known = _choices(board)
        _read(known)
        players = _list("Players", "players", known.counts, lambda number: f"{number} players", 164)
        kind = _list("Played by", "kind", known.kinds, lambda name: _KINDS.get(name, name), 164)
        more = _more(known)
    address.write(_PAGE, {"board": board, "players": players, "kind": kind, **more})
    return store.Filters(board=board, player_count=int(players) if players else None, kind=kind, **more)


def _read(known: Choices) -> None:
    """Take the other filters from the address; what another board had, and this one has not, is forgotten."""
    lists = {"players": known.counts, "kind": known.kinds, "information": known.information}
    address.read(
        _PAGE,
        {
            "players": _one_of(known.counts),
            "kind": _one_of(known.kinds),
            "information": _one_of(known.information),
            "event": lambda text: _text(text) or None,
            "player": _text,
            "since": _day,
            "until": _day,
        },
    )
    for name, options in lists.items():
        if st.session_state[address.widget(_PAGE, name)] not in options:
            st.session_state[address.widget(_PAGE, name)] = None


def _more(known: Choices) -> dict[str, str | None]:
    """Show the filters that are asked for less often, behind a button that tells how many are set."""
    hidden = ("since", "until", "information", "event", "player")
    used = sum(bool(st.session_state[address.widget(_PAGE, name)]) for name in hidden)
    with st.popover(f"More filters ({used})" if used else "More filters", icon=":material/tune:", width="content"):
        since, until = _calendar("From", "since"), _calendar("Up to", "until")
        information = _list("Known cards", "information", known.information, lambda name: _INFORMATION.get(name, name))
        event = _list("Event", "event", known.events, lambda name: shown(name, 60), others=True)
        player = st.text_input("Who played", key=address.widget(_PAGE, "player"), max_chars=_LONGEST)
    return {
        "since": since,
        "until": until,
        "information": information,
        "event": event,
        "player": " ".join(player.split()) or None,
    }


def _list(
    label: str,
    name: str,
    options: dict[str, int],
    words: Callable[[str], str],
    width: int | Literal["stretch"] = "stretch",
    *,
    required: bool = False,
    others: bool = False,
) -> str | None:
    """Show a list with the number of games of each choice."""

    def told(option: str) -> str:
        games = options.get(option)
        return shown(words(option), 60) + ("" if games is None else f" ({games:,})")

    chosen: str | None = st.selectbox(
        label,
        list(options),
        # What is always chosen cannot be cleared.
        index=0 if required else None,
        key=address.widget(_PAGE, name),
        format_func=told,
        placeholder="any",
        width=width,
        accept_new_options=others,
    )
    return chosen or None


def _calendar(label: str, name: str) -> str | None:
    key = address.widget(_PAGE, name)
    value: Any = st.date_input(label, value=None, key=key, format="YYYY-MM-DD", min_value=_FIRST, max_value=_LAST)
    return value.isoformat() if isinstance(value, date) else None


# --- what an address says ---------------------------------------------------------------------------------------------


def _one_of(options: Sequence[str] | dict[str, int], default: str | None = None) -> Callable[[str], str | None]:
    return lambda text: text if text in options else default


def _text(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def _day(text: str) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if _FIRST <= found <= _LAST else None
