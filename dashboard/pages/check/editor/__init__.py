"""An editor for records, with line numbers and marks where something is wrong: CodeMirror, or a box where it is not.

What is typed is kept by the browser at once, as one of the reader's games, and sent to the server as one types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import streamlit as st

from ttrn.notation.grammar_tables import stored
from ttrn.notation.lexicon import keywords
from ttrn.notation.marked_words import CATEGORIES, category

from ....shared import links
from ....shared.browser_store import with_store
from ....shared.codemirror import ADDRESS, codemirror

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

MAX_TEXT: Final = 500_000
"""How many letters the editor takes."""

_SCRIPTS: Final = ("highlighting", "coloured_sheet", "plain_sheet", "editor")
_FOLDER: Final = Path(__file__).parent
_KEY: Final = "editor"


class Opened(NamedTuple):
    """What the editor is to begin with."""

    text: str
    version: str
    """What the text is known by: it is set anew whenever this changes."""
    draft: str = ""
    """What the browser keeps the text by, if it does: then it has the text, and ``text`` is for when it does not."""
    last: bool = False
    """Whether what was open last goes before the text, if the browser has it."""


class Cursor(NamedTuple):
    """Where the cursor stands; lines and columns count from 0."""

    line: int
    column: int
    asked: int
    """Which of the questions of the browser it is."""


class Written(NamedTuple):
    """What is in the editor."""

    text: str
    draft: str = ""
    """What the browser keeps it by; empty as long as nothing has been typed."""
    serial: int = 0
    """Which of the texts that have been in the editor it is."""
    missing: bool = False
    """Whether the browser does not have what was to be opened."""
    pasted: bool = False
    """Whether something was pasted since it was last looked at."""
    cursor: Cursor | None = None
    """Where somebody types."""


class LineMark(NamedTuple):
    """What is wrong with a line."""

    message: str
    severity: str
    """``error`` or ``warning``."""
    text: str
    """The line as it was looked at: where it has changed since, nothing is marked in it."""
    spans: list[tuple[int, ...]]
    """The stretches that are wrong, each from a column up to another."""


def written(opened: Opened) -> Written | None:
    """Return what is in the editor, as the browser reported it last; None as long as only the browser has it."""
    typed: dict[str, Any] = (st.session_state.get(_KEY) or {}).get("typed") or {}
    if typed and (typed["version"] == opened.version or (opened.draft and typed["draft"] == opened.draft)):
        text = str(typed["text"])[:MAX_TEXT]
        return Written(
            text,
            str(typed["draft"]),
            int(typed["serial"]),
            bool(typed["missing"]),
            bool(typed.get("pasted")),
            Cursor(**{name: int(number) for name, number in typed["cursor"].items()}),
        )
    return None if opened.draft else Written(opened.text)


def editor(
    opened: Opened,
    marks: Mapping[int, LineMark],
    about: Mapping[str, Any] | None,
    repaired: Mapping[str, Any] | None = None,
    offers: Mapping[str, Any] | None = None,
) -> None:
    """Show the editor.

    Args:
        opened: what it begins with.
        marks: what is wrong, by line.
        about: what the browser shall remember of the text: its ``title``, ``key``, ``state`` and ``problems``, with the
            ``draft`` and ``serial`` that it was found of.
        repaired: the ``text`` as it should be and in words ``what`` was repaired, nothing if there is nothing; whether
            that is an ``offer``, or done at once; and the ``serial`` of the text that was looked at.
        offers: the ``items`` that may stand at the cursor, with the ``serial`` of the text and the place of the cursor.
    """
    _component()(
        key=_KEY,
        data={
            **opened._asdict(),
            "marks": {str(line): mark._asdict() for line, mark in marks.items()},
            "about": about,
            "repaired": repaired,
            "offers": offers,
            "most": MAX_TEXT,
            "library": f"{urlsplit(links.home()).path.rstrip('/')}{ADDRESS}" if codemirror() else "",
        },
        default={"typed": None},
        on_typed_change=lambda: None,
    )


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "ttrn_editor", html=_file("editor.html"), css=_file("editor.css"), js=with_store(script())
    )


def script() -> str:
    """Return the scripts of the editor, with the table of the grammar before them."""
    return "\n".join([f"const GRAMMAR = {json.dumps(_grammar())};", *[_file(f"{name}.js") for name in _SCRIPTS]])


def _grammar() -> dict[str, Any]:
    """Return what the colours are found by: the table of the notation, its patterns in the words of JavaScript."""
    tables = stored()
    assert tables is not None
    return {
        "starts": tables.starts,
        "states": tables.states,
        "rules": tables.rules,
        "terminals": {kind: _in_javascript(pattern) for kind, pattern in tables.terminals.items()},
        "categories": {kind: category(kind) for kind in (*CATEGORIES, *keywords())},
    }


def _in_javascript(pattern: str) -> str:
    r"""Return a pattern as JavaScript has it: other words for letters, and no needless backslashes.

    >>> _in_javascript(r"[^\W\d_]{2,}\-\#\?")
    '\\p{L}{2,}-#\\?'
    """
    return pattern.replace(r"[^\W\d_]", r"\p{L}").replace(r"\-", "-").replace(r"\#", "#")
