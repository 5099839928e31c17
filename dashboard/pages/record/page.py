"""What the page shows: the recorder, a page of its own that the same server has, as large as the window."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import streamlit as st

from ...shared import address, links

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_DRAFT: Final = re.compile("[0-9a-f]{8,64}")

# The recorder has margins of its own, and on a phone no room for two.
_FRAME: Final = """<style>
.stMainBlockContainer { padding: 3.75rem 0 0; max-width: none; }
.stMain { overflow: hidden; }
</style>"""
_HTML: Final = '<iframe title="Recorder" allow="clipboard-write; screen-wake-lock"></iframe>'
_CSS: Final = """iframe {
  display: block;
  width: 100%;
  height: calc(100dvh - 3.75rem);
  border: 0;
}"""
# It is set once: another run of this page must not load the recorder anew in the middle of a game.
_JS: Final = """export default function ({ data, parentElement }) {
  const frame = parentElement.querySelector("iframe");
  if (!frame.getAttribute("src")) frame.src = data.src;
}"""


def page() -> None:
    """Show the page; the address may name a draft that the browser keeps."""
    st.html(_FRAME)
    draft = address.parameter("draft")
    home = urlsplit(links.home()).path.rstrip("/")
    _component()(
        key="recorder",
        data={"src": f"{home}/recorder/{f'#draft={draft}' if _DRAFT.fullmatch(draft) else ''}"},
    )


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("ttrn_recorder", html=_HTML, css=_CSS, js=_JS)
