"""Numbers and texts as they stand in SVG."""

from __future__ import annotations

from hashlib import blake2b
from html import escape
from typing import Final

from ttrn.notation.problems import printable

FONTS: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"

MARK: Final = "\0"
"""Stands in a picture for its own mark until the picture is finished; no text of a user can hold it."""


def number(value: float) -> str:
    """Return a number with one decimal, if that says anything.

    >>> number(3.0), number(2.25), number(-0.01)
    ('3', '2.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """Return any text as text: no markup, no control characters.

    >>> safe("<b>")
    '&lt;b&gt;'
    """
    # The last two are letters to Python, but no document may hold them.
    return escape(printable(text).replace("\ufffe", "�").replace("\uffff", "�"))


def marked(svg: str) -> str:
    r"""Return a finished picture: its ids and styles are called by a mark of its own, so that two share a page.

    >>> marked("<g id='a-\0'/>") == marked("<g id='a-\0'/>") != marked("<g id='b-\0'/>")
    True
    """
    return svg.replace(MARK, blake2b(svg.encode(), digest_size=4).hexdigest())
