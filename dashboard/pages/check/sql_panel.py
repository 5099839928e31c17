"""Questions in SQL: a query that can only read, examples, the tables, the answer as table, chart and file."""

from __future__ import annotations

import time
from typing import Any, Final, Literal

import streamlit as st

from ttrn import store

from ...shared import database
from ...shared.address import Address, any_text
from ...shared.escape import plain, shown

LIMITS: Final = store.QueryLimits()
_ANSWER: Final = "sql_answer"
_ADDRESS: Final = Address("check")
_CHARTS: Final = ("bars", "lines", "points")
_NUMBERS: Final = ("INT", "DOUBLE", "FLOAT", "DECIMAL")
_MOST_POINTS: Final = 2_000
_SAY_EVERY: Final = 0.3
"""Seconds after which it is shown how long a query has been running."""


def panel() -> None:
    """Show the query and its answer, with the tables beside it."""
    left, right = st.columns([3, 2])
    with right:
        _tables()
    with left:
        _query()


def _query() -> None:
    examples = {example.question: example.sql for example in store.examples()}
    st.selectbox(
        "Begin with a question",
        list(examples),
        index=None,
        key="example",
        placeholder="choose one, or write your own",
        on_change=lambda: _take(examples),
    )
    sql = _ADDRESS.bind({"sql": any_text(next(iter(examples.values())), LIMITS.length)})["sql"]
    st.text_area(
        "Query",
        key=_ADDRESS.key("sql"),
        height=160,
        max_chars=LIMITS.length,
        help="It can read, and nothing else.",
    )
    asked = st.button("Ask", icon=":material/play_arrow:", type="primary")
    st.caption(
        f"At most {LIMITS.seconds:g} seconds, {LIMITS.megabytes} MB and {LIMITS.rows:,} rows. Nothing can be changed."
    )
    key = (database.state(), sql)
    if asked or _ANSWER not in st.session_state or st.session_state[_ANSWER][0] != key:
        st.session_state[_ANSWER] = (key, _asked(sql))
    answer = st.session_state[_ANSWER][1]
    if isinstance(answer, str):
        st.error("The query was not answered.", icon=":material/error:")
        st.code(answer, language=None, wrap_lines=True)
    else:
        _show(answer)


def _take(examples: dict[str, str]) -> None:
    if st.session_state.example in examples:
        st.session_state[_ADDRESS.key("sql")] = examples[st.session_state.example]


def _asked(sql: str) -> store.SafeAnswer | str:
    """Return the answer, or what went wrong. Another query, or the end of the visit, ends this one."""
    place = st.empty()
    begun = shown_at = time.monotonic()

    def tick() -> None:
        # To write something is also how Streamlit lets a run end for the next one.
        nonlocal shown_at
        now = time.monotonic()
        if now > shown_at + _SAY_EVERY:
            shown_at = now
            place.caption(f"Asking … for {now - begun:.0f} of at most {LIMITS.seconds:g} seconds")

    try:
        answer: store.SafeAnswer | str = store.safe_query(database.place(), sql, LIMITS, tick=tick)
    except store.QueryError as error:
        answer = str(error)
    place.empty()
    return answer


def _show(answer: store.SafeAnswer) -> None:
    columns = _distinct(answer.columns)
    data = {name: [_cell(row[place]) for row in answer.rows] for place, name in enumerate(columns)}
    st.dataframe(data, hide_index=True, key="answer", placeholder="", height=min(320, (len(answer.rows) + 1) * 35 + 3))
    with st.container(horizontal=True, vertical_alignment="center"):
        more = ", and there are more: add a LIMIT or a condition" if answer.cut else ""
        st.caption(f"{len(answer.rows):,} rows{more}.", width="stretch")
        st.download_button(
            "Answer (CSV)",
            lambda: store.csv_text(answer.columns, answer.rows).encode(),
            file_name="answer.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
    _chart(answer, columns, data)


def _cell(value: Any) -> Any:
    return shown(value, LIMITS.width) if isinstance(value, str) else value


def _distinct(names: tuple[str, ...]) -> list[str]:
    """Return names that are all different, and not empty: a table on a page wants that."""
    found: list[str] = []
    for place, name in enumerate(names, 1):
        short = shown(name, 60) or f"column {place}"
        found.append(short if short not in found else f"{short} ({place})")
    return found


def _chart(answer: store.SafeAnswer, columns: list[str], data: dict[str, list[Any]]) -> None:
    """Offer a chart where there is a number to draw."""
    numbers = [name for name, kind in zip(columns, answer.types, strict=True) if any(word in kind for word in _NUMBERS)]
    if not answer.rows or not numbers or len(columns) < 2:
        return
    # What was chosen for other columns means nothing for these.
    these = " ".join(columns)[:200]
    with st.expander("Chart", expanded=True):
        first, second, third, fourth = st.columns(4)
        kind = first.selectbox("Kind", _CHARTS, key="chart")
        across = second.selectbox("Across", columns, key=f"across {these}")
        usual = next((name for name in reversed(numbers) if name != across), numbers[-1])
        up = third.selectbox("Up", numbers, index=numbers.index(usual), key=f"up {these}")
        others = [name for name in columns if name not in (across, *numbers)]
        color = fourth.selectbox(
            "Colour",
            ["", *columns],
            index=1 + columns.index(others[0]) if others else 0,
            format_func=lambda name: name or "one for all",
            key=f"color {these}",
        )
        _draw(kind, [(across, "across"), (up, "up"), *([(color, "color")] if color else [])], data)


def _draw(kind: str, used: list[tuple[str, str]], data: dict[str, list[Any]]) -> None:
    """Draw some columns. They get names of our own: a chart would read dots and brackets in a name as a path."""
    drawn = {role: data[name][:_MOST_POINTS] for name, role in used}
    labels = {role: name for name, role in used}
    color: Literal["color"] | None = "color" if "color" in drawn else None
    if color:
        drawn["color"] = [str(value) for value in drawn["color"]]
    draw = {"bars": st.bar_chart, "lines": st.line_chart, "points": st.scatter_chart}[kind]
    draw(drawn, x="across", y="up", color=color, x_label=labels["across"], y_label=labels["up"])


def _tables() -> None:
    known = {relation.name: relation for relation in _catalog(database.state())}
    name = st.selectbox(
        "Tables and views",
        list(known),
        index=list(known).index("games") if "games" in known else 0,
        key="relation",
        help="What the database says about itself.",
    )
    relation = known[name]
    st.caption(plain(relation.comment or f"A {relation.kind}."))
    st.dataframe(
        [{"column": column.name, "type": column.type, "meaning": column.comment} for column in relation.columns],
        hide_index=True,
        height=330,
        key="columns",
    )


@st.cache_data(max_entries=2, show_spinner=False)
def _catalog(state: str) -> tuple[store.Relation, ...]:  # noqa: ARG001  part of what it is kept by
    return store.relations(database.connection())
