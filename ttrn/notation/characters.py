"""Characters that look like those of the notation, or like nothing at all, and are others: their names and their cure.

Editors, phones and web pages put them in. In a text in quotes or in a comment they do no harm.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_NAMES = {
    "\u00a0": "a no-break space",
    "\u00ad": "a soft hyphen",
    "\u200b": "a zero-width space",
    "\u200c": "a zero-width non-joiner",
    "\u200d": "a zero-width joiner",
    "\u2009": "a thin space",
    "\u202f": "a narrow no-break space",
    "\u2060": "a word joiner",
    "\u3000": "a full-width space",
    "\ufeff": "a byte order mark",
    "\u2010": "a typographic hyphen",
    "\u2011": "a no-break hyphen",
    "\u2013": "an en dash",
    "\u2014": "an em dash",
    "\u2212": "a minus sign",
    "\u2192": "an arrow",
}
_QUOTES = "“”„‟«»″"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"  # how they differ nobody sees
_CURES = (
    (_QUOTES, "type a plain quote", '"'),
    (_DASHES, "type a plain hyphen", "-"),
    ("\u2192", 'type ">"', ">"),
)
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"')


class Odd(NamedTuple):
    """A character that cannot stand where it stands."""

    column: int
    """Counts from 0."""
    name: str
    """With an article and its number, like "a no-break space (U+00A0)"."""
    cure: str
    """What to do about it, in words."""
    instead: str
    """What to write in its place; empty if it is to go."""


def odd_characters(text: str) -> list[Odd]:
    """Return the characters outside quotes that are taken for others, from left to right.

    >>> [(odd.column, odd.name, odd.instead) for odd in odd_characters("SEA\u2013POR")]
    [(3, 'an en dash (U+2013)', '-')]
    """
    if text.isascii():
        return []
    quoted = [range(*found.span()) for found in _QUOTED.finditer(text)]
    found: list[Odd] = []
    for match in _FOREIGN.finditer(text):
        at, letter = match.start(), match.group()
        cured = _cure(letter)
        if cured is not None and not any(at in span for span in quoted):
            found.append(Odd(at, f"{_name(letter)} (U+{ord(letter):04X})", *cured))
    return found


def _name(letter: str) -> str:
    if letter in _QUOTES:
        return "a typographic quote"
    known = _NAMES.get(letter)
    return known or "the character " + unicodedata.name(letter, "without a name").lower()


def _cure(letter: str) -> tuple[str, str] | None:
    """Return what to do about a character and what to write instead, nothing if it is only a letter."""
    for group, cure, instead in _CURES:
        if letter in group:
            return cure, instead
    if letter.isspace():
        return "type a plain space", " "
    if "\uff01" <= letter <= "\uff5e":
        return "type it at half width", chr(ord(letter) - 0xFEE0)
    return ("delete it", "") if unicodedata.category(letter) == "Cf" else None
