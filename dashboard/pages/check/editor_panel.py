"""The editor of a record, and beside it what is wrong, the verdict and the scores, as one types."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ttrn.notation import Problem
from ttrn.notation.problems import WARNING
from ttrn.store.worker import UNREADABLE

from ...shared import address, links, navigation
from ...shared.checked import UNFINISHED, Checked, UploadLimits, check_records
from ...shared.downloads import download_controls
from ...shared.escape import plain
from ...shared.selected_game import GAME, SHARE, game_of_text, keep_own, named_game
from .editor import editor

START: Final = """[Game "usa"]
[Event "Friday night trains"]
[Date "2026-11-13"]

player ann "Ann Smith" blue
player bob "Bob" red

ann deal RRBL
bob deal ????
market RGLKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep ? ? | ?

1. ann draw R>G ? ; face-up red, replaced by green, then one from the deck
2. bob draw ? K>W
3. ann claim SEA-POR R $!
4. bob tickets ? ? | ?
"""
"""What the editor holds where the address names no game."""

MAX_GAMES: Final = 50
MAX_SECONDS: Final = 10.0
"""How much of a text the editor looks at: it does so while one types."""

_WORDS: Final = {
    "exact": "Every card is known, and every line is legal.",
    "consistent": "Some cards are unknown, and some deal makes every line legal.",
    "undecided": "Nobody could tell in the time there was whether some deal makes every line legal.",
    "impossible": "Rules are broken, or no deal makes every line legal.",
    UNREADABLE: "Not every line is in the notation.",
}
_MOST: Final = 50
_CHECKED: Final = "checked_record"
_TEXT: Final = "written_record"


def panel() -> None:
    """Show the editor and what is found of its text."""
    text, version, notice = _text()
    if notice:
        st.warning(plain(notice))
    left, right = st.columns([3, 2])
    with left:
        # What is wrong is known when the text is: the marks are those of the text that was sent last.
        marked = _found(str(st.session_state.get(_TEXT, text)))
        written = editor(text, version, _marks(marked))
        st.session_state[_TEXT] = written
    found = _found(written)
    if _marks(found) != _marks(marked):
        st.rerun()
    with right:
        _results(found, written)


def _text() -> tuple[str, str, str]:
    """Return what the editor begins with, what that is known by, and what the user should know about it."""
    shared, named = address.parameter(SHARE), address.parameter(GAME)
    if shared:
        try:
            return links.unpacked(shared), shared, ""
        except links.BrokenLink as error:
            return START, "start", f"The link does not carry a game: {error}."
    if named:
        found = named_game(named)
        return (START, "start", found) if isinstance(found, str) else (found.text, named, "")
    return START, "start", ""


def _found(text: str) -> list[Checked]:
    """Return what is found of a text; the same text is not looked at twice."""
    before: tuple[str, list[Checked]] | None = st.session_state.get(_CHECKED)
    if before is None or before[0] != text:
        before = text, list(check_records("record", text, UploadLimits(MAX_GAMES, MAX_SECONDS)))
        st.session_state[_CHECKED] = before
    return before[1]


def _problems(found: list[Checked]) -> list[Problem]:
    """Return all problems, then all warnings: of a line both mark the first is shown."""
    wrong = [problem for result in found for problem in result.problems]
    return wrong + [warning for result in found for warning in result.warnings]


def _marks(found: list[Checked]) -> dict[int, str]:
    marks: dict[int, str] = {}
    for problem in _problems(found):
        if problem.line:
            kind = "warning: " if problem.severity == WARNING else ""
            marks.setdefault(problem.line, f"{kind}{problem.message} [{problem.rule}]")
    return marks


def _results(found: list[Checked], written: str) -> None:
    for result in found:
        _result(result)
    problems = _problems(found)
    if problems:
        # A block of code is shown as it is: nothing in it is read as markup.
        st.code("\n".join([problem.render() for problem in problems[:_MOST]]), language=None, wrap_lines=True)
        if len(problems) > _MOST:
            st.caption(f"… and {len(problems) - _MOST:,} more problems.")
    if len(found) == 1 and found[0].text:
        _actions(found[0], written)


def _result(result: Checked) -> None:
    if result.verdict == UNFINISHED:
        st.warning(f"**{UNFINISHED.capitalize()}**: {plain(result.problems[0].message)}.")
        return
    show = {"exact": st.success, "consistent": st.success, "undecided": st.info}.get(result.verdict, st.error)
    name = f"Game {result.number}: " if result.number > 1 else ""
    show(f"{name}**{result.verdict}**. {_WORDS[result.verdict]}")
    if result.text:
        st.markdown(plain(result.title) + (f" — {plain(result.result)}" if result.result else ""))
    if result.note:
        st.caption(plain(result.note))


def _actions(result: Checked, written: str) -> None:
    with st.container(horizontal=True):
        if st.button("Replay", icon=":material/play_circle:", type="primary"):
            navigation.open_page("replay", game=keep_own(result.text))
        download_controls(game_of_text(result.text), "written")
    if result.text != written:
        with st.expander("In canonical form"):
            st.code(result.text, language=None, height=300)
