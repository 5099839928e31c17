"""Links that carry a whole game: its canonical text, compressed, in the alphabet of addresses."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final
from urllib.parse import urlsplit

import streamlit as st

MAX_LINK: Final = 12_000
"""How many signs of an address a game may take: more than that some servers and messengers cut."""

MAX_TEXT: Final = 400_000
"""How many bytes may come out of a link: it is easy to pack a thousand times more than one can see."""

SHORT: Final = 8
"""How many signs of a hash are enough to name a game."""

_FORM: Final = "1"
"""Stands before what is packed, so that another way of packing can have another sign."""


class BrokenLink(ValueError):  # noqa: N818  it says what is wrong with the link, not with the program
    """A link that does not carry a game, for the reason in the message."""


def packed(text: str) -> str:
    """Return a text as part of an address.

    >>> unpacked(packed("1. ann draw R ?"))
    '1. ann draw R ?'
    """
    pressed = zlib.compress(text.encode(), level=9)
    return _FORM + base64.urlsafe_b64encode(pressed).decode().rstrip("=")


def unpacked(part: str) -> str:
    """Return the text that part of an address carries.

    Raises:
        BrokenLink: it is too long, was cut or changed on its way, or there is too much in it.
    """
    if len(part) > MAX_LINK:
        raise BrokenLink(f"it has {len(part):,} signs, and at most {MAX_LINK:,} are read")
    if not part.startswith(_FORM):
        raise BrokenLink("it was made by another version of ttrn, or is none")
    try:
        pressed = base64.b64decode(part[1:] + "=" * (-len(part[1:]) % 4), altchars=b"-_", validate=True)
        press = zlib.decompressobj()
        data = press.decompress(pressed, MAX_TEXT + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise BrokenLink("it was cut or changed on its way") from None
    if len(data) > MAX_TEXT:
        raise BrokenLink(f"there is more in it than {MAX_TEXT:,} bytes")
    if not press.eof:
        raise BrokenLink("it was cut on its way")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BrokenLink("what it carries is no text") from None


def share_link(text: str, turn: int | None = None) -> str:
    """Return the address that opens this game, at a turn, on a dashboard at the present address.

    It is empty if it would be too long.
    """
    part = packed(text)
    if len(part) > MAX_LINK:
        return ""
    return f"{home()}/?share={part}" + ("" if turn is None else f"&turn={turn}")


def home() -> str:
    """Return the present address without its page: what links to pages begin with."""
    url = st.context.url or ""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    for page in ("replay", "record", "mine", "games", "players", "statistics", "compare", "check"):
        path = path.removesuffix(f"/{page}")
    return f"{parts.scheme}://{parts.netloc}{path}" if parts.netloc else path
