"""The topic "analysis": games that were analysed, and what chance had to do with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from ttrn.store import Filters

from ...charts import analysis
from ...charts.base import Row, counted, share
from ...charts.board_names import BoardNames
from ...shared.analysing import made_of, not_analysed
from ...shared.escape import plain, shown
from ...shared.link_rows import Row as LinkRow
from ...shared.link_rows import follow, link_rows
from ...shared.sections import ask, chart, section

_MOST: Final = 5
"""Games of a list."""


def show(filters: Filters, _names: BoardNames) -> None:
    """Show the topic, or how the games come to be analysed."""
    made = made_of(filters)
    if not made.judged:
        not_analysed(made)
        return
    how = plain(made.words)
    rows = ask("comebacks", filters, limit=_MOST)
    with section("Which games were turned round?", analysis.comeback_answer(rows), how):
        _list(
            "comebacks",
            [
                (f"{_who(row['player'])} from {share(row['lowest'], 1)}", _comeback(row), row["turn"], row)
                for row in rows
            ],
        )
    rows = ask("exciting_games", filters, limit=_MOST)
    with section("Which games were the most exciting?", analysis.excitement_answer(rows), how):
        _list(
            "exciting",
            [(f"{row['excitement']:.1f} wins of swings", _exciting(row), row["largest_turn"], row) for row in rows],
        )
    rows = ask("luckiest_wins", filters, limit=_MOST)
    with section("Which wins were the luckiest?", analysis.luckiest_answer(rows), how):
        _list(
            "luckiest",
            [(f"{_who(row['player'])}: {analysis.wins(row['luck'])} wins", _lucky(row), None, row) for row in rows],
        )
    _closest(filters, how)
    _players(filters, how)
    not_analysed(made)


def _closest(filters: Filters, how: str) -> None:
    rows = ask("closest_games", filters, limit=_MOST)
    finishes = ask("closest_finishes", filters, limit=_MOST)
    with section("Which games were the closest?", analysis.closest_answer(rows, finishes), how):
        st.caption("By points at the end")
        _list(
            "closest", [(counted(row["margin"], "point"), [f"won by {_who(row['winner'])}"], None, row) for row in rows]
        )
        st.caption("By the two best chances before the last round, that is before everybody's last turn")
        _list(
            "finishes",
            [
                (
                    f"{share(row['gap'], 1)} apart",
                    [f"{_who(row['leader'])} ahead, {_who(row['winner'])} won"],
                    None,
                    row,
                )
                for row in finishes
            ],
        )


def _players(filters: Filters, how: str) -> None:
    rows = ask("luck_and_skill", filters)
    with section("Luck or skill?", analysis.luck_answer(rows), how):
        if not rows:
            return
        chart(analysis.luck_bars(rows), "luck and skill", "Luck and rest of each player, with intervals")
        st.caption(
            "Where a bar crosses 0, chance alone could explain it. The rest is no measure of one player: it is what "
            "everybody at the table decided, and what the model had wrong. What own moves lost is known where these "
            "were judged by playouts: ttrn analyse --deep."
        )


def _who(name: str | None) -> str:
    return shown(name or "nobody", 40)


def _comeback(row: Row) -> list[str]:
    return [f"turn {row['turn']} of {row['turns']}"]


def _exciting(row: Row) -> list[str]:
    return [f"won by {_who(row['winner'])}", f"{share(row['largest_swing'])} in turn {row['largest_turn']}"]


def _lucky(row: Row) -> list[str]:
    return [
        analysis.points_words(row["luck_points"]),
        f"start {share(row['start'])}, rest {analysis.wins(row['rest'])}",
    ]


def _list(key: str, games: Sequence[tuple[str, list[str], int | None, Row]]) -> None:
    """Show games as rows that lead to their replay, at the turn that is meant where there is one."""
    found = []
    for name, facts, turn, row in games:
        at = {} if turn is None else {"turn": str(turn)}
        when = [
            f"{row['players']} players",
            row["event"],
            row["date"],
            None if row["basis"] == "all cards" else row["basis"],
        ]
        said = [*facts, *[shown(str(fact), 80) for fact in when if fact]]
        found.append(LinkRow("replay", {"game": row["hash"]} | at, name, said))
    if found:
        follow(link_rows(found, key=f"analysed {key}", label=key.capitalize()))
