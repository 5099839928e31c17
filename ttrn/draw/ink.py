"""Numbers and texts as they stand in SVG."""

from __future__ import annotations

from html import escape
from typing import Final

from ttrn.notation.problems import printable

FONTS: Final = "Helvetica, Arial, sans-serif"


def number(value: float) -> str:
    """Return a number with one decimal, if that says anything.

    >>> number(3.0), number(2.25)
    ('3', '2.2')
    """
    return f"{value:.1f}".removesuffix(".0")


def safe(text: str) -> str:
    """Return any text as text: no markup, no control characters.

    >>> safe("<b>")
    '&lt;b&gt;'
    """
    return escape(printable(text))
