"""What the page shows: the archive as a table."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from ttrn import store
from ttrn.notation.compression import packed
from ttrn.store.csv_export import csv_text
from ttrn.store.worker import digest

from ...shared import database, navigation
from ...shared.address import Address, number, one_of, parameter
from ...shared.downloads import download_controls
from ...shared.escape import plain, shown
from ...shared.filters import games_filters
from ...shared.link_rows import Row as LinkRow
from ...shared.link_rows import follow, link_rows
from ...shared.selected_game import SelectedGame, stored_game

SIZE: Final = 50
"""Games on a page."""

_MOST: Final = 20_000
"""Games in a file that is downloaded."""

_ROW: Final = 35
_HEIGHT: Final = 610
"""Pixels: of a row, and of the table at most."""

_STYLE: Final = """<style>
@media (max-width: 640px) { .st-key-games_table { display: none; } }
@media (min-width: 640.01px) { .st-key-games_cards { display: none; } }
</style>"""
"""The table where there is room for it, cards on a phone."""

_ADDRESS: Final = Address("games")

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
"""In what order games can be listed: by which column, and whether the highest comes first."""


def page() -> None:
    """Show the page."""
    st.title("Games")
    if parameter("view") == "your games":  # where they were before they had a page of their own
        navigation.open_page("mine")
    known = database.choices()
    if not known.games:
        st.info("There are no games in this database yet. Bring your own, or load some with `ttrn load`.")
        navigation.page_link("mine", "My games", icon=":material/folder_open:")
        return
    filters = games_filters(known)
    total = store.browse(database.connection(), filters, count=0).total
    if not total:
        st.info("No game is like this. Take a filter away.")
        return
    pages = -(-total // SIZE)
    chosen = _ADDRESS.bind({"order": one_of(ORDERS, next(iter(ORDERS))), "page": number(1, pages, 1)})
    start = (chosen["page"] - 1) * SIZE
    with st.container(horizontal=True, vertical_alignment="center"):
        until = min(start + SIZE, total)
        every = "" if total == known.games else f" (of {known.games:,})"
        st.caption(f"Games {start + 1:,} to {until:,} of {total:,}{every}. Click on one to replay it.", width="stretch")
        st.selectbox("Order", list(ORDERS), key=_ADDRESS.key("order"), label_visibility="collapsed", width=180)
        order, descending = ORDERS[chosen["order"]]
        _list_downloads(filters, total - _unreadable(filters, known), order, descending=descending)
    listing = store.browse(database.connection(), filters, order=order, descending=descending, start=start, count=SIZE)
    # Only the browser knows how wide it is: both are there, and one of them is seen.
    st.html(_STYLE)
    with st.container(key="games_table"):
        _table(listing.games)
    with st.container(key="games_cards"):
        follow(link_rows([_card(game) for game in listing.games], key="cards of games", label="Games", cards=True))
    if pages > 1:
        st.pagination(pages, key=_ADDRESS.key("page"))


def _table(found: list[store.Listed]) -> None:
    marked = st.container()  # above the table, where it is seen
    chosen = st.dataframe(
        [_row(game) for game in found],
        key=table_key(found),
        hide_index=True,
        height=min(_HEIGHT, (len(found) + 1) * _ROW + 3),
        placeholder="",
        on_select="rerun",
        selection_mode=["single-row", "single-cell"],
        column_config={
            "date": st.column_config.DateColumn(width=105),
            "board": st.column_config.TextColumn(width=100),
            "players": st.column_config.ListColumn(width="large"),
            "winner": st.column_config.TextColumn(width=150),
            "event": st.column_config.TextColumn(width="medium"),
            "verdict": st.column_config.TextColumn(width=105),
            "kept of it": st.column_config.TextColumn(width=95),
            "known cards": st.column_config.TextColumn(width=115),
            "played by": st.column_config.TextColumn(width=95),
            "score": st.column_config.NumberColumn(help="The best score."),
            "margin": st.column_config.NumberColumn(help="Points between the winner and the next."),
        },
    ).selection
    if chosen.cells and chosen.cells[0][0] < len(found):
        navigation.open_page("replay", game=found[chosen.cells[0][0]].hash)
    if chosen.rows and chosen.rows[0] < len(found):
        with marked:
            _actions(found[chosen.rows[0]])


def _card(game: store.Listed) -> LinkRow:
    """Return a game as a card: who won with how many points, then when, where and against whom."""
    winners = ", ".join(game.winners)
    name = shown(winners, 60) if winners else "Winner not known" if game.names else "Nobody plays"
    score = "" if game.score is None else f", {game.score} points"
    others = ", ".join([other for other in game.names if other not in game.winners])
    against = ("ahead of " if winners else "") + others if others else None
    wrong = game.verdict if game.verdict in ("impossible", store.UNREADABLE) else None
    facts = [against, game.date, game.board, game.event, wrong]
    return LinkRow("replay", {"game": game.hash}, name + score, [shown(str(fact), 100) for fact in facts if fact])


def table_key(found: Sequence[store.Listed]) -> str:
    """Return the key of the table of these games: another list is another table, in which nothing is marked yet."""
    return f"table {digest(' '.join([game.hash for game in found])).hex()}"


def _row(game: store.Listed) -> dict[str, object]:
    return {
        "date": game.date,
        "board": shown(game.board, 20),
        "players": [shown(name, 40) for name in game.names],
        "winner": shown(", ".join(game.winners), 60),
        "score": game.score,
        "margin": game.margin,
        "turns": game.turns,
        "event": shown(game.event or "", 80),
        "verdict": game.verdict,
        "kept of it": game.level,
        "known cards": game.information,
        "played by": game.kind,
        "game": game.number,
    }


def _actions(listed: store.Listed) -> None:
    """Show what can be done with the game that is marked."""
    game = stored_game(listed.hash)
    if not isinstance(game, SelectedGame):
        st.warning(plain(game))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{plain(game.title)}**")
        if st.button("Replay", icon=":material/play_circle:", type="primary"):
            navigation.open_page("replay", game=game.key)
        if st.button("Compare", icon=":material/compare:"):
            navigation.open_page("compare", left=game.key)
        download_controls(game, "marked")


def _unreadable(filters: store.Filters, known: store.Choices) -> int:
    """Return how many of the games that are listed cannot be read."""
    if store.UNREADABLE not in known.verdicts or filters.verdict not in (None, "", store.UNREADABLE):
        return 0
    return store.browse(database.connection(), replace(filters, verdict=store.UNREADABLE), count=0).total


def _list_downloads(filters: store.Filters, readable: int, order: str, *, descending: bool) -> None:
    """Offer what the filters list: the games themselves, of which so many can be read, and the table."""

    def games() -> bytes:
        texts = store.listed_texts(database.connection(), filters, order=order, descending=descending, count=_MOST)
        return archive(texts)

    def table() -> bytes:
        rows = store.browse(database.connection(), filters, order=order, descending=descending, count=_MOST).games
        return csv_text(store.Listed._fields, rows).encode()

    many = f"{readable:,} game{'' if readable == 1 else 's'}" if readable <= _MOST else f"first {_MOST:,} games"
    with st.popover("Download all", icon=":material/download:"):
        st.download_button(
            f"The {many} (TTRN, packed)",
            games,
            file_name="games.ttrn.zst",
            mime="application/zstd",
            on_click="ignore",
            width="stretch",
            disabled=not readable,
            help="One file with the records, for `ttrn load` or the upload of this page.",
        )
        st.download_button(
            "The table (CSV)", table, file_name="games.csv", mime="text/csv", on_click="ignore", width="stretch"
        )
        if readable > _MOST:
            st.caption(f"No more than {_MOST:,} games go into a file here; `ttrn dump` writes all of a database.")


def archive(texts: Iterable[str]) -> bytes:
    """Return records as one packed file; only what is packed already is held in memory."""
    file = io.BytesIO()
    with packed(file, "zst") as stream:
        for number, text in enumerate(texts):
            stream.write(f"{chr(10) if number else ''}{text}".encode())
    return file.getvalue()
