"""The editor of a record, and beside it what is wrong, the verdict and the scores, as one types."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from ttrn.language_server.completion import completions
from ttrn.language_server.document import Document
from ttrn.language_server.marks import stretch
from ttrn.notation import Problem, repair
from ttrn.notation.problems import WARNING
from ttrn.store.worker import UNREADABLE

from ...shared import address, links, navigation
from ...shared.checked import UNFINISHED, Checked, UploadLimits, check_records, summary
from ...shared.downloads import download_controls
from ...shared.escape import plain
from ...shared.selected_game import GAME, SHARE, game_of_text, keep_own, named_game
from .editor import LineMark, Opened, Written, editor, written

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
"""What the editor holds where the address names no game, and the browser has kept none."""

DRAFT, NEW = "draft", "new"
"""What the address calls a text that the browser keeps, and a new one."""

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
_MOST_NEW: Final = 999_998
_MOST_OFFERS: Final = 40
_CHECKED: Final = "checked_record"
_DOCUMENT: Final = "document in the editor"
_WRITTEN: Final = "draft in the address"


def panel() -> None:
    """Show the editor and what is found of its text."""
    opened, notice = _opened()
    typed = written(opened)
    if typed and typed.missing:
        notice = (
            "This draft is not in this browser: it is in the one in which it was written, unless it was deleted there."
        )
    if notice:
        st.warning(plain(notice))
    if typed and typed.draft and typed.draft != address.parameter(DRAFT):
        address.replace(**{DRAFT: typed.draft})
        st.session_state[_WRITTEN] = typed.draft, opened.version
    left, right = st.columns([3, 2])
    repaired = _repaired(typed) if typed else None
    # What was pasted is looked at as it will be in a moment.
    text = repaired["text"] if repaired and not repaired["offer"] else typed.text if typed else ""
    found = _found(text) if typed else []
    if repaired and repaired["offer"] and not _problems(found):
        repaired |= {"what": ""}
    with left:
        about = {"draft": typed.draft, "serial": typed.serial, **summary(found)} if typed else None
        editor(opened, _marks(found, text), about, repaired, _offers(typed) if typed else None)
        _ways(opened)
    with right:
        if typed:
            _results(found, text)


def _repaired(typed: Written) -> dict[str, Any]:
    """Return how the text is repaired: at once if it was pasted, else if the reader wants it to be."""
    found = repair(typed.text)
    return {"serial": typed.serial, "text": found.text, "what": str(found), "offer": not typed.pasted}


def _opened() -> tuple[Opened, str]:
    """Return what the editor begins with, and what the user should know about it."""
    shared, named, new = [address.parameter(name) for name in (SHARE, GAME, NEW)]
    start = Opened(START, "start", last=True)
    if draft := address.parameter(DRAFT):
        # An address that was written here, since something was typed, is no wish to have the text set anew.
        known: tuple[str, str] = st.session_state.get(_WRITTEN, ("", ""))
        return Opened(START, known[1] if known[0] == draft else f"draft {draft}", draft), ""
    if shared:
        try:
            return Opened(links.unpacked(shared), shared), ""
        except links.BrokenLink as error:
            return start, f"The link does not carry a game: {error}."
    if named:
        found = named_game(named)
        return (start, found) if isinstance(found, str) else (Opened(found.text, named), "")
    return (Opened("", f"new {new}") if new else start), ""


def _ways(opened: Opened) -> None:
    """Offer another text: a new one, or one of those that are kept."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("New record", icon=":material/note_add:"):
            # Another number each time, so that it is another text.
            before = address.number(0, _MOST_NEW, 0)(opened.version.partition("new ")[2])
            address.replace(**{NEW: str(before + 1)})
            st.rerun()
        navigation.page_link("mine", "My games", icon=":material/folder_open:")


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


def _marks(found: list[Checked], text: str) -> dict[int, LineMark]:
    marks: dict[int, LineMark] = {}
    lines = text.split("\n")
    for problem in _problems(found):
        if 0 < problem.line <= len(lines):
            line = lines[problem.line - 1]
            severity = "warning" if problem.severity == WARNING else "error"
            mark = marks.setdefault(problem.line, LineMark(f"{problem.message} [{problem.rule}]", severity, line, []))
            mark.spans.append(tuple([_units(line[:end]) for end in stretch(problem, line)]))
    return marks


def _units(text: str) -> int:
    """Return how long a text is to a browser, which counts rare letters twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _offers(typed: Written) -> dict[str, Any] | None:
    """Return what may stand where somebody types."""
    cursor = typed.cursor
    if cursor is None:
        return None
    document = Document(typed.text, st.session_state.get(_DOCUMENT))
    st.session_state[_DOCUMENT] = document
    placed = document.at(cursor.line)
    found = completions(placed, cursor.line, cursor.column)[:_MOST_OFFERS] if placed else []
    items = [{"text": offer.text, "about": offer.about, "typed": offer.typed} for offer in found]
    return {**cursor._asdict(), "serial": typed.serial, "items": items}


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
