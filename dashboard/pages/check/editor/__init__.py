"""An editor for records, with line numbers and marks where something is wrong; it sends what is typed as one types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

MAX_TEXT: Final = 500_000
"""How many letters the editor takes."""

_FOLDER: Final = Path(__file__).parent


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def editor(text: str, version: str, marks: Mapping[int, str], key: str = "editor") -> str:
    """Show the editor and return what is in it.

    Args:
        text: what is in it at first, and again whenever ``version`` changes.
        version: what the text is known by.
        marks: what is wrong, by line.
        key: keeps several editors apart.
    """
    shown = _component()(
        key=key,
        data={
            "text": text,
            "version": version,
            "marks": {str(line): message for line, message in marks.items()},
            "most": MAX_TEXT,
        },
        default={"typed": {"version": version, "text": text}},
        on_typed_change=lambda: None,
    )
    typed = shown.typed
    return str(typed["text"])[:MAX_TEXT] if typed and typed.get("version") == version else text


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "ttrn_editor", html=_file("editor.html"), css=_file("editor.css"), js=_file("editor.js")
    )
