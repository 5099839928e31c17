"""The filters: two bars of widgets, one for the list of games and one for statistics, over one type of filters.

Each filter stands in the address under its own name, the same on all pages: ``board``, ``players`` (how many),
``player``, ``since``, ``until``, ``event``, ``verdict``, ``kind``, ``level``, ``information``; for lists ``against``,
``text``, ``least``, ``most`` (the best score), ``tag``, ``route``, ``ticket``; and ``kept`` and ``begun`` of an
opening. A page links to the games behind a figure with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import streamlit as st

from ttrn import store

from ..charts.base import rows_of
from ..charts.board_names import names_of
from . import database
from .address import FIRST_DAY, LAST_DAY, MAX_TEXT, Address, Parse, any_text, day, number, one_of, tell_unknown
from .escape import NAME, shown

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_KINDS: Final = {"human": "people", "bot": "bots", "mixed": "people and bots"}
_INFORMATION: Final = {
    "full": "all cards known",
    "player": "as one player saw it",
    "public": "as everybody saw it",
    "partial": "some cards unknown",
}
_LEVELS: Final = {
    "result": "the result",
    "sheet": "the score sheet",
    "board": "the final board",
    "claims": "some turns",
    "view": "what somebody saw",
    "full": "everything",
}
_LOWEST, _HIGHEST = -999, 9999
_PARSES: Final[dict[str, Parse]] = {
    **dict.fromkeys(("since", "until"), day),
    **dict.fromkeys(("least", "most"), number(_LOWEST, _HIGHEST)),
    **dict.fromkeys(("text", "player", "against", "event", "tag", "route", "ticket", "kept", "begun"), any_text()),
}
"""How those filters are read that have no list of options."""


def parameters(filters: store.Filters) -> dict[str, str]:
    """Return filters as parameters of an address.

    >>> parameters(store.Filters(board="usa", player_count=4))
    {'board': 'usa', 'players': '4'}
    """
    set_ones = {name: str(value) for name, value in asdict(filters).items() if value is not None}
    return {"players" if name == "player_count" else name: text for name, text in set_ones.items()}


def _filters(values: Mapping[str, Any]) -> store.Filters:
    """Return the filters of what stands in the address."""
    found = {"player_count" if name == "players" else name: value for name, value in values.items()}
    days = {name: value.isoformat() for name in ("since", "until") if (value := found[name])}
    return store.Filters(**{name: None if value == "" else value for name, value in (found | days).items()})


class _Bar(NamedTuple):
    """The widgets of a bar, each bound to the address of the page."""

    address: Address

    def bind(self, names: Sequence[str], options: Mapping[str, Collection[Any]]) -> dict[str, Any]:
        return self.address.bind({name: one_of(options[name]) if name in options else _PARSES[name] for name in names})

    def choice(
        self,
        label: str,
        name: str,
        options: Sequence[Any],
        words: Callable[[Any], str] = lambda option: shown(str(option), NAME),
        *,
        width: int | Literal["stretch"] = "stretch",
        required: bool = False,
        others: bool = False,
    ) -> None:
        """Show a list to choose from; with ``others`` something else can be typed."""
        st.selectbox(
            label,
            options,
            index=0 if required else None,  # what is always chosen cannot be cleared
            key=self.address.key(name),
            format_func=words,
            placeholder="any",
            width=width,
            accept_new_options=others,
        )

    def text(self, label: str, name: str, example: str = "") -> None:
        st.text_input(label, key=self.address.key(name), placeholder=example or None, max_chars=MAX_TEXT)

    def day(self, label: str, name: str) -> None:
        key = self.address.key(name)
        st.date_input(label, None, key=key, format="YYYY-MM-DD", min_value=FIRST_DAY, max_value=LAST_DAY)

    def score(self, label: str, name: str) -> None:
        key = self.address.key(name)
        st.number_input(label, value=None, min_value=_LOWEST, max_value=_HIGHEST, step=1, key=key)

    def more(self, values: Mapping[str, Any], besides: Sequence[str]) -> DeltaGenerator:
        """Show a button for the other filters, with how many of them are set; return their place."""
        used = len([name for name, value in values.items() if name not in besides and value not in (None, "")])
        return st.popover(f"More filters ({used})" if used else "More filters", icon=":material/tune:", width="content")


# --- of the list of games --------------------------------------------------------------------------------------------

_GAMES: Final = _Bar(Address("games"))


def games_filters(known: store.Choices) -> store.Filters:
    """Show the filters of the list of games, and return what is chosen."""
    verdicts = [*known.verdicts, store.COUNTED]
    options: dict[str, Collection[Any]] = {
        "board": known.boards,
        "players": known.players,
        "verdict": verdicts,
        "kind": known.kinds,
        "level": known.levels,
        "information": known.information,
    }
    tell_unknown((*_PARSES, *options, "order", "page", "view"))
    values = _GAMES.bind((*_PARSES, *options), options)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Search",
            key=_GAMES.address.key("text"),
            type="search",
            live="400ms",
            max_chars=MAX_TEXT,
            placeholder="names, events, places, tags",
            width=320,
        )
        # What is shown is what stands in the address: the words of the database.
        _GAMES.choice("Board", "board", known.boards, width=150)
        _GAMES.choice("Players", "players", known.players, width=110)
        _GAMES.choice("Who played", "player", known.names, others=True, width=200)
        with _GAMES.more(values, ("text", "board", "players", "player")):
            _more_of_games(known, verdicts)
    return _filters(values)


def _more_of_games(known: store.Choices, verdicts: Sequence[str]) -> None:
    left, right = st.columns(2)
    with left:
        _GAMES.day("From", "since")
        _GAMES.score("Best score from", "least")
        _GAMES.choice("Verdict", "verdict", verdicts)
        _GAMES.choice("Event", "event", known.events, others=True)
        _GAMES.choice("Against", "against", known.names, others=True)
        _GAMES.text("Route claimed", "route", "as in a record: POR-SEA")
        _GAMES.text("First claims of a player", "begun", "POR-SEA,CAL-SEA")
    with right:
        _GAMES.day("Up to", "until")
        _GAMES.score("Best score up to", "most")
        _GAMES.choice("Played by", "kind", known.kinds)
        _GAMES.choice("Kept of it", "level", known.levels)
        _GAMES.choice("Known cards", "information", known.information)
        _GAMES.text("Ticket kept", "ticket", "as in a record: LAX-NYC")
        _GAMES.text("Kept at the start", "kept", "LAX-NYC,DEN-ELP")
    _GAMES.text("Tag", "tag", "Annotator, or Site=Berlin")


# --- of statistics ---------------------------------------------------------------------------------------------------

_STATISTICS: Final = _Bar(Address("statistics"))


def counted_boards() -> dict[str, int]:
    """Return the boards that have games which statistics count, and how many; the most frequent first."""
    return _games_by_choice(store.Filters()).get("board", {})


def statistics_filters(boards: dict[str, int]) -> store.Filters:
    """Show the filters of the statistics, and return what is chosen.

    There is always a board: figures of two do not add up.
    """
    bar = _STATISTICS
    board = bar.address.bind({"board": one_of(boards, next(iter(boards)))}, always=["board"])
    known = _games_by_choice(store.Filters(**board))
    counts = {number: known["player_count"][number] for number in sorted(known.get("player_count", {}), key=int)}
    kinds, levels, information, events = [known.get(name, {}) for name in ("kind", "level", "information", "event")]
    # What another board had, and this one has not, is forgotten.
    options = {"players": counts, "kind": kinds, "level": levels, "information": information}
    others = ("since", "until", "event", "player")
    tell_unknown(("board", *options, *others, "topic", "map", "kept", "begun"))
    values = board | bar.bind((*options, *others), options)
    # As wide as they are, two of them fit beside each other on a phone.
    with st.container(horizontal=True, vertical_alignment="bottom"):
        titles = _with_games(boards, lambda name: names_of(name).title)
        bar.choice("Board", "board", list(boards), titles, width=264, required=True)
        bar.choice("Players", "players", list(counts), _with_games(counts, "{} players".format), width=164)
        bar.choice("Played by", "kind", list(kinds), _with_games(kinds, lambda name: _KINDS.get(name, name)), width=164)
        with bar.more(values, ("board", "players", "kind")):
            bar.day("From", "since")
            bar.day("Up to", "until")
            bar.choice("Kept of it", "level", list(levels), _with_games(levels, lambda name: _LEVELS.get(name, name)))
            cards = _with_games(information, lambda name: _INFORMATION.get(name, name))
            bar.choice("Known cards", "information", list(information), cards)
            bar.choice("Event", "event", list(events), _with_games(events, str), others=True)
            bar.text("Who played", "player")
    players = values["players"] and int(values["players"])
    return _filters(values | {"players": players, "player": " ".join((values["player"] or "").split())})


def _games_by_choice(filters: store.Filters) -> dict[str, dict[str, int]]:
    """Return by filter what can be chosen among the games that count, and how many games each choice has."""
    found: dict[str, dict[str, int]] = {}
    for row in rows_of(database.ask("filter_choices", filters)):
        found.setdefault(row["filter"], {})[row["value"]] = row["games"]
    return found


def _with_games(games: Mapping[str, int], words: Callable[[str], str]) -> Callable[[str], str]:
    """Return how a choice is shown: in words, with the number of its games."""
    return lambda option: shown(words(option), 60) + (f" ({games[option]:,})" if option in games else "")
