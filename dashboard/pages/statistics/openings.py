"""The explorer of openings: tickets kept at the start, then one claim after the other, and what comes of it.

``kept`` and ``begun`` in the address name the start, as :class:`ttrn.store.Filters` has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from ttrn.store import Filters

from ...charts import routes, tickets
from ...charts.base import Row, counted, points, share
from ...charts.board_names import BoardNames
from ...shared import address, navigation
from ...shared.address import Address, Parse, any_text, some_of
from ...shared.escape import plain, shown
from ...shared.link_rows import Row as LinkRow
from ...shared.link_rows import follow, link_rows
from ...shared.sections import ask, games_link, known_of_seats, section

_ADDRESS: Final = Address("statistics")
_MOST: Final = 12
"""Rows of a list that are seen at once."""
_GAMES: Final = 8
"""Games that are listed here; a link leads to all of them."""


def show(filters: Filters, names: BoardNames) -> None:
    """Show the start that the address names, and what can be added to it."""
    of_tickets, of_routes = _names(names)
    parses = {"kept": _parse(of_tickets), "begun": _parse(of_routes)}
    chosen = _ADDRESS.bind(parses if names.has_routes else {"kept": parses["kept"]})
    start = replace(filters, **chosen)
    kept, begun = [(text or "").split(",") if text else [] for text in (start.kept, start.begun)]
    if kept or begun:
        _result(start, names, kept, begun)
    offered = ask("opening_tickets", start)
    if names.has_routes:
        _claims(start, names, begun)
    _tickets(start, names, offered, kept)
    if kept or begun:
        _games(start)


def _names(names: BoardNames) -> tuple[dict[str, str], dict[str, str]]:
    """Return the tickets and the routes of a board by their names from either end; none where ttrn has no board."""
    if names.board is None:
        return {}, {}
    board = names.board
    of_tickets = [board.ticket_text(ticket) for ticket in board.tickets]
    of_routes = [board.route_text(route).partition("#")[0] for route in board.routes]
    found = []
    for texts in (of_tickets, of_routes):
        back = {_turned(text): text for text in texts}
        found.append(back | {text: text for text in texts})
    return found[0], found[1]


def _turned(name: str) -> str:
    """Return a name from its other end.

    >>> _turned("LON-BER#2")
    'BER-LON#2'
    """
    pair, mark, number = name.partition("#")
    return "-".join(reversed(pair.split("-"))) + mark + number


def _parse(known: dict[str, str]) -> Parse:
    return some_of(known) if known else any_text()


def _with(kept: Iterable[str], begun: Iterable[str]) -> dict[str, str]:
    """Return the parameters of the address with another start."""
    now = {name: text for name, text in address.present().items() if name not in ("kept", "begun")}
    return now | {name: ",".join(of) for name, of in (("kept", kept), ("begun", begun)) if of}


# --- the start itself ------------------------------------------------------------------------------------------------


def _result(start: Filters, names: BoardNames, kept: Sequence[str], begun: Sequence[str]) -> None:
    rows = ask("opening_results", start)
    with section("What comes of this start?", _answer(rows)):
        _path(names, kept, begun)
        if not rows:
            return
        (row,) = rows
        with st.container(horizontal=True):
            st.metric("Players", f"{row['seats']:,}", width="content")
            st.metric("Games", f"{row['games']:,}", width="content")
            st.metric("Won", share(row["win_share"]), width="content")
            st.metric("Even share", share(row["even"]), width="content")
            st.metric("Average score", points(row["average_score"]), width="content")
            st.metric("Best score", points(row["best_score"]), width="content")


def _answer(rows: Sequence[Row]) -> str:
    if not rows:
        return "No game that knows it begins like this."
    (row,) = rows
    return (
        f"**{counted(row['seats'], 'player')}** began like this and won {share(row['win_share'])} "
        f"({share(row['win_low'])} to {share(row['win_high'])} with 95 % confidence); an even share is "
        f"{share(row['even'])}."
    )


def _path(names: BoardNames, kept: Sequence[str], begun: Sequence[str]) -> None:
    """Show the start as links that lead up: without a ticket, or back to before a claim."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for ticket in kept:
            left = [one for one in kept if one != ticket]
            label = f"Without ticket {plain(names.pair(ticket))}"
            navigation.page_link("statistics", label, icon=":material/close:", **_with(left, begun))
        for number, route in enumerate(begun):
            label = f"Before claim {number + 1}: {plain(names.pair(route))}"
            navigation.page_link("statistics", label, icon=":material/undo:", **_with(kept, begun[:number]))


