"""What the reader's browser keeps: games that were typed or brought, and those that were shown by their address.

The store itself is the recorder's ``browser_store.js``, IndexedDB, which any component may carry (:func:`with_store`).
The pages reach it by a component without looks, which :func:`bridge` puts below each of them: what they want to be kept
goes there at the end of a run, what they ask for comes back with the next one. Nothing of it is kept by the server
beyond the session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

import streamlit as st

from ttrn.recorder import ASSETS

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

DRAFT, SOUND, PROBLEMS = "draft", "sound", "problems"
"""The states of a game: still being written, without problems, with some."""

_FOLDER: Final = Path(__file__).parent
_KEY: Final = "browser_store"
_WAITING: Final = "waiting for the browser"
_WANTED: Final = "wanted from the browser"
_NAME: Final = re.compile("[0-9a-f]{8,64}")

_HTML: Final = '<p role="alert" hidden></p>'
# Of several lines: one line would be taken for the name of a file.
_CSS: Final = """p {
  margin: 0;
  color: var(--st-red-text-color);
  font: 0.875rem/1.5 var(--st-font);
}"""


class Waiting(Exception):  # noqa: N818  nothing is wrong
    """The browser has been asked, and has not answered yet: the page is run again when it does."""


class Kept(NamedTuple):
    """A game to be kept by the browser."""

    title: str
    """What to call it: plain text of unknown hands."""
    text: str
    key: str
    """What it is known by: one that is there already is not kept twice."""
    state: str
    """:data:`DRAFT`, :data:`SOUND` or :data:`PROBLEMS`."""
    problems: int = 0


class _Batch(NamedTuple):
    """What waits to be kept; the browser calls the name when it is done."""

    name: str
    games: list[Kept]
    notes: dict[str, str]
    forget: str = ""


def with_store(script: str) -> str:
    """Return the script of a component with the store before it, under the name ``browserStore``."""
    return f"{(ASSETS / 'browser_store.js').read_text(encoding='utf-8')}\n{script}"


def keep(games: Iterable[Kept], *, forget: str = "") -> None:
    """Let the browser keep games that were brought; ``forget`` names a box whose text they are."""
    batch = _waiting()
    st.session_state[_WAITING] = _Batch(uuid4().hex, [*batch.games, *games], batch.notes, forget or batch.forget)


def keep_shown(key: str, text: str) -> None:
    """Let the browser keep the text of a game that is shown, so that its address opens it in another session too."""
    batch = _waiting()
    st.session_state[_WAITING] = batch._replace(name=uuid4().hex, notes=batch.notes | {key: text})


def kept_text(name: str) -> str | None:
    """Return the text of a game that the browser has, by the beginning of its key; None where it has none.

    Raises:
        Waiting: it has not answered yet.
    """
    if not _NAME.fullmatch(name.lower()):
        return None
    found = _answers().get("found") or {}
    if found.get("want") == name.lower():
        return None if found.get("text") is None else str(found["text"])
    st.session_state[_WANTED] = {"want": name.lower()}
    raise Waiting


def kept_box(name: str, visit: str) -> str:
    """Return what stood in a text area when it was left; empty as long as that is not known.

    ``name`` is its label; what is typed there is kept from now on. ``visit`` is another one whenever the area is shown
    anew, so that what stood there at an earlier visit is not taken for it.
    """
    st.session_state[_WANTED] = {"box": name, "visit": visit}
    box = _answers().get("box") or {}
    return str(box.get("text", "")) if visit and box.get("visit") == visit else ""


def bridge() -> None:
    """Hand over what is to be kept, and ask for what is wanted; to be called once in each run, at its end."""
    batch = _waiting()
    wanted: dict[str, str] = st.session_state.pop(_WANTED, {})
    _component()(
        key=_KEY,
        data={
            "batch": batch.name,
            "games": [game._asdict() | {"kind": "game"} for game in batch.games],
            "notes": [{"key": key, "text": text} for key, text in batch.notes.items()],
            "forget": batch.forget,
            "want": wanted.get("want", ""),
            "box": wanted.get("box", ""),
            "visit": wanted.get("visit", ""),
        },
        default={"done": "", "found": None, "box": None},
        on_done_change=lambda: None,
        on_found_change=lambda: None,
        on_box_change=lambda: None,
    )


def _answers() -> dict[str, Any]:
    return dict(st.session_state.get(_KEY) or {})


def _waiting() -> _Batch:
    """Return what the browser has not kept yet."""
    batch: _Batch = st.session_state.get(_WAITING) or _Batch("", [], {})
    if batch.name and batch.name == _answers().get("done"):
        st.session_state[_WAITING] = batch = _Batch("", [], {})
    return batch


@cache
def _component() -> ComponentRenderer:
    script = with_store((_FOLDER / "bridge.js").read_text(encoding="utf-8"))
    return st.components.v2.component("ttrn_browser_store", html=_HTML, css=_CSS, js=script)
