"""Text of unknown hands on a page: shown as it is, never as markup."""

from __future__ import annotations

import re
from typing import Final

from ttrn.notation.problems import brief

# Everything that Markdown, emoji names, colours, formulas, links or HTML can begin or end with.
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&@/=^\"'])")


NAME: Final = 60
"""How many letters of a name are shown in a sentence."""


def plain(text: str, width: int = 2_000) -> str:
    r"""Return a text so that Streamlit shows it as it is, wherever it reads Markdown: titles, captions, messages.

    >>> plain("[x](javascript:alert(1))")
    '\\[x\\]\\(javascript\\:alert\\(1\\)\\)'
    """
    # A line break would let the next line begin like a list or a heading; nothing that is shown so needs one.
    return _MARKUP.sub(r"\\\1", brief(" ".join(text.split()), width))


def named(name: str) -> str:
    """Return a name for a sentence that Streamlit reads as Markdown: as it is, and not too long."""
    return plain(name, NAME)


def shown(text: str, width: int = 300) -> str:
    """Return a text for a cell of a table, which reads no markup: without what moves a cursor, and not too long."""
    return brief(text, width)
