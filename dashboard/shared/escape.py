"""Text of unknown hands on a page: shown as it is, never as markup."""

from __future__ import annotations

import re
from typing import Final

from ttrn.notation.problems import printable

# Everything that Markdown, emoji names, colours, formulas, links or HTML can begin or end with.
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&@/=^\"'])")


def plain(text: str) -> str:
    r"""Return a text so that Streamlit shows it as it is, wherever it reads Markdown: titles, captions, messages.

    >>> plain("[x](javascript:alert(1))")
    '\\[x\\]\\(javascript\\:alert\\(1\\)\\)'
    """
    # A line break would let the next line begin like a list or a heading; nothing that is shown so needs one.
    return _MARKUP.sub(r"\\\1", printable(" ".join(text.split())))


def shown(text: str, width: int = 300) -> str:
    """Return a text for a cell of a table, which reads no markup: without what moves a cursor, and not too long."""
    cut = printable(text)
    return cut if len(cut) <= width else cut[: width - 1] + "…"