# --- what can be added -----------------------------------------------------------------------------------------------


def _claims(start: Filters, names: BoardNames, begun: Sequence[str]) -> None:
    rows = ask("opening_claims", start)
    players = sum(row["times"] for row in rows)
    which = "first" if not begun else f"next, as claim {len(begun) + 1}"
    known = f"The claims of {counted(players, 'player')}; both tracks of a double route count as one." if rows else ""
    kept = start.kept.split(",") if start.kept else []
    found = [
        LinkRow(
            "statistics",
            _with(kept, [*begun, row["route"]]),
            names.pair(row["route"]),
            (
                f"{counted(row['times'], 'time')}, {share(row['share'], 1)}",
                f"won {share(row['win_share'])}",
                *_score(row),
                *(() if row["average_turn"] is None else (f"turn {row['average_turn']:.1f}",)),
            ),
            *_wins(row),
        )
        for row in rows
        if row["route"] not in begun
    ]
    with section(f"Which route is claimed {which}?", routes.opening_answer(names, rows), known):
        _list(found, "claims", "Choose one to see what comes after it.")


def _tickets(start: Filters, names: BoardNames, rows: Sequence[Row], kept: Sequence[str]) -> None:
    begun = start.begun.split(",") if start.begun else []
    found = [
        LinkRow(
            "statistics",
            _with([*kept, row["ticket"]], begun),
            names.pair(row["ticket"]),
            (
                f"kept {row['times_kept']:,} of {row['dealt']:,}",
                f"completed {share(row['completion_rate'])}",
                f"won {share(row['win_share'])}",
                *_score(row),
            ),
            *_wins(row),
        )
        for row in rows
        if row["times_kept"] and row["ticket"] not in kept
    ]
    question = "Which tickets are kept with them?" if kept else "Which tickets are kept at the start?"
    others = [row for row in rows if row["ticket"] not in kept]
    known = known_of_seats(replace(start, kept=None, begun=None), "with_deal")
    with section(question, tickets.start_answer(names, others), known):
        _list(found, "tickets", "Choose one to see only those who kept it.")


def _score(row: Row) -> tuple[str, ...]:
    return () if row["average_score"] is None else (f"{points(row['average_score'])} points",)


def _wins(row: Row) -> tuple[tuple[float, float, float, float] | None, str]:
    """Return the wins of a row to be drawn, and in words."""
    if row["win_share"] is None:
        return None, ""
    words = (
        f"won {share(row['win_share'])}, {share(row['win_low'])} to {share(row['win_high'])} with 95 % confidence; "
        f"an even share is {share(row['even'])}"
    )
    return (row["win_low"], row["win_share"], row["win_high"], row["even"]), words


def _list(rows: Sequence[LinkRow], key: str, hint: str) -> None:
    if not rows:
        return
    st.caption(f"{hint} The dot is how often they won, the bar its 95 % interval, the dashed line an even share.")
    follow(link_rows(rows[:_MOST], key=f"opening {key}", label=key.capitalize()))
    if len(rows) > _MOST:
        with st.expander(f"{len(rows) - _MOST} more"):
            follow(link_rows(rows[_MOST:], key=f"more opening {key}", label=f"More {key}"))


# --- the games -------------------------------------------------------------------------------------------------------


def _games(start: Filters) -> None:
    rows = ask("opening_games", start, limit=_GAMES)
    if not rows:
        return
    games = [LinkRow("replay", {"game": row["hash"]} | _at(row["turn"]), _name(row), _when(row)) for row in rows]
    with section("Which games began like this?", "The newest first; a replay opens where the start ends."):
        follow(link_rows(games, key="opening games", label="Games"))
        games_link("All games that began like this", start)


def _at(turn: int | None) -> dict[str, str]:
    return {} if turn is None else {"turn": str(turn)}


def _name(row: Row) -> str:
    place = "won" if row["won"] else "did not win" if row["rank"] is None else f"place {row['rank']}"
    score = "" if row["score"] is None else f", {row['score']} points"
    return f"{shown(row['player'], 60)}: {place}{score}"


def _when(row: Row) -> list[str]:
    facts = [f"{row['players']} players", row["event"], row["date"]]
    return [shown(str(fact), 80) for fact in facts if fact]
