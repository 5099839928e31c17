"""The way from the pages to the recorder, a page of its own that the same server has."""

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

_HTML: Final = "<p>Opening the recorder …</p>"
# Not in a frame of this page: when the server is gone, Streamlit covers its pages with the news, and taps with them.
_JS: Final = "export default function ({ data }) { location.replace(data.src); }"


def page() -> None:
    """Go to the recorder; the address may name a draft that the browser keeps."""
    draft = address.parameter("draft")
    home = urlsplit(links.home()).path.rstrip("/")
    _component()(
        key="recorder",
        data={"src": f"{home}/recorder/{f'#draft={draft}' if _DRAFT.fullmatch(draft) else ''}"},
    )


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("ttrn_recorder", html=_HTML, js=_JS)
